/** The table page: one line to the server, one store, one page. */
import './site.ts'
import './styles/table.css'
import { mount } from 'svelte'
import { setCsrf } from './api.ts'
import { readBoot, socketUrl } from './table/boot.ts'
import { pace } from './table/pace.ts'
import { TableStore } from './table/store.ts'
import TablePage from './table/TablePage.svelte'
import { Line } from './wire/socket.ts'

const boot = readBoot()
setCsrf(boot.csrf)
const store = new TableStore(pace)
const line = new Line(socketUrl(boot.code), {
  join: () => store.join(),
  status: (status) => {
    store.setLine(status)
    if (status.state === 'open') store.flushUnsent()
  },
  frame: (frame) => {
    store.take(frame)
    line.joined()
    line.seen(store.seq)
  },
})
store.send = (frame) => line.send(frame)
store.onGap = () => line.rejoin()

/** I took a seat over HTTP: join as who I am now. */
function anew(): void {
  store.forget()
  line.reopen()
}

const target = document.getElementById('table')!
target.replaceChildren()
mount(TablePage, { target, props: { boot, store, anew } })

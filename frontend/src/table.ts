/** The table page: one line to the server, one store, one page. */
import './site.ts'
import './styles/table.css'
import { mount } from 'svelte'
import { setCsrf } from './api.ts'
import type { Asides } from './table/asides.ts'
import { readBoot, socketUrl } from './table/boot.ts'
import { pace } from './table/pace.ts'
import { linkFailed, lineIsOpen } from './table/part.svelte.ts'
import { TableStore } from './table/store.ts'
import TablePage from './table/TablePage.svelte'
import { Line } from './wire/socket.ts'

addEventListener('error', linkFailed, true)
const boot = readBoot()
setCsrf(boot.csrf)
const store = new TableStore(pace)
const line = new Line(socketUrl(boot.code), {
  join: () => store.join(),
  status: (status) => {
    store.setLine(status)
    lineIsOpen(status.state === 'open')
    if (status.state === 'open') store.flushUnsent()
  },
  frame: (frame) => {
    store.take(frame)
    line.joined()
    line.seen(store.seq)
  },
})
store.send = (frame) => line.send(frame)
const asides: Asides = { send: (text) => line.send(['note', { k: 'aside', text }]), heard: [], hear: (said) => asides.heard.push(said) }
store.onAside = (said) => asides.hear(said)
store.onGap = () => line.rejoin()

/** I took a seat over HTTP: join as who I am now. */
function anew(): void {
  store.forget()
  line.reopen()
}

// For tests of pages: whoever asks is told what is shown, guesses and all, and how far the entries have come.
addEventListener('compendium:look', ({ detail }: CustomEventInit<object>) => {
  if (detail) Object.assign(detail, { seq: store.seq, now: store.now(), table: store.state })
})

const target = document.getElementById('table')!
target.replaceChildren()
mount(TablePage, { target, props: { boot, store, asides, note: (carry) => line.send(['note', carry]), anew } })

/** What every page's script does: the patterns of the weaves, the switch of the light, the lists that stay fresh. */
import '../styles/shell.css'
import '../styles/lists.css'
import '../styles/home.css'
import '../styles/day.css'
import '../styles/forms.css'
import '../styles/new.css'
import '../styles/profile.css'
import '../styles/text.css'
import { installWeaves } from '../cards/weaves.ts'
import { changeLook } from '../look.ts'
import { showWord } from './word.ts'

function lightSwitch(button: HTMLButtonElement): void {
  button.hidden = false
  button.addEventListener('click', () => {
    changeLook({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' })
  })
}

/** A form is sent once, however often its button is pressed. */
function sendOnce(form: HTMLFormElement): void {
  form.addEventListener('submit', (submit) => {
    if (form.dataset.sent) submit.preventDefault()
    form.dataset.sent = 'yes'
  })
  // A page that comes back out of the browser's memory may be used again.
  addEventListener('pageshow', () => delete form.dataset.sent)
}

export function startPage(): void {
  installWeaves()
  document.querySelectorAll<HTMLButtonElement>('button[data-light]').forEach(lightSwitch)
  document.querySelectorAll<HTMLFormElement>('form[method=post]').forEach(sendOnce)
  const looks = document.querySelector<HTMLFormElement>('form[data-look]')
  if (looks) void import('./lookForm.ts').then(({ lookForm }) => lookForm(looks))
  document.querySelectorAll<HTMLInputElement>('input[data-zone]').forEach((input) => {
    input.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  })
  const push = document.querySelector<HTMLElement>('[data-push]')
  if (push) void import('./push.ts').then(({ pushButton }) => pushButton(push))
  const lists = [...document.querySelectorAll<HTMLElement>('#tables, #mine')]
  if (lists.length) void import('./fresh.ts').then(({ keepFresh }) => keepFresh(lists))
  showWord()
}

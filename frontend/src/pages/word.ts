/** A word to a person whom one page sends to another. */

const KEY = 'compendium.word'

/** Leave for another page, where the text will be shown. */
export function sendOff(to: string, text: string): void {
  sessionStorage.setItem(KEY, text)
  location.assign(to)
}

/** Show, at the top of this page, what the last one said. */
export function showWord(): void {
  const text = sessionStorage.getItem(KEY)
  if (!text) return
  sessionStorage.removeItem(KEY)
  const notice = document.createElement('p')
  notice.className = 'notice'
  notice.setAttribute('role', 'status')
  notice.textContent = text
  const holder = document.createElement('div')
  holder.className = 'notices'
  holder.append(notice)
  document.querySelector('main')?.before(holder)
}

/** Parts of a page that stay fresh, and its title and icon: asked for again every few seconds while somebody looks. */

const EVERY = 10_000
/** While nobody looks the title and the icon may still say something; they are asked for less often. */
const HIDDEN_EVERY = 60_000

/** The page as the server would render it now; null when it cannot say. */
async function ask(): Promise<Document | null> {
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    return null // offline: what is shown stays
  }
}

function replace(old: HTMLElement, fresh: Element): void {
  const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  old.replaceChildren(...fresh.childNodes)
  if (focused) old.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus()
}

const icon = (page: Document): HTMLLinkElement | null => page.querySelector('link[rel=icon]')

/** Rendered by the server, then again and again: there is one template for both. Changes nothing that is the same. */
export function keepFresh(elements: readonly HTMLElement[]): void {
  const last = new Map(elements.map((element) => [element, element.innerHTML]))
  const watched = document.getElementById('mine') !== null
  let asking = false
  let asked = Date.now()
  const again = async (): Promise<void> => {
    if (asking || (document.hidden && !(watched && Date.now() >= asked + HIDDEN_EVERY))) return
    asking = true
    const page = await ask()
    asking = false
    asked = Date.now()
    if (!page) return
    document.title = page.title
    const mark = icon(page)?.getAttribute('href')
    if (mark) icon(document)?.setAttribute('href', mark)
    for (const element of elements) {
      const fresh = page.getElementById(element.id)
      if (!fresh || fresh.innerHTML === last.get(element)) continue
      last.set(element, fresh.innerHTML)
      replace(element, fresh)
    }
  }
  setInterval(again, EVERY)
  document.addEventListener('visibilitychange', again)
}

/** Lists that stay fresh: asked for again every few seconds while somebody looks at the page. */

const EVERY = 10_000

/** The element's own part of the page it stands in, as the server would render it now; null when it cannot say. */
async function ask(id: string): Promise<Element | null> {
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
    if (!answer.ok) return null
    return new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id)
  } catch {
    return null // offline: what is shown stays
  }
}

function replace(old: HTMLElement, fresh: Element): void {
  const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  old.replaceChildren(...fresh.childNodes)
  if (focused) old.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus()
}

/** Rendered by the server, then again and again: there is one template for both. Changes nothing that is the same. */
export function keepFresh(element: HTMLElement): void {
  let last = element.innerHTML
  let asking = false
  const again = async () => {
    if (document.hidden || asking) return
    asking = true
    const fresh = await ask(element.id)
    asking = false
    if (!fresh || fresh.innerHTML === last) return
    last = fresh.innerHTML
    replace(element, fresh)
  }
  setInterval(again, EVERY)
  document.addEventListener('visibilitychange', again)
}

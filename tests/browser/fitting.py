"""Whether a page fits its window: nothing cut, nothing over something else, nothing beside the page."""

from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.kept import shot
from tests.browser.kierki import settle

SIZES = [(1280, 800), (390, 844), (360, 640), (844, 390)]
TABLE_SIZES = [(2560, 1440), *SIZES]
TOUCH = 900  # windows up to this wide are phones'
GEOMETRY = (Path(__file__).parent / "geometry.js").read_text()

FAULTS = r"""() => {
  const faults = [], wide = document.documentElement.clientWidth
  if (document.scrollingElement.scrollWidth > wide) faults.push('the page scrolls sideways')
  const top = document.querySelector('dialog[open]') ?? document.body
  const words = (e) => (e.textContent || e.ariaLabel || '').trim().slice(0, 30)
  const says = (e) => `${e.tagName.toLowerCase()} "${words(e)}"`
  const shown = (e) => {
    const { width, height } = e.getBoundingClientRect()
    const seen = e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return width > 1 && height > 1 && seen && !e.closest('.sr, .skip, [aria-hidden=true]')
  }
  const worded = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
  const acts = (e) => e.matches('a, button, input:not([type=hidden]), select, textarea')
  // What is left of an element's box inside those of its ancestors that hide or scroll what is beyond them.
  const box = (e, scrolled) => {
    let { left, top, right, bottom } = e.getBoundingClientRect()
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
      const { overflowX } = getComputedStyle(p), q = p.getBoundingClientRect()
      if (overflowX === 'visible') continue
      if (!scrolled && overflowX !== 'hidden') break
      left = Math.max(left, q.left); right = Math.min(right, q.right)
      top = Math.max(top, q.top); bottom = Math.min(bottom, q.bottom)
    }
    return { left, top, right, bottom }
  }
  const all = [...top.querySelectorAll('*')].filter((e) => shown(e) && (acts(e) || worded(e)))
  for (const e of all) {
    const { left, top, right, bottom } = e.getBoundingClientRect(), seen = box(e, false)
    if (left < -0.5 || right > wide + 0.5) faults.push(`beside the page: ${says(e)}`)
    if (right - seen.right > 1 || seen.left - left > 1 || bottom - seen.bottom > 1 || seen.top - top > 1)
      faults.push(`cut: ${says(e)}`)
    const inner = e.matches('input, select, svg *') ? 0 : e.scrollWidth - e.clientWidth
    const shortened = getComputedStyle(e).textOverflow === 'ellipsis'
    if (e.clientWidth && inner > 1 && !shortened) faults.push(`spills: ${says(e)}`)
  }
  const tick = (e) => e.matches('[type=radio], [type=checkbox]')
  const panel = (e) => e.closest('[role=dialog], [data-box=panel]') // covers what is under it
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      if (a.contains(b) || b.contains(a) || tick(a) || tick(b) || panel(a) !== panel(b)) continue
      const p = box(a, true), q = box(b, true)
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left)
      const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
      if (x > 1.5 && y > 2.5) faults.push(`over each other: ${says(a)} and ${says(b)}`)
    }
  })
  return faults
}"""


def faults(page: Page) -> list[str]:
    """What does not fit, in words; with a dialog open, in the dialog."""
    settle(page)
    found: list[str] = page.evaluate(FAULTS)
    return found


def table_faults(
    page: Page,
    state: str,
    cards: str,
    act: Callable[[], None] | None = None,
    sizes: Sequence[tuple[int, int]] = TABLE_SIZES,
) -> list[str]:
    """What does not fit of a table, at every size, after `act`; what is seen then is kept as a picture.

    `cards` is a script that is asked about the game's own cards: a function of whether fingers touch them.
    """
    wrong = []
    for w, h in sizes:
        page.set_viewport_size({"width": w, "height": h})
        settle(page)
        if act:
            act()
            settle(page)
        shot(page, f"{state}-{w}x{h}")
        found = [*page.evaluate(GEOMETRY), *page.evaluate(cards, w <= TOUCH), *faults(page)]
        wrong += [f"{w}x{h} {fault}" for fault in found]
    return wrong

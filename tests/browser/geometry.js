/* What lies wrongly on a page: a list of sentences, empty where all is well. Evaluate it in the page:
 *
 *     page.evaluate(Path("tests/browser/geometry.js").read_text())
 *
 * Elements with `data-box` must lie inside the window and apart from one another (a panel or notice may cover others),
 * no card may lie under or over one, no words may stick out of their box, and the page may not scroll sideways.
 * A box with `data-holds` holds cards and other boxes: they lie wholly in it, or apart from it. */
(() => {
  const OVERLAYS = new Set(['panel', 'notice', 'obstacle', 'trump', 'hand-result', 'chooser'])
  const SLACK = 1.5
  const faults = []

  const visible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0
  const words = ({ left, top, right, bottom }) => `(${[left, top, right, bottom].map(Math.round).join(' ')})`
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK
  const inside = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.top >= outer.top - SLACK && inner.right <= outer.right + SLACK && inner.bottom <= outer.bottom + SLACK

  const apartOrHeld = (holder, { rect }) => 'holds' in holder.element.dataset && inside(rect, holder.rect)

  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const boxes = [...document.querySelectorAll('[data-box]')]
    .filter(visible)
    .map((element) => ({ element, name: element.dataset.box, rect: element.getBoundingClientRect() }))

  if (document.scrollingElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways')
  for (const { name, rect } of boxes) if (!inside(rect, screen)) faults.push(`${name} ${words(rect)} is cut by the window`)

  const solid = boxes.filter(({ name }) => !OVERLAYS.has(name))
  solid.forEach((a, i) => {
    for (const b of solid.slice(i + 1)) {
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue
      if (apartOrHeld(a, b) || apartOrHeld(b, a)) continue
      if (overlap(a.rect, b.rect)) faults.push(`${a.name} ${words(a.rect)} and ${b.name} ${words(b.rect)} overlap`)
    }
  })

  for (const card of document.querySelectorAll('.stage [data-card]')) {
    if (!visible(card)) continue
    const rect = card.getBoundingClientRect()
    if (!inside(rect, screen)) faults.push(`card ${card.dataset.card} ${words(rect)} is cut by the window`)
    for (const { element, name, rect: box } of solid)
      if (overlap(rect, box) && !apartOrHeld({ element, rect: box }, { rect })) faults.push(`card ${card.dataset.card} ${words(rect)} and ${name} ${words(box)} overlap`)
  }

  /** Words may be cut only where the styles say so (an ellipsis); they must not stick out of their box. */
  const clipped = (node, box) => {
    for (let element = node.parentElement; element && element !== box.parentElement; element = element.parentElement) {
      if (getComputedStyle(element).overflowX !== 'visible') return true
    }
    return false
  }
  for (const { element, name, rect } of boxes) {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement
      if (!node.data.trim() || !parent || !visible(parent) || parent.closest('.sr') || clipped(node, element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if (!inside(range.getBoundingClientRect(), rect)) faults.push(`"${node.data.trim()}" ${words(range.getBoundingClientRect())} sticks out of ${name} ${words(rect)}`)
    }
  }
  return faults
})()

/* What cannot be read or reached at a table of Nerts: a list of sentences, empty where all is well.
 *
 *     page.evaluate(Path("tests/browser/piles.js").read_text(), touch)
 *
 * Every card that shows must show its index whole, at a size that can be read, under no other card and no number;
 * runs step as the design says; words lie on no card; what is pressed is large enough for a finger. */
(touch) => {
  const CAP = { own: 8.4, other: 6.2 } // px a rank is high at least: 8.4 is what letters of 12 px have
  const STEP = { own: 0.34, other: 0.25, across: 0.36 }
  const FINGER = 43.5
  const faults = []
  const shows = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length > 0
  const round = ({ left, top, right, bottom }) => `(${[left, top, right, bottom].map(Math.round).join(' ')})`
  const over = (a, b, slack) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack
  const top = document.querySelector('dialog[open]')

  const cloth = document.querySelector('main.cloth')
  const page = document.scrollingElement
  if (page.scrollHeight > innerHeight + 1) faults.push(`the page scrolls: ${page.scrollHeight} px`)
  for (const e of cloth.querySelectorAll('*')) {
    if (!shows(e) || !['auto', 'scroll'].includes(getComputedStyle(e).overflowY)) continue
    if (e.scrollHeight > e.clientHeight + 1) faults.push(`${e.className} scrolls: ${e.scrollHeight} px in ${e.clientHeight}`)
  }

  // Cards, and the parts of them that say which they are.
  const cards = [...document.querySelectorAll('.stage .card')].filter(shows).map((e) => ({
    e, id: e.dataset.card, own: e.classList.contains('own'), z: Number(e.style.zIndex), box: e.getBoundingClientRect(),
  }))
  const result = document.querySelector('[data-testid=hand-result]')
  const numbers = [...cloth.querySelectorAll('[data-n]')].filter(shows).map((e) => ({ e, box: e.getBoundingClientRect() }))
  const known = cards.filter(({ id }) => id)
  const under = (a, b) => b.z > a.z || (b.z === a.z && a.e.compareDocumentPosition(b.e) & Node.DOCUMENT_POSITION_FOLLOWING)
  const free = known.filter((a) => {
    const heaped = ({ box }) => Math.abs(box.left - a.box.left) < 7 && Math.abs(box.top - a.box.top) < 7
    return !cards.some((b) => b !== a && under(a, b) && heaped(b))
  })
  if (!result && !top) {
    for (const a of free) {
      const [rank, suit] = a.e.querySelectorAll('svg > g > path')
      const index = [['rank', rank.getBoundingClientRect()], ['suit', suit.getBoundingClientRect()]]
      const cap = index[0][1].height
      if (cap < CAP[a.own ? 'own' : 'other']) faults.push(`the rank of ${a.id} is ${cap.toFixed(1)} px high`)
      for (const [what, box] of index) {
        for (const b of cards) if (b !== a && under(a, b) && over(box, b.box, 0.5)) faults.push(`the ${what} of ${a.id} ${round(box)} is under ${b.id ?? 'a back'} ${round(b.box)}`)
        for (const { box: n } of numbers) if (over(box, n, 1)) faults.push(`the ${what} of ${a.id} ${round(box)} is under a number ${round(n)}`)
      }
    }
  }

  // Steps of runs and of the waste: cards of one column, or of one row.
  const near = (a, b) => Math.abs(a - b) < 2
  for (const a of result || top ? [] : free) {
    const own = a.own || a.box.top > (document.querySelector('.band')?.getBoundingClientRect().top ?? 0)
    const below = free.filter(({ box }) => near(box.left, a.box.left) && near(box.width, a.box.width) && box.top > a.box.top + 1)
    const down = Math.min(...below.map(({ box }) => box.top - a.box.top))
    if (down < a.box.height - 1 && down < STEP[own ? 'own' : 'other'] * a.box.height - 1) // cards lie on whole px
      faults.push(`${a.id} shows ${down.toFixed(1)} px of ${a.box.height.toFixed(1)}, ${(down / a.box.height).toFixed(2)}`)
    const beside = free.filter(({ box }) => near(box.top, a.box.top) && box.left > a.box.left + 1)
    const along = Math.min(...beside.map(({ box }) => box.left - a.box.left))
    if (along < a.box.width - 1 && along / a.box.width < STEP.across) faults.push(`${a.id} shows ${along.toFixed(1)} px of ${a.box.width.toFixed(1)} across`)
  }

  // Fingers: every button, every own pile; in a fan only its last card is played, so steps are not for fingers.
  if (touch) {
    for (const { e, id, own, box } of result || top ? [] : free) {
      if (!own) continue
      const reach = [-21, 21].map((x) => document.elementFromPoint(box.left + box.width / 2 + x, box.top + 4)?.closest('.card'))
      if (reach.some((hit) => hit !== e)) faults.push(`${id} is narrower than a finger`)
    }
    for (const e of (top ?? cloth).querySelectorAll('button, a')) {
      if (!shows(e)) continue
      const { width, height } = e.getBoundingClientRect()
      if (Math.min(width, height) < FINGER) faults.push(`button "${(e.textContent || e.ariaLabel).trim()}" is ${width.toFixed(0)} by ${height.toFixed(0)}`)
    }
    for (const e of document.querySelectorAll('.stage [data-zone]:not([data-zone^=f])')) {
      const { width, height } = e.getBoundingClientRect()
      if (Math.min(width, height) < FINGER) faults.push(`pile ${e.dataset.zone} is ${width.toFixed(0)} by ${height.toFixed(0)}`)
    }
  }
  for (const e of document.querySelectorAll('.stage [data-zone]')) {
    if (!e.getAttribute('aria-label')) faults.push(`pile ${e.dataset.zone} has no name`)
  }

  // Words: large enough, and on no card; what lies over the table on a plate of its own may cover what it likes.
  const PLATES = '[data-box=notice], [data-box=panel], [data-box=obstacle], [data-box=countdown], [data-testid=hand-result], [data-n], dialog'
  /** What is left of words within those around them that cut. */
  const shown = (e, { left, top, right, bottom }) => {
    for (let around = e; around && around !== cloth; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const box = around.getBoundingClientRect()
      left = Math.max(left, box.left); right = Math.min(right, box.right)
      top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom)
    }
    return { left, top, right, bottom }
  }
  const walk = document.createTreeWalker(top ?? document.querySelector('.table'), NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement
    if (!node.data.trim() || !shows(e) || e.closest('.sr, .stage, .av, dialog:not([open])')) continue
    const says = `"${node.data.trim().slice(0, 30)}"`
    const drawn = e.closest('svg')
    const scale = drawn ? e.getScreenCTM().a : 1
    const size = parseFloat(getComputedStyle(e).fontSize) * scale
    if (size < 11.9) faults.push(`${says} is ${size.toFixed(1)} px`)
    if (e.closest(PLATES) || result) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = shown(e, range.getBoundingClientRect())
    for (const card of cards) if (over(box, card.box, 1.5)) faults.push(`${says} ${round(box)} lies on ${card.id ?? 'a back'} ${round(card.box)}`)
    for (const { e: n, box: b } of numbers) if (!n.contains(e) && over(box, b, 1)) faults.push(`${says} ${round(box)} lies under the number ${n.dataset.n} ${round(b)}`)
  }
  return [...new Set(faults)]
}

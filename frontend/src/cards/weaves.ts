/** Everybody has a weave: eight colours, eight patterns. A player's card back, patch and score bar. */

interface Weave {
  name: string
  colour: string
  thread: string
  /** Width and height of the pattern's tile, in hundredths of a card's width. */
  tile: [number, number]
  shapes: string
}

const weave = (
  name: string,
  colour: string,
  thread: string,
  tile: [number, number],
  shapes: (thread: string) => string,
): Weave => ({ name, colour, thread, tile, shapes: shapes(thread) })

export const WEAVES: readonly Weave[] = [
  weave('Bilberry, stripes', '#2b57b8', '#a9c4ff', [16, 16], (t) =>
    `<rect width="6" height="16" fill="${t}"/><rect x="10" width="1.8" height="16" fill="${t}" opacity=".55"/>`,
  ),
  weave('Lingonberry, gingham', '#b3263f', '#ffc2c6', [22, 22], (t) =>
    `<g fill="${t}"><rect width="11" height="22" opacity=".42"/><rect width="22" height="11" opacity=".42"/>` +
    `<rect width="11" height="11" opacity=".6"/></g>`,
  ),
  weave('Cloudberry, dots', '#f0a830', '#7a4600', [20, 20], (t) =>
    `<g fill="${t}"><circle cx="5" cy="5" r="3.9"/><circle cx="15" cy="15" r="3.9"/></g>`,
  ),
  weave('Spruce, zigzag', '#1c6b4f', '#a5e3c4', [22, 18], (t) =>
    `<path d="M-2 15 11 4 24 15" fill="none" stroke="${t}" stroke-width="5"/>`,
  ),
  weave('Heather, diamonds', '#8c4fc0', '#ecd3ff', [22, 32], (t) =>
    `<path d="M11 1.5 20.5 16 11 30.5 1.5 16Z" fill="${t}"/><path d="M11 10 15 16 11 22 7 16Z" fill="#8c4fc0"/>`,
  ),
  weave('Lake, scales', '#8fd3dc', '#14606e', [24, 24], (t) =>
    `<g fill="none" stroke="${t}" stroke-width="2.6"><circle cx="12" cy="24" r="10.6"/><circle cx="12" cy="24" r="5"/>` +
    `<path d="M0 1.4A10.6 10.6 0 0 1 10.6 12M24 1.4A10.6 10.6 0 0 0 13.4 12M0 7A5 5 0 0 1 5 12M24 7A5 5 0 0 0 19 12"/></g>`,
  ),
  weave('Rye, crosses', '#4c3f3b', '#dcc9b8', [24, 24], (t) =>
    `<path d="M6 0V12M0 6H12M18 12V24M12 18H24" stroke="${t}" stroke-width="3.6"/>`,
  ),
  weave('Fireweed, triangles', '#f2a3bd', '#96294f', [22, 20], (t) => `<path d="M11 3 20 18H2Z" fill="${t}"/>`),
]

/** The id of a weave's pattern; any whole number is brought into 0-7. */
export const weaveId = (n: number): string => `weave-${((n % 8) + 8) % 8}`

const CLIPS =
  '<clipPath id="court-half"><rect x="25" y="4" width="50" height="66"/></clipPath>' +
  '<clipPath id="jester-half"><rect width="100" height="108"/></clipPath>'

/** Put the patterns into the document once; backs and patches refer to them. */
export function installWeaves(): void {
  if (document.getElementById(weaveId(0))) return
  const patterns = WEAVES.map(
    ({ colour, tile: [w, h], shapes }, n) =>
      `<pattern id="${weaveId(n)}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="translate(6 6)">` +
      `<rect width="${w}" height="${h}" fill="${colour}"/>${shapes}</pattern>`,
  )
  const holder = document.createElement('div')
  holder.className = 'sr'
  holder.setAttribute('aria-hidden', 'true')
  holder.innerHTML = `<svg width="0" height="0"><defs>${CLIPS}${patterns.join('')}</defs></svg>`
  document.body.append(holder)
}

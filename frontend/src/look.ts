/** How the site looks to this person: light, suit colours, card faces. Kept in this browser. */

export interface Look {
  theme: 'system' | 'dark' | 'light'
  suits: 'two' | 'four'
  face: 'jumbo' | 'classic'
}

const KEY = 'compendium.look'
const DEFAULT: Look = { theme: 'system', suits: 'two', face: 'jumbo' }

/** The look kept in this browser; the default where nothing, or nonsense, is kept. */
export function look(): Look {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>) }
  } catch {
    return DEFAULT
  }
}

/** Keep a change of the look and show it. */
export function changeLook(change: Partial<Look>): Look {
  const next = { ...look(), ...change }
  localStorage.setItem(KEY, JSON.stringify(next))
  applyLook()
  return next
}

/** Put the look on the document, where the stylesheets find it; follows the system's light. */
export function applyLook(): void {
  const { theme, suits } = look()
  const root = document.documentElement
  const light = matchMedia('(prefers-color-scheme: light)')
  root.dataset.theme = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme
  root.dataset.suits = suits
  light.onchange = applyLook
}

/** What the page's template tells the table. */

export interface Boot {
  code: string
  game: string
  csrf?: string
  /** The game's name, for the bar. */
  name: string
  /** False for somebody who has no name here yet. */
  you_player?: boolean
  /** The host has sent me away. */
  barred?: boolean
  urls?: Record<string, string>
}

/** The JSON that the template left in the page. Throws where there is none: the page is not a table's. */
export function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent
  if (!text) throw new Error('no boot data in this page')
  return JSON.parse(text) as Boot
}

/** The address of a table's socket. */
export const socketUrl = (code: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(code)}`

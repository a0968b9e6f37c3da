/** What partners have said to each other since this page was opened. */
import type { AsideNote } from '../../wire/frames.ts'
import type { Asides } from '../../table/asides.ts'

export interface Line {
  n: number
  /** Who says it: which of the players at my seat. */
  by: number
  text: string
}

/** Lines that are kept. */
const MOST = 50

export class Said {
  lines = $state.raw<readonly Line[]>([])
  /** The code with which my last line was refused. */
  trouble = $state<string | null>(null)
  /** The line I said last. */
  last = ''
  private count = 0
  private readonly door: Asides

  constructor(door: Asides) {
    this.door = door
    for (const said of door.heard.splice(0)) this.hear(said)
    door.hear = this.hear
  }

  say(text: string): void {
    this.last = text
    this.trouble = this.door.send(text) ? null : 'offline'
  }

  hear = (said: AsideNote | string): void => {
    if (typeof said === 'string') this.trouble = said
    else this.lines = [...this.lines, { n: this.count++, by: said.who[1], text: said.text }].slice(-MOST)
  }
}

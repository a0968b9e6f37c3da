/** The door to what partners say to each other: who shows it comes later, and finds what was said meanwhile. */
import type { AsideNote } from '../wire/frames.ts'

export interface Asides {
  /** False: not sent, the line is down. */
  send: (text: string) => boolean
  /** A line that was said, or the code with which mine was refused. */
  hear: (said: AsideNote | string) => void
  /** What was heard before anybody listened. */
  heard: (AsideNote | string)[]
}

/** Parts of the page that are fetched apart from it, over every break of the line.
 *
 *  The HTML standard has browsers forget a module that could not be fetched (Chromium 156 does), so trying again is
 *  enough. It is not in older browsers, nor for a file that a newer server no longer has: the person is told, and
 *  loading the page anew brings both. */

/** ms from a failure to the next try; twice as long after each. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000
/** As many failures with the line open are no accident. */
const TOO_MANY = 3

let open = false
let waiting: (() => void)[] = []
let missing = $state(0)
const lostStyles = new Set<HTMLLinkElement>()

/** Whether there are parts that do not load although the line is open. */
export const incomplete = (): boolean => missing > 0

/** What the line is now: nothing is fetched while it is not open. */
export function lineIsOpen(now: boolean): void {
  open = now
  if (!open) return
  for (const go of waiting) go()
  waiting = []
}

/** For the page's "error" events, as they are captured: Vite's loader asks for a part's styles once and never again. */
export function linkFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target)
}

/** The styles that did not come, anew; fails if one does. */
async function restyle(): Promise<void> {
  for (const lost of lostStyles) {
    const link = lost.cloneNode() as HTMLLinkElement
    const came = new Promise((good, bad) => Object.assign(link, { onload: good, onerror: bad }))
    lostStyles.delete(lost)
    lost.replaceWith(link)
    await came
  }
}

const opened = (): Promise<void> | void => (open ? undefined : new Promise((go) => waiting.push(go)))

/** Tries until it has it. */
async function persist<T>(fetch: () => Promise<T>): Promise<T> {
  let failures = 0
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    await opened()
    try {
      await restyle()
      const got = await fetch()
      if (failures >= TOO_MANY) missing--
      return got
    } catch (error) {
      if (open && ++failures === TOO_MANY) {
        missing++
        console.error(error)
      }
      await new Promise((go) => setTimeout(go, wait))
    }
  }
}

/** One such part. */
export class Part<T> {
  /** What was fetched; null before. */
  now = $state.raw<T | null>(null)
  private coming: Promise<T> | null = null
  private readonly fetch: () => Promise<T>

  constructor(fetch: () => Promise<T>) {
    this.fetch = fetch
  }

  /** Fetches it, once; comes as soon as it can, and never fails. */
  get(): Promise<T> {
    return (this.coming ??= persist(this.fetch).then((it) => (this.now = it)))
  }
}

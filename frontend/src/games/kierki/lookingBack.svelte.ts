/** Whether one looks back at the deals. That fills a phone's screen as a page does, so it has an entry in the browser's
 *  history: the Back key closes it, and a reload leaves it open. */
import { afterwards } from './later.ts'

const ENTRY = 'look-back'

class LookingBack {
  now = $state(false)

  constructor() {
    this.follow()
    addEventListener('popstate', () => this.follow())
  }

  private follow(): void {
    this.now = history.state === ENTRY
    if (this.now) void afterwards.get()
  }

  async begin(): Promise<void> {
    await afterwards.get()
    if (!this.now) history.pushState(ENTRY, '')
    this.now = true
  }

  /** Goes back to the table's own entry: none is left behind. */
  end(): void {
    if (this.now) history.back()
    this.now = false
  }
}

export const lookingBack = new LookingBack()

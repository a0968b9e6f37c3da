/** The table's voice: a short line near the hand, and a polite, throttled one for screen readers. */

/** A reason stays this long. */
const REASON_STAYS = 3000
/** News for screen readers are gathered for this long. */
const GATHER = 900

export class Speaker {
  /** Why something did not go, for a while. */
  words = $state<string | null>(null)
  /** What to do now, as long as that is so. */
  hint = $state<string | null>(null)
  /** What a screen reader is told. */
  live = $state('')
  private gathered: string[] = []
  private fading: ReturnType<typeof setTimeout> | undefined
  private speaking: ReturnType<typeof setTimeout> | undefined

  /** Say why something did not go; null to stop saying it. */
  reason(words: string | null): void {
    clearTimeout(this.fading)
    this.words = words
    if (words === null) return
    this.tell(words)
    this.fading = setTimeout(() => (this.words = null), REASON_STAYS)
  }

  /** Tell news; what comes close together is said together. */
  tell(news: string): void {
    if (!news) return
    this.gathered.push(news)
    this.speaking ??= setTimeout(() => {
      this.live = this.gathered.join(' ')
      this.gathered = []
      this.speaking = undefined
    }, GATHER)
  }
}

/** One card on the stage: an element of fixed size that only ever gets another transform. */
import { back, face } from '../cards/faces.ts'
import { nameAs } from '../cards/suits.ts'
import { EASE, FADE, type Flight, midway, MOVE, type Pose, poseOf, transform, travel } from './motion.ts'
import type { Spot } from './scene.ts'
import { hold } from './tag.ts'

export interface Journey {
  /** Start at once without travelling. */
  jump: boolean
  /** Milliseconds before it sets out. */
  delay: number
  /** Fixed length; by distance if left out. */
  length?: number
  /** Where it starts, if not where it lies (a card let go). */
  from?: Pose
}

/** px that a finger needs. */
const FINGER = 44
const reduced = matchMedia('(prefers-reduced-motion: reduce)')

export class CardElement {
  readonly root = document.createElement('div')
  spot: Spot
  private readonly inner = document.createElement('div')
  private shown = ''
  private looks: Spot
  private flight: Flight | null = null
  private animation: Animation | null = null
  private card: number
  private readonly busy: (change: 1 | -1) => void

  /** `card` is the width of the element in px; `busy` counts animations under way. */
  constructor(spot: Spot, card: number, busy: (change: 1 | -1) => void) {
    this.spot = this.looks = spot
    this.card = card
    this.busy = busy
    this.root.className = 'card'
    this.inner.className = 'card-in'
    this.root.append(this.inner)
    this.look(spot)
    this.rest()
  }

  /** Go to a spot: travel there, or appear there. */
  go(spot: Spot, card: number, journey: Journey): void {
    const from = journey.from ?? this.pose()
    const wasHidden = this.spot.hidden
    const known = this.spot.id
    this.spot = spot
    this.card = card
    this.stop()
    if (!spot.hidden) this.look(spot, !journey.jump && !wasHidden && known !== spot.id)
    else this.describe(spot)
    const to = poseOf(spot, card)
    const still = from.x === to.x && from.y === to.y && from.scale === to.scale && from.turn === to.turn
    if (journey.jump || still || (wasHidden && spot.hidden)) return this.rest()
    if (reduced.matches) return this.fade()
    this.fly(from, to, journey)
  }

  /** Where it is now, also half-way. */
  pose(): Pose {
    return this.flight ? midway(this.flight) : poseOf(this.spot, this.card)
  }

  /** Follow a finger: `dx`, `dy` px from its spot. `place` in a run that is carried; null for a single card, which tilts. */
  carry(dx: number, dy: number, scale: number, place: number | null = null): void {
    this.stop()
    const pose = poseOf(this.spot, this.card)
    const tilt = place === null ? Math.max(-7, Math.min(7, dx / 24)) : 0
    this.root.style.transform = transform(
      { x: pose.x + dx, y: pose.y + dy, scale: pose.scale * scale, turn: tilt },
      this.card,
    )
    this.root.style.zIndex = String(9000 + (place ?? 0))
  }

  remove(): void {
    this.stop()
    this.root.remove()
  }

  private fly(from: Pose, to: Pose, { delay, length = travel(from, to) }: Journey): void {
    const { style } = this.root
    style.display = ''
    style.transform = transform(to, this.card)
    style.zIndex = String(1000 + this.spot.z)
    this.flight = { from, to, start: performance.now() + delay, length }
    const frames = [{ transform: transform(from, this.card) }, { transform: style.transform }]
    this.animate(this.root.animate(frames, { duration: length, delay, easing: EASE, fill: 'backwards' }))
  }

  private fade(): void {
    this.rest()
    if (!this.spot.hidden) this.animate(this.root.animate([{ opacity: 0 }, { opacity: 1 }], FADE))
  }

  private animate(animation: Animation): void {
    this.animation = animation
    this.busy(1)
    animation.onfinish = () => {
      this.stop()
      this.rest()
    }
  }

  private stop(): void {
    if (!this.animation) return
    this.animation.onfinish = null
    this.animation.cancel()
    this.animation = null
    this.flight = null
    this.busy(-1)
  }

  private rest(): void {
    const { style } = this.root
    style.display = this.spot.hidden ? 'none' : ''
    style.zIndex = String(this.spot.z)
    style.transform = transform(poseOf(this.spot, this.card), this.card)
  }

  /** The face or back, and what the card is to pointers, keys and screen readers. */
  private look(spot: Spot, turnOver = false): void {
    this.describe(spot)
    this.root.classList.toggle('dim', spot.dim)
    const wanted = spot.id === null ? `back ${spot.weave}` : `${spot.id} ${spot.as} ${spot.face}`
    if (wanted === this.shown) return
    this.shown = wanted
    this.looks = spot
    // Half-way through a turn another place may have come, with another face.
    const draw = (): void => {
      const { id, as, weave, face: style } = this.looks
      this.inner.innerHTML = id === null ? back(weave) : face(id, style, as)
    }
    if (!turnOver || reduced.matches) return draw()
    const half = { duration: MOVE / 2, easing: 'linear' }
    const away = this.inner.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], half)
    away.onfinish = () => {
      draw()
      this.inner.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], half)
    }
  }

  private describe({ id, as, own, drops, w, turn, held }: Spot): void {
    const { root } = this
    hold(root, held, turn, this.card / w)
    // A card made small for a long run is as wide for a finger as any; in px of the element, which is scaled down.
    root.style.setProperty('--reach', own ? `${(Math.max(0, FINGER - w) / 2) * (this.card / w)}px` : '')
    const { dataset } = root
    if (id === null) delete dataset.card
    else dataset.card = id
    if (own && drops.length) dataset.legal = 'true'
    else delete dataset.legal
    root.classList.toggle('own', own)
    if (own && id !== null) {
      root.setAttribute('role', 'button')
      root.setAttribute('aria-label', nameAs(id, as))
      root.setAttribute('aria-disabled', String(!drops.length))
      root.removeAttribute('aria-hidden')
      if (!root.hasAttribute('tabindex')) root.tabIndex = -1
    } else {
      for (const name of ['role', 'aria-label', 'aria-disabled', 'aria-pressed', 'tabindex']) root.removeAttribute(name)
      root.setAttribute('aria-hidden', 'true')
    }
  }
}

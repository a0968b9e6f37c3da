/** The card stage: one flat layer of cards on the cloth, moved by transforms only and never measured.
 *
 *  A layout says where every sprite lies; the stage makes it so. Drag, tap and tap, double tap and keys all end in one
 *  intent. Space and a tap pick a card up and put it on a pile; Enter, or a tap on the picked card, plays it to the
 *  obvious place. */
import { CardElement } from './card.ts'
import { type Carried, Drag, type DragHost, landing } from './drag.ts'
import { keepFocus, led, rove, type Stop } from './keys.ts'
import { BOUNCE, LIFT, type Pose, poseOf, STAGGER } from './motion.ts'
import { type Box, type Intent, type Pile, sameList, sameSpot, type Scene, type Spot } from './scene.ts'
import './stage.css'

export interface StageHost {
  intent(intent: Intent): void
  /** A tap on the cloth or on a pile, with nothing in hand. */
  cloth(): void
  /** A tap on a pile that does not take the picked card. */
  misplaced(id: string): void
  /** A card is picked up by a tap or a key, to be put somewhere by the next; null: none is. */
  picked(id: string | null): void
  /** What is in hand by drag, tap or key: its sprites, the lowest first, and the pile under it that takes it. None: put down. */
  carrying(keys: readonly number[], over: string | null): void
  /** Animations begin or end. */
  moving(moving: boolean): void
}

export interface Sync {
  /** Nothing travels: first sight, another size. */
  jump?: boolean
  /** A refused card goes back. */
  bounce?: boolean
}

const CARRIED_SCALE = 1.06
const NO_SCENE: Scene = { card: 100, spots: new Map(), piles: [] }

export class Stage implements DragHost {
  readonly root = document.createElement('div')
  private scene: Scene = NO_SCENE
  private readonly cards = new Map<number, CardElement>()
  private readonly piles = new Map<string, HTMLElement>()
  private readonly shownPiles = new Map<string, Pile>()
  private readonly drag: Drag
  private readonly host: StageHost
  private picked: number | null = null
  /** Cards in hand, the lowest first; and those let go, until their place is known. */
  private hand: readonly number[] = []
  private readonly released = new Map<number, Pose>()
  private told: { keys: readonly number[]; over: string | null } = { keys: [], over: null }
  private flights = 0

  constructor(parent: HTMLElement, host: StageHost) {
    this.host = host
    this.root.className = 'stage'
    this.root.setAttribute('role', 'group')
    this.root.setAttribute('aria-label', 'Cards')
    parent.append(this.root)
    this.drag = new Drag(this.root, this)
    this.root.addEventListener('keydown', this.keyed)
    this.root.addEventListener('click', this.clicked)
  }

  destroy(): void {
    this.root.remove()
  }

  /** Show a scene. */
  sync(scene: Scene, { jump = false, bounce = false }: Sync = {}): void {
    const held = this.focused()
    const heldX = [...this.cards.values()].find(({ root }) => root === held)?.spot.x ?? null
    if (this.scene === NO_SCENE || this.scene.card !== scene.card) this.root.style.setProperty('--card', `${scene.card}px`)
    const samePiles = scene.piles === this.scene.piles
    this.scene = scene
    for (const [key, card] of this.cards) {
      if (scene.spots.has(key)) continue
      card.remove()
      this.cards.delete(key)
    }
    let dealt = 0
    for (const [key, spot] of scene.spots) {
      const card = this.cards.get(key)
      if (!card) this.add(key, spot)
      else {
        const delay = card.spot.hidden && !spot.hidden && !jump ? STAGGER * dealt++ : 0
        this.place(key, card, spot, { jump, bounce, delay })
      }
    }
    if (!samePiles) this.syncPiles(scene.piles)
    this.mark()
    if (this.picked !== null && !this.scene.spots.get(this.picked)?.drops.length) this.pick(null)
    keepFocus(this.stops(), held, heldX)
  }

  private add(key: number, spot: Spot): void {
    const card = new CardElement(spot, this.scene.card, this.flying)
    card.root.dataset.key = String(key)
    this.cards.set(key, card)
    this.root.append(card.root)
  }

  private place(key: number, card: CardElement, spot: Spot, how: { jump: boolean; bounce: boolean; delay: number }): void {
    if (this.hand.includes(key)) {
      if (spot.own || spot.held) return // what is mine stays in hand, whatever becomes of the places for it
      this.drag.cancel()
    }
    const from = this.released.get(key)
    if (from) {
      this.released.delete(key)
      card.go(spot, this.scene.card, { ...how, from, length: LIFT })
    } else if (how.bounce) card.go(spot, this.scene.card, { ...how, length: BOUNCE })
    else if (how.jump || !sameSpot(card.spot, spot)) card.go(spot, this.scene.card, how)
  }

  private syncPiles(piles: readonly Pile[]): void {
    const wanted = new Set(piles.map(({ zone }) => zone))
    for (const [zone, element] of this.piles) {
      if (wanted.has(zone)) continue
      element.remove()
      this.piles.delete(zone)
    }
    for (const pile of piles) this.syncPile(pile)
  }

  /** Only what differs is written: the piles are looked at on every move of anybody. */
  private syncPile(pile: Pile): void {
    let element = this.piles.get(pile.zone)
    const was = element && this.shownPiles.get(pile.zone)
    if (!element) {
      element = document.createElement('div')
      element.className = 'pile'
      element.dataset.zone = pile.zone
      element.setAttribute('role', 'group')
      element.tabIndex = -1
      this.piles.set(pile.zone, element)
      this.root.prepend(element)
    }
    this.shownPiles.set(pile.zone, pile)
    if (was?.drawn !== pile.drawn) element.classList.toggle('drawn', pile.drawn)
    if (was?.label !== pile.label) element.setAttribute('aria-label', pile.label)
    if (was?.w !== pile.w) element.style.width = `${pile.w}px`
    if (was?.h !== pile.h) element.style.height = `${pile.h}px`
    if (was?.x !== pile.x || was.y !== pile.y) element.style.transform = `translate(${pile.x}px,${pile.y}px)`
  }

  /** The piles that would take the card in hand. */
  private mark(): void {
    const key = this.drag.carrying ?? this.picked
    const drops = key === null ? [] : (this.scene.spots.get(key)?.drops ?? [])
    for (const [zone, element] of this.piles) element.classList.toggle('takes', drops.includes(zone))
  }

  private pick(key: number | null): void {
    for (const [of, { root }] of this.cards) {
      root.classList.toggle('picked', of === key)
      if (root.hasAttribute('role')) root.setAttribute('aria-pressed', String(of === key))
    }
    if (this.picked !== key) this.host.picked(key === null ? null : (this.scene.spots.get(key)?.id ?? null))
    this.picked = key
    this.tell(key === null ? [] : this.along(key))
    this.mark()
  }

  /** A sprite and those that come along with it, the lowest first. */
  private along(key: number): number[] {
    return [key, ...(this.scene.spots.get(key)?.with ?? [])]
  }

  private tell(keys: readonly number[], over: string | null = null): void {
    if (this.told.over === over && sameList(this.told.keys, keys)) return
    this.told = { keys, over }
    this.host.carrying(keys, over)
  }

  private act(key: number, to: string | null, obvious = false): void {
    const spot = this.scene.spots.get(key)
    if (spot?.id == null) return
    this.pick(null)
    this.host.intent({ key, id: spot.id, to, obvious })
  }

  /** Play to the obvious place. */
  private play(key: number): void {
    this.act(key, this.scene.spots.get(key)?.drops[0] ?? null, true)
  }

  // What the drag asks and tells.

  cardAt(event: Event): number | null {
    const element = (event.target as Element).closest<HTMLElement>('.card.own')
    return element?.dataset.key === undefined ? null : Number(element.dataset.key)
  }

  zoneAt(event: Event): string | null {
    return (event.target as Element).closest<HTMLElement>('[data-zone]')?.dataset.zone ?? null
  }

  /** Where a card may be let go: the boxes of the piles, or what else counts as put there. */
  private targets({ drops }: Spot, wide: boolean): { zone: string; box: Box }[] {
    const boxOf = (pile: Pile): Box => (wide ? (pile.catches ?? pile) : pile)
    return this.scene.piles.filter(({ zone }) => drops.includes(zone)).map((pile) => ({ zone: pile.zone, box: boxOf(pile) }))
  }

  carry({ key, dx, dy }: Carried): void {
    if (this.picked !== null) this.pick(null)
    const lifted = !this.hand.length
    if (lifted) this.hand = this.along(key)
    this.hand.forEach((of, i) => {
      const card = this.cards.get(of)
      card?.carry(dx, dy, CARRIED_SCALE, this.hand.length > 1 ? i : null)
      card?.root.classList.add('carried')
    })
    this.tell(this.hand, this.under({ key, dx, dy }))
    if (lifted) this.mark()
  }

  under({ key, dx, dy }: Carried): string | null {
    const spot = this.scene.spots.get(key)
    const lifted = this.cards.get(key)?.spot // the scene may show it in somebody else's hand, too
    if (!spot || !lifted) return null
    const { x, y, w } = lifted
    const box = { x: x - w / 2 + dx, y: y - w * 0.7 + dy, w, h: w * 1.4 }
    return landing(box, this.targets(spot, false)) ?? landing(box, this.targets(spot, true))
  }

  drop({ key, dx, dy }: Carried, zone: string | null): void {
    for (const of of this.hand) {
      const card = this.cards.get(of)
      if (!card) continue
      card.root.classList.remove('carried')
      const pose = poseOf(card.spot, this.scene.card)
      this.released.set(of, { ...pose, x: pose.x + dx, y: pose.y + dy })
    }
    this.hand = []
    this.mark()
    if (zone !== null || !this.scene.spots.get(key)?.drops.length) this.act(key, zone)
    for (const [of, from] of this.released) {
      const spot = this.scene.spots.get(of)
      if (spot) this.cards.get(of)?.go(spot, this.scene.card, { jump: false, delay: 0, from, length: BOUNCE })
    }
    this.released.clear()
    this.tell([]) // the move first: nobody should see the card go back before it goes
  }

  tap(key: number | null, zone: string | null): void {
    if (key === null) {
      const { picked } = this
      if (picked === null) return this.host.cloth()
      if (this.takes(picked, zone)) return this.act(picked, zone)
      const id = this.scene.spots.get(picked)?.id
      this.pick(null)
      if (zone !== null && id != null) this.host.misplaced(id)
    } else if (key === this.picked) this.play(key)
    else if (this.picked !== null && this.takes(this.picked, this.scene.spots.get(key)?.pile ?? null)) {
      this.act(this.picked, this.scene.spots.get(key)!.pile)
    } else if (!this.scene.spots.get(key)?.drops.length) this.play(key)
    else {
      this.pick(key)
      rove(this.stops(), this.stops().find(({ element }) => element === this.cards.get(key)!.root) ?? null)
    }
  }

  private takes(key: number, zone: string | null): boolean {
    return zone !== null && (this.scene.spots.get(key)?.drops.includes(zone) ?? false)
  }

  // Keys and focus.

  private stops(): Stop[] {
    const stops: Stop[] = []
    for (const card of this.cards.values()) {
      if (card.spot.own) stops.push({ element: card.root, x: card.spot.x, y: card.spot.y, w: card.spot.w, own: true })
    }
    for (const { zone, x, y, w, h } of this.scene.piles) {
      stops.push({ element: this.piles.get(zone)!, x: x + w / 2, y: y + h / 2, w, own: false })
    }
    return stops
  }

  private focused(): HTMLElement | null {
    const active = document.activeElement
    return active instanceof HTMLElement && active !== this.root && this.root.contains(active) ? active : null
  }

  private keyed = (event: KeyboardEvent): void => {
    const stops = this.stops()
    const at = stops.find(({ element }) => element === event.target)
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return
    const to = led(event.key, stops, at)
    if (to) rove(stops, to, true)
    else if (event.key === 'Escape') this.pick(null)
    else if (event.key === 'Enter' || event.key === ' ') this.press(at.element, event.key === 'Enter')
    else return
    event.preventDefault()
  }

  private press(element: HTMLElement, enter: boolean): void {
    const key = element.dataset.key === undefined ? null : Number(element.dataset.key)
    if (key !== null && enter) this.play(key)
    else this.tap(key, element.dataset.zone ?? null)
  }

  /** A click without a pointer: a screen reader's way of pressing. */
  private clicked = (event: MouseEvent): void => {
    const key = this.cardAt(event)
    if (event.detail === 0 && key !== null) this.play(key)
  }

  private flying = (change: 1 | -1): void => {
    const before = this.flights > 0
    this.flights += change
    if (before !== this.flights > 0) this.host.moving(this.flights > 0)
  }
}

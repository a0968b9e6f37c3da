/** A card in somebody else's hand: lifted, and with a tag that says whose hand it is. */
import { weaveId } from '../cards/weaves.ts'
import type { Held } from './scene.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Mark a card's element as held, or as held no more. The tag stays upright and keeps its size: the element, turned by
 *  `turn` degrees, is shown 1 / `scale` times as large as it is. */
export function hold(root: HTMLElement, held: Held | null, turn: number, scale: number): void {
  const { dataset } = root
  if (!held && dataset.carriedBy === undefined) return
  root.querySelector('.tag')?.remove()
  root.classList.toggle('held', held !== null)
  if (!held) {
    delete dataset.carriedBy
    delete dataset.carriedOver
    return
  }
  dataset.carriedBy = String(held.seat)
  dataset.carriedOver = held.over ?? ''
  if (held.tag) root.append(tagOf(held, turn, scale))
}

function tagOf({ weave, name, tag: side }: Held, turn: number, scale: number): HTMLElement {
  const tag = document.createElement('span')
  tag.className = `tag ${side}`
  tag.style.transform = `scale(${scale}) rotate(${-turn}deg)`
  const patch = document.createElementNS(SVG, 'svg')
  const cloth = document.createElementNS(SVG, 'rect')
  patch.setAttribute('viewBox', '0 0 40 40')
  cloth.setAttribute('width', '40')
  cloth.setAttribute('height', '40')
  cloth.setAttribute('fill', `url(#${weaveId(weave)})`)
  patch.append(cloth)
  tag.append(patch)
  if (name) tag.append(Object.assign(document.createElement('b'), { textContent: name }))
  return tag
}

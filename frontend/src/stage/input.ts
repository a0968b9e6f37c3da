/** How a person acted last: who uses keys is led from stop to stop, and each is told of their own way. */
let last: 'keys' | 'mouse' | 'touch' = 'mouse'
addEventListener('keydown', () => (last = 'keys'), true)
addEventListener('pointerdown', ({ pointerType }) => (last = pointerType === 'mouse' ? 'mouse' : 'touch'), true)

const nowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Whether the focus fell into nothing (what held it is gone) and a person needs it. */
export const adrift = (): boolean => last === 'keys' && nowhere()

/** What to do once more with a picked card. */
export const again = (): string => ({ keys: 'Press Enter', mouse: 'Click again', touch: 'Tap again' })[last]

/** For what a person is asked next: it takes the focus if that is adrift. An attachment for elements. */
export function takeFocus(element: HTMLElement): void {
  if (adrift()) element.focus({ preventScroll: true })
}

/** Whether a person used keys or a pointer last: only who uses keys is led from stop to stop. */
let keys = false
addEventListener('keydown', () => (keys = true), true)
addEventListener('pointerdown', () => (keys = false), true)

const nowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Whether the focus fell into nothing (what held it is gone) and a person needs it. */
export const adrift = (): boolean => keys && nowhere()

/** For what a person is asked next: it takes the focus if that is adrift. An attachment for elements. */
export function takeFocus(element: HTMLElement): void {
  if (adrift()) element.focus({ preventScroll: true })
}

/** The part of the profile that says how the site looks: kept in the browser, so it needs the script. */
import { changeLook, look } from '../look.ts'

export function lookForm(form: HTMLFormElement): void {
  const now: Record<string, string> = { ...look() }
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
    input.checked = now[input.name] === input.value
  }
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) changeLook({ [target.name]: target.value })
  })
  form.hidden = false
}

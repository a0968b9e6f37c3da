/** The page of a new table: an option that means nothing with the others as they stand is not asked for. */

function ask(form: HTMLFormElement): void {
  const sent = new FormData(form)
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-only]')) {
    const only = Object.entries(JSON.parse(input.dataset.only!) as Record<string, string[]>)
    const box = input.closest<HTMLElement>('.field, .check')!
    box.hidden = !only.every(([name, values]) => values.includes(String(sent.get(name) ?? '')))
    // What cannot be seen must not keep the form from being sent.
    if (box.hidden && input instanceof HTMLInputElement && !input.validity.valid) input.value = input.defaultValue
  }
}

const form = document.querySelector('[data-only]')?.closest('form')
if (form) {
  ask(form)
  form.addEventListener('change', () => ask(form))
  // A page that comes back may hold what was chosen before.
  addEventListener('pageshow', () => ask(form))
}

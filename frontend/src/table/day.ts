/** The day that a table is of, as the page's template tells it. Only parts that are fetched later ask. */
export interface Day {
  /** The ranking's page, and its address under /api/. */
  url: string
  api: string
  /** False: played once more, for practice. */
  ranked: boolean
  /** There is no pause. */
  runs_on: boolean
}

export const dayOf = (): Day | null => (JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as { day?: Day }).day ?? null

/** Folds what a server sent, entry by entry, with the fold of the front end, and says where it is not a fresh view.
 *
 *  stdin: a list of {seat, start, entries: [{ops, fresh}]}, where `start` and `fresh` are tables of "view" frames.
 *  stdout: {folded: how many entries, wrong: what is wrong}. */
import { readFileSync } from 'node:fs'
import { fold, fromWire, Keys, type View } from '../../frontend/src/table/fold.ts'
import type { Op, TableView } from '../../frontend/src/wire/frames.ts'

interface Watched {
  seat: number | null
  start: TableView
  entries: { ops: Op[]; fresh: TableView }[]
}

const plain = (view: View): string => {
  const zones = Object.entries(view.zones).map(([name, { see, owner, open, cards }]) => [name, see, owner, open, cards.map(({ id }) => id)])
  const facts = Object.entries(view.facts).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([zones.sort(), facts])
}

const wrong: string[] = []
let folded = 0
for (const { seat, start, entries } of JSON.parse(readFileSync(0, 'utf8')) as Watched[]) {
  const keys = new Keys()
  let view = fromWire(start, seat, keys, null)
  for (const { ops, fresh } of entries) {
    view = fold(view, ops, seat, keys)
    const sprites = Object.values(view.zones).flatMap((zone) => zone.cards.map(({ key }) => key))
    if (new Set(sprites).size !== sprites.length) wrong.push(`seat ${seat}, entry ${folded}: a sprite lies twice`)
    const want = plain(fromWire(fresh, seat, new Keys(), null))
    if (plain(view) !== want) wrong.push(`seat ${seat}, entry ${folded}: ${plain(view)}\n is not ${want}`)
    folded++
  }
}
process.stdout.write(JSON.stringify({ folded, wrong: wrong.slice(0, 3) }))

"""After the load: what the database says of each table against what the players were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from compendium.tables.models import Entry, Table

from .counts import Counts
from .laid import Laid

MOST_TOLD = 5


def faults(counts: Counts, laid: Sequence[Laid]) -> list[str]:
    """What is wrong with the logs: the first few faults, and how many there are altogether."""
    told = list[dict[str, int]]({} for _ in laid)
    for number, place in enumerate(counts.table):
        told[place][f"{number:08d}"] = counts.seqs[number]
    found = [fault for place, table in enumerate(laid) for fault in _faults(table, told[place])]
    return found[:MOST_TOLD] + ([f"{len(found)} faults altogether"] if len(found) > MOST_TOLD else [])


def _faults(table: Laid, told: dict[str, int]) -> Iterator[str]:
    head = Table.objects.values_list("head", flat=True).get(pk=table.id)
    rows = list(Entry.objects.filter(table_id=table.id).order_by("seq").values_list("seq", "move_id"))
    if [seq for seq, _ in rows] != list(range(1, head + 1)):
        yield f"{table.code}: the log is not 1 to {head}"
    there = {id: seq for seq, id in rows if id}
    for id, times in Counter(id for _, id in rows if id).items():
        if times > 1:
            yield f"{table.code}: move {id} is there {times} times"
    for id, seq in told.items():
        if seq != there.get(id, 0):
            what = f"told as entry {seq}" if seq else "never told as accepted"
            yield f"{table.code}: move {id} was {what} and is {there.get(id, 'not there')}"
    if strange := there.keys() - told.keys():
        yield f"{table.code}: moves that nobody made: {sorted(strange)[:3]}"

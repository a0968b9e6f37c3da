"""Draw, once a day with the same cards for everybody; and what tests do with its attempts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

from compendium.accounts.models import Player
from compendium.lobby import days
from compendium.lobby.models import Attempt
from compendium.rules import Daily, Ranked, Table
from compendium.rules.cards import DECK
from compendium.tables import store
from compendium.tables.clock import wall
from compendium.tables.models import Entry
from tests.lobby.draw import Draw, Options

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MARCH = date(2026, 3, 1)
DAILY = Daily(
    title="Draw of the day",
    summary="Once.",
    result=lambda t, seat: Ranked(-t.score[seat], f"{t.score[seat]} points"),
    options=Options(cards=4, pace="fast"),
    seats=3,
    level="hard",
)


class DrawOfTheDay(Draw):
    """A whole deck is shuffled, and the first to move drawn."""

    daily = DAILY

    def setup(self, t: Table) -> None:
        t.zone("stock", DECK, see="none")
        t.shuffle("stock", deal=1)
        for seat in t.seats:
            t.zone(f"h{seat}", see="owner", owner=seat)
        t.set(turn=t.rng.randrange(3))


def cards(attempt: Attempt) -> tuple[tuple[str, ...], int]:
    """The order of the stock, and who begins."""
    replica = store.load(attempt.table_id)
    assert replica is not None
    return replica.table["stock"], replica.table.turn


def end(attempt: Attempt, points: int, over: str = "done") -> None:
    """The table is over with so many points for the person."""
    table = attempt.table
    table.refresh_from_db()
    score = [points, 0, 0]
    facts = f'[["s",{{"over":"{over}","turn":null,"score":{score}}}]]'
    Entry.objects.create(table=table, seq=table.head + 1, at=1, move='["@end"]', ops=facts)
    table.head, table.over_at, table.score = table.head + 1, wall(), None if over != "done" else score
    table.save()


def attempts_of(points: list[int], person: Callable[..., Player]) -> list[Attempt]:
    """People called A, B, ... have played the day to so many points."""
    made = [days.play(person(name), "draw") for name in "ABCDEFGH"[: len(points)]]
    for attempt, each in zip(made, points, strict=True):
        end(attempt, each)
    return made

"""Tables of Nerts somewhere in a hand, laid out card by card, for a site's database."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page

from compendium.rules import Table
from compendium.rules.cards import RANKS, SUITS
from compendium.testing.playthrough import NO_LUCK, Entry, enter
from games.nerts import game, hands
from games.nerts.board import board, foundations
from tests.browser.positions import ME, new_table
from tests.logs import lay
from tests.servers import Server

LONG = 600_000
"""ms: nothing wakes while a table is looked at."""
LENGTH = 156_000
"""ms that the hand lasted."""
HANDS = [(15, 11, 8, 5, 9, 14, 2, 12), (3, 17, -6, 12, 10, -2, 9, 4), (21, 6, 14, -4, 13, 3, 12, 8)]
"""Points of the hands before, by seat."""
RUNS = [
    ["KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS", "KC QD JC TD 9C", "8D", "6D 5C"],
    ["KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS", "JC TD", "QC", "9D 8C 7D"],
    ["KC QH JC", "8S", "TD 9S", ""],
    ["9H 8C", "KH", "6D", "JS TH 9S 8D 7S"],
]
"""Work piles of the boards; the fifth has the third's, and so on."""
LEFT = (6, 3, 9, 13, 1, 10, 12, 8)
"""Cards in the Nerts piles, by seat."""

Position = Callable[[Table], None]


def counting(t: Table) -> None:
    """The first hand is dealt, "Go!" is to come."""
    t.set(go=t.now + 99_000, wake_at=t.now + 99_000)


def busy(t: Table) -> None:
    """Long runs, a waste of many cards, many foundations."""
    for seat in t.seats:
        _board(t, seat, LEFT[seat])
    _begun(t)


def wild(t: Table) -> None:
    """The same with jokers: free, by position, as cards in runs, and on a foundation."""
    busy(t)
    became = {"*20": "3C0", "*21": "7C1", "*11": "AC1"}
    for joker, zone in (("*10", "w0.2"), ("*20", "w0.3"), ("*11", "f8"), ("*21", "w1.0")):
        t.move(f"s{joker[2]}", zone if zone[0] == "w" else foundation_for_an_ace(t), joker)
    t.set(jokers=became)


def foundation_for_an_ace(t: Table) -> str:
    """The first free one."""
    return next(zone for zone in foundations(t) if not t.piles[zone])


def empty(t: Table) -> None:
    """My Nerts pile is empty."""
    for seat in t.seats:
        _board(t, seat, LEFT[seat] if seat != ME else 0)
    _begun(t)


def waiting(t: Table) -> None:
    """All are stuck but the one who sits next to me: everybody waits for that one."""
    busy(t)
    t.set(stuck=[ME], voted=list(t.seats)[2:], wake_at=t.now + LONG)


def holding(t: Table) -> None:
    """All but me say that they are stuck."""
    busy(t)
    t.set(voted=list(t.seats)[1:], wake_at=t.now + LONG)


def called(t: Table) -> None:
    """My neighbour has called, cards in the air still land."""
    busy(t)
    t.set(caller=1, wake_at=t.now + LONG)


def ended(t: Table) -> None:
    """I called; the hand is scored."""
    _matched(t)
    empty(t)
    t.set(go=t.now - LENGTH)
    hands.end(t, "called", ME)
    t.set(go=LONG - hands.BREAK - LENGTH + t.now, wake_at=t.now + LONG, over=None)


def over(t: Table) -> None:
    """The same, and the match is over."""
    ended(t)
    t.set(over="done", wake_at=None)


def blocked(t: Table) -> None:
    """Nobody could go on; the hand is scored."""
    _matched(t)
    busy(t)
    hands.end(t, "blocked", None)
    t.set(go=LONG - hands.BREAK - LENGTH + t.now, wake_at=t.now + LONG, over=None)


def lying(piles: Mapping[str, str], became: Mapping[str, str] | None = None) -> Position:
    """Cards where they are named, ``{"w0.0": "7H0 *10"}``, bottom to top; all others in the stocks, seen."""

    def position(t: Table) -> None:
        gather(t)
        for zone, cards in piles.items():
            for card in cards.split():
                t.move(board(int(card[2]), t.options.piles).stock, zone, card)
        t.set(**{f"u{seat}": [] for seat in t.seats}, go=t.now - LENGTH, wake_at=None)
        if became:
            t.set(jokers=dict(became))

    return position


def gather(t: Table) -> None:
    """All cards of the boards go to their stocks."""
    for seat in t.seats:
        b = board(seat, t.options.piles)
        for zone in b.sources:
            t.move(zone, b.stock, *t.piles[zone])


def open_table(
    page: Page,
    site: Server,
    position: Position,
    boards: int,
    options: dict[str, Any] | None = None,
    *,
    running: bool = False,
) -> str:
    """Open a table there in a page: mine, with bots on the other boards. Its address.

    ``running``: its clock goes on from the position.
    """
    code = new_table(page, "nerts", boards - 1, options)
    lay(site, code, reached(position, boards, options), running=running)
    page.goto(f"/t/{code}")
    return f"/t/{code}"


def reached(position: Position, boards: int, options: dict[str, Any] | None = None) -> list[Entry]:
    """The entries that lead to a position."""
    known = game.Options(**(options or {}))
    first = enter(game, Table(boards, known, NO_LUCK), "nerts", 1, 0, None, None)
    after = first.table.draft(90_000)
    position(after)
    return [first, Entry(2, after.now, None, None, first.table, after, [])]


def _begun(t: Table) -> None:
    t.set(go=t.now - LENGTH // 2, wake_at=None)


def _matched(t: Table) -> None:
    """Three hands were played."""
    n = len(t.seats)
    rows = [[list(points[:n]), 0, [15] * n, [0] * n] for points in HANDS]
    t.set(hand=4, sheet=rows, times=[60_000] * 3, score=[sum(points[s] for points in HANDS) for s in t.seats])


def _board(t: Table, seat: int, left: int) -> None:
    """Lay a board out: its runs, foundations as far as the runs leave their cards, and the rest."""
    b = board(seat, t.options.piles)
    deck = [card[:2] for zone in (b.stock, *b.sources) for card in t.piles[zone]]
    for zone in b.sources:
        t.move(zone, b.stock, *t.piles[zone])
    named = RUNS[seat if seat < 2 else 2 + seat % 2]
    runs = [[card for card in run.split() if card in deck] for run in named[: len(b.work)]]
    used = {card for run in runs for card in run}
    free = iter([zone for zone in foundations(t) if not t.piles[zone]])
    for suit in SUITS:
        out = 0
        while out < 4 + (seat * 5 + SUITS.index(suit) * 3) % 8 and RANKS[out] + suit not in used:
            out += 1
        for card in (cards := [RANKS[i] + suit for i in range(out)]):
            used.add(card)
        if cards:
            t.move(b.stock, next(free), *(f"{card}{seat}" for card in cards))
    for zone, run in zip(b.work, runs, strict=False):
        t.move(b.stock, zone, *(f"{card}{seat}" for card in run))
    rest = sorted(card for card in t.piles[b.stock] if card[0] != "*")
    random.Random(seat).shuffle(rest)
    for zone in b.work[len(runs) :]:
        t.move(b.stock, zone, rest.pop())
    t.move(b.stock, b.nerts, *rest[:left])
    t.move(b.stock, b.waste, *rest[left : left + 9])

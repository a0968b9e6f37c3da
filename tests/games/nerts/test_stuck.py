"""Stuck detection against the rules' own words, looked up the slow way."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.rules import Table
from compendium.rules.cards import deck
from compendium.testing.playthrough import entries
from games.nerts import game
from games.nerts.board import TAKES, board, wanted
from games.nerts.options import Options
from games.nerts.stock import exposed, step, unseen_places
from games.nerts.stuck import hopes, prospects

from .positions import after, layout, position, willing

Piles = tuple[tuple[str, ...], ...]
SMALL = [card for card in deck(0) if card[0] in "A23456"]


def layouts(work: Piles) -> Iterator[Piles]:
    """Every layout that run moves lead to, gaps included, compared as multisets of piles."""
    found, fresh = {tuple(sorted(work))}, [tuple(sorted(work))]
    while fresh:
        now = fresh.pop()
        yield now
        for source, pile in enumerate(now):
            for place, base in enumerate(pile):
                for target, other in enumerate(now):
                    whole_to_a_gap = not other and place == 0
                    if source == target or whole_to_a_gap or (other and base not in TAKES[other[-1]]):
                        continue
                    moved = list(now)
                    moved[source], moved[target] = pile[:place], other + pile[place:]
                    after = tuple(sorted(moved))
                    if after not in found:
                        found.add(after)
                        fresh.append(after)


def stuck_by_the_book(work: Piles, spare: list[str], asked: set[str]) -> bool:
    for now in layouts(work):
        tops = [pile[-1] for pile in now if pile]
        if any(card[0] == "A" or card[:2] in asked for card in [*tops, *spare]):
            return False
        if spare and len(tops) < len(now):
            return False
        if any(card in TAKES[top] for card in spare for top in tops):
            return False
    return True


@st.composite
def boards(draw: st.DrawFn) -> tuple[Piles, list[str], set[str]]:
    """Work piles of runs, spare cards, and what the foundations ask for; of a deck that ends at six."""
    luck: random.Random = draw(st.randoms(use_true_random=False))
    left = luck.sample(SMALL, len(SMALL))
    work: list[tuple[str, ...]] = []
    for _ in range(draw(st.integers(3, 4))):
        run = [left.pop()] if luck.random() < 0.9 else []
        for _ in range(luck.choice((0, 0, 1, 2, 3)) if run else 0):
            following = [card for card in TAKES[run[-1]] if card in left]
            if following:
                run.append(luck.choice(following))
                left.remove(run[-1])
        work.append(tuple(run))
    spare = [left.pop() for _ in range(draw(st.integers(0, 4)))]
    asked = {card[:2] for card in luck.sample(SMALL, draw(st.integers(0, 3))) if card[0] != "A"}
    return tuple(work), spare, asked


@settings(max_examples=600, deadline=None)
@given(boards())
def test_it_finds_what_a_search_of_every_layout_finds(case: tuple[Piles, list[str], set[str]]) -> None:
    work, spare, asked = case
    cards = prospects(work, spare)
    assert (cards is not None and cards.isdisjoint(asked)) == stuck_by_the_book(work, spare, asked)


def passes(stock: list[str], waste: list[str], n: int, shown: bool) -> set[str]:
    """What shows on the waste in the rest of this pass and in one fresh pass, flip by flip."""
    few = len(stock) + len(waste) < n
    there = set(waste[-1:])

    def run(left: list[str]) -> None:
        while len(left) >= n or (left and (shown or few)):
            for _ in range(min(n, len(left))):
                last = left.pop()
            there.add(last)

    run([*stock])
    run([*stock, *reversed(waste)])
    return there


@given(
    st.lists(st.sampled_from(deck(0)), unique=True),
    st.integers(0, 40),
    st.sampled_from([1, 3]),
    st.booleans(),
)
def test_what_the_stock_would_expose(cards: list[str], held: int, n: int, shown: bool) -> None:
    stock, waste = cards[:held], cards[held:]
    there = passes(stock, waste, n, shown)
    assert set(exposed(stock, waste, [], n, shown) or ()) == there
    for place, card in enumerate(stock):
        assert (exposed(stock, waste, [place], n, shown) is None) == (card in there)


def shown(t: Table, seat: int) -> set[str]:
    """Cards of a seat's board that everybody sees."""
    b = board(seat, t.options.piles)
    return {card for zone in (b.waste, *b.work) for card in t[zone]} | set(t[b.nerts][-1:])


@pytest.mark.parametrize("stuck", ["rotate", "one"])
@pytest.mark.parametrize("leftover", ["hidden", "shown"])
@pytest.mark.parametrize("seed", range(3))
def test_flags_and_unseen_cards_stay_true_through_a_hand(stuck: str, leftover: str, seed: int) -> None:
    options = Options(match="hands", hands=1, stuck=stuck, leftover=leftover)  # type: ignore[arg-type]
    known: list[set[str]] = [set(), set()]
    for entry in entries(game, 2, options, f"flags {seed}", willing):
        t = entry.table
        if t.hand > 1:
            break
        for seat in t.seats:
            b = board(seat, options.piles)
            known[seat] |= shown(t, seat)
            unseen = [place for place, card in enumerate(t[b.stock]) if card not in known[seat]]
            assert unseen == unseen_places(t, b)
            if t.caller is None and t.ended is None:
                assert (seat in t.stuck) == flagged(t, seat, unseen)
    assert len(known[0]) > 30


def flagged(t: Table, seat: int, unseen: list[int]) -> bool:
    """The rule's own words, on a whole table."""
    b, n = board(seat, t.options.piles), step(t)
    spare = passes([*t[b.stock]], [*t[b.waste]], n, t.options.leftover == "shown")
    if any(t[b.stock][place] in spare for place in unseen):
        return False
    return stuck_by_the_book(tuple(t[zone] for zone in b.work), [*spare, *t[b.nerts][-1:]], wanted(t))


def test_unseen_cards_keep_a_board_free() -> None:
    board = layout(n="9D", s="2C 3C 4C", w="KS, KH, KC, KD")
    assert hopes(position(board, seen=False), 0, 3) is None
    assert hopes(position(board, u0=[1, 2]), 0, 3) is not None  # only the bottom one would be seen
    assert hopes(position(board, u0=[0]), 0, 3) is None
    t = position({**board, "v": "5C"}, layout(), u0=[0])
    assert hopes(t, 0, 3) is None  # by the rest of this pass; a fresh one ends on the 3C
    assert hopes(after(t, 0, "flip", 3), 0, 3) is not None


def test_anothers_foundation_play_can_free_a_board_and_get_it_stuck() -> None:
    blocked = layout(n="3H", s="", w="KS, KH, KC, KD")
    t = position(blocked, layout(n="4H 3H 2H"), f="AH1", stuck=[0])
    t = after(t, 1, "play", "n1", "f0", "2H1")
    assert t.stuck == []
    assert after(t, 1, "play", "n1", "f0", "3H1").stuck == [0]

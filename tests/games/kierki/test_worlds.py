"""Hidden hands are drawn exactly: all deals that the rules allow after what was played, each as likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from compendium.rules import Table, view
from compendium.rules.cards import DECK
from games.kierki.bots.memory import recall
from games.kierki.bots.suits import BIT, SUIT
from games.kierki.bots.worlds import Impossible, Worlds, unseen_dealt
from games.kierki.options import Options
from games.kierki.tricks import HAND, choice

from .positions import position, step, to_deal

HOUSE_RULES = Options(turn_time=0, throw_king=True, must_trump=True, namer="left", early_end=False)
World = tuple[frozenset[str], ...]
Play = tuple[int, tuple[str, ...], str]
"""Who played, to what, which card."""


def worlds_of(hands: dict[int, int], cards: frozenset[str]) -> Iterator[dict[int, frozenset[str]]]:
    """All ways to give so many of the cards to each seat."""
    if not hands:
        yield {}
        return
    seat, *others = hands
    for own in map(frozenset, combinations(sorted(cards), hands[seat])):
        for rest in worlds_of({other: hands[other] for other in others}, cards - own):
            yield {seat: own, **rest}


def lawful(t: Table, world: dict[int, frozenset[str]], played: list[Play]) -> bool:
    """Whether all that was played was allowed, had the players held these cards at the end."""
    held = {seat: set(cards) for seat, cards in world.items()}
    for seat, trick, card in reversed(played):
        if seat in held:
            held[seat].add(card)
            hand = tuple(sorted(held[seat]))
            if card not in choice(hand, trick, t.facts["deal"], t.trump, t.options):
                return False
    return True


def endings(
    deal: int, left: int, n: int, options: Options = HOUSE_RULES
) -> Iterator[tuple[Table, list[Play]]]:
    """Positions with so few cards that all deals can be counted, and what was played before."""
    for seed in range(n):
        rng = random.Random(f"{deal} {seed}")
        t, played = to_deal(deal, options, seed), []
        while t.turn is not None and len(t[HAND[t.turn]]) > left:
            before, seat = t, t.turn
            t = step(t, rng)
            card = set(before[HAND[seat]]) - set(t[HAND[seat]])
            if before.trump is not None or deal < 8:
                played += [(seat, before["trick"], each) for each in card]
        if t.turn is not None:
            yield t, played


def lawful_worlds(t: Table, played: list[Play]) -> set[World]:
    hidden = {s: len(t[HAND[s]]) for s in t.seats if s != t.turn}
    cards = frozenset(card for s in hidden for card in t[HAND[s]])
    return {
        tuple(world[s] for s in sorted(world))
        for world in worlds_of(hidden, cards)
        if lawful(t, world, played)
    }


def drawn(t: Table, worlds: Worlds, rng: random.Random) -> World:
    hands = worlds.sample(rng)
    return tuple(
        frozenset(card for card in DECK if hands[4 * s + SUIT[card]] & BIT[card])
        for s in t.seats
        if s != t.turn
    )


@pytest.mark.parametrize("deal", [1, 2, 5, 7, 8])
def test_there_are_as_many_deals_as_the_rules_leave(deal: int) -> None:
    for t, played in endings(deal, 3, 5):
        assert Worlds(recall(view(t, t.turn))).number == len(lawful_worlds(t, played))


@pytest.mark.parametrize(("deal", "left"), [(1, 3), (5, 2), (7, 2), (8, 3)])
def test_every_deal_is_drawn_equally_often(deal: int, left: int) -> None:
    """Pearson's chi-square for ever the same luck; a value above the bound has a chance of 1 in 10,000."""
    tested = 0
    for t, played in endings(deal, left, 6):
        expected = lawful_worlds(t, played)
        if not 2 <= len(expected) <= 120:
            continue
        n = 30 * len(expected)
        rng, worlds = random.Random(f"{deal}"), Worlds(recall(view(t, t.turn)))
        counts = Counter(drawn(t, worlds, rng) for _ in range(n))
        assert set(counts) == expected
        freedom = len(expected) - 1
        chi_square = sum((count - 30) ** 2 / 30 for count in counts.values())
        assert chi_square < freedom + 3.8 * (2 * freedom) ** 0.5 + 15
        tested += 1
    assert tested >= 2


def test_whole_hands_are_dealt_around_what_is_known() -> None:
    t = to_deal(9, HOUSE_RULES)
    p = recall(view(t, t.turn))
    hands = unseen_dealt(p.mine, t.turn, random.Random(1))
    assert all(hands[4 * t.turn + s] & p.mine[s] == p.mine[s] for s in range(4))
    assert [sum(mask.bit_count() for mask in hands[base : base + 4]) for base in (0, 4, 8, 12)] == [13] * 4
    assert [hands[s] | hands[4 + s] | hands[8 + s] | hands[12 + s] for s in range(4)] == [(1 << 13) - 1] * 4


def test_what_cannot_be_is_said() -> None:
    t = position(1, "AS 2C", "3C 4C", "5C 6C", "7C 8C")
    for card in t["stock"]:
        t.piles["w3"] += (card,)
    p = recall(view(t, 0))
    with pytest.raises(Impossible):
        Worlds(p._replace(void=[0, 0b1111, 0, 0]))
    with pytest.raises(Impossible):
        Worlds(p._replace(void=[0, 0b1111, 0b1111, 0b1111]))

"""Claims of the rest: granted exactly if no deal of the unseen cards and no play of anybody loses a trick."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from compendium.rules import Cards, Chance, Illegal, Table, new_table, play, wake
from compendium.rules.cards import DECK, SUITS
from games.kierki import CLAIM, claims, game
from games.kierki.claims import Known, mask
from games.kierki.deals import TRICKS, trick_points
from games.kierki.flow import next_deal
from games.kierki.options import Options
from games.kierki.tricks import HIGH, best, choice

from .positions import after, cards, moves, position, refused, step

ME = 0
HOUSE = Options(throw_king=True, must_trump=True)


def ending(deal: int, *hands: str, **known: Any) -> Table:
    """A position in which all other cards lie in tricks of one suit each, which prove nothing of anybody."""
    t = position(deal, *hands, **known)
    gone = [[card for card in t["stock"] if card[1] == suit] for suit in SUITS]
    assert all(len(suit) % 4 == 0 for suit in gone), [len(suit) for suit in gone]
    t.piles.update(stock=(), w3=tuple(card for suit in gone for card in suit))
    return t


def claimed(t: Table) -> bool:
    """Whether the seat to play may claim; ``legal``, ``allows`` and ``play`` agree."""
    may = CLAIM in game.legal(t, t.turn)
    assert game.allows(t, t.turn, CLAIM) == may
    if not may:
        assert refused(t, t.turn, CLAIM) == ("not_certain", {})
    return may


class TestVector10:
    """The lone highest trumps and the lead; and what could be trumped."""

    def test_vector_10_the_highest_trumps_with_the_lead_are_accepted(self) -> None:
        t = ending(8, "AS KS", "2S 2H", "2C 3D", "3S 4S", trump="S")
        assert claimed(t)
        t = play(game, t, ME, CLAIM)
        assert (t.turn, t.sheet) == (None, [[8, [50, 0, 0, 0], "S"]])
        assert t.winners == [3] * 11 + [ME] * 2
        assert [t[f"o{seat}"] for seat in t.seats] == [cards(h) for h in ("AS KS", "2S 2H", "2C 3D", "3S 4S")]
        assert t.claimed == ME

    def test_vector_10_what_an_unseen_trump_could_take_is_not_certain_whatever_they_hold(self) -> None:
        for hands in (("2S 2H", "2C KS", "3S 4S"), ("2H 2C", "2S KS", "3S 4S"), ("KS 4S", "2S 2C", "3S 2H")):
            assert not claimed(ending(8, "AS AD", *hands, trump="S"))
            assert not claimed(ending(8, "AD AS", *reversed(hands), trump="S"))
        assert claimed(ending(8, "AS AD", "2S 2H", "2C KS", "3S 4S", trump="N"))

    def test_without_the_lead_it_may_be_certain_too(self) -> None:
        third = {"trick": "2D", "leader": 3, "trump": "S"}
        assert claimed(ending(8, "AS KS", "2S 2H", "2C 4S", "3S", **third))
        assert not claimed(ending(8, "AS 3S", "2S 2H", "2C 4S", "KS", **third))


def test_only_who_is_to_play_may_claim_and_only_in_tricks() -> None:
    t = ending(8, "AS KS", "2S 2H", "2C 3D", "3S 4S", trump="S")
    for seat in (1, 2, 3):
        assert refused(t, seat, CLAIM) == ("not_your_turn", {})
    assert refused(position(12, "7S"), 0, CLAIM) == ("illegal", {})
    assert refused(position(8, "AS", trump=None), 0, CLAIM) == ("name_trump_first", {})
    assert refused(t, 0, ("claim", "AS")) == ("illegal", {})


@pytest.mark.parametrize("deal", range(1, 12))
def test_a_claim_pays_what_the_tricks_would_have(deal: int) -> None:
    hands = ("AS KS", "2S QS", "KH 3D", "2C 4S")
    trump = "S" if deal > 7 else None
    t = ending(deal, *hands, trump=trump, options=Options(early_end=False))
    assert claimed(t)
    first = ("AS", "2S", "KH", "2C")
    second = ("KS", "QS", "3D", "4S")
    wanted = trick_points(t.options, deal, 12, first) + trick_points(t.options, deal, 13, second)
    assert play(game, t, ME, CLAIM).sheet[-1][1] == [wanted, 0, 0, 0]


def test_the_cards_of_a_trick_that_is_not_full_are_shown_with_their_hands() -> None:
    t = play(game, ending(8, "AS KS", "2S 2H", "2C 4S", "3S", trick="2D", leader=3, trump="S"), ME, CLAIM)
    assert t["trick"] == ()
    assert [set(t[f"o{seat}"]) for seat in t.seats] == [
        {"AS", "KS"},
        {"2S", "2H"},
        {"2C", "4S"},
        {"3S", "2D"},
    ]
    assert t.sheet[-1][1] == [50, 0, 0, 0]
    t = t.draft()
    t.set(**next_deal(t))
    assert (t.claimed, [len(t[f"h{seat}"]) for seat in t.seats]) == (None, [5, 5, 5, 5])


class TestWhatPlayProves:
    """It makes claims certain that would not be."""

    def test_whoever_has_the_last_trump_must_follow(self) -> None:
        def lost(first: str, second: str) -> bool:
            barred = (0, *(sum(claims.SUIT[suit] for suit in suits) for suits in (first, second)), 0)
            unseen = mask(cards("2S 3D 2C 3C 4C 5C"))
            return claims.may_lose(Known(0, 8, "S", Options(), cards("AS AD"), (), unseen, (2,) * 4, barred))

        assert not lost("SD", "SD")
        assert lost("SD", "S")
        assert lost("SD", "D")

    def test_a_king_that_must_be_thrown_is_gone(self) -> None:
        def lost(unseen: str, options: Options = HOUSE, deal: int = 5) -> bool:
            known = (0, deal, None, options, cards("AC QH"), (), mask(cards(unseen)))
            return claims.may_lose(Known(*known, (2,) * 4, (0,) * 4))

        assert not lost("KH 2S 3S 4S 5S 6S")
        assert lost("KH 2S 3S 4S 5S 6S", Options())
        assert lost("KH 2S 3S 4S 5S 6S", deal=2)
        assert lost("KH 2C 3S 4S 5S 6S")
        assert lost("KH AH 3S 4S 5S 6S")

    def test_what_must_be_trumped_and_was_not(self) -> None:
        def proves(card: str, trick: str, options: Options = HOUSE) -> set[str]:
            barred = claims.proves(8, "S", options, cards(trick), card)
            return {one for one in DECK if barred & claims.BIT[one]}

        plain, trumps = ({card for card in DECK if card[1] == suit} for suit in "DS")
        assert proves("5S", "KD 9S") == plain | {"TS", "JS", "QS", "KS", "AS"}
        assert proves("TS", "KD 9S") == proves("5S", "KD") == proves("2C", "KD 9S", Options()) == plain
        assert proves("2C", "KD 9S") == plain | trumps
        assert proves("2D", "KD 9S") == set()


# Against brute force.


def worlds(k: Known) -> Iterator[tuple[Cards, ...]]:
    """Every deal of the unseen cards that fits what is known: the four hands."""
    unseen = tuple(card for card in DECK if k.unseen & claims.BIT[card])
    first, second, third = (seat for seat in range(4) if seat != k.seat)

    def may(seat: int, hand: tuple[str, ...]) -> bool:
        return not k.barred[seat] & mask(hand)

    for one in combinations(unseen, k.sizes[first]):
        if may(first, one):
            left = [card for card in unseen if card not in one]
            for two in combinations(left, k.sizes[second]):
                three = tuple(card for card in left if card not in two)
                if may(second, two) and may(third, three):
                    hands = {k.seat: k.hand, first: one, second: two, third: three}
                    yield tuple(hands[seat] for seat in range(4))


def lost_somehow(k: Known) -> bool:
    """Whether some deal and some play of all four loses a trick for the claimant. Looks at everything."""

    @cache
    def goes(hand: int, trick: Cards) -> Cards:
        held = tuple(card for card in DECK if hand & claims.BIT[card])
        return choice(held, trick, k.deal, k.trump, k.options) if held else ()

    @cache
    def lost(hands: tuple[int, ...], trick: Cards, seat: int) -> bool:
        if len(trick) == 4:
            taker = (seat + best(trick, k.trump)) % 4  # all four have played: the leader is next again
            return taker != k.seat or lost(hands, (), k.seat)
        for card in goes(hands[seat], trick):
            rest = (*hands[:seat], hands[seat] ^ claims.BIT[card], *hands[seat + 1 :])
            if lost(rest, (*trick, card), (seat + 1) % 4):
                return True
        return False

    return any(lost(tuple(map(mask, hands)), k.trick, k.seat) for hands in worlds(k))


def somewhere(rng: random.Random, tricks: int) -> Known | None:
    """A small position with a strong hand; what is barred is drawn so that some deal fits."""
    deal = rng.choice([1, 2, 5, 7, 8, 9, 10, 11])
    options = Options(throw_king=rng.random() < 0.6, must_trump=rng.random() < 0.5)
    trump = rng.choice("SHCDN") if deal > 7 else None
    suits = rng.sample(SUITS, rng.choice([2, 3, 4]))
    pack = [card for card in DECK if card[1] in suits]
    pack = rng.sample(pack, min(len(pack), 4 * tricks + rng.choice([0, 2, 6])))[: 4 * tricks]
    if len(pack) < 4 * tricks:
        return None
    if rng.random() < 0.8:
        strength = {card: HIGH[card] + 20 * (card[1] == trump) + 4 * rng.random() for card in pack}
        pack.sort(key=strength.__getitem__, reverse=True)
    hand, rest = pack[:tricks], pack[tricks:]
    rng.shuffle(rest)
    hands = [tuple(hand), *(tuple(rest[i * tricks : (i + 1) * tricks]) for i in range(3))]
    barred = [0, 0, 0, 0]
    for seat in (1, 2, 3):
        for suit in SUITS:
            if rng.random() < 0.3 and not any(card[1] == suit for card in hands[seat]):
                barred[seat] |= claims.SUIT[suit]
    if rng.random() < 0.3:
        holder = next((seat for seat in range(1, 4) if "KH" in hands[seat]), None)
        for seat in {1, 2, 3} - {holder}:
            barred[seat] |= claims.KING
    sizes = (tricks,) * 4
    k = Known(0, deal, trump, options, hands[0], (), mask(rest), sizes, tuple(barred))
    lying = rng.choice([0, 0, 1, 2, 3])
    for seat in range(4 - lying, 4):  # they have played before the claimant
        card = rng.choice(choice(hands[seat], k.trick, deal, trump, options))
        k = k.played(seat, card)
    return k


@pytest.mark.parametrize(("tricks", "positions"), [(1, 200), (2, 200), (3, 4)])
def test_it_is_certain_exactly_if_brute_force_finds_no_loss(tricks: int, positions: int) -> None:
    rng = random.Random(f"claims {tricks}")
    answers = {True: 0, False: 0}
    while sum(answers.values()) < positions:
        k = somewhere(rng, tricks)
        if k is None:
            continue
        assert k.may_be(), k
        found = claims.may_lose(k)
        assert found == lost_somehow(k), (found, k)
        answers[found] += 1
    assert min(answers.values()) > positions / 20, answers


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("tricks", [2, 3, 4])
def test_many_more_against_brute_force(tricks: int) -> None:
    rng = random.Random(f"more claims {tricks}")
    for _ in range({2: 30_000, 3: 3_000, 4: 40}[tricks]):
        k = somewhere(rng, tricks)
        if k is not None:
            assert claims.may_lose(k) == lost_somehow(k), k


def fits_the_play(t: Table, hands: tuple[Cards, ...], log: list[tuple[int, str]]) -> bool:
    """Whether the deal could have gone as it went with these hands at its end: every card was legal."""
    full = [list(hand) for hand in hands]
    for seat, card in log:
        full[seat].append(card)
    trick: Cards = ()
    for seat, card in log:
        if card not in choice(tuple(full[seat]), trick, t.facts["deal"], t.trump, t.options):
            return False
        full[seat].remove(card)
        trick = (*trick, card) if len(trick) < 3 else ()
    return True


@pytest.mark.parametrize("seed", range(6))
def test_what_play_proves_is_exactly_what_is_known(seed: int) -> None:
    """Of all deals of the unseen cards, those that fit are those in which all that was played was legal."""
    rng = random.Random(seed)
    t = new_table(game, 4, HOUSE, Chance.seeded(seed))
    log: list[tuple[int, str]] = []
    compared = 0
    while t.over is None:
        move = rng.choice([move for s in t.seats for move in game.legal(t, s) if move != CLAIM])
        seat = next(s for s in t.seats if move in game.legal(t, s))
        if move[0] == "play":
            log.append((seat, str(move[1])))
        t = play(game, t, seat, move, now=t.now)
        if t.turn is None:
            t, log = (wake(game, t, now=t.wake_at) or t if t.over is None else t), []
        elif len(t.winners) == 11 and t.facts["trump"] in (None, *SUITS):
            k = claims.known(t, t.turn)
            all_ = k._replace(barred=(0, 0, 0, 0))
            fitting = {hands for hands in worlds(all_) if fits_the_play(t, hands, log)}
            assert {tuple(map(frozenset, hands)) for hands in worlds(k)} == {
                tuple(map(frozenset, hands)) for hands in fitting
            }
            compared += 1
    assert compared > 20


def test_the_same_to_a_claimant_whatever_is_hidden() -> None:
    """In games of many kinds: all hidden cards dealt anew as they may lie, the claim is answered the same."""
    rng = random.Random(5)
    t = new_table(game, 4, HOUSE, Chance.seeded(5))
    looked = granted = 0
    while looked < 300:
        if t.over is not None:
            t = new_table(game, 4, HOUSE, Chance.seeded(looked))
        if t.turn is not None and len(t.winners) > 8 and game.legal(t, t.turn)[0][0] == "play":  # type: ignore[index]
            k = claims.known(t, t.turn)
            some = [hands for hands, _ in zip(worlds(k), range(40), strict=False)]
            other = t.draft()
            for seat, hand in enumerate(rng.choice(some)):
                other.piles[f"h{seat}"] = t[f"h{seat}"] if seat == t.turn else hand
            assert (CLAIM in game.legal(other, t.turn)) == (CLAIM in game.legal(t, t.turn))
            assert moves(other) == moves(t)
            looked += 1
            granted += CLAIM in game.legal(t, t.turn)
        t = step(t, rng)
    assert granted > 10


def test_an_accepted_claim_changes_no_points() -> None:
    """Played out at random instead, the deal ends with the same points, whoever plays what."""
    rng = random.Random(9)
    seen = 0
    for seed in range(30):
        t = new_table(game, 4, Options(must_trump=seed % 2 == 0), Chance.seeded(seed))
        while t.over is None:
            if t.turn is not None and CLAIM in game.legal(t, t.turn):
                claimed_, out = play(game, t, t.turn, CLAIM), t
                while out.turn is not None:
                    out = after(out, str(rng.choice([m for m in game.legal(out, out.turn) if m != CLAIM])[1]))
                assert out.sheet[-1] == claimed_.sheet[-1]
                assert len(claimed_.winners) == TRICKS
                seen += 1
            t = step(t, rng)
    assert seen > 100


def test_a_claim_is_quickly_judged() -> None:
    """No position of a thousand takes so long that anybody waits; most take next to nothing."""
    rng = random.Random(3)
    took: list[float] = []
    t = new_table(game, 4, HOUSE, Chance.seeded(3))
    while len(took) < 1500:
        if t.over is not None:
            t = new_table(game, 4, HOUSE, Chance.seeded(len(took)))
        if t.turn is not None and game.legal(t, t.turn)[0][0] == "play":  # type: ignore[index]
            began = time.thread_time()
            claims.certain(t, t.turn)
            took.append(time.thread_time() - began)
        t = step(t, rng)
    took.sort()
    print(f"median {took[750] * 1e6:.0f} us, most {took[-1] * 1000:.1f} ms")
    assert took[-1] < 0.25


def test_a_refused_claim_leaves_no_trace() -> None:
    t = position(1, "2C 3C")
    with pytest.raises(Illegal, match="not_certain"):
        play(game, t, 0, CLAIM)

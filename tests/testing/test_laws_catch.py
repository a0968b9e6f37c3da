"""Each law catches games that break it: toys with one deliberate fault each."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from compendium.rules import Chance, Game, Illegal, Move, Table, View, redact
from compendium.testing import blindness, entry_laws, laws
from tests.testing.toys import CARDS, Toy


def broken_law(game: Game, **how: Any) -> str:
    """The law that a toy breaks, in one of a few games: the first note of what is raised."""
    for seed in range(4):
        try:
            laws.check(game, seats=3, seed=seed, **{"bound": 300, **how})
        except Exception as error:
            return str(error.__notes__[0]).partition(":")[0]
    return "none"


def test_the_toy_itself_keeps_all_laws() -> None:
    for seats in (2, 3):
        counted = laws.check(Toy(), seats, worlds=100)
        assert counted["entries compared"] > 200
        assert counted["refusals compared"] > 50
        assert counted["deals"] == 3


# Broken toys. Each class says in its name what is wrong with it; CATCHES says which law that breaks.


class WritesPilesItself(Toy):
    def end_round(self, t: Table) -> None:
        t.piles["out"] = t["out"][::-1]
        super().end_round(t)


class ChangesAFactInPlace(Toy):
    def end_round(self, t: Table) -> None:
        t.score[0] += 1
        super().end_round(t)


class SetsTuples(Toy):
    def end_round(self, t: Table) -> None:
        t.set(hands=(1, 2))
        super().end_round(t)


class SetsNumbersAsKeys(Toy):
    def end_round(self, t: Table) -> None:
        t.set(hands={0: 3})
        super().end_round(t)


class SetsAnObject(Toy):
    def end_round(self, t: Table) -> None:
        t.set(hands=object())
        super().end_round(t)


class KeepsASet(Toy):
    def deal(self, t: Table) -> None:
        super().deal(t)
        t.keep("seen", {1, 2})


class PausesTheTable(Toy):
    def end_round(self, t: Table) -> None:
        t.set(paused=True)
        super().end_round(t)


class LaysACardTwice(Toy):
    def end_round(self, t: Table) -> None:
        t.zone(f"extra{t.round}", CARDS[:1])
        super().end_round(t)


class LosesACard(Toy):
    def end_round(self, t: Table) -> None:
        t._record(("o", "out", t["out"][1:]))
        super().end_round(t)


class NobodyCanMove(Toy):
    def end_round(self, t: Table) -> None:
        super().end_round(t)
        t.set(wake_at=None)


class NeverEnds(Toy):
    def end_round(self, t: Table) -> None:
        t.set(wake_at=t.now + 1000)


class EndsWithoutAWord(Toy):
    def end_round(self, t: Table) -> None:
        t.set(over=True)


class RemembersByItself(Toy):
    dealt = 0

    def deal(self, t: Table) -> None:
        self.dealt += 1
        super().deal(t)
        t.set(dealt=self.dealt)


class UsesOtherLuck(Toy):
    def deal(self, t: Table) -> None:
        super().deal(t)
        t.set(starts=random.SystemRandom().random())


class AllowsWhatIsNotLegal(Toy):
    def allows(self, t: Table, seat: int, move: Move) -> bool:
        return super().allows(t, seat, move) or move[0] == "draw"


class RefusesWhatIsLegal(Toy):
    def allows(self, t: Table, seat: int, move: Move) -> bool:
        return super().allows(t, seat, move) and move != ("draw",)


class TripsOverRubbish(Toy):
    def allows(self, t: Table, seat: int, move: Move) -> bool:
        return move[0] == "draw" if len(move) == 1 else bool(move[1][0]) and super().allows(t, seat, move)  # type: ignore[index]


class HasObjectsInMoves(Toy):
    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        yield from super().legal(t, seat)
        yield "draw", 0.5  # type: ignore[misc]


class NotesRefusals(Toy):
    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        t.facts["refused"] = t.facts.get("refused", 0) + 1
        return super().refusal(t, seat, move)


class NotesQuestions(Toy):
    def allows(self, t: Table, seat: int, move: Move) -> bool:
        t.set(asked=seat)
        return super().allows(t, seat, move)


class RefusesWithoutACode(Toy):
    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        return Illegal("")


class DrawsLuckToLook(Toy):
    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        moves = list(super().legal(t, seat))
        return t.rng.sample(moves, len(moves))


class ForgetsToStopTheClock(Toy):
    def wake(self, t: Table) -> None:
        due = t.wake_at
        self.deal(t)
        t.set(wake_at=due)


class WakesAtHalfPast(Toy):
    def end_round(self, t: Table) -> None:
        super().end_round(t)
        if t.wake_at is not None:
            t.set(wake_at=t.wake_at + 0.5)


class BotCheats(Toy):
    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        return ("lay", "AS"), 1.0


class BotMovesBeforeItsTime(Toy):
    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        return legal[0], -1.0


class HasNoSeats(Toy):
    def seats(self, options: Any) -> range:
        return range(2, 2)


class HasNoSuchLevel(Toy):
    default_level = "hard"


class TellsTheTopOfTheStock(Toy):
    def play(self, t: Table, seat: int, move: Move) -> None:
        super().play(t, seat, move)
        t.set(colour=t["stock"][-1][1] if t["stock"] else None)


class CountsTheSpadesOfAHand(Toy):
    def deal(self, t: Table) -> None:
        super().deal(t)
        t.set(spades=sum(card[1] == "S" for card in t["h0"]))


class LooksIntoAnotherHand(Toy):
    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        hands = [t[f"h{other}"] for other in t.seats if other != seat]
        heart_elsewhere = any(hand and hand[0][1] == "H" for hand in hands)
        return [move for move in super().legal(t, seat) if move != ("draw",) or heart_elsewhere]


class OrdersMovesBySecrets(Toy):
    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        moves = list(super().legal(t, seat))
        hearts = [card for card in t[f"h{t.next(seat)}"] if card[1] == "H"]
        return moves[::-1] if len(hearts) > 1 else moves


class SaysWhoHoldsIt(Toy):
    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        held = any(move[1:2] == (card,) for card in t["stock"])
        return Illegal("in_the_stock" if held else "not_held")


class SaysWhichCardItWas(Toy):
    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        return Illegal("illegal", under=t["pile"][0] if t["pile"] else None)


class PassesWhoHasNoHeart(Toy):
    """Lawful, if it says so: a pass tells something of a hand."""

    def play(self, t: Table, seat: int, move: Move) -> None:
        super().play(t, seat, move)
        t.set(passed=[s for s in t.seats if all(card[1] == "S" for card in t[f"h{s}"])])


class ShufflesByItself(Toy):
    def deal(self, t: Table) -> None:
        class Own(Chance):
            def shuffled(self, cards: tuple[str, ...], deal: object) -> tuple[str, ...]:
                return tuple(random.Random(3).sample(cards, len(cards)))

        chance, t.chance = t.chance, Own(t.rng)
        super().deal(t)
        t.chance = chance


class LosesACardToAnAbsence(Toy):
    realtime = True

    def presence(self, t: Table) -> None:
        t.piles = {**t.piles, "stock": t["stock"][1:]}


class WakesAtOnceForAnAbsence(Toy):
    realtime = True

    def presence(self, t: Table) -> None:
        t.set(wake_at=t.now)


CATCHES: dict[str, list[type[Toy]]] = {
    "it_describes_itself": [HasNoSeats, HasNoSuchLevel],
    "folding_the_ops_gives_the_state": [
        WritesPilesItself,
        ChangesAFactInPlace,
        SetsTuples,
        SetsNumbersAsKeys,
        SetsAnObject,
        KeepsASet,
        PausesTheTable,
    ],
    "absence_keeps_the_table": [LosesACardToAnAbsence, WakesAtOnceForAnAbsence],
    "cards_are_conserved": [LaysACardTwice, LosesACard],
    "allows_agrees_with_legal": [
        AllowsWhatIsNotLegal,
        RefusesWhatIsLegal,
        TripsOverRubbish,
        HasObjectsInMoves,
    ],
    "refused_moves_leave_no_trace": [NotesRefusals, NotesQuestions, RefusesWithoutACode],
    "wakes_move_on": [ForgetsToStopTheClock, WakesAtHalfPast],
    "bots_play_legal_moves": [BotCheats, BotMovesBeforeItsTime],
    "it_ends": [NobodyCanMove, NeverEnds, EndsWithoutAWord],
    "the_same_seed_makes_the_same_log": [RemembersByItself, UsesOtherLuck],
    "audiences_are_blind": [
        TellsTheTopOfTheStock,
        CountsTheSpadesOfAHand,
        LooksIntoAnotherHand,
        OrdersMovesBySecrets,
        SaysWhoHoldsIt,
        SaysWhichCardItWas,
        PassesWhoHasNoHeart,
        ShufflesByItself,
    ],
}


@pytest.mark.parametrize(("law", "toy"), [(law, toy) for law, toys in CATCHES.items() for toy in toys])
def test_a_law_catches(law: str, toy: type[Toy]) -> None:
    assert broken_law(toy(), worlds=100) == law


def test_looking_at_a_table_draws_no_luck() -> None:
    with pytest.raises(RuntimeError, match="may draw luck"):
        laws.check(DrawsLuckToLook())


def test_rules_that_tell_something_say_so() -> None:
    class Says(PassesWhoHasNoHeart):
        def tells(self, t: Table) -> Any:
            return t.facts.get("passed")

    counted = laws.check(Says(), 3, worlds=200)
    assert counted["worlds left: the rules told"] > 0
    assert counted["entries compared"] > 100


# Faults of the kernel, under a toy that keeps the laws.


def without_the_last_op(before: Table, after: Table, audience: int | None) -> list[Any]:
    return redact(before, after, audience)[:-1]


def with_nothing_hidden(before: Table, after: Table, audience: int | None) -> list[Any]:
    return after.ops


def without_places(before: Table, after: Table, audience: int | None) -> list[Any]:
    return [op if op[0] != "m" else op[:4] for op in redact(before, after, audience)]


@pytest.fixture(params=[without_the_last_op, with_nothing_hidden])
def wrong_redaction(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_laws, "redact", request.param)


@pytest.mark.usefixtures("wrong_redaction")
def test_a_law_catches_a_wrong_redaction() -> None:
    assert broken_law(Toy()) == "clients_see_what_a_fresh_view_shows"


def test_a_law_catches_a_place_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class LaysBelow(Toy):
        def play(self, t: Table, seat: int, move: Move) -> None:
            super().play(t, seat, move)
            if len(t["out"]) > 1:
                t.move("out", "out", t["out"][-1], at=0)

    assert broken_law(LaysBelow()) == "none"
    monkeypatch.setattr(entry_laws, "redact", without_places)
    assert broken_law(LaysBelow()) == "clients_see_what_a_fresh_view_shows"


def test_a_law_catches_that_others_are_told_what_one_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_laws, "audiences", lambda before, after: {None})
    assert broken_law(Toy()) == "clients_see_what_a_fresh_view_shows"


def test_a_law_catches_ops_that_name_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def counts_spades(before: Table, after: Table, audience: int | None) -> list[Any]:
        return [*redact(before, after, audience), ("s", {"spades": sum(c[1] == "S" for c in after["h1"])})]

    monkeypatch.setattr(blindness, "redact", counts_spades)
    assert broken_law(Toy()) == "audiences_are_blind"

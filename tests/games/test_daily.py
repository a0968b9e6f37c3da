"""Days of the games: the same deals for everybody, whatever they play; the same bots; how a table ranks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from compendium.rules import Daily, Game, Table, new_table, play, registry, view, wake
from compendium.tables.luck import Shared, bot_seed
from games.kierki.daily import result as total
from games.nerts.daily import result as time

GAMES = [game for game in registry.find().values() if game.daily is not None]
LUCK, OTHER = "0f" * 32, "f0" * 32
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def daily(game: Game) -> Daily:
    assert game.daily is not None
    return game.daily


def dealt(game: Game, luck: str) -> Table:
    """A table of the day with this luck."""
    options = daily(game).options or game.Options()
    return new_table(game, daily(game).seats, options, Shared(luck, 1))


def test_both_games_have_a_day() -> None:
    assert {game.slug for game in GAMES} == {"kierki", "nerts"}


@games
def test_the_cards_follow_from_the_luck_alone(game: Game) -> None:
    one, same, other = dealt(game, LUCK), dealt(game, LUCK), dealt(game, OTHER)
    assert one.piles == same.piles != other.piles
    assert one.facts == same.facts


def games_deals(luck: str, seed: int) -> list[tuple[int, Any]]:
    """The dealer and the hands of each of the twelve deals, in a game that somebody plays at random."""
    game = registry.find()["kierki"]
    rng, t, seq = random.Random(seed), dealt(game, luck), 1
    deals: list[tuple[int, Any]] = []
    while t.over is None:
        deal = t.facts["deal"]
        hands = [sorted(t[f"h{seat}"]) for seat in t.seats]
        if len(deals) < deal and all(len(hand) == 13 for hand in hands):
            deals.append((t.dealer, hands))
        seq += 1
        moving = next(seat for seat in t.seats if list(game.legal(t, seat)))
        t = play(game, t, moving, rng.choice(list(game.legal(t, moving))), chance=Shared(luck, seq))
        assert t.wake_at is None or wake(game, t, now=t.now) is None
    return deals


def test_all_twelve_deals_are_the_same_however_one_plays() -> None:
    first, second = games_deals(LUCK, 1), games_deals(LUCK, 2)
    assert len(first) == 12
    assert first == second
    assert games_deals(OTHER, 1) != first


def test_other_draws_are_each_entrys_own() -> None:
    assert [Shared(LUCK, seq).rng.random() for seq in (7, 7)] == [Shared(LUCK, 7).rng.random()] * 2
    assert Shared(LUCK, 7).rng.random() != Shared(LUCK, 8).rng.random()


def test_a_bots_luck_follows_from_what_it_sees_and_from_nothing_else() -> None:
    t = dealt(registry.find()["kierki"], LUCK)
    swapped = t.draft()
    ours, theirs = t["h1"][0], t["h2"][0]
    swapped.move("h1", "h2", ours)
    swapped.move("h2", "h1", theirs)
    seed = bot_seed(LUCK, view(t, 0))
    assert seed == bot_seed(LUCK, view(swapped, 0))
    assert bot_seed(LUCK, view(t, 1)) != bot_seed(LUCK, view(swapped, 1))
    assert len({seed, bot_seed(LUCK, view(t, 1)), bot_seed(OTHER, view(t, 0))}) == 3


def test_a_bots_luck_does_not_follow_from_the_clock() -> None:
    t = dealt(registry.find()["kierki"], LUCK)
    later = t.draft(now=90_000)
    later.set(paused=True)
    assert bot_seed(LUCK, view(later, 0)) == bot_seed(LUCK, view(t, 0))


@pytest.mark.parametrize(
    ("ms", "words"), [(0, "0:00.0"), (59_999, "0:59.9"), (60_000, "1:00.0"), (3_661_250, "61:01.2")]
)
def test_a_called_hand_ranks_by_its_time_in_tenths(ms: int, words: str) -> None:
    assert time(_hand(caller=0, points=40, ms=ms), 0) == (ms // 100, words)


def test_tenths_are_all_that_tells_two_hands_apart() -> None:
    fast, same = _hand(caller=0, points=20, ms=61_200), _hand(caller=0, points=44, ms=61_299)
    assert time(fast, 0) == time(same, 0)


def test_blocked_hands_rank_by_points_behind_every_called_one() -> None:
    slow = time(_hand(caller=0, points=0, ms=9 * 3_600_000), 0)
    more, less = (time(_hand(caller=None, points=points, ms=1000), 0) for points in (23, -4))
    assert slow.rank < more.rank < less.rank
    assert (more.words, less.words) == ("blocked, 23 points", "blocked, −4 points")
    assert time(_hand(caller=None, points=1, ms=0), 0).words == "blocked, 1 point"


def test_a_game_of_deals_ranks_by_its_total() -> None:
    t = dealt(registry.find()["kierki"], LUCK)
    ranks = []
    for points, words in ((340, "+340"), (0, "0"), (-25, "−25")):
        t.set(score=[points, 0, 0, 0])
        ranked = total(t, 0)
        assert ranked.words == words
        ranks.append(ranked.rank)
    assert ranks == sorted(ranks)


def _hand(*, caller: int | None, points: int, ms: int) -> Table:
    """A hand of the day that is over."""
    t = dealt(registry.find()["nerts"], LUCK)
    t.set(sheet=[[[points], caller, [30], [0]]], times=[ms])
    return t


def test_a_hand_of_the_day_ends_with_the_call() -> None:
    game = registry.find()["nerts"]
    t = wake(game, dealt(game, LUCK), now=3000)
    assert t is not None
    t.piles["n0"] = ()
    called = play(game, t, 0, ("call",), now=3000 + 83_450)
    assert called.over == "done"
    assert time(called, 0).words == "1:23.4"

"""What the plain bot prefers, and that bots play hands like people's."""

from __future__ import annotations

import random

from compendium.rules import Chance, Move, Table, new_table, play, view, wake
from games.nerts import game
from games.nerts.options import Options

from .positions import layout, position


def choice(t: Table, seat: int = 0, seed: int = 1) -> Move:
    return game.bot(view(t, seat), list(game.legal(t, seat)), random.Random(seed), "normal")[0]


def test_it_calls() -> None:
    assert choice(position(layout(n="", w="AS, KH, KC, "))) == ("call",)


def test_the_nerts_pile_and_foundations_come_first_then_the_waste_then_a_flip() -> None:
    t = position(layout(n="9H", v="7H", w="8S, TS, KC, KD"))
    assert choice(t) == ("play", "n0", "w0.1", "9H0")
    t = position(layout(n="9H", v="7H", w="8S, 2S, KC, KD"))
    assert choice(t) == ("play", "v0", "w0.0", "7H0")
    t = position(layout(n="9H", v="6H", w="8S, 2S, KC, KD"), layout())
    assert choice(t) == ("flip", 3)


def test_it_moves_a_run_only_where_that_helps() -> None:
    gap = position(layout(n="9D", w="8S, 9H, KC, KD", s="2C 3C 4C"), layout())
    assert choice(gap) == ("play", "w0.0", "w0.1", "8S0")
    bare = position(layout(n="3D", w="8S 7H, 8C, KC, KD", s="2C 3C 4C"), layout(), f="7S1")
    assert choice(bare) == ("play", "w0.0", "w0.1", "7H0")
    shuttle = position(layout(n="3D", w="8S 7H, 8C, KC, KD", s="2C 3C 4C"), layout())
    assert choice(shuttle) == ("flip", 3)


def test_it_leaves_a_gap_to_the_nerts_pile() -> None:
    t = position(layout(n="9D", v="4H", w="7S, 2S, KC, "))
    assert choice(t) == ("play", "n0", "w0.3", "9D0")


def test_it_votes_when_all_others_have() -> None:
    t = position(layout(n="3D", w="8S 7H, 8C, KC, KD", s="2C 3C 4C"), layout(), voted=[1])
    assert {choice(t, seed=seed) for seed in range(60)} == {("flip", 3), ("stuck",)}


def test_four_bots_play_a_hand() -> None:
    """They come to an end, mostly by a call, in about a minute or two of their time."""
    seconds, calls = [], 0
    for seed in range(4):
        t = bots_play(seed)
        calls += t.caller is not None
        seconds.append((t.now - 3000) / 1000)
    assert calls >= 3
    assert 30 < sum(seconds) / len(seconds) < 180


def bots_play(seed: int) -> Table:
    """One hand of four bots, each moving when it has thought for its time."""
    t = new_table(game, 4, Options(match="hands", hands=1), Chance.seeded(f"bots {seed}"))
    rng = random.Random(seed)
    awake = {seat: rng.uniform(3000, 4500) for seat in t.seats}
    while t.ended is None:
        seat = min(t.seats, key=awake.__getitem__)
        if t.wake_at is not None and t.wake_at <= awake[seat]:
            t = wake(game, t, now=t.wake_at) or t
        elif legal := list(game.legal(t, seat)):
            move, wait = game.bot(view(t, seat), legal, rng, "normal")
            t = play(game, t, seat, move, now=int(awake[seat]))
            awake[seat] += wait * 1000 * rng.uniform(0.8, 1.2)
        else:
            awake[seat] += 500
    return t

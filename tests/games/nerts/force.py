"""Who is stuck, by brute force: all that a board could come to by flips and runs, looked at one by one.

Two judges that share nothing with ``games.nerts.stuck``. ``by_play`` makes the moves themselves, through the
game, and asks in every position that they lead to whether a play is allowed that counts. ``by_the_book`` is
the sentence of the rules, word for word, with its own notion of what fits on what.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from compendium.rules import Table
from compendium.rules.cards import DECK
from games.nerts import game
from games.nerts.options import Options

from .positions import layout, position

RANKS = "A23456789TJQK"
SUITS = "SHCD"
State = tuple[tuple[str, ...], ...]
"""Stock, waste, work piles."""


def random_position(rng: random.Random) -> Table:
    """A board of few cards in play beside another one, with any options that matter."""
    options = Options(
        flip=rng.choice((1, 3)),
        leftover=rng.choice(("hidden", "shown")),
        gaps=rng.choice(("any", "nerts")),
        piles=rng.choice((3, 4)),
        stuck=rng.choice(("rotate", "one")),
    )
    ranks = RANKS[: rng.choice((6, 13, 13))]
    free = [card for card in DECK if card[0] in ranks and (card[0] != "A" or rng.random() < 0.03)]
    rng.shuffle(free)
    nerts = [free.pop() for _ in range(rng.choice((0, 1, 2, 3)))]
    work = [_run(free, rng) for _ in range(options.piles)]
    if rng.random() < 0.1 and (options.gaps == "any" or not nerts):
        work[rng.randrange(len(work))] = []
    held, turned = rng.randrange(6), rng.randrange(6)
    stock, waste = free[:held], free[held : held + turned]
    unseen = [] if rng.random() < 0.75 else sorted(rng.sample(range(len(stock)), rng.randint(0, len(stock))))
    f = [
        " ".join(f"{rank}{suit}1" for rank in RANKS[: rng.choice((0, 0, 0, 1, 2, 3, 4, 5))]) for suit in SUITS
    ]
    single = options.stuck == "one" and rng.random() < 0.5
    mine = layout(" ".join(nerts), " ".join(stock), " ".join(waste), ", ".join(map(" ".join, work)))
    never_seen = unseen == [*range(len(stock))] and rng.random() < 0.5
    facts: dict[str, Any] = {"u0": None if never_seen else unseen, "single": single}
    return position(mine, layout(n="9D", s="", w="KS, KH, KC, KD"), f=", ".join(f), options=options, **facts)


def _run(free: list[str], rng: random.Random) -> list[str]:
    run = [free.pop()]
    while rng.random() < 0.5:
        following = [card for card in free if _fits(card, run[-1])]
        if not following:
            break
        run.append(rng.choice(following))
        free.remove(run[-1])
    return run


def unseen_cards(t: Table) -> set[str]:
    """The cards of the first board's stock that nobody has seen."""
    places = range(len(t["s0"])) if t.u0 is None else t.u0
    return {t["s0"][place] for place in places}


def by_play(t: Table) -> bool:
    """Whether no sequence of flips and runs leads to a play that counts, or to a card not seen before."""
    unseen = unseen_cards(t)
    flips = list(_closure(t, lambda move: move[0] == "flip"))
    layouts = list(_closure(t, lambda move: move[0] == "play" and move[1][0] == "w" and move[2][0] == "w"))
    if any(set(flipped["v0"][-1:]) & unseen for flipped in flips):
        return False
    nerts = len(t["n0"])
    for flipped, laid in product(flips, layouts):
        both = laid.draft()
        both.piles.update(s0=flipped["s0"], v0=flipped["v0"])
        if len(laid["n0"]) < nerts or any(_counts(move) for move in game.legal(both, 0)):
            return False
    return True


def _counts(move: Any) -> bool:
    """A play to a foundation, or of a card of the Nerts pile or the waste."""
    return move[0] in ("play", "slide") and (move[1][0] in "nv" or move[2][0] == "f")


def _closure(t: Table, wanted: Any) -> Iterator[Table]:
    """All tables that some moves of the first board lead to, and the first one."""
    found, fresh = {_state(t)}, [t]
    while fresh:
        now = fresh.pop()
        yield now
        for move in [move for move in game.legal(now, 0) if wanted(move)]:
            after = now.draft()
            game.play(after, 0, move)
            after.set(ended=None, over=None, single=t.single, wake_at=None)
            if _state(after) not in found:
                found.add(_state(after))
                fresh.append(after)


def _state(t: Table) -> State:
    work = sorted(t[f"w0.{i}"] for i in range(t.options.piles))
    return t["s0"], t["v0"], *work


# The rules' own words.


def _fits(card: str, on: str) -> bool:
    """One rank down, opposite colour."""
    return RANKS.index(card[0]) == RANKS.index(on[0]) - 1 and (card[1] in "HD") != (on[1] in "HD")


def by_the_book(t: Table) -> bool:
    """E, S and every layout that run moves lead to."""
    exposed = _exposed(t)
    if exposed & unseen_cards(t):
        return False
    spare = exposed | set(t["n0"][-1:])
    asked = {_next(t[f"f{i}"][-1]) for i in range(8) if t[f"f{i}"]}
    for laid in _layouts(tuple(sorted(t[f"w0.{i}"] for i in range(t.options.piles)))):
        tops = {pile[-1] for pile in laid if pile}
        if any(card[0] == "A" or card[:2] in asked for card in tops | spare):
            return False
        if any(_fits(card, top) for card in spare for top in tops) or (spare and not all(laid)):
            return False
    return True


def _next(top: str) -> str:
    return (RANKS + "?")[RANKS.index(top[0]) + 1] + top[1]


def _exposed(t: Table) -> set[str]:
    """The waste's top, and what the rest of this pass and a fresh one would expose."""
    n = 1 if t.single else t.options.flip
    waste, stock = list(t["v0"]), list(t["s0"])
    to_the_end = t.options.leftover == "shown" or len(waste) + len(stock) < n
    there = set(waste[-1:])
    for order in (stock[::-1], waste + stock[::-1]):
        there |= set(order[n - 1 :: n])
        if to_the_end:
            there |= set(order[-1:])
    return there


def _layouts(work: State) -> set[State]:
    found, fresh = {work}, [work]
    while fresh:
        now = fresh.pop()
        for source, target in product(range(len(now)), repeat=2):
            for place, base in enumerate(now[source]):
                if source == target or not (_fits(base, now[target][-1]) if now[target] else place):
                    continue
                piles = list(now)
                piles[source], piles[target] = now[source][:place], now[target] + now[source][place:]
                if (after := tuple(sorted(piles))) not in found:
                    found.add(after)
                    fresh.append(after)
    return found

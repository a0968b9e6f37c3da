"""How a game goes: laying out, dealing, tricks, the ends of deals, and the score.

Zones: ``stock`` · ``h0``-``h3`` hands · ``trick`` · ``w0``-``w3`` tricks taken, four cards each as played ·
``rS rH rC rD`` the lottery's runs, low to high · ``o0``-``o3`` hands that are shown when a deal ends early.

Facts: ``deal`` 1-12, its number in the full programme · ``dealer`` ·
``trump`` (None until named; ``N``: none) · ``leader`` of the trick ·
``winners`` takers of this deal's tricks ·
``claimed`` the seat that the rest of them went to by its claim · ``taken`` points of this deal so far ·
``sheet`` rows of finished deals, ``[deal, points, trump]`` · ``score`` totals of finished deals ·
``ready`` seats that want the next deal · ``passed`` seats passed since the last card was laid ·
``finished`` seats out of the lottery, in order · ``deadline``, ``bank``, ``late``: see ``clock``.
Between deals ``turn`` is None.
"""

from __future__ import annotations

from compendium.rules import Table
from compendium.rules.cards import DECK

from . import clock
from .clock import Facts
from .deals import CARDS, DEALS, LOTTERY, PRIZES, TRICKS, number, place, programme, trick_points
from .lottery import BELOW, FIRST, RUN, next_to_lay
from .tricks import HAND, SHOWN, TAKEN, best

FIRST_CARDS = 5
"""Cards that trump is named from."""
SECOND_CARDS = 8


def lay_out(t: Table) -> None:
    """A new table: all zones, the first dealer drawn, the first deal dealt."""
    t.zone("stock", DECK, see="none")
    t.zone("trick")
    for zone in (*TAKEN, *RUN.values(), *SHOWN):
        t.zone(zone)
    for seat in t.seats:
        t.zone(HAND[seat], see="owner", owner=seat)
    facts: Facts = {
        "sheet": [],
        "score": [0, 0, 0, 0],
        "bank": [clock.full_bank(t.options)] * 4,
        "deadline": None,
    }
    _begin_deal(t, 1, t.rng.randrange(4), facts)
    t.set(**facts)


def next_deal(t: Table) -> Facts:
    """Gather the cards and deal the next deal; the facts that change."""
    facts: Facts = {}
    _begin_deal(t, place(t) + 1, t.next(t.dealer), facts)
    return facts


def ready(t: Table, seat: int, facts: Facts) -> None:
    """A seat wants the next deal; it begins when all four do."""
    if len(t.ready) == 3:
        facts.update(next_deal(t))
    else:
        facts["ready"] = [*t.ready, seat]


def naming(t: Table) -> bool:
    """Whether the player to act is to name trump."""
    return t.facts["trump"] is None and DEALS[number(t)].trump


def name_trump(t: Table, seat: int, trump: str, facts: Facts) -> None:
    """Trump is named; the other eight cards each are dealt and the same player leads."""
    _deal_cards(t, SECOND_CARDS)
    facts["trump"] = trump
    clock.begin(t, seat, facts)


def play_card(t: Table, seat: int, card: str, facts: Facts) -> None:
    """A card is played to the trick; the fourth completes it."""
    t.move(HAND[seat], "trick", card)
    if len(t["trick"]) < 4:
        clock.begin(t, t.next(seat), facts)
    else:
        _take_trick(t, facts)


def claim(t: Table, seat: int, facts: Facts) -> None:
    """The rest is a seat's: it gets all tricks left with every card in them, and the hands are shown.

    A card that lies in the trick is shown with its player's hand.
    """
    done = len(t.winners)
    left = [card for zone in ("trick", *HAND) for card in t[zone]]
    won = sum(trick_points(t.options, number(t), n, ()) for n in range(done + 1, TRICKS + 1))
    won += sum(CARDS[number(t)].get(card, 0) for card in left)
    for place_, card in enumerate(t["trick"]):
        t.move("trick", SHOWN[(t.leader + place_) % 4], card)
    _show_hands(t)
    facts["winners"] = [*t.winners, *[seat] * (TRICKS - done)]
    facts["taken"] = taken = [old + won * (s == seat) for s, old in enumerate(t.taken)]
    facts["claimed"] = seat
    _end_deal(t, taken, facts)


def lay(t: Table, seat: int, card: str, facts: Facts) -> None:
    """A card is laid to its run; whoever cannot lay after that is passed."""
    run = RUN[card[1]]
    below = bool(t[run]) and BELOW.get(t[run][0]) == card
    t.move(HAND[seat], run, card, at=0 if below else None)
    finished = t.finished
    if not t[HAND[seat]]:
        facts["finished"] = finished = [*finished, seat]
        pays = PRIZES[t.options.lotteries]
        if len(finished) == len(pays):
            prizes = dict(zip(finished, pays, strict=True))
            _end_deal(t, [prizes.get(s, 0) for s in t.seats], facts)
            return
    turn, passed = next_to_lay(t, t.next(seat), finished)
    if passed or t.passed:
        facts["passed"] = passed
    clock.begin(t, turn, facts)


def _begin_deal(t: Table, nth: int, dealer: int, facts: Facts) -> None:
    """The programme's ``nth`` deal, from 1."""
    deal = programme(t.options)[nth - 1]
    for zone in ("trick", *TAKEN, *RUN.values(), *SHOWN, *HAND):
        t.move(zone, "stock", *t[zone])
    t.shuffle("stock", deal=nth)
    facts.update(deal=deal, dealer=dealer, trump=None, winners=[], taken=[0, 0, 0, 0])
    facts.update(ready=[], passed=[], finished=[], claimed=None)
    left = t.next(dealer)
    if DEALS[deal].trump:
        _deal_cards(t, FIRST_CARDS)
        first = dealer if t.options.namer == "dealer" else left
    else:
        _deal_cards(t, TRICKS)
        first = left
        if deal == LOTTERY:
            first, facts["passed"] = _first_to_lay(t, dealer)
    facts["leader"] = first
    clock.begin(t, first, facts)


def _deal_cards(t: Table, n: int) -> None:
    for hand in HAND:
        t.deal("stock", hand, n)


def _first_to_lay(t: Table, dealer: int) -> tuple[int, list[int]]:
    if t.options.opening == "seven_of_diamonds":
        return next(seat for seat in t.seats if FIRST in t[HAND[seat]]), []
    return next_to_lay(t, dealer, ())


def _take_trick(t: Table, facts: Facts) -> None:
    cards = t["trick"]
    taker = (t.leader + best(cards, t.trump)) % 4
    t.move("trick", TAKEN[taker], *cards)
    facts["winners"] = winners = [*t.winners, taker]
    taken = t.taken
    points = trick_points(t.options, number(t), len(winners), cards)
    if points:
        facts["taken"] = taken = [old + points * (seat == taker) for seat, old in enumerate(taken)]
    if len(winners) == TRICKS:
        _end_deal(t, taken, facts)
    elif t.options.early_end and sum(taken) == DEALS[number(t)].all_out:
        _show_hands(t)
        _end_deal(t, taken, facts)
    else:
        facts["leader"] = taker
        clock.begin(t, taker, facts)


def _show_hands(t: Table) -> None:
    for hand, shown in zip(HAND, SHOWN, strict=True):
        t.move(hand, shown, *t[hand])


def _end_deal(t: Table, points: list[int], facts: Facts) -> None:
    facts["sheet"] = [*t.sheet, [number(t), points, t.trump]]
    facts["score"] = [old + new for old, new in zip(t.score, points, strict=True)]
    if place(t) < len(programme(t.options)):
        clock.stop(t, facts, clock.BETWEEN_DEALS)
    else:
        facts.update(taken=points, over="done")
        clock.stop(t, facts, None)

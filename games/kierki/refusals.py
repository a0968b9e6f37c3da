"""Why a move is refused: a stable code, and what its text needs.

``unknown_verb`` · ``illegal``: malformed, or of no use in this deal · ``not_between_deals`` ·
``already_ready`` · ``not_your_turn`` · ``name_trump_first`` · ``card_not_held`` ·
``cannot_lay``: it has no place yet · ``no_heart_lead`` · ``must_follow`` (suit) ·
``king_of_hearts``: it must be thrown ·
``must_trump`` (suit; ``over``: whether it is about beating a trump that lies there) ·
``not_certain``: a claim of the rest.
"""

from __future__ import annotations

from compendium.rules import Illegal, Move, Table
from compendium.rules.cards import DECK

from . import flow
from .deals import LOTTERY, number
from .tricks import HAND, playable

_CARDS = frozenset(DECK)
_ARGUMENTS = {"play": 1, "lay": 1, "trump": 1, "ready": 0, "claim": 0}


def refusal(t: Table, seat: int, move: Move) -> Illegal:
    """The reason against a move that is not allowed, the most useful one first."""
    verb = move[0] if move and isinstance(move[0], str) else ""
    if verb not in _ARGUMENTS:
        return Illegal("unknown_verb")
    if len(move) != 1 + _ARGUMENTS[verb] or not all(isinstance(part, str) for part in move):
        return Illegal("illegal")
    if verb == "ready":
        return Illegal("already_ready" if t.turn is None else "not_between_deals")
    if t.turn != seat:
        return Illegal("not_your_turn")
    if flow.naming(t) and verb in ("play", "claim"):
        return Illegal("name_trump_first")
    if verb == "claim":
        return Illegal("illegal" if number(t) == LOTTERY else "not_certain")
    card = str(move[1])
    if verb != ("lay" if number(t) == LOTTERY else "play") or flow.naming(t) or card not in _CARDS:
        return Illegal("illegal")
    if card not in t[HAND[seat]]:
        return Illegal("card_not_held", card=card)
    return Illegal("cannot_lay", card=card) if verb == "lay" else _not_to_this_trick(t, seat)


def _not_to_this_trick(t: Table, seat: int) -> Illegal:
    allowed = playable(t, seat)
    trick = t["trick"]
    if not trick:
        return Illegal("no_heart_lead")
    led, due = trick[0][1], allowed[0][1]
    if due == led:
        return Illegal("must_follow", suit=led)
    if due == t.trump:
        return Illegal("must_trump", suit=due, over=any(card[1] == due for card in trick))
    return Illegal("king_of_hearts")

"""The rules of jokers, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from compendium.rules import Chance, Table, new_table
from games.nerts import game
from games.nerts.board import foundations
from games.nerts.options import Options
from games.nerts.strength import play_hand

from .positions import after, allowed, called, code, layout, position, refused, woken

JOKERS = Options(jokers="two")
HEARTS = "AH 2H 3H 4H 5H 6H"
SHORT = Options(jokers="two", deck=40)


def table(
    *boards: dict[str, str], options: Options = JOKERS, became: dict[str, str] | None = None, **more: Any
) -> Table:
    return position(*boards, options=options, jokers=became or {}, **more)


def said(t: Table, *move: str) -> list[str]:
    """What may be said when a card goes somewhere, ``-`` for nothing; by the list of legal moves."""
    return sorted(str(one[4]) if len(one) > 4 else "-" for one in game.legal(t, 0) if one[:4] == move)


def test_two_a_deck() -> None:
    t = new_table(game, 2, JOKERS, Chance.seeded(3))
    assert (len(t["s0"]), len(t["s1"])) == (37, 37)
    assert sorted(c for pile in t.piles.values() for c in pile if c[0] == "*") == ["*10", "*11", "*20", "*21"]
    assert (t.jokers, len(foundations(t))) == ({}, 12)
    assert "jokers" not in new_table(game, 2).facts


def test_on_a_foundation_it_is_exactly_the_next_card_for_ever() -> None:
    t = table(layout(n="2D *1"), layout(n="8H"), f=f"AS 2S,,{HEARTS}")
    assert said(t, "play", "n0", "f2", "*10") == ["7H", "AC", "AD", "AH", "AS"]
    assert refused(t, 0, "play", "n0", "f2", "*10", "8H") == ("does_not_fit", {})
    assert refused(t, 0, "play", "n0", "f2", "*10", "6H") == ("taken", {"who": 0})
    assert code(t, 0, "play", "n0", "f2", "*10") == "undeclared"
    t = after(t, 0, "play", "n0", "f2", "*10", "7H")
    assert (t["f2"][-2:], t.jokers) == (("6H0", "*10"), {"*10": "7H0"})
    t = after(t, 1, "play", "n1", "f2", "8H1")
    assert (t["f2"][-1], t.jokers) == ("8H1", {"*10": "7H0"})


def test_two_for_one_place() -> None:
    t = table(layout(n="2D *1"), layout(n="9C 7H"), f=HEARTS)
    t = after(t, 0, "play", "n0", "f0", "*10", "7H")
    assert refused(t, 1, "play", "n1", "f0", "7H1", at=10) == ("taken", {"who": 0, "by": 10})
    t = table(layout(n="2D *1"), layout(n="9C 7H"), f=HEARTS)
    t = after(t, 1, "play", "n1", "f0", "7H1")
    assert refused(t, 0, "play", "n0", "f0", "*10", "7H", at=10) == ("taken", {"who": 1, "by": 10})


def test_as_an_ace_it_opens_one_wherever_it_was_aimed() -> None:
    t = table(layout(n="2D *1", v="2C"), f="KS,AH")
    assert said(t, "play", "n0", "f0", "*10") == ["AC", "AD", "AH", "AS"]
    t = after(t, 0, "play", "n0", "f0", "*10", "AC")
    assert (t["f2"], t["f0"]) == (("*10",), ("KS0",))
    assert after(t, 0, "play", "v0", "f2", "2C0")["f2"] == ("*10", "2C0")


def test_every_ace_and_every_joker_finds_a_foundation() -> None:
    t = table(layout(n="AD", v="*1", w="*2, AS, AH, AC"), f="AS,AH,AC,AD")
    assert len(foundations(t)) == 6
    t = after(t, 0, "play", "v0", "f4", "*10", "AS")
    t = after(t, 0, "play", "w0.0", "f5", "*20", "AS")
    assert code(t, 0, "play", "n0", "f9", "AD0") == "illegal"
    assert len([zone for zone in foundations(t) if t[zone]]) == 6  # the deck has no more of either


def test_a_point_to_its_owner() -> None:
    t = table(layout(n="*1"), layout(n="3S 4S"), f="")
    t = after(t, 0, "play", "n0", "f0", "*10", "AS")
    assert called(t).score == [1, -4]


def test_a_free_one_goes_to_any_pile_but_on_an_ace() -> None:
    t = table(layout(n="2D *1", w="KS, 7H, AC, "))
    assert [said(t, "play", "n0", f"w0.{k}", "*10") for k in range(4)] == [["-"], ["-"], [], ["-"]]
    t = after(t, 0, "play", "n0", "w0.1", "*10")
    assert t.jokers == {}  # and it is still free
    assert said(t, "play", "w0.1", "w0.0", "*10") == ["-"]
    assert "AS" in said(t, "play", "w0.1", "f0", "*10")


def test_a_card_put_on_it_makes_it_one() -> None:
    t = table(layout(n="9C 5D", w="*1, KH, KC, KD"))
    assert said(t, "play", "n0", "w0.0", "5D0") == ["-", "6C", "6S"]
    assert after(t, 0, "play", "n0", "w0.0", "5D0").jokers == {"*10": "6S0"}  # the first
    t = after(t, 0, "play", "n0", "w0.0", "5D0", "6C")
    assert (t["w0.0"], t.jokers) == (("*10", "5D0"), {"*10": "6C0"})


def test_it_stays_that_card_in_the_work_piles() -> None:
    t = table(layout(n="9C", w="*1, 7H, 6D, "), became={"*10": "6C0"}, f="5C,5S,8H")
    assert said(t, "play", "w0.0", "w0.1", "*10") == ["-"]
    assert said(t, "play", "w0.0", "w0.2", "*10") == []
    assert said(t, "play", "w0.0", "w0.3", "*10") == ["-"]
    assert said(t, "play", "w0.0", "f0", "*10") == ["-"]
    assert said(t, "play", "w0.0", "f1", "*10") == said(t, "play", "w0.0", "f2", "*10") == []
    t = after(t, 0, "play", "w0.0", "f0", "*10")
    assert (t["f0"], t.jokers) == (("5C0", "*10"), {"*10": "6C0"})


def test_by_position_it_is_one_rank_lower_of_the_other_colour() -> None:
    t = table(layout(n="5D", v="5C", w="7H *1, 6D, KC, KD"))
    assert said(t, "play", "n0", "w0.0", "5D0") == ["-", "6C", "6S"]
    assert said(t, "play", "v0", "w0.0", "5C0") == []
    assert said(t, "play", "w0.1", "w0.0", "6D0") == []
    t = table(layout(n="KD", w="2H *1, 6D, KC, KD"))
    assert not any(move[2] == "w0.0" for move in game.legal(t, 0) if move[0] == "play")  # it is an ace


def test_no_king_on_a_joker() -> None:
    t = table(layout(n="QD", v="KD", w="*1, KH, KC, "))
    assert said(t, "play", "v0", "w0.0", "KD0") == []
    assert said(t, "play", "n0", "w0.0", "QD0") == ["-", "KC", "KS"]


def test_a_joker_on_a_joker_whose_rank_is_fixed() -> None:
    t = table(layout(n="2D *2", w="*1, 7H, KC, "))
    assert said(t, "play", "n0", "w0.0", "*20") == []
    t = table(layout(n="2D *2", w="7H *1, 2H, KC, "))  # by position
    assert said(t, "play", "n0", "w0.0", "*20") == ["-", "6C", "6S"]
    t = after(t, 0, "play", "n0", "w0.0", "*20", "6C")
    assert (t["w0.0"], t.jokers) == (("7H0", "*10", "*20"), {"*10": "6C0"})
    t = table(layout(n="2D *2", w="*1, KH, KC, "), became={"*10": "6C0"})  # by cover
    assert said(t, "play", "n0", "w0.0", "*20") == ["-"]
    t = table(layout(n="2D *2", w="2H *1, KH, KC, "))  # an ace
    assert said(t, "play", "n0", "w0.0", "*20") == []


def test_a_run_counts_as_what_the_joker_at_its_base_has_become() -> None:
    t = table(layout(w="*1 5D, 7H, 7S, "), became={"*10": "6C0"})
    assert said(t, "play", "w0.0", "w0.1", "*10") == ["-"]
    assert said(t, "play", "w0.0", "w0.2", "*10") == []
    assert after(t, 0, "play", "w0.0", "w0.1", "*10")["w0.1"] == ("7H0", "*10", "5D0")
    t = table(layout(w="8S 7H *1, 8C, KS, KD"))  # a free one goes along
    assert after(t, 0, "play", "w0.0", "w0.1", "7H0")["w0.1"] == ("8C0", "7H0", "*10")


def test_sliding_a_joker_under_a_pile_makes_it_one_more() -> None:
    t = table(layout(n="2D *1", w="6D 5C, KH, *2, "))
    assert said(t, "slide", "n0", "w0.0", "*10") == ["-", "7C", "7S"]
    assert said(t, "slide", "n0", "w0.1", "*10") == []  # nothing is above a king
    assert said(t, "slide", "n0", "w0.2", "*10") == []  # that one has no rank
    t = after(t, 0, "slide", "n0", "w0.0", "*10", "7C")
    assert (t["w0.0"], t.jokers) == (("*10", "6D0", "5C0"), {"*10": "7C0"})
    assert after(t, 0, "slide", "n0", "w0.2", "2D0")["w0.2"] == ("2D0", "*20")


def test_sliding_under_a_free_joker_makes_it_one_less() -> None:
    t = table(layout(n="6S 7H", v="AC", w="*1, KH, KC, "))
    assert said(t, "slide", "n0", "w0.0", "7H0") == ["-"]
    assert said(t, "slide", "v0", "w0.0", "AC0") == []
    t = after(t, 0, "slide", "n0", "w0.0", "7H0")
    assert (t["w0.0"], t.jokers) == (("7H0", "*10"), {})
    t = table(layout(n="5D", w="*1, 7H, 6D, "), became={"*10": "6C0"})
    assert said(t, "slide", "w0.1", "w0.0", "7H0") == ["-"]
    assert said(t, "slide", "w0.2", "w0.0", "6D0") == []


def test_with_forty_cards_ranks_end_at_ten() -> None:
    t = table(layout(n="2D *1", v="TD", w="*2, TH, 9C, "), options=SHORT, f="TS,9H")
    assert said(t, "play", "n0", "f0", "*10") == ["AC", "AD", "AH", "AS"]
    assert "TH" in said(t, "play", "n0", "f1", "*10")
    assert said(t, "play", "v0", "w0.0", "TD0") == said(t, "slide", "n0", "w0.1", "*10") == []
    assert said(t, "slide", "n0", "w0.2", "*10") == ["-", "TD", "TH"]


def test_in_the_nerts_pile_it_is_one_card_like_any_other() -> None:
    t = table(layout(n="*1 *2"), layout(n=""))
    assert called(t, 1).score == [-4, 0]
    t = table(layout(n="9D *1", w="7H, 8S, KH, KC"), options=Options(jokers="two", gaps="nerts"))
    assert after(t, 0, "play", "w0.0", "w0.1", "7H0")["w0.0"] == ("*10",)


def test_it_may_land_late() -> None:
    t = after(table(layout(n="", w="KS, KH, KC, KD"), layout(n="2D *1", w="KS, KH, KC, KD")), 0, "call")
    assert allowed(t, 1, "play", "n1", "f0", "*11", "AS")
    t = woken(after(t, 1, "play", "n1", "f0", "*11", "AS", at=100))
    assert t.score == [0, -1]


def test_another_hand_begins_without_any() -> None:
    t = called(table(layout(n="", v="*1"), became={"*20": "6C0"}))
    assert woken(t).jokers == {}


@pytest.mark.parametrize("became", ["6H", "7D", "", "*1", 7, "6C0", "é"])
def test_nothing_else_may_be_said(became: Any) -> None:
    t = table(layout(n="9C 5D", v="2D", w="*1, KH, KC, "))
    for move in (("play", "n0", "w0.0", "5D0"), ("play", "v0", "w0.3", "2D0"), ("play", "v0", "f0", "2D0")):
        assert not game.allows(t, 0, (*move, became))
        assert not game.allows(t, 0, (*move, None))


def test_without_jokers_nothing_may_be_said() -> None:
    t = position(layout(n="AS", w="KS, KH, KC, "))
    for target in ("f0", "w0.3"):
        assert not game.allows(t, 0, ("play", "n0", target, "AS0", "AS"))
        assert not game.allows(t, 0, ("play", "n0", target, "AS0", None))


@pytest.mark.parametrize("boards", [1, 3])
def test_bots_play_them(boards: int) -> None:
    """At once, and never onto their own piles: so that those that were come by lie on foundations."""
    t = play_hand(["expert"] * boards, "bots", Options(jokers="two", match="hands", hands=1))
    where = {card: zone[0] for zone, pile in t.piles.items() for card in pile if card[0] == "*"}
    assert "f" in where.values()
    assert "w" not in where.values()
    assert sorted(t.jokers) == sorted(card for card, zone in where.items() if zone == "f")


def test_it_may_be_late_by_no_more_than_the_photo_finish() -> None:
    options = Options(jokers="two", photo=50)
    t = table(layout(n="2D 7H", v="*1"), layout(n="2D *1"), layout(n="7H"), f=HEARTS, options=options)
    t = after(t, 0, "play", "n0", "f0", "7H0")
    assert not allowed(t, 0, "play", "v0", "f0", "*10", "7H")  # its like of the same board lies there
    t = after(t, 1, "play", "n1", "f0", "*11", "7H", at=50)
    assert after(t, 2, "play", "n2", "f0", "7H2")["f0"][6:] == ("7H0", "*11", "7H2")
    assert refused(t, 2, "play", "n2", "f0", "7H2", at=1) == ("taken", {"who": 0, "by": 51})

"""The tables that deals are played out by say of a suit what the rule bot says of it."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kierki.bots.avoid import COST, W, Weighing
from games.kierki.bots.rows import Row
from games.kierki.bots.suits import WHOLE_SUIT, ranks


@given(
    deal=st.integers(1, 7),
    suit=st.integers(0, 3),
    mine=st.integers(1, WHOLE_SUIT),
    average=st.sampled_from([0, 11, 44, 130]),
)
def test_the_danger_that_goes_with_a_card_is_the_rule_bots(
    deal: int, suit: int, mine: int, average: int
) -> None:
    unseen = [0, 0, 0, 0]
    unseen[suit] = WHOLE_SUIT & ~mine
    rule: Any = Weighing.__new__(Weighing)
    rule.p, rule.costs, rule.average = SimpleNamespace(unseen=unseen), COST[deal], average
    found = Row(COST[deal][suit], average, 0.0)._reliefs(mine)
    assert sorted(found) == [1 << rank for rank in ranks(mine)]
    if mine & (mine - 1):
        for bit, worth in found.items():
            less = rule._danger(suit, mine) - rule._danger(suit, mine ^ bit)
            assert worth == pytest.approx(W.danger * less + W.high * bit.bit_length())

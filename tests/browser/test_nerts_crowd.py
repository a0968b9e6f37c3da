"""Two, four and eight browsers at a table of Nerts, on lines of various lengths, play by dragging at once."""

import re
import time
from collections.abc import Callable

import pytest

from tests.browser.boards import SUITS, all_after_the_same, open_layout
from tests.browser.conftest import Far, Visitor
from tests.browser.crowd import Crowd
from tests.browser.kept import shot
from tests.browser.nerts import REFUSALS, Player
from tests.browser.wire import Wire
from tests.servers import Server

NEAREST, FARTHEST = 20, 250  # ms there and back
ROUNDS = 15
LONGEST = 25.0  # seconds of play; a slow machine plays fewer rounds
FIRST = re.compile(r"^.+'s 5[♠♥♣♦] was first, by \d+ ms$")
WIDE, TALL, LOW = (1280, 800), (390, 844), (844, 390)


@pytest.fixture
def crowd(visitor: Visitor, far: Far) -> Callable[[Server, int], Crowd]:
    """So many people, the first of whom lives nearest to the site, and who sit at windows of three shapes."""

    def come(site: Server, people: int) -> Crowd:
        players = []
        for i in range(people):
            line = far(site, NEAREST + (FARTHEST - NEAREST) * i // (people - 1))
            page = visitor(line, size=(WIDE, WIDE, TALL, LOW)[i % 4])
            page.add_init_script(REFUSALS)
            players.append(Player(page, Wire(page)))
        return Crowd(players)

    return come


@pytest.mark.parametrize("people", [2, 4, 8])
def test_all_play_at_once(people: int, crowd: Callable[[Server, int], Crowd], patient_server: Server) -> None:
    """First for the same four places, of which each has one winner, then whatever they see."""
    site = patient_server
    all_of_us = crowd(site, people)
    code = open_layout(all_of_us.pages, site, all_after_the_same)
    for suit in SUITS:
        plays = all_of_us.round(f"5{suit}")
        assert [play and play.card for play in plays] == [f"5{suit}{seat}" for seat in range(people)]
    seen = all_of_us.quiet()
    for i, suit in enumerate(SUITS):
        assert [(card or "")[:2] for card in seen[0].zones[f"f{i}"][4:]] == [f"5{suit}"]
    bounced = [words or "" for _, why, words in all_of_us.refusals() if why == "taken"]
    assert any(FIRST.match(words) for words in bounced), bounced
    assert all(" was first" in words for words in bounced), bounced

    end = time.monotonic() + LONGEST
    for _ in range(ROUNDS):
        if time.monotonic() < end:
            all_of_us.round()
    log = all_of_us.check(site, code)
    for i, page in enumerate(all_of_us.pages[:4]):
        shot(page, f"nerts-{people}-at-once-{i}")
    movers = {entry.player for entry in log if entry.move_id}
    assert len(movers) == people

"""Days: a hand of Nerts against the clock, twelve deals of Kierki, each by two people with the same cards."""

from __future__ import annotations

import json
import random
import re
import string
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from compendium.tables.limits import RATE
from tests.browser.conftest import Visitor, running
from tests.browser.fitting import SIZES, faults
from tests.browser.kept import shot
from tests.browser.wire import Wire
from tests.logs import log_of, slip_in
from tests.people import Person
from tests.servers import Server

PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
MINUTE = 60_000
PATIENCE = 60.0
FAKE = Path(__file__).parents[1] / "faults" / "clock"
DAY = 86_400
"""Seconds."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One where it is noon: no midnight comes between people who are to play the same cards."""
    off = tmp_path_factory.mktemp("clock") / "off"
    off.write_text(f"{int((DAY / 2 - time.time()) % DAY)}")
    with running(0, PYTHONPATH=str(FAKE), CLOCK_OFF=str(off)) as site:
        yield site


def code_in(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def begin(page: Page, game: str) -> str:
    """One click on the home page; the code of the table."""
    page.goto("/")
    card = page.locator("article.game", has_text=game)
    shot(page, f"day-home-{game}")
    card.get_by_role("button", name=re.compile("^Play: ")).click()
    page.wait_for_url(re.compile("/t/"))
    return code_in(page)


def dealt(wire: Wire) -> dict[str, Any]:
    """Every zone as the person sees it."""
    return {name: shown for name, (_, _, shown) in wire.table.zones.items()}


def nearly_done(site: Server, code: str, earlier: int) -> None:
    """The Nerts pile is empty, in a hand that began so many ms earlier."""
    log = log_of(site, code)
    pile = next(op[3] for op in log[0].ops if op[0] == "m" and op[2] == "n0")
    go = next(op[1]["go"] for op in log[0].ops if op[0] == "s" and "go" in op[1])
    ops = [["m", "n0", "s0", pile], ["s", {"go": go - earlier}]]
    slip_in(site, code, log[-1].seq + 1, log[-1].at, ops)


def play_the_hand(page: Page, site: Server, earlier: int) -> dict[str, Any]:
    """From home to the end of the hand; the cards as they were dealt."""
    wire = Wire(page)
    code = begin(page, "Nerts")
    page.locator(".stage .card.own").first.wait_for()
    cards = dealt(wire)
    shot(page, f"day-hand-{page.viewport_size['width']}" if page.viewport_size else "day-hand")
    expect(page.get_by_test_id("countdown")).to_be_hidden()
    expect(page.get_by_test_id("clock")).to_be_visible()
    while wire.table.facts["wake_at"] == wire.table.facts["go"]:  # "Go!" is written, and nothing after it
        page.wait_for_timeout(20)
    nearly_done(site, code, earlier)
    page.get_by_test_id("call").click()
    expect(page.get_by_test_id("ranking")).to_be_visible()
    return cards


def test_a_hand_of_the_day_by_two_people(visitor: Visitor, site: Server) -> None:
    ada, bob = visitor(site), visitor(site, **PHONE)

    cards = play_the_hand(ada, site, 2 * MINUTE)
    expect(ada.get_by_test_id("ranking")).to_have_text("Place 1 of 1")
    expect(ada.get_by_test_id("rematch")).to_have_count(0)
    hers = ada.url

    bob.goto(hers)
    expect(bob).to_have_url(re.compile("/day/nerts/"))
    expect(bob.get_by_text("Play these cards yourself first.")).to_be_visible()

    assert play_the_hand(bob, site, MINUTE) == cards
    expect(bob.get_by_test_id("ranking")).to_have_text("Place 1 of 2")
    for page in (ada, bob):
        assert faults(page) == []
        shot(page, f"day-end-{page.viewport_size['width']}" if page.viewport_size else "day-end")

    bob.goto(hers)
    expect(bob).to_have_url(hers)
    expect(bob.get_by_test_id("ranking")).to_be_visible()
    bob.wait_for_load_state("networkidle")
    expect(bob.get_by_test_id("ranking")).to_have_text("Ranking")  # his place is not hers

    ada.goto("/")
    ada.get_by_role("link", name="Hand of the day").click()
    rows = ada.get_by_role("row")
    expect(rows.nth(1)).to_contain_text(re.compile(r"^1\D*1:\d\d\.\d$"))
    expect(rows.nth(2)).to_contain_text(re.compile(r"^2\D*you2:\d\d\.\d$"))


def handshake(person: Person) -> dict[str, Any]:
    """How a person's program connects to a table."""
    auth = {"Authorization": f"Bearer {person.key}"}
    return {"additional_headers": auth, "subprotocols": ["compendium.1"]}


class Player:
    """A person's program that plays the day's deals, in the same way as any other of the same seed."""

    def __init__(self, site: Server, person: Person, seed: int) -> None:
        self.code: str = person.api("POST", "days/kierki")["code"]
        self.site, self.person, self.rng = site, person, random.Random(seed)
        self.facts: dict[str, Any] = {}
        self.asked: Any = None

    def play(self) -> list[int]:
        """To the end; the score."""
        with connect(f"{self.site.ws}/ws/{self.code}", **handshake(self.person)) as socket:
            socket.send('["join", {}]')
            while self.facts.get("over") is None:
                self._heard(socket, json.loads(socket.recv(PATIENCE)))
        score: list[int] = self.facts["score"]
        return score

    def _heard(self, socket: Any, frame: list[Any]) -> None:
        moves: Any = None
        match frame:
            case ["view", _, _, _, table, moves]:
                self.facts = table["facts"]
            case ["e", seq, _, _, _, ops, *rest]:
                moves = rest[0] if rest else None
                for op in ops:
                    if op[0] == "s":
                        self.facts.update(op[1])
                if seq % 50 == 0:
                    socket.send(json.dumps(["seen", seq]))
            case ["no", *_]:
                raise AssertionError(frame)
        asked = self.facts["deal"], moves
        if moves and self.facts["over"] is None and asked != self.asked:  # others are ready, too
            self.asked = asked
            id = "".join(random.choices(string.ascii_lowercase, k=8))
            time.sleep(1 / RATE)  # or the table has it that this is too fast
            socket.send(
                json.dumps(
                    ["m", id, 0, self.rng.choice(sorted((m for m in moves if m[0] != "claim"), key=str))]
                )
            )


def played(site: Server, code: str) -> list[tuple[int | None, Any]]:
    """Who moved what, in order; when people were ready for the next deal left out."""
    log = log_of(site, code)
    return [(entry.seat, entry.move) for entry in log if entry.move and entry.move[0] != "ready"]


def test_deals_of_the_day_by_two_people(visitor: Visitor, site: Server) -> None:
    """Ada and Bob play alike, and so meet the same bots to the last card; Cy sees the ranking."""
    ada, bob = (Player(site, Person(site), seed=5) for _ in range(2))
    with ThreadPoolExecutor(2) as people:
        scores = list(people.map(Player.play, (ada, bob)))
    assert scores[0] == scores[1]
    assert sum(scores[0]) == 0
    assert played(site, ada.code) == played(site, bob.code)

    cy = Person(site)
    with (
        connect(f"{site.ws}/ws/{ada.code}", **handshake(cy)) as socket,
        pytest.raises(ConnectionClosed) as no,
    ):
        socket.recv(PATIENCE)
    assert no.value.rcvd is not None
    assert no.value.rcvd.code == 4403

    page = visitor(site, **PHONE)
    code = begin(page, "Kierki")
    expect(page.locator(".stage .card.own")).to_have_count(13)
    shot(page, "day-deals-390")
    page.goto("/day/kierki")
    expect(page.get_by_text("You have begun.")).to_be_visible()
    rows = page.get_by_role("row")
    expect(rows).to_have_count(3)
    for row in (1, 2):
        expect(rows.nth(row)).to_contain_text(re.compile(r"^1\D*\d+$"))
    for light in ("dark", "light"):
        page.emulate_media(color_scheme=light)
        for w, h in SIZES:
            page.set_viewport_size({"width": w, "height": h})
            shot(page, f"day-ranking-{light}-{w}")
            assert faults(page) == [], f"{w}x{h}"
    page.get_by_role("link", name="Back to your table").click()
    expect(page).to_have_url(re.compile(code))
    page.get_by_test_id("menu").click()
    page.get_by_test_id("leave").click()
    page.wait_for_url(re.compile(r":\d+/$"))
    expect(page.locator(f'.mine a[href="/t/{code}"]')).to_be_visible()

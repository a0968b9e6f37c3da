"""A game by days over a simulated week, and three months later: the server is killed once and stopped once,
deadlines are kept, and whoever asked for it is told of each of their turns, once.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

import pytest

from tests.people import Person, table_of
from tests.servers import Server, Site
from tests.tables.client import WireTab

FAKE = Path(__file__).with_name("clock")
HOUR = 3600  # seconds
DAYS = 7
PATIENCE = 60.0  # seconds
SEPARATOR = b"-" * 79 + b"\n"
"""Between the mails in a file of Django's."""


class Post:
    """A site whose clock can be moved, and the mail it sends."""

    def __init__(self) -> None:
        self.site = Site(postgres=False, pace=0, environment={"PYTHONPATH": str(FAKE)})
        self.clock, self.mails = self.site.folder / "clock", self.site.folder / "mails"
        self.clock.write_text("0")
        self.mails.mkdir()
        self.site.environment |= {
            "CLOCK_OFF": str(self.clock),
            "COMPENDIUM_PUBLIC_URL": "http://localhost",
            "COMPENDIUM_EMAIL_URL": f"file://{self.mails}",
            "COMPENDIUM_EMAIL_FROM": "Cards <cards@example.org>",
        }
        self.server: Server = self.site.start()

    def later(self, seconds: int) -> None:
        """Time passes."""
        draft = self.clock.with_suffix(".new")
        draft.write_text(f"{int(self.clock.read_text()) + seconds}")
        draft.replace(self.clock)

    def read(self) -> list[EmailMessage]:
        """All mails so far, the oldest first."""
        texts = [file.read_bytes() for file in sorted(self.mails.iterdir())]
        parts = [part for text in texts for part in text.split(SEPARATOR)[:-1]]  # whole ones
        return [message_from_bytes(part, policy=policy.default) for part in parts]

    def digests(self) -> list[EmailMessage]:
        return [mail for mail in self.read() if str(mail["Subject"]).startswith("Your turn")]

    def noted(self) -> int | None:
        """Since which entry the turn is, at the one table, that was told of last, as the database has it."""
        [(told,)] = self.rows("select told from notices_mailbox")
        return next(iter(json.loads(told).values()), None)

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """What the database holds."""
        with closing(sqlite3.connect(self.site.folder / "compendium.sqlite3", timeout=20)) as line:
            return line.execute(sql, values).fetchall()


@pytest.fixture
def post() -> Iterator[Post]:
    post = Post()
    yield post
    post.site.close()


def until(true: Callable[[], Any], what: str) -> Any:
    """Wait for what nobody tells."""
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return found


def submit(person: Person, path: str, **fields: str) -> None:
    """Press a button of a page."""
    fields["csrfmiddlewaretoken"] = person.cookie("csrftoken")
    person.opener.open(Request(f"{person.server.url}{path}", urlencode(fields).encode()), timeout=30).close()


class Play:
    """The game: what its log says."""

    def __init__(self, post: Post, people: list[Person]) -> None:
        self.post = post
        self.code = table_of(people, "kierki", 2, "normal", turn_time=24 * HOUR)
        sql = "select p.seat from tables_place p join tables_table t on t.id = p.table_id where t.code = ?"
        self.seats = [
            seat for (seat,) in post.rows(f"{sql} and p.player_id is not null order by p.id", self.code)
        ]
        self.told: set[int] = set()

    def log(self) -> list[tuple[int, int, int | None, str, list[Any]]]:
        """seq, at, seat, player, ops of each entry."""
        sql = (
            "select seq, at, e.seat, player, ops from tables_entry e "
            "join tables_table t on t.id = e.table_id where t.code = ? order by seq"
        )
        return [(*row[:4], json.loads(row[4])) for row in self.post.rows(sql, self.code)]

    def turn(self) -> tuple[int | None, int]:
        """Whose turn it is, since which entry."""
        found: tuple[int | None, int] = (None, 0)
        for seq, _, _, _, ops in self.log():
            for op in ops:
                if op[0] == "s" and "turn" in op[1]:
                    found = op[1]["turn"], seq
        return found

    def late(self) -> int:
        """How many moves bots have made for people."""
        return sum(seat in self.seats and player.startswith("bot:") for _, _, seat, player, _ in self.log())

    def on_a_person(self) -> int:
        """Wait for the bots; the seat of the person who is to move."""

        def seat() -> list[int]:
            turn, _ = self.turn()
            return [turn] if turn is not None and turn in self.seats else []

        found: list[int] = until(seat, "the bots stand still")
        return found[0]


def test_a_week_by_days_with_two_restarts(post: Post) -> None:
    ada, bob = Person(post.server), Person(post.server)
    _wants_mail(post, ada)
    play = Play(post, [ada, bob])
    played = 0
    for day in range(1, DAYS + 1):
        _hear(post, play)
        # Each trick has a card of hers, so she has three turns at least; she plays the second, fourth, ...
        if play.on_a_person() == play.seats[0] and len(play.told) % 2 == 0:
            asyncio.run(_plays(post, ada, play.code))
            played += 1
            _hear(post, play)
        late = play.late()
        if day == 5:  # the deadline comes while nothing runs
            post.server.stop()
        post.later(23 * HOUR)
        if day == 2:
            post.server.kill()
        if day in (2, 5):
            post.server.start()
        until(lambda late=late: play.late() > late, f"nobody moved at the deadline of day {day}")  # type: ignore[misc]
        play.on_a_person()
        assert play.late() == late + 1, "one card at a deadline, and no bot sits in"
    _hear(post, play)
    late = play.late()
    post.later(90 * 24 * HOUR)
    until(lambda: play.late() == late + 1, "after three months nobody moved")
    _hear(post, play)
    asyncio.run(_looks(post, bob, play))
    _check_log(post, play)
    ids = [mail["Message-ID"] for mail in post.digests()]
    assert len(ids) == len(set(ids)) == len(play.told), "each of Ada's turns was told, once"
    assert played, "she never played"


def _wants_mail(post: Post, ada: Person) -> None:
    submit(ada, "/me/notices/email", address="ada@example.net", hour="", zone="")
    question = until(post.read, "no mail came")[0]
    link = re.search(r"http://localhost(/notices/confirm/\S+)", question.get_content())
    assert link
    submit(ada, link[1])


def _hear(post: Post, play: Play) -> None:
    """More than an hour passes. If it is Ada's turn, she is told so, unless she has been."""
    seat = play.on_a_person()
    _, since = play.turn()
    if seat == play.seats[0]:  # she may be told at once: an hour is what passes from one notice to the next
        play.told.add(since)
    assert len(play.told) - 1 <= len(post.digests()) <= len(play.told)
    post.later(HOUR + 600)
    if seat == play.seats[0]:
        until(lambda: len(post.digests()) >= len(play.told), "Ada was not told")
        until(lambda: post.noted() == since, "it was not noted")  # else who starts again tells it again
        (link,) = set(re.findall(r"http://localhost(/t/\S+)", post.digests()[-1].get_content()))
        assert urlsplit(link).path == f"/t/{play.code}"
    assert len(post.digests()) == len(play.told)


async def _plays(post: Post, ada: Person, code: str) -> None:
    async with WireTab(post.server.ws, code, ada.key) as tab:
        await tab.join()
        await tab.until(lambda: tab.legal)
        assert (await tab.play(*tab.legal[0]))[0] == "e"


async def _looks(post: Post, bob: Person, play: Play) -> None:
    """A table that was opened months ago is there, with all that has happened."""
    async with WireTab(post.server.ws, play.code, bob.key) as tab:
        await tab.join()
        assert tab.seq >= play.late()
        assert tab.facts["over"] is None
        assert not tab.facts.get("paused")


def _check_log(post: Post, play: Play) -> None:
    """Nothing rested or closed or was taken over, and nobody was moved for before the deadline."""
    log = play.log()
    assert [seq for seq, *_ in log] == list(range(1, len(log) + 1))
    verbs = {json.loads(move)[0] for (move,) in post.rows("select move from tables_entry where move <> ''")}
    assert verbs <= {"@start", "@wake", "play", "trump", "lay"}
    since = 0
    for _, at, seat, player, ops in log:
        if seat in play.seats and player.startswith("bot:"):
            assert at - since >= 24 * HOUR * 1000
        if any(op[0] == "s" and "turn" in op[1] for op in ops):
            since = at

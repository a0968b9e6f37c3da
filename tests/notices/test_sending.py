"""Digests: when there is something to tell, to whom, how often, and what they say."""

from __future__ import annotations

import json
import re
import smtplib
from base64 import urlsafe_b64decode
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from compendium.accounts.models import Player
from compendium.notices import asking, digest, sending
from compendium.notices.links import stop
from compendium.notices.models import Device, Mailbox
from compendium.tables.models import Place, Table
from tests.notices.conftest import DAY, HOUR, Browser, Clock, Service, plays, table

pytestmark = pytest.mark.django_db
MINUTE = 60_000


def mailbox(player: Player, **fields: Any) -> Mailbox:
    """One that is confirmed."""
    fields = {"address": f"{player.name.lower()}@example.net", "asked_at": 1, "confirmed_at": 1, **fields}
    return Mailbox.objects.create(player=player, **fields)


def device(player: Player, service: Service, name: str = "x") -> Browser:
    browser = Browser()
    asking.add_device(player, json.dumps(browser.subscription(f"{service.origin}/{name}")).encode())
    return browser


def links(text: str) -> list[str]:
    return re.findall(r"https://cards\.example\.org\S*", text)


def test_one_digest_tells_of_all_tables_once(ada: Player, clock: Clock) -> None:
    bob = Player.objects.create(name="Bob")
    first, second = table(ada, bob), table(ada, days=1)
    table(bob, ada)
    mailbox(ada)
    assert clock.later(0) == 1
    (message,) = mail.outbox
    assert (message.subject, message.to) == ("Your turn at 2 tables", ["ada@example.net"])
    body = str(message.body)
    assert links(body)[:2] == [f"https://cards.example.org/t/{each.code}" for each in (second, first)]
    assert re.search("^Kierki with .*Bob", body, re.MULTILINE)
    assert "\n23 hours left\n" in body
    assert "\n47 hours left\n" in body
    for _ in range(3):
        assert clock.later(2 * HOUR) == 0, "nothing is new"
    plays(first, ada)
    assert clock.later(2 * HOUR) == 1
    assert mail.outbox[-1].subject == "Your turn at 2 tables", "all of them, again"


def test_at_most_one_an_hour(ada: Player, clock: Clock) -> None:
    mailbox(ada)
    one = table(ada)
    sent = [clock.later(0)]
    for _ in range(8):
        plays(one, ada)
        sent.append(clock.later(15 * MINUTE))
    assert sent == [1, 0, 0, 0, 1, 0, 0, 0, 1]


def test_none_about_a_table_that_was_just_looked_at(ada: Player, clock: Clock) -> None:
    mailbox(ada)
    seen, other = table(ada), table(ada)
    Place.objects.filter(table=seen).update(seen_at=clock.now - digest.LOOKED + 1)
    assert clock.later(0) == 1
    assert links(str(mail.outbox[0].body))[0].endswith(other.code)
    assert seen.code not in str(mail.outbox[0].body)


@pytest.mark.parametrize("what", ["theirs", "late", "paused", "over", "left", "live", "waiting"])
def test_nothing_is_told_of_other_tables(ada: Player, clock: Clock, what: str) -> None:
    mailbox(ada)
    bob = Player.objects.create(name="Bob")
    one = table(bob, ada) if what == "theirs" else table(ada, bob, waits=what != "waiting")
    if what == "late":
        seat = Place.objects.get(table=one, player=ada).seat
        Table.objects.filter(pk=one.pk).update(head=2)
        one.entries.create(seq=2, at=1, ops=f'[["s",{{"late":{seat}}}]]')
    changes: dict[str, dict[str, Any]] = {
        "paused": {"paused_at": 1},
        "over": {"over_at": 1},
        "live": {"by_days": False},
    }
    Table.objects.filter(pk=one.pk).update(**changes.get(what, {}))
    if what == "left":
        Place.objects.filter(table=one, player=ada).update(left_at=1, stand_in="normal")
    assert clock.later(0) == 0
    assert not mail.outbox


def test_one_a_day_at_an_hour_of_the_readers(ada: Player, clock: Clock) -> None:
    """07:00 in Warsaw is 05:00 or 06:00 in UTC."""
    clock.now = round(datetime(2030, 1, 10, 12, tzinfo=UTC).timestamp() * 1000)
    box = mailbox(ada)
    asking.change(box, 7, "Europe/Warsaw")
    one = table(ada)
    hours = []
    for _ in range(72):
        if clock.later(HOUR):
            hours.append(datetime.fromtimestamp(clock.now / 1000, UTC).isoformat()[:16])
            plays(one, ada)
    assert hours == ["2030-01-11T06:00", "2030-01-12T06:00", "2030-01-13T06:00"]


def test_an_address_without_an_answer_is_sent_nothing(ada: Player, clock: Clock) -> None:
    table(ada)
    asking.ask(ada, "ada@example.net", None, "UTC")
    assert clock.later(0) == 1
    (question,) = mail.outbox
    assert question.subject == "Notices from Compendium?"
    assert clock.later(3 * HOUR) == 0
    assert len(mail.outbox) == 1


def test_what_is_being_sent_is_nobody_elses(ada: Player, clock: Clock) -> None:
    """Another process has taken it; if that dies before it notes what it sent, it is sent later."""
    table(ada)
    mailbox(ada)
    sending._take(Mailbox.objects.all())
    assert clock.later(sending.TAKEN - 1) == 0
    assert clock.later(1) == 1


def test_the_same_digest_has_the_same_id(ada: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table(ada)
    mailbox(ada)
    monkeypatch.setattr(sending, "_settle", lambda *_: None)  # it dies before it notes it
    clock.later(0)
    clock.later(sending.TAKEN)
    first, second = (str(message.extra_headers["Message-ID"]) for message in mail.outbox)
    assert first == second
    assert first.endswith("@cards.example.org>")


def test_a_mail_server_that_is_away_is_tried_again_later_each_time(
    ada: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table(ada)
    mailbox(ada)

    def refuse(*_: Any, **__: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({"ada@example.net": (550, b"no ada@example.net here")})

    with monkeypatch.context() as broken:
        broken.setattr(mail.EmailMessage, "send", refuse)
        assert clock.later(0) == 0
        waits = []
        for _ in range(3):
            waits.append(Mailbox.objects.get().next_at - clock.now)
            clock.later(waits[-1])
    assert waits == [sending.RETRY, 2 * sending.RETRY, 4 * sending.RETRY]
    assert "ada@example.net" not in caplog.text
    assert clock.later(8 * sending.RETRY) == 1
    assert Mailbox.objects.get().failures == 0


def test_an_address_that_never_works_is_forgotten(
    ada: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(ada, days=3)
    mailbox(ada)

    def refuse(*_: Any, **__: Any) -> None:
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    for _ in range(sending.MOST_FAILURES):
        assert Mailbox.objects.exists()
        clock.later(sending.LONGEST_RETRY)
    assert not Mailbox.objects.exists()


def test_one_bad_address_keeps_no_other_waiting(
    ada: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = Player.objects.create(name="Bob")
    table(ada)
    table(bob)
    mailbox(ada, address="bad@example.net")
    mailbox(bob)
    send = mail.EmailMessage.send

    def picky(message: mail.EmailMessage, **how: Any) -> Any:
        if message.to == ["bad@example.net"]:
            raise smtplib.SMTPRecipientsRefused({})
        return send(message, **how)

    monkeypatch.setattr(mail.EmailMessage, "send", picky)
    assert clock.later(0) == 1
    assert [message.to for message in mail.outbox] == [["bob@example.net"]]


def test_one_click_ends_it(ada: Player, clock: Clock) -> None:
    """RFC 8058: a mail program posts to the link in the header; nobody need be known here."""
    table(ada)
    mailbox(ada)
    clock.later(0)
    headers = mail.outbox[0].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].replace("\n ", "").strip("<>")
    assert link in str(mail.outbox[0].body)
    path = link.removeprefix("https://cards.example.org")
    stranger = Client(enforce_csrf_checks=True)
    assert b"No more notices?" in stranger.get(path).content
    assert Mailbox.objects.exists(), "a program that only looks at it ends nothing"
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Mailbox.objects.exists()
    assert b"not kept here any more" in stranger.get(path).content


def test_a_link_does_not_hold_the_address(ada: Player) -> None:
    path = stop(mailbox(ada)).removeprefix("https://cards.example.org")
    coded = path.rpartition("/")[2].partition(":")[0]
    assert b"@" not in urlsafe_b64decode(coded + "=" * (-len(coded) % 4))


def test_half_a_link_ends_nothing_and_says_so(ada: Player) -> None:
    path = stop(mailbox(ada)).removeprefix("https://cards.example.org")
    stranger = Client()
    for torn in (path[:-2], path + "x", path[: len(path) // 2]):
        for answer in (stranger.get(torn), stranger.post(torn)):
            assert answer.status_code == 404
            assert b"notices go on" in answer.content
    assert Mailbox.objects.exists()


def test_nothing_hidden_is_told(ada: Player, clock: Clock, service: Service) -> None:
    """Neither cards nor points: names, the game, and how long there is."""
    one = table(ada)
    mailbox(ada)
    browser = device(ada, service)
    clock.later(0)
    pushed = browser.read(service.sent[0][2]).decode()
    said = str(mail.outbox[0].body).replace(links(str(mail.outbox[0].body))[-1], "")  # signed at random
    for text in (said, pushed):
        assert not re.search(r"\b[2-9TJQKA][SHCD]\b", text.replace(one.code, ""))
        assert "turn" in text


def test_a_push_says_it_too(ada: Player, clock: Clock, service: Service) -> None:
    for days in (3, 1, 2, 1):
        table(ada, days=days)
    phone, desk = device(ada, service, "phone"), device(ada, service, "desk")
    assert clock.later(0) == 2
    sent = {path: (headers, body) for path, headers, body in service.sent}
    headers, body = sent["/phone"]
    said = json.loads(phone.read(body))
    assert (said["title"], said["url"]) == ("Your turn at 4 tables", "/")
    assert said["body"].endswith("\nand 1 more")
    assert said["body"].count("left") == 3
    assert json.loads(desk.read(sent["/desk"][1])) == said
    assert headers["Authorization"].startswith("vapid t=")
    assert (headers["Content-Encoding"], headers["Topic"]) == ("aes128gcm", "turns")
    assert 23 * 3600 <= int(headers["TTL"]) < 24 * 3600
    assert clock.later(DAY - 5 * HOUR) == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_wants_no_more_is_forgotten(
    ada: Player, clock: Clock, service: Service, status: int
) -> None:
    table(ada)
    device(ada, service)
    service.status = status
    assert clock.later(0) == 0
    assert not Device.objects.exists()


@pytest.mark.parametrize("status", [302, 429, 500])
def test_a_push_service_in_trouble_is_tried_again(
    ada: Player, clock: Clock, service: Service, status: int
) -> None:
    table(ada)
    device(ada, service)
    service.status = status
    assert clock.later(0) == 0
    service.status = 201
    assert clock.later(sending.RETRY - 1) == 0
    assert clock.later(1) == 1


def test_off_where_the_site_sends_none(
    ada: Player, clock: Clock, service: Service, settings: Any, browser: Client
) -> None:
    settings.EMAIL_NOTICES = settings.PUSH_NOTICES = False
    table(ada)
    mailbox(ada)
    device(ada, service)
    assert clock.later(0) == 0
    assert b"Notices" not in browser.get("/me").content
    assert browser.post("/me/notices/email", {"address": "a@example.net"}).status_code == 404
    assert browser.post("/me/notices/device", b"{}", content_type="application/json").status_code == 404

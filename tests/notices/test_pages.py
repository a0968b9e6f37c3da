"""The profile's part about notices: an address is asked for and confirmed, a browser lets itself be told."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from django.core import mail, signing
from django.test import Client
from django.utils.html import escape

from compendium.accounts.models import Player, Token
from compendium.notices import asking, links, sending
from compendium.notices.models import Device, Mailbox
from tests.notices.conftest import Browser, Clock

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example.net/abc"


def link_of(message: Any) -> str:
    found = re.search(r"https://cards\.example\.org(/notices/confirm/\S+)", str(message.body))
    assert found
    return found[1]


def page(browser: Client) -> str:
    return browser.get("/me").content.decode()


def test_an_address_is_confirmed_by_whoever_reads_its_mail(
    browser: Client, ada: Player, clock: Clock
) -> None:
    assert "Tell me by e-mail" in page(browser)
    browser.post("/me/notices/email", {"address": "Ada@Example.NET", "hour": "7", "zone": "Europe/Warsaw"})
    assert "A link is on its way" in page(browser)
    assert clock.later(0) == 1
    (message,) = mail.outbox
    assert message.to == ["Ada@example.net"]
    stranger = Client(enforce_csrf_checks=True)
    path = link_of(message)
    seen = stranger.get(path).content.decode()
    assert "Shall we write to Ada@example.net" in seen
    assert Mailbox.objects.get().confirmed_at is None, "looking at the link is no answer"
    token = stranger.cookies["csrftoken"].value
    assert stranger.post(path).status_code == 403
    answer = stranger.post(path, {"csrfmiddlewaretoken": token})
    assert "You will be told" in answer.content.decode()
    box = Mailbox.objects.get()
    assert box.confirmed_at is not None
    assert (box.hour, box.zone, box.player) == (7, "Europe/Warsaw", ada)
    assert "is told by e-mail" in page(browser)
    browser.post("/me/notices/when", {"hour": "", "zone": "nowhere"})
    box.refresh_from_db()
    assert (box.hour, box.zone) == (None, "UTC")
    browser.post("/me/notices/email/delete")
    assert not Mailbox.objects.exists()
    assert "Tell me by e-mail" in page(browser)


def test_links_are_for_one_thing_one_address_and_a_while(
    browser: Client, ada: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = asking.ask(ada, "ada@example.net", None, "UTC")
    path = links.confirm(box).removeprefix("https://cards.example.org")
    signed = path.rpartition("/")[2]
    assert links.to_confirm(signed) == box
    with pytest.raises(signing.BadSignature):
        links.to_stop(signed)
    for bad in (signed[:-1], signed + "x", signing.dumps([box.pk, box.address]), "x"):
        assert browser.get(f"/notices/confirm/{bad}").status_code == 404
    with monkeypatch.context() as later:
        later.setattr(links, "CONFIRM_WITHIN", -1)
        assert b"too old" in browser.get(path).content
    asking.ask(ada, "other@example.net", None, "UTC")
    assert browser.post(path).status_code == 404
    assert Mailbox.objects.get().confirmed_at is None


def test_nobody_fills_a_strangers_mailbox(clock: Clock) -> None:
    """However many people ask for the same address."""
    for n in range(5):
        player = Player.objects.create(name=f"P{n}")
        try:
            asking.ask(player, "victim@example.net", None, "UTC")
        except asking.TooMany:
            assert n >= asking.QUESTIONS_A_DAY
        clock.later(0)
    assert len(mail.outbox) == asking.QUESTIONS_A_DAY


def test_nor_many_of_them(browser: Client, clock: Clock) -> None:
    for n in range(20):
        browser.post("/me/notices/email", {"address": f"v{n}@example.net"})
        clock.later(0)
    assert len(mail.outbox) == 2 * asking.QUESTIONS_A_DAY
    assert "Enough has been sent for today" in page(browser)


@pytest.mark.parametrize(
    "address", ["", "ada", "ada@", "a@b\nBcc: c@d.example", "<script>@x.example", "@x.example"]
)
def test_what_is_no_address(browser: Client, address: str) -> None:
    answer = browser.post("/me/notices/email", {"address": address})
    assert not Mailbox.objects.exists()
    assert answer.status_code == 422
    assert "That is no e-mail address" in answer.content.decode()
    assert escape(address.partition("\n")[0]) in answer.content.decode(), "what was typed is not lost"


@pytest.mark.parametrize("hour", ["24", "-1", "noon", "7.5"])
def test_what_is_no_hour(browser: Client, hour: str) -> None:
    assert browser.post("/me/notices/email", {"address": "a@example.net", "hour": hour}).status_code == 422
    assert not Mailbox.objects.exists()


def test_the_same_address_again_is_not_asked_again(browser: Client, ada: Player, clock: Clock) -> None:
    asking.confirm(asking.ask(ada, "ada@example.net", None, "UTC"))
    clock.later(0)
    mail.outbox.clear()
    browser.post("/me/notices/email", {"address": "ada@example.net", "hour": "5"})
    assert clock.later(0) == 0
    assert Mailbox.objects.get().hour == 5


def test_a_browser_lets_itself_be_told(browser: Client, ada: Player) -> None:
    said = Browser().subscription(ENDPOINT)
    assert "data-push=" in page(browser)

    def tell(what: Any) -> int:
        body = what if isinstance(what, str) else json.dumps(what)
        return browser.post("/me/notices/device", body, content_type="application/json").status_code

    assert tell(said) == tell(said) == 204
    assert [device.player for device in Device.objects.all()] == [ada]
    assert "Tell 1 device no more" in page(browser)
    for bad in (
        "",
        "[]",
        "{}",
        {**said, "keys": {}},
        {**said, "keys": {"p256dh": "x", "auth": "y"}},
        {**said, "endpoint": "https://127.0.0.1/x"},
        {**said, "endpoint": "http://push.example.net/x"},
        {**said, "endpoint": None},
        {**said, "endpoint": "https://push.example.net/" + "x" * 500},
        {**said, "more": "x" * 3000},
    ):
        assert tell(bad) == 422, bad
    for n in range(20):
        tell(Browser().subscription(f"{ENDPOINT}/{n}"))
    assert Device.objects.count() == asking.MOST_DEVICES
    browser.post("/me/notices/devices/delete")
    assert not Device.objects.exists()


def test_a_browser_tells_the_one_who_uses_it_now(browser: Client, ada: Player) -> None:
    bob = Player.objects.create(name="Bob")
    asking.add_device(bob, json.dumps(Browser().subscription(ENDPOINT)).encode())
    asking.add_device(ada, json.dumps(Browser().subscription(ENDPOINT)).encode())
    assert Device.objects.get().player == ada


def test_others_cannot_look_or_change(ada: Player) -> None:
    """A visitor, another guest, or a program with a token."""
    asking.ask(ada, "ada@example.net", None, "UTC")
    stranger = Client()
    assert b"ada@example.net" not in stranger.get("/me").content
    for path in ("email/delete", "devices/delete", "when"):
        stranger.post(f"/me/notices/{path}")
    assert Mailbox.objects.exists()
    _, key = Token.make(ada, "program")
    by_token = {"Authorization": f"Bearer {key}"}
    assert (
        stranger.post("/me/notices/email", {"address": "x@example.net"}, headers=by_token).status_code == 404
    )


def test_the_worker_shows_pushes_and_nothing_else(client: Client) -> None:
    answer = client.get("/push-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    text = answer.content.decode()
    assert "addEventListener('push'" in text
    assert "addEventListener('fetch'" not in text


def test_a_command_sends_once(ada: Player, clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    from django.core.management import call_command

    asking.ask(ada, "ada@example.net", None, "UTC")
    call_command("notices")
    call_command("notices")
    assert capsys.readouterr().out == "1 sent\n0 sent\n"


def test_the_next_time_after_the_clocks_change(ada: Player) -> None:
    """An hour that is 23 or 25 hours away, there."""
    box = Mailbox(player=ada, hour=7, zone="Europe/Warsaw")
    seven = 1_900_994_400_000  # 2030-03-29 07:00 in Warsaw
    days = [seven]
    for _ in range(3):
        days.append(sending.next_time(box, days[-1]))
    assert [(b - a) // 3_600_000 for a, b in pairwise(days)] == [24, 23, 24]

"""A site that sends notices, people at tables by days, and a push service on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.cache import cache
from django.test import Client

from compendium.accounts.models import Player
from compendium.notices import sending, webpush
from compendium.tables import seating, start
from compendium.tables.models import Place, Table
from games.kierki import game as kierki
from tests.clients import browser_of

HOUR = 3_600_000  # ms
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    """Both kinds of notices are on."""
    settings.EMAIL_NOTICES = settings.PUSH_NOTICES = True
    settings.PUBLIC_URL = "https://cards.example.org"
    settings.DEFAULT_FROM_EMAIL = "Cards <cards@example.org>"
    settings.VAPID_KEY = webpush.new_key()
    settings.PUSH_CONTACT = "mailto:cards@example.org"
    cache.clear()


class Clock:
    """The wall clock of the postman; ``now`` in ms."""

    def __init__(self, now: int) -> None:
        self.now = now

    def later(self, ms: int) -> int:
        """That much later: how many notices went out."""
        self.now += ms
        return sending.deliver()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    from compendium.notices import asking
    from compendium.tables.clock import wall

    clock = Clock(wall() + HOUR)  # nobody has been anywhere for an hour
    for module in (sending, asking):
        monkeypatch.setattr(module, "wall", lambda: clock.now)
    return clock


@pytest.fixture
def ada() -> Player:
    return Player.objects.create(name="Ada", weave=2)


@pytest.fixture
def browser(ada: Player) -> Client:
    """Ada's."""
    return browser_of(ada)


def table(*people: Player, days: int = 2, waits: bool = True) -> Table:
    """A game of Kierki that these people have begun with bots; the first one is to move."""
    made = seating.create(kierki, {"turn_time": days * DAY // 1000})
    for player in people:
        seating.sit(made, player)
    for _ in range(4 - len(people)):
        seating.add_bot(made, None, "normal")
    if waits:
        start.start(made)
        whose = turn(made)
        Place.objects.filter(table=made, seat=0).update(seat=9)
        Place.objects.filter(table=made, seat=whose).update(seat=0)
        Place.objects.filter(table=made, seat=9).update(seat=whose)
    made.refresh_from_db()
    return made


def turn(table: Table) -> int:
    """Whose turn it is, so that it can be made somebody's."""
    from compendium.tables.turns import turns

    table.refresh_from_db()
    seat = turns([table])[table.pk].seat
    assert seat is not None
    return seat


def plays(table: Table, player: Player) -> None:
    """Another entry says that it is this person's turn, as their next one would."""
    seat = Place.objects.get(table=table, player=player).seat
    table.refresh_from_db()
    table.head += 1
    table.save(update_fields=["head"])
    table.entries.create(seq=table.head, at=table.head, ops=f'[["s",{{"turn":{seat}}}]]')


class Service(ThreadingHTTPServer):
    """A push service: what it was sent, and what it answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.status = 201
        self.sent: list[tuple[str, dict[str, str], bytes]] = []


class _Answers(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.sent.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", f"{self.server.origin}/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    service = Service()
    settings.TRUSTED_PUSH_SERVICES = frozenset({service.origin})
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield service
    service.shutdown()
    service.server_close()
    thread.join()


class Browser:
    """What a browser keeps of a subscription, and how it reads what is pushed."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(webpush.CURVE)
        self.auth = b"a" * webpush.AUTH

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """As JavaScript has it."""
        keys = {"p256dh": webpush.base64url(webpush.public(self.key)), "auth": webpush.base64url(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """A pushed message in clear."""
        salt, size = body[:16], body[20]
        there, sealed = body[21 : 21 + size], body[21 + size :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, there)
        )
        info = b"WebPush: info\0" + webpush.public(self.key) + there
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\2")

"""Who a client is: whoever connects, or whom a proxy that is believed names."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from compendium.setup.environment import read
from compendium.setup.proxies import BehindProxies, networks

PROXIES = "10.0.0.0/8, 127.0.0.1, ::1"


async def client_of(peer: str, *forwarded: str, proxies: str = PROXIES) -> str:
    seen: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    headers = [(b"host", b"x"), *((b"x-forwarded-for", value.encode()) for value in forwarded)]
    scope = {"type": "http", "client": [peer, 1], "headers": headers}
    await BehindProxies(application, networks(proxies))(scope, None, None)
    return str(seen[0])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("::1", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:127.0.0.1", ["203.0.113.7"], "203.0.113.7"),  # a socket for both families
        ("127.0.0.1", [], "127.0.0.1"),
        ("10.1.2.3", ["203.0.113.7, 10.9.9.9"], "203.0.113.7"),  # two proxies in a row
        ("10.1.2.3", ["203.0.113.7", "10.9.9.9"], "203.0.113.7"),
        ("127.0.0.1", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),  # the first is the client's own claim
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.7, nonsense"], "127.0.0.1"),
        ("127.0.0.1", ["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
        ("198.51.100.9", ["203.0.113.7"], "198.51.100.9"),  # no proxy of ours
    ],
)
async def test_a_client_is_whom_a_believed_proxy_names(peer: str, forwarded: list[str], client: str) -> None:
    assert await client_of(peer, *forwarded) == client


async def test_without_proxies_nobody_is_believed() -> None:
    assert await client_of("127.0.0.1", "203.0.113.7", proxies="") == "127.0.0.1"


async def test_a_proxy_that_is_not_named_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        pass

    caplog.set_level("INFO")
    here = BehindProxies(application, [])
    for _ in range(2):
        await here(
            {"client": ["192.0.2.1", 1], "headers": [(b"x-forwarded-for", b"203.0.113.7")]}, None, None
        )
    [told] = [record.getMessage() for record in caplog.records]
    assert "192.0.2.1" in told
    assert "COMPENDIUM_PROXIES" in told


def test_proxies_are_addresses_and_networks() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"COMPENDIUM_PROXIES .*example\.org"):
        read({"COMPENDIUM_PROXIES": "proxy.example.org", "COMPENDIUM_SECRET_KEY": "x" * 50})

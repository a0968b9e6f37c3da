"""What strangers give as an address leads to the outside, or nowhere."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from compendium.notices import outside
from tests.notices.conftest import Service


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://push.example.net/x",
        "ftp://push.example.net/x",
        "https://",
        "https://push.example.net:8443/x",
        "https://push.example.net:99999/x",
        "https://me:secret@push.example.net/x",
        "https://localhost/x",
        "https://intranet/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/x",
        "https://0.0.0.0/x",
        "https://224.0.0.1/x",
        "https://[::1]/x",
        "https://[fe80::1]/x",
        "https://[fd00::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[2002:7f00:1::]/x",
        "https://push.example.net/x y",
        "https://push.example.net/\r\nHost: elsewhere",
        "https://pu\u015bh.example.net/x",
        "https://[",
    ],
)
def test_forbidden_addresses(url: str) -> None:
    with pytest.raises(outside.Forbidden):
        outside.check(url)
    with pytest.raises(outside.Forbidden):
        outside.post(url, b"", {})


@pytest.mark.parametrize(
    "url", ["https://fcm.googleapis.com/fcm/send/abc:d", "https://web.push.apple.com:443/Q"]
)
def test_push_services(url: str) -> None:
    outside.check(url)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1"])
def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Whatever else it leads to."""
    found = [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", (address, 443))]
    tried: list[Any] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", lambda *where: tried.append(where))
    with pytest.raises(outside.Forbidden):
        outside.post("https://push.example.net/x", b"", {})
    assert not tried


def test_the_connection_goes_to_what_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not to what the name leads to a moment later."""
    tried: list[Any] = []

    def connect(where: Any, *_: Any) -> Any:
        tried.append(where)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("8.8.8.8", 443))])
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(outside.Unreachable):
        outside.post("https://push.example.net/x", b"", {})
    assert tried == [("8.8.8.8", 443)]


def test_a_redirect_is_not_followed(service: Service) -> None:
    service.status = 302
    assert outside.post(f"{service.origin}/here", b"x", {}) == 302
    assert [path for path, *_ in service.sent] == ["/here"]

"""Two processes of one site, as whoever hosts it sees them."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.people import Person, table_of
from tests.servers import Server, Site


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Server, Server]]:
    site = Site(postgres=True, pace=0, environment={})
    yield site.start(), site.start()
    site.close()


def get(server: Server, path: str) -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", server.port, timeout=60)
    line.request("GET", path)
    answer = line.getresponse()
    return answer.status, answer.read().decode()


def ready(server: Server) -> tuple[int, list[str]]:
    status, text = get(server, "/readyz")
    return status, json.loads(text)["failing"]


def up(server: Server) -> dict[str, float]:
    """Which processes a scrape tells of, and whether they answer."""
    status, text = get(server, "/metrics")
    assert status == 200
    families = {family.name: family for family in text_string_to_metric_families(text)}
    return {s.labels["process"]: s.value for s in families["compendium_process_up"].samples}


def soon(true: Callable[[], Any], patience: float = 45.0) -> None:
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_scrape_of_any_process_tells_of_all(pair: tuple[Server, Server]) -> None:
    one, two = pair
    for asked in pair:  # one that is busy for a second is told of as one that hangs
        soon(lambda asked=asked: up(asked) == {"0": 1, "1": 1})  # type: ignore[misc]
    os.kill(two.pid, signal.SIGSTOP)
    try:
        assert up(one) == {"0": 1, "1": 0}
    finally:
        os.kill(two.pid, signal.SIGCONT)


def test_redis_that_dies_is_named_until_it_is_back(pair: tuple[Server, Server]) -> None:
    one, _ = pair
    redis = one.site.redis
    assert redis is not None
    assert ready(one) == (200, [])
    redis.kill()
    try:
        soon(lambda: ready(one) == (503, ["redis"]))
        assert get(one, "/readyz?exclude=redis")[0] == 200
        assert get(one, "/healthz") == (200, "ok\n")
    finally:
        redis.start()
    soon(lambda: ready(one) == (200, []))


def test_a_process_told_to_end_is_not_ready_but_answers(pair: tuple[Server, Server]) -> None:
    one, two = pair
    code = table_of([Person(two)], "kierki", bots=3, level="normal")
    line = HTTPConnection("127.0.0.1", two.port, timeout=60)
    with closing(line), deaf(two, code):

        def told() -> Any:
            line.request("GET", "/readyz")
            return json.loads(line.getresponse().read())

        assert told() == {"ready": True, "failing": []}
        two.process.terminate()
        soon(lambda: told() == {"ready": False, "failing": ["draining"]}, 4)
    assert two.process.wait(60) == 0
    assert up(one) == {"0": 1}


def deaf(server: Server, code: str) -> socket.socket:
    """A client that watches a table and answers nothing: the server's stop waits for it, not for ever."""
    line = socket.create_connection(("127.0.0.1", server.port))
    handshake = (
        f"GET /ws/{code} HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Protocol: compendium.1",
    )
    line.sendall("\r\n".join([*handshake, "", ""]).encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line

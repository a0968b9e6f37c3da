"""Two servers behind a real nginx, with the configuration that the docs ship."""

import asyncio
import http.client
import json
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener, urlopen

import pytest
from websockets.asyncio.client import connect

from compendium.testing.programs import dies_with_us
from tests.faults.players import Robot, check_log, play_all
from tests.logs import log_of
from tests.nginx import Nginx
from tests.people import Person, table_of
from tests.servers import Server, Site
from tests.tables.client import WireTab

PROXIED = {"COMPENDIUM_PROXIES": "127.0.0.1"}
WHO = Path(__file__).parents[1] / "setup" / "who.py"
Front = Callable[..., Nginx]


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Server, Server]]:
    site = Site(postgres=True, pace=0, environment=PROXIED)
    yield site.start(), site.start()
    site.close()


@pytest.fixture(scope="module")
def nginx(pair: tuple[Server, Server]) -> Iterator[Nginx]:
    nginx = Nginx([server.port for server in pair])
    nginx.start()
    yield nginx
    nginx.stop()


@pytest.fixture(scope="module")
def people(nginx: Nginx) -> list[Person]:
    return [Person(nginx) for _ in range(4)]


@pytest.fixture
def front() -> Iterator[Front]:
    """nginx in front of some ports, for one test."""
    begun: list[Nginx] = []

    def front(*ports: int, tls: bool = False) -> Nginx:
        begun.append(Nginx(ports, tls=tls))
        begun[-1].start()
        return begun[-1]

    yield front
    for nginx in begun:
        nginx.stop()


def taken(nginx: Nginx, path: str, times: int = 1) -> list[int]:
    """The servers that answered for a path."""
    return [seen.servers[-1] for seen in nginx.seen(path, times)]


def tables_at_both(nginx: Nginx, people: list[Person], each: int) -> dict[str, int]:
    """New tables' codes, and the server that answers for each; so many of each server's."""
    homes: dict[str, int] = {}
    for _ in range(60):
        code = table_of(people, "kierki", bots=4 - len(people), level="normal")
        people[0].opener.open(f"{nginx.url}/t/{code}").close()
        [home] = taken(nginx, f"/t/{code}")
        if list(homes.values()).count(home) < each:
            homes[code] = home
        if len(homes) == 2 * each:
            return homes
    raise AssertionError(f"all tables go to one server: {homes}")


async def test_a_tables_sockets_and_page_share_a_server(nginx: Nginx, people: list[Person]) -> None:
    for code, home in tables_at_both(nginx, people[:1], 3).items():
        for person in people:
            async with WireTab(nginx.ws, code, person.key) as tab:
                await tab.join()
        assert taken(nginx, f"/ws/{code}", 4) == [home] * 4


def test_pages_go_round_and_static_files_are_kept(nginx: Nginx, pair: tuple[Server, Server]) -> None:
    for _ in range(8):
        with urlopen(nginx.url) as page:
            text = page.read().decode()
    assert set(taken(nginx, "/", 8)) == {server.port for server in pair}
    path = text[text.index("/static/assets/") :].partition('"')[0]
    for times in (1, 2):
        with urlopen(nginx.url + path) as file:
            assert "immutable" in file.headers["Cache-Control"]
        nginx.seen(path, times)  # it is told of once it is kept
    assert [seen.cached for seen in nginx.seen(path, 2)] == ["MISS", "HIT"]


async def test_what_is_too_long_is_refused(nginx: Nginx, people: list[Person]) -> None:
    there = http.client.HTTPConnection("127.0.0.1", nginx.port)
    there.request("POST", "/api/play", body=b" " * 70_000, headers={"Content-Type": "application/json"})
    assert there.getresponse().status == 413
    code = table_of(people[:1], "kierki", bots=3, level="normal")
    async with WireTab(nginx.ws, code, people[0].key) as tab:
        await tab.send("x" * 17_000)
        await tab.find(lambda tab: tab.closed is not None)
        assert tab.closed == 1009


async def test_when_a_server_is_killed_its_tables_go_on_at_the_other(
    nginx: Nginx, pair: tuple[Server, Server], people: list[Person]
) -> None:
    """Clients know one address. Nothing they were told is lost, and no request fails."""
    victim, other = pair
    homes = tables_at_both(nginx, people, 2)
    robots = {code: [Robot(person, code, [nginx]) for person in people] for code in homes}
    everybody = [robot for table in robots.values() for robot in table]
    playing = asyncio.create_task(
        play_all(everybody, lambda: all(robot.tab.seq >= 60 for robot in everybody))
    )
    await asyncio.gather(*(robot.tab.at(20) for robot in everybody))
    victim.kill()
    for _ in range(4):
        await asyncio.to_thread(table_of, people[:1], "kierki", 3, "normal")
    await playing
    for code, table in robots.items():
        assert [robot.breaks > 0 for robot in table] == [homes[code] == victim.port] * 4
        check_log(log_of(other, code), table)
        for robot in table:
            await robot.tab.shut()
        assert set(taken(nginx, f"/ws/{code}", 4)[-4:]) == {other.port}
    assert {seen.status for seen in nginx.seen("/api/tables", 4)} <= {200, 201}


async def test_a_client_is_known_by_its_own_address(front: Front) -> None:
    """Through nginx, whatever it claims; a claim of somebody who is no proxy of ours counts for nothing."""
    with who("127.0.0.1") as port:
        nginx = front(port)
        claims = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        there = http.client.HTTPConnection("127.0.0.1", nginx.port, source_address=("127.0.0.2", 0))
        there.request("GET", "/", headers=claims)
        assert there.getresponse().read() == b"127.0.0.2 http"
        socket = connect(f"{nginx.ws}/ws/x", additional_headers=claims, local_addr=("127.0.0.3", 0))
        async with socket as line:
            assert await line.recv() == "127.0.0.3 http"
        there = http.client.HTTPConnection("127.0.0.1", port, source_address=("127.0.0.2", 0))
        there.request("GET", "/", headers=claims)
        assert there.getresponse().read().startswith(b"127.0.0.2 ")


def test_a_site_takes_its_proxies_from_the_environment(nginx: Nginx, pair: tuple[Server, Server]) -> None:
    """A server says so when one speaks to it that it does not know."""
    urlopen(Request(pair[1].url, headers={"X-Forwarded-For": "203.0.113.7"})).close()
    assert "COMPENDIUM_PROXIES" not in pair[1].log.read_text()
    there = http.client.HTTPConnection("127.0.0.1", pair[1].port, source_address=("127.0.0.2", 0))
    there.request("GET", "/", headers={"X-Forwarded-For": "203.0.113.7"})
    there.getresponse().read()
    assert "a proxy at 127.0.0.2 says" in pair[1].log.read_text()


@contextmanager
def who(proxies: str) -> Iterator[int]:
    """The port of a server that says who its clients are."""
    program = subprocess.Popen(
        [sys.executable, WHO, proxies],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=dies_with_us(signal.SIGKILL),
    )
    try:
        assert program.stdout
        yield int(program.stdout.readline().removeprefix("port "))
    finally:
        program.kill()
        program.communicate()


async def test_over_tls(server: Callable[..., Server], front: Front) -> None:
    """Pages, forms and sockets, as a browser uses them: with cookies that go over TLS only."""
    at = await asyncio.to_thread(server, environment={**PROXIED, "COMPENDIUM_HTTPS": "1"})
    nginx = front(at.port, tls=True)
    trust = ssl.create_default_context(cafile=str(nginx.folder / "fullchain.pem"))
    there = http.client.HTTPConnection("127.0.0.1", nginx.plain)
    there.request("GET", "/rules/kierki")
    sent = there.getresponse()
    assert (sent.status, sent.headers["Location"]) == (301, f"{nginx.url}/rules/kierki")
    cookies = CookieJar()
    browser = build_opener(HTTPSHandler(context=trust), HTTPCookieProcessor(cookies))
    browser.open(nginx.url).close()
    token = {cookie.name: cookie.value or "" for cookie in cookies}["csrftoken"]
    origin = {"Origin": nginx.url, "X-CSRFToken": token, "Content-Type": "application/json"}
    play = Request(f"{nginx.url}/api/play", b'{"game": "kierki"}', origin, method="POST")
    with browser.open(play) as answer:
        code = json.load(answer)["code"]
    assert all(cookie.secure for cookie in cookies)
    headers = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)}
    async with WireTab(nginx.ws, code, additional_headers=headers, origin=nginx.url, ssl=trust) as tab:
        await tab.join()
        assert tab.you is not None

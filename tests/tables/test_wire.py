"""Over real sockets, through Daphne and Channels: who may come in, and what is answered to nonsense."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from tests.people import Person, table_of
from tests.servers import ROOT, Server, Site
from tests.tables.client import PATIENCE, WireTab
from tests.tables.test_bots import install_toy

PROTOCOL = [Subprotocol("compendium.1")]


@pytest.fixture(scope="module", params=["1", "0", "asgi"])
def at(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite that has Toy, with frames past autobahn, through it, and through Channels."""
    folder = install_toy(tmp_path_factory.mktemp("toy"))
    environment = {
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
        "COMPENDIUM_DIRECT": request.param,
    }
    site = Site(postgres=False, pace=0, environment=environment)
    yield site.start()
    site.close()


@pytest.fixture(scope="module")
def people(at: Server) -> list[Person]:
    return [Person(at) for _ in range(2)]


@pytest.fixture
def code(people: list[Person]) -> str:
    """A table of these two, which has begun."""
    return table_of(people, "toy", at_once=True)


async def refused(url: str, **handshake: Any) -> int:
    """The HTTP status with which a handshake is refused."""
    with pytest.raises(InvalidStatus) as refusal:
        await connect(url, subprotocols=PROTOCOL, **handshake)
    return refusal.value.response.status_code


async def closed(url: str, **handshake: Any) -> int | None:
    """The code with which a socket is closed at once."""
    async with connect(url, **{"subprotocols": PROTOCOL, **handshake}) as line:
        await asyncio.wait_for(line.wait_closed(), PATIENCE)
        return line.close_code


def bearer(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.key}"}


async def test_origins_and_tokens(at: Server, people: list[Person], code: str) -> None:
    url = f"{at.ws}/ws/{code}"
    assert await refused(url, origin="https://elsewhere.example") == 403
    assert await refused(url, origin="https://elsewhere.example", additional_headers=bearer(people[0])) == 403
    assert await refused(url, origin="null") in (400, 403), "a page from a file"
    assert await refused(url) == 403, "neither origin nor token"
    assert await closed(url, additional_headers={"Authorization": "Bearer nonsense"}) == 4401
    async with WireTab(at.ws, code, people[0].key) as ada:
        assert (await ada.join()).you == (0, 0)
    async with WireTab(at.ws, code, origin=at.url) as watcher:
        assert (await watcher.join()).you is None
    session = {"Cookie": f"sessionid={people[1].cookie('sessionid')}"}
    async with WireTab(at.ws, code, origin=at.url, additional_headers=session) as bob:
        assert (await bob.join()).you == (1, 0)


@pytest.mark.parametrize("wrong", ["ZZZZZZ", "x", "a" * 500, "%00", "żółw", "..%2f..", "' or 1=1 --"])
async def test_an_unknown_code(at: Server, people: list[Person], wrong: str) -> None:
    url = f"{at.ws}/ws/{quote(wrong, safe='%')}"
    assert await closed(url, additional_headers=bearer(people[0])) == 4404


async def test_a_code_in_small_letters(at: Server, people: list[Person], code: str) -> None:
    async with WireTab(at.ws, code.lower(), people[0].key) as ada:
        assert (await ada.join()).you == (0, 0)


async def test_another_protocol(at: Server, people: list[Person], code: str) -> None:
    url = f"{at.ws}/ws/{code}"
    assert await closed(url, additional_headers=bearer(people[0]), subprotocols=["compendium.9"]) == 4406
    assert await closed(url, additional_headers=bearer(people[0]), subprotocols=None) == 4406
    async with connect(url, additional_headers=bearer(people[0])) as socket:
        await socket.wait_closed()
        assert socket.close_reason == "subprotocol compendium.1"


@pytest.mark.parametrize(
    ("frame", "code_of_close"),
    [
        (b"\x00\xff", None),
        (b'["seen",1]', None),
        ("x" * 16_000, None),
        ("x" * 16_385, 1009),
        ("[" * 20_000, 1009),
    ],
    ids=["binary", "binary json", "16,000", "16,385", "20,000"],
)
async def test_frames_that_are_none(
    at: Server, people: list[Person], code: str, frame: bytes | str, code_of_close: int | None
) -> None:
    async with WireTab(at.ws, code, people[0].key) as ada, WireTab(at.ws, code, people[1].key) as bob:
        await ada.join()
        await bob.join()
        await ada.send(frame)
        if code_of_close is None:
            await ada.until(lambda: ["no", None, "malformed", {}] in ada.frames)
            assert (await ada.play("put", "AS"))[0] == "e"
        else:
            await ada.until(lambda: ada.closed is not None)
            assert ada.closed == code_of_close
        assert (await bob.play("put", "AH"))[0] == "e"


async def test_too_many_frames_are_refused_then_cut(at: Server, people: list[Person], code: str) -> None:
    async with WireTab(at.ws, code, people[1].key) as bob:
        await bob.join()
        ids = [await bob.move("put", "KH") for _ in range(200)]  # more than a slow server forgives meanwhile
        outcomes = [await bob.outcome(id) for id in ids]
        codes = [code for _, code, _ in outcomes]
        assert (set(codes), codes[:39]) == ({"too_fast", "card_not_held"}, ["card_not_held"] * 39)
        with suppress(ConnectionClosed):
            while bob.closed is None:
                await bob.send('["seen",1]')
                await asyncio.sleep(0.001)
        await bob.until(lambda: bob.closed is not None)
        assert bob.closed == 4429


async def test_a_flood_is_dropped_and_nobody_else_notices(
    at: Server, people: list[Person], code: str
) -> None:
    async with WireTab(at.ws, code, people[0].key) as ada, WireTab(at.ws, code, people[1].key) as bob:
        await ada.join()
        await bob.join()

        async def flood() -> None:
            with suppress(ConnectionClosed):
                while bob.closed is None:
                    for _ in range(20):
                        await bob.send('["seen",1]')
                    await asyncio.sleep(0)

        flooding = asyncio.create_task(flood())
        worst = 0.0
        for rank in "A2345":
            spent = at.processor
            assert (await ada.play("put", f"{rank}S"))[0] == "e"
            worst = max(worst, at.processor - spent)
            await asyncio.sleep(0.05)
        await bob.until(lambda: bob.closed is not None)
        await flooding
        assert bob.closed in (4429, 1006), "it may not have read why"
        assert worst < 0.5, "seconds of its processor that the server spends on others before it answers her"
    async with WireTab(at.ws, code, people[1].key) as bob:
        await bob.join()
        assert (await bob.play("put", "2H"))[0] == "e"


async def test_a_game_that_fails_harms_nobody(at: Server, people: list[Person], code: str) -> None:
    other = table_of(people, "toy", at_once=True)
    async with WireTab(at.ws, code, people[0].key) as ada, WireTab(at.ws, other, people[0].key) as eve:
        await ada.join()
        await eve.join()
        assert await ada.play("crash") == ("no", "internal", {})
        assert (await ada.play("put", "AS"))[0] == "e"
        assert (await eve.play("put", "AS"))[0] == "e"


async def test_cut_lines_and_a_restart_lose_nothing(at: Server, people: list[Person]) -> None:
    code = table_of(people, "toy", at_once=True, cards=13)
    ada, bob = WireTab(at.ws, code, people[0].key), WireTab(at.ws, code, people[1].key)
    for tab in (ada, bob):
        await tab.open()
        await tab.join()
    ids = []
    for n, rank in enumerate("A23456789TJQK"):
        ids.append(await ada.move("put", f"{rank}S"))
        await bob.move("put", f"{rank}H")
        if n == 3:
            ada.cut()
            await ada.open()
            await ada.rejoin()
        if n == 7:
            await asyncio.to_thread(at.stop)
            await ada.until(lambda: ada.closed is not None)
            await bob.until(lambda: bob.closed is not None)
            assert {ada.closed, bob.closed} == {1012}
            await asyncio.to_thread(at.start)
            for tab in (ada, bob):
                await tab.open()
                await tab.rejoin()
    for tab in (ada, bob):
        await tab.until(lambda: not tab.pending)  # noqa: B023
    won = [sum(outcome[0] != "no" for outcome in tab.outcomes.values()) for tab in (ada, bob)]
    await ada.until(lambda: ada.facts["puts"] == won)
    await bob.until(lambda: bob.facts["puts"] == won)
    assert set(ids) == set(ada.outcomes)
    await ada.shut()
    await bob.shut()


async def test_many_comers_and_goers_leave_nothing_behind(
    at: Server, people: list[Person], code: str
) -> None:
    """Their sockets are gone from the table, and so is what they took of the server's memory."""

    async def visit(n: int) -> None:
        tab = WireTab(at.ws, code, people[n % 2].key)
        await tab.open()
        if n % 3:
            await tab.join()
        tab.cut() if n % 2 else await tab.shut()

    def threads() -> int:
        return len(list(Path(f"/proc/{at.pid}/task").iterdir()))

    before, told = threads(), len(at.log.read_text())
    for start in range(0, 120, 12):
        await asyncio.gather(*(visit(n) for n in range(start, start + 12)))
    async with WireTab(at.ws, code, people[0].key) as ada:
        await ada.join()
        assert (await ada.play("put", "AS"))[0] == "e"
    assert threads() <= before + 8
    assert "Traceback" not in at.log.read_text()[told:]

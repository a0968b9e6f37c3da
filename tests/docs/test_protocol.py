"""The page about the sockets: its program plays, and it names what the code has."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import compendium
from compendium.tables import consumer, hub, inbox, limits, protocol, socket
from tests.people import Person
from tests.servers import Server

FOLDER = Path(compendium.__file__).parent
PAGE = (FOLDER / "docs" / "protocol.md").read_text()


async def test_the_pages_program_plays_a_whole_game(server: Callable[..., Server], tmp_path: Path) -> None:
    at = await asyncio.to_thread(server, pace=0)
    program = tmp_path / "player.py"
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    program.write_text(code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 50
    command = [sys.executable, str(program), at.url, Person(at).key]

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    told = await asyncio.to_thread(run)
    assert told.stderr == ""
    over = re.search(r"^over: \[(.*)\]$", told.stdout, re.MULTILINE)
    assert over, told.stdout
    assert sum(map(int, over[1].split(","))) == 0


def test_the_page_names_every_code_of_the_platform() -> None:
    sources = "".join(
        (FOLDER / "tables" / f"{name}.py").read_text() for name in ("house", "inbox", "judge", "presence")
    )
    codes = set(
        re.findall(
            r'(?:Illegal|refuse|no_frame)\((?:id, |error\.id, |protocol\.id_of\(text\), )?"(\w+)"', sources
        )
    )
    assert len(codes) >= 12
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()


def test_the_pages_numbers_are_the_codes() -> None:
    closes = (
        consumer.BAD_TOKEN,
        consumer.UNKNOWN_TABLE,
        consumer.WRONG_PROTOCOL,
        inbox.FLOODED,
        hub.OUT_OF_SERVICE,
    )
    assert all(f"{number}" in PAGE for number in closes)
    assert f"{protocol.LONGEST_FRAME:,} characters" in PAGE
    assert f"the ids, {protocol.MOST_PENDING} at most" in PAGE
    assert f"falls {socket.MOST_BEHIND} entries behind" in PAGE
    assert f"more than {limits.BURST:.0f} frames at once or {limits.RATE:.0f} a second" in PAGE
    assert protocol.LONGEST_MOVE == 8

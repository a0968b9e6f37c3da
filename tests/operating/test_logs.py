"""What stands in a log, and what never does: hidden cards and secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, OperationalError

from compendium.operating import logs
from compendium.rules.cards import DECK
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab
from tests.tables.conftest import soon

GOSSIP = Path(__file__).with_name("gossip")
CARD = re.compile(rf"(?<![A-Z0-9])(?:{'|'.join(DECK)})(?![A-Z0-9])")
FAILURES = {
    "gossip failed on table {code}: play": "KeyError",
    "gossip failed on table {code}: blab": "ValueError",
    "gossip failed on table {code}: chain": "KeyError",
    "gossip failed on table {code}: unsayable": "TypeError",
    "gossip failed on table {code}: @wake": "RuntimeError",
    "gossip cannot say what is legal": "LookupError",
    "the bot of gossip failed": "RuntimeError",
    " ms for slow": "",
}
"""What must be told, and by what name."""


@pytest.fixture
def gossip(tmp_path: Path) -> dict[str, str]:
    """The environment of a server on which Gossip is installed."""
    package = tmp_path / "gossip-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: gossip\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[compendium.games]\ngossip = gossip:game\n")
    return {"PYTHONPATH": f"{tmp_path}:{GOSSIP}", "COMPENDIUM_LOG_LEVEL": "debug"}


@pytest.mark.parametrize("how", ["json", "text"])
async def test_a_game_that_fails_in_every_way_shows_no_card(
    server: Callable[..., Server], gossip: dict[str, str], how: str
) -> None:
    site = await asyncio.to_thread(server, pace=0, environment=gossip | {"COMPENDIUM_LOG": how})
    ada = Person(site)
    code = table_of([ada], "gossip", bots=1, level="easy")
    async with WireTab(site.ws, code, ada.key) as tab:
        await tab.join()
        for verb, kind in {
            "play": "no",
            "blab": "no",
            "chain": "no",
            "unsayable": "no",
            "slow": "e",
            "wake": "e",
        }.items():
            assert (await tab.play(verb, "AS"))[0] == kind, verb
        await _told(site, "the bot of gossip failed")
        assert (await tab.play("mute"))[0] == "e"
        await tab.send(json.dumps(["m", "abcdef", 0, ["AS", "KH"]]))
        await tab.outcome("abcdef")
        told = await _told(site, *(what.format(code=code) for what in FAILURES))
    cards = [card for entry in log_of(site, code)[:1] for card in CARD.findall(json.dumps(entry.ops))]
    assert len(cards) >= 52, "the deal names them all"
    assert CARD.findall(told) == []
    assert ada.key not in told
    assert (site.site.folder / "secret").read_text() not in told
    if how == "json":
        _check_json(told, code)
    else:
        assert f'File "{GOSSIP}/gossip.py", line' in told


async def _told(site: Server, *what: str) -> str:
    """Its log, as soon as everything that must be told is."""

    async def all_told() -> bool:
        return all(each in site.log.read_text() for each in what)

    await soon(all_told, 30)
    return site.log.read_text()


def _check_json(told: str, code: str) -> None:
    lines = [json.loads(line) for line in told.splitlines() if not line.startswith(("Prep", "Compendium is"))]
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
        assert line["level"] in ("debug", "info", "warning", "error", "critical")
        assert line["logger"]
        assert isinstance(line["process"], int)
    for what, kind in FAILURES.items():
        found = [line for line in lines if what.format(code=code) in line["message"]]
        assert {line["table"] for line in found} == {code}, what
        if kind:
            assert f'{GOSSIP}/gossip.py", line' in found[0]["error"] or kind == "TypeError", what
            assert kind in found[0]["error"]


# The formatter by itself.


class Fault(Exception):
    """Raised by code that holds cards."""


Fault.__module__ = "compendium.tables.somewhere"


def record(message: str, *args: Any, error: BaseException | None = None, **more: Any) -> logging.LogRecord:
    info: Any = None
    if error is not None:
        try:
            raise error
        except BaseException:
            info = sys.exc_info()
    made = logging.LogRecord("compendium.x", logging.ERROR, __file__, 1, message, args, info)
    vars(made).update(more)
    return made


@pytest.mark.parametrize("formatter", [logs.Text(), logs.Json()])
def test_exceptions_that_may_name_cards_are_told_by_kind(
    formatter: logging.Formatter, settings: LazySettings
) -> None:
    told = formatter.format(record("it failed: %s", Fault("7H"), error=Fault("8H")))
    assert "it failed: Fault" in told
    assert "7H" not in told
    assert "8H" not in told
    assert "test_logs.py" in told
    settings.DEBUG = True
    told = formatter.format(record("it failed: %s", Fault("7H"), error=Fault("8H")))
    assert "7H" in told
    assert "8H" in told


def test_of_a_database_only_the_first_line_is_told() -> None:
    """What follows quotes the row."""
    error = IntegrityError('null value in "seq"\nDETAIL:  Failing row contains (7, null, ["m","h0","7H"]).')
    error.__context__ = Fault()
    assert logs.told(error) == 'IntegrityError: null value in "seq"'
    away = OperationalError("connection refused\n\tIs the server running?")
    assert logs.told(away) == "OperationalError: connection refused"


def test_what_has_no_cards_is_told_whole() -> None:
    told = logs.Text().format(record("a page broke", error=AttributeError("no such thing")))
    assert "AttributeError: no such thing" in told
    assert "raise error" in told


@pytest.mark.parametrize("formatter", [logs.Text(), logs.Json()])
def test_a_link_that_whoever_has_it_may_use_is_not_told(formatter: logging.Formatter) -> None:
    told = formatter.format(record("%s: %s", "Not found", "/notices/stop/WzEsImFiYyJd:1xY495:RuDbA2-x"))
    assert "/notices/stop/" in told
    assert "RuDbA2" not in told
    assert "WzEs" not in told


def test_json_is_one_line_whatever_is_in_it() -> None:
    told = logs.Json().format(record("odd\n%s \u2028", "Łódź\n", error=Fault("a\nb"), table="ABCDEF"))
    assert len(told.split("\n")) == 1
    line = json.loads(told)
    assert line["message"] == "odd\nŁódź\n \u2028"
    assert (line["table"], line["logger"], line["level"]) == ("ABCDEF", "compendium.x", "error")
    assert json.loads(logs.Json().format(record("100 %")))["message"] == "100 %"


def test_a_message_that_does_not_fit_its_arguments_harms_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logs.Json())
    handler.handle(record("%d moves", "x"))
    assert "moves" in capsys.readouterr().err

"""Processes on one machine: each has a number and is told of in a scrape, whoever answers it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from compendium.operating import metrics, peers
from compendium.operating.peers import Peers
from tests.servers import ROOT


@asynccontextmanager
async def process(data: Path, told: bytes = b"[]") -> AsyncIterator[Peers]:
    one = Peers(data, lambda: told)
    await one.start()
    try:
        yield one
    finally:
        await one.stop()


async def test_a_process_takes_the_lowest_number_that_is_free(tmp_path: Path) -> None:
    async with process(tmp_path) as first, process(tmp_path) as second:
        assert (first.name, second.name) == ("0", "1")
        await first.stop()
        first._lock = first._server = None
        async with process(tmp_path) as third:
            assert third.name == "0"


async def test_each_is_told_what_the_others_tell(tmp_path: Path) -> None:
    async with process(tmp_path, b"a") as a, process(tmp_path, b"b" * 500_000) as b:
        assert await a.ask() == {"1": b"b" * 500_000}
        assert await b.ask() == {"0": b"a"}


async def test_what_a_killed_process_left_is_no_process(tmp_path: Path) -> None:
    async with process(tmp_path) as one:
        server = await asyncio.start_unix_server(lambda r, w: None, tmp_path / peers.FOLDER / "7.sock")
        server.close()
        (tmp_path / peers.FOLDER / "7.sock").touch()
        assert await one.ask() == {}


@pytest.mark.alone
async def test_a_process_that_hangs_is_named_in_time(tmp_path: Path) -> None:
    async with process(tmp_path) as one:
        hung = await asyncio.start_unix_server(lambda r, w: None, tmp_path / peers.FOLDER / "7.sock")
        begin = asyncio.get_running_loop().time()
        assert await one.ask() == {"7": None}
        assert asyncio.get_running_loop().time() - begin < 2 * peers.LONGEST
        hung.close()


async def test_a_folder_that_cannot_be_shared_leaves_a_process_alone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for data in (tmp_path / "file", tmp_path / ("long" * 30)):
        async with process(data) as one:
            assert await one.ask() == {}
            assert one.name.isdecimal()


def test_processes_stand_side_by_side_in_one_text() -> None:
    mine, other = metrics.collect("0"), metrics.encode(metrics.collect("1"))
    text, _ = metrics.expose(mine, {"1": other, "2": None}, "")
    families = {family.name: family for family in text_string_to_metric_families(text.decode())}
    assert text.count(b"# TYPE compendium_moves ") + text.count(b"# TYPE compendium_moves_total ") == 1
    up = {s.labels["process"]: s.value for s in families["compendium_process_up"].samples}
    assert up == {"0": 1, "1": 1, "2": 0}
    for family in families.values():
        assert {sample.labels["process"] for sample in family.samples} >= {"0", "1"}, family.name
        told = [(s.name, tuple(sorted(s.labels.items()))) for s in family.samples]
        assert len(told) == len(set(told)), family.name
    refused = [s for s in families["compendium_moves"].samples if s.labels["outcome"] == "internal"]
    assert len(refused) == 2, "an alert on its increase needs it before the first"
    assert families["process_resident_memory_bytes"].samples[0].value > 1e6


def test_operating_md_names_the_metrics_there_are() -> None:
    """Its table names all of them, and its alerts no others."""
    section = (ROOT / "compendium" / "docs" / "operating.md").read_text().partition("\n## Metrics\n")[2]
    section = section.partition("\n## Logs\n")[0]
    own = [metric for metric in metrics.collect("0") if metric.name.startswith("compendium_")]
    names = {f"{metric.name}{'_total' if metric.type == 'counter' else ''}" for metric in own}
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    listed = {f"compendium_{name}" for row in rows for name in re.findall(r"`([a-z_]+)", row)}
    assert listed | {"compendium_process_up"} == names
    samples = {sample.name for metric in own for sample in metric.samples}
    assert set(re.findall(r"compendium_[a-z_]+", section.partition("Alerts worth")[2])) <= samples

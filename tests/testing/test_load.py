"""The load tool plays real tables over real sockets, and sees what a server loses, doubles or makes up."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from compendium.rules import registry
from compendium.tables.models import Entry, Table
from compendium.testing.load import audit, laid, others, scripts, soaking
from compendium.testing.load.counts import Counts
from compendium.testing.load.crowd import Seated
from compendium.testing.load.laid import Laid
from compendium.testing.load.line import Line, masked
from compendium.testing.load.plan import Soak
from compendium.testing.load.scripts import Step
from tests.servers import ROOT

NERTS: Any = registry.get("nerts")
HEADER = 4
"""Lines on the machine."""


def test_a_few_tables_are_measured_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, "manage.py", "bench", "tables", "--tables", "3", "--repeat", "1"]
    short = ["--warmup", "0.5", "--seconds", "2"]
    printed = subprocess.run([*command, *short], cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert printed.returncode == 0, printed.stderr
    *header, titles, row = printed.stdout.splitlines()
    assert len(header) == HEADER
    assert "SQLite" in header[-1]
    assert titles.split()[:2] == ["tables", "run"]
    cells = row.split()
    assert cells[:2] == ["3", "1"]
    assert float(cells[2]) > 1  # moves a second, of 24; how many, is no matter of tests
    assert cells[-2:] == ["none", "none"], "refused, faults"
    assert not list(tmp_path.glob("compendium-*"))


OTHERS = {
    "join --entries 60 --times 1": ["entries", "60", "60"],
    "idle --game kierki --sockets 8 --pause 0.2 --warmup 0.5 --seconds 2": ["game", "kierki"],
    "soak --tables 3 --minutes 0.15 --stay 4 --every 2": ["s"],
}
EVERY = 2
"""Seconds between two looks of the soak, at least: a busy machine looks later, and has time for fewer."""


def test_joins_idle_sockets_and_soaks_are_measured() -> None:
    running = {
        how: subprocess.Popen(
            [sys.executable, "manage.py", "bench", *how.split()],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for how in OTHERS
    }
    printed = {how: process.communicate(timeout=240) for how, process in running.items()}
    for how, (out, errors) in printed.items():
        rows = [line.split() for line in out.splitlines()[HEADER:]]
        expected = OTHERS[how]
        assert [row[0] for row in rows][: len(expected)] == expected, errors
        if how.startswith("soak"):
            times = [0, *(int(row[0]) for row in rows[1:-2])]
            assert len(times) > 1, errors
            assert all(later - earlier >= EVERY for earlier, later in pairwise(times)), times
            assert rows[-2][0] == "all", "and then what the memory does"
        if "faults" in rows[0]:
            assert {row[-1] for row in rows if len(row) > 1} == {"faults", "none"}
        if "moves/s" in rows[0]:
            moves = [float(row[rows[0].index("moves/s")]) for row in rows[1:] if len(row) > 1]
            assert min(moves) > 1


def test_a_soak_begins_a_table_before_it_leaves_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the moves of its first seconds are all made at once, in no order, and are refused."""
    monkeypatch.setattr(soaking, "AHEAD", 0.02)
    monkeypatch.setattr(soaking, "AFTER", 0.02)
    done: list[str] = []

    class Crowd:
        plan = Soak(rate=10, players=2, seconds=0.31)  # three tables of two moves

        async def come(self, laid: Laid, steps: Sequence[Step]) -> Seated:
            done.append(f"come {laid.id}")
            return Seated(laid.id, laid, steps, [])

        def begin_at(self, seated: Seated, start: float) -> None:
            done.append(f"begin {seated.place}")

        def go(self, seated: Seated) -> None:
            done.append(f"go {seated.place}")

    first, *after = (Laid(number, "", []) for number in range(3))
    steps = [Step(0, b"", None)] * 2
    crowd: Any = Crowd()
    asyncio.run(soaking._stay(crowd, Seated(0, first, steps, []), iter(after), steps, perf_counter()))
    stays = ["come 1", "begin 1", "go 0", "come 2", "begin 2", "go 1", "go 2"]
    assert done == ["begin 0", *stays]


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ([100] * 9, "flat"),
        ([100, 150, 150], "flat"),
        ([100, 110, 120, 130, 140, 150], "NOT flat"),
        ([], "short"),
    ],
)
def test_memory_that_grows_is_not_flat(memory: list[float], said: str) -> None:
    assert said in others.verdict(memory)


def test_a_scripts_moves_are_legal_one_after_the_other_and_end_nothing() -> None:
    first, second = scripts.scripts(NERTS, 4, 120, 2)
    assert first.steps != second.steps
    assert [script.steps for script in scripts.scripts(NERTS, 4, 120, 2)] == [first.steps, second.steps]
    assert [step.seat for step in first.steps[:5]] == [0, 1, 2, 3, 0]
    assert 20 < sum(step.lift is not None for step in first.steps) < 100


@pytest.fixture
def counts() -> Counts:
    return Counts()


def framed(text: str) -> bytes:
    assert len(text) < 126
    return bytes((0x81, len(text))) + text.encode()


def told(counts: Counts, *frames: str) -> Line:
    """A line of seat 0 that has been sent these frames, in pieces."""
    line = Line(counts, 0)
    line.open = True
    data = b"".join(map(framed, ('["view",3,0,[0,0],null,null]', *frames)))
    for start in range(0, len(data), 7):
        line.data_received(data[start : start + 7])
    return line


def sent(counts: Counts, moves: int) -> None:
    for _ in range(moves):
        counts.move(0, 2, 0.0)


def test_entries_that_come_in_order_are_no_fault(counts: Counts) -> None:
    sent(counts, 2)
    line = told(counts, '["e",4,9,0,"00000000",[]]', '["e",5,9,null,null,[]]', '["e",6,9,1,"00000001",[]]')
    assert (line.seq, counts.missing, counts.doubled, counts.views) == (6, 0, 0, 0)
    assert list(counts.left) == [1, 1]
    assert list(counts.seqs) == [4, 0], "of own moves only"
    assert counts.unanswered == 1


@pytest.mark.parametrize(
    ("seqs", "missing", "doubled"), [([4, 6], 1, 0), ([4, 4], 0, 1), ([6, 7], 2, 0), ([4, 5, 4], 0, 1)]
)
def test_gaps_and_repetitions_are_counted(
    counts: Counts, seqs: list[int], missing: int, doubled: int
) -> None:
    told(counts, *(f'["e",{seq},9,null,null,[]]' for seq in seqs))
    assert (counts.missing, counts.doubled) == (missing, doubled)


def test_refusals_are_counted_by_code_and_notes_are_none(counts: Counts) -> None:
    sent(counts, 1)
    told(counts, '["note",{"k":"carry","who":[1,0]}]', '["no","00000000","stale_flip",{}]')
    assert dict(counts.refused) == {"stale_flip": 1}
    assert counts.unanswered == 0


def test_a_frame_is_masked_as_clients_must() -> None:
    frame = masked(b'["seen",12]')
    assert frame[:2] == bytes((0x81, 0x80 | 11))
    assert bytes(byte ^ frame[2 + place % 4] for place, byte in enumerate(frame[6:])) == b'["seen",12]'


@pytest.mark.django_db
class TestTheLogIsLookedOver:
    """A table whose two players' three moves were all told as accepted."""

    @pytest.fixture
    def table(self) -> laid.Laid:
        return laid.lay(NERTS, [scripts.opening(NERTS, 2, "seed")])[0]

    def faults(self, counts: Counts, table: laid.Laid, *written: tuple[int, str]) -> list[str]:
        sent(counts, 3)
        for number in range(3):
            counts.seqs[number] = 3 + number
        players = iter("abcde")
        Entry.objects.bulk_create(
            Entry(table_id=table.id, seq=seq, at=0, player=next(players), move_id=id) for seq, id in written
        )
        Table.objects.filter(pk=table.id).update(head=2 + len(written))
        return audit.faults(counts, [table])

    def test_and_is_as_it_was_told(self, counts: Counts, table: laid.Laid) -> None:
        assert not self.faults(counts, table, (3, "00000000"), (4, "00000001"), (5, "00000002"))

    def test_and_misses_a_move(self, counts: Counts, table: laid.Laid) -> None:
        (fault,) = self.faults(counts, table, (3, "00000000"), (4, "00000001"))
        assert "00000002 was told as entry 5 and is not there" in fault

    def test_and_has_a_gap(self, counts: Counts, table: laid.Laid) -> None:
        found = self.faults(counts, table, (3, "00000000"), (4, "00000001"), (6, "00000002"))
        assert "the log is not 1 to 5" in found[0]

    def test_and_has_a_move_twice(self, counts: Counts, table: laid.Laid) -> None:
        twice = [(3, "00000000"), (4, "00000001"), (5, "00000002"), (6, "00000002")]
        assert "is there 2 times" in self.faults(counts, table, *twice)[0]

    def test_and_has_a_move_of_nobodys(self, counts: Counts, table: laid.Laid) -> None:
        more = [(3, "00000000"), (4, "00000001"), (5, "00000002"), (6, "00000009")]
        assert "nobody made" in self.faults(counts, table, *more)[0]

"""The one writer, on both databases: entries go onto the head they were made from, or nowhere."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import IntegrityError, connections

from compendium.accounts.models import Player
from compendium.setup.environment import read
from compendium.tables.append import Head, Job, commit
from compendium.tables.models import Entry, Place, Table
from compendium.tables.replica import Row


@pytest.fixture(params=[pytest.param("postgresql", marks=pytest.mark.django_db(transaction=True)), "sqlite"])
def using(request: pytest.FixtureRequest) -> str:
    """The alias of a database with the tables of tables."""
    alias: str = request.getfixturevalue(request.param)
    assert connections[alias].vendor == request.param
    return alias


@pytest.fixture
def postgresql() -> str:
    return "default"


@pytest.fixture
def sqlite(django_db_blocker: Any, tmp_path: Path) -> Iterator[str]:
    plain: dict[str, Any] = read({"COMPENDIUM_DATA": str(tmp_path)}).database
    connections.databases["sqlite"] = {**connections.databases["default"], **plain}
    with django_db_blocker.unblock():
        with connections["sqlite"].schema_editor() as editor:
            for model in (Player, Table, Entry, Place):
                editor.create_model(model)
        yield "sqlite"
        connections["sqlite"].close()
    del connections["sqlite"], connections.databases["sqlite"]


class Log:
    """Tables with a first entry each."""

    def __init__(self, using: str, tables: int = 1) -> None:
        self.using = using
        made = [Table(game="toy", seats=2, created=1, started_at=1, head=1) for _ in range(tables)]
        self.tables = [table.pk for table in Table.objects.using(using).bulk_create(made)]
        for id in self.tables:
            Entry.objects.using(using).create(table_id=id, seq=1, at=0)

    def append(self, *rows: tuple[int, Row], was: int = 1, **changes: Any) -> set[int]:
        """Append rows to tables (by number); `was` is the head they were made from."""
        by_table: dict[int, list[Row]] = {}
        for number, row in rows:
            by_table.setdefault(self.tables[number], []).append(row)
        return commit(
            Job([head(id, was, was + len(by_table[id]), **changes) for id in sorted(by_table)], by_table, []),
            self.using,
        )

    def seqs(self, number: int) -> list[int]:
        entries = Entry.objects.using(self.using).filter(table_id=self.tables[number])
        return list(entries.order_by("seq").values_list("seq", flat=True))

    def row(self, number: int = 0) -> Table:
        return Table.objects.using(self.using).get(pk=self.tables[number])


def head(id: int, was: int, head: int, **changes: Any) -> Head:
    return Head(id, was, head, None, None, None, 0, None, None)._replace(**changes)


def row(seq: int, id: str = "", player: str = "7") -> Row:
    return Row(seq, 10 * seq, 0, player if id else "", id, '["put","AS"]', '[["s",{"turn":1}]]', "")


def test_rows_and_their_head_are_written(using: str) -> None:
    log = Log(using)
    assert log.append((0, row(2, "abc123")), (0, row(3)), wake_at=99, skipped=5, paused_at=8) == set()
    assert log.seqs(0) == [1, 2, 3]
    table = log.row()
    assert (table.head, table.wake_at, table.skipped, table.paused_at, table.over_at) == (3, 99, 5, 8, None)
    entry = Entry.objects.using(using).get(seq=2)
    assert (entry.at, entry.seat, entry.player, entry.move_id) == (20, 0, "7", "abc123")
    assert json.loads(entry.move) == ["put", "AS"]
    assert json.loads(entry.ops) == [["s", {"turn": 1}]]


def test_onto_another_head_nothing_is_written(using: str) -> None:
    log = Log(using)
    log.append((0, row(2)))
    assert log.append((0, row(2)), wake_at=99) == {log.tables[0]}
    assert log.append((0, row(4)), was=3) == {log.tables[0]}
    assert log.seqs(0) == [1, 2]
    assert log.row().wake_at is None


def test_a_stale_table_does_not_keep_others_from_being_written(using: str) -> None:
    log = Log(using, tables=3)
    log.append((1, row(2)))
    assert log.append((0, row(2)), (1, row(2)), (2, row(2))) == {log.tables[1]}
    assert [log.seqs(n) for n in range(3)] == [[1, 2]] * 3
    assert [log.row(n).head for n in range(3)] == [2, 2, 2]


def test_a_table_that_is_gone_is_left(using: str) -> None:
    Log(using)
    assert commit(Job([head(10**6, 1, 2)], {10**6: [row(2)]}, []), using) == {10**6}


def test_a_players_move_is_written_once(using: str) -> None:
    log = Log(using, tables=2)
    log.append((0, row(2, "abc123")))
    with pytest.raises(IntegrityError):
        log.append((0, row(3, "abc123")), (1, row(2)), was=2)
    with pytest.raises(IntegrityError):
        log.append((0, row(3, "new123")), (0, row(4, "new123")), was=2)
    assert log.append((0, row(3, "abc123", player="8")), was=2) == set(), "another player's"
    assert log.append((1, row(2, "abc123"))) == set(), "another table's"
    assert log.append((0, row(4)), (0, row(5)), was=3) == set(), "moves without an id"
    assert [log.seqs(0), log.seqs(1)] == [[1, 2, 3, 4, 5], [1, 2]]


def test_the_end_is_written_once(using: str) -> None:
    log = Log(using)
    log.append((0, row(2)), over_at=500, score=[3, -3], figures=[{"best": 1.5}, {}])
    assert log.row().figures == [{"best": 1.5}, {}]
    log.append((0, row(3)), was=2, over_at=900, score=[3, -3])
    assert (log.row().over_at, log.row().score, log.row().state) == (500, [3, -3], "over")
    log.append((0, row(4)), was=3, score=[])
    assert log.row().score == []


def test_a_bot_sits_in_together_with_the_entry(using: str) -> None:
    log = Log(using, tables=2)
    places = [Place(table_id=id, seat=seat, name="P") for id in log.tables for seat in (0, 1)]
    Place.objects.using(using).bulk_create(
        [*places, Place(table_id=log.tables[0], seat=2, name="B", bot="easy")]
    )
    log.append((1, row(2)))
    a, b = log.tables
    job = Job(
        [head(a, 1, 2), head(b, 1, 2)],
        {a: [row(2)], b: [row(2)]},
        [(a, 1, "easy"), (b, 0, "easy"), (a, 2, "x")],
    )
    assert commit(job, using) == {b}
    sitting = Place.objects.using(using).exclude(stand_in="").values_list("table_id", "seat", "stand_in")
    assert list(sitting) == [(a, 1, "easy")]


@contextmanager
def lock_held(table: int) -> Iterator[None]:
    """Somebody else holds a table's row, for as long as they like."""
    database = settings.DATABASES["default"]
    place = {
        "host": database["HOST"],
        "port": database["PORT"],
        "dbname": database["NAME"],
        "user": database["USER"],
    }
    with psycopg.connect(**place) as holder:
        holder.execute("select 1 from tables_table where id = %s for update", [table])
        yield
        holder.rollback()


def test_a_locked_row_is_left_and_delays_nobody(transactional_db: None) -> None:
    log = Log("default", tables=2)
    with lock_held(log.tables[0]):
        assert log.append((0, row(2)), (1, row(2))) == {log.tables[0]}
        assert [log.seqs(0), log.seqs(1)] == [[1], [1, 2]]
    assert log.append((0, row(2))) == set()


def test_a_move_writes_no_index_but_those_that_keep_it_once(using: str) -> None:
    database = connections[using]
    with database.cursor() as cursor:
        found = database.introspection.get_constraints(cursor, Entry._meta.db_table)
    indexes = [kept for kept in found.values() if kept["index"] or kept["unique"] or kept["primary_key"]]
    assert sorted(kept["columns"] for kept in indexes) == [
        ["id"],
        ["table_id", "player", "move_id"],
        ["table_id", "seq"],
    ]

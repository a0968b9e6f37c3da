"""A worker ends with its supervisor."""

import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from compendium.setup import worker


@pytest.mark.parametrize("has_read", [True, False])
def test_it_ends_though_its_supervisor_never_read_that_it_is_ready(
    has_read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, ended = tmp_path / "handed", list[Any]()
    folder.mkdir()
    monkeypatch.setattr(worker.os, "kill", lambda pid, number: ended.append(number))
    monkeypatch.setattr(worker.os, "_exit", ended.append)
    monkeypatch.setattr(worker, "LONGEST_STOP", 0)
    line, supervisors = socket.socketpair()
    with line:
        line.send(worker.READY)
        if has_read:
            supervisors.recv(16)
        supervisors.close()
        worker._end_with(line, folder)
    assert ended == [signal.SIGTERM, 1]
    assert not folder.exists()

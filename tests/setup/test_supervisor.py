"""The supervisor of several workers: what it does when they die, and when it is told to replace them."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from compendium.setup.supervisor import listen
from compendium.testing.programs import dies_with_us
from tests.servers import ROOT

CREW = Path(__file__).with_name("crew.py")
PATIENCE = 120.0


class Crew:
    """The program of crew.py; `mood` is what its workers do when they start."""

    def __init__(self, folder: Path, mood: str = "serve", prepare: str = "exit 0") -> None:
        self.folder = folder
        (folder / "prepare").write_text(prepare)
        self.mood(mood)
        self.log = folder / "log"
        self.read = 0
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, CREW, str(folder)],
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=dies_with_us(signal.SIGKILL),
            )

    def mood(self, mood: str) -> None:
        (self.folder / "mood").write_text(mood)

    @property
    def told(self) -> str:
        return self.log.read_text()

    def until(self, pattern: str) -> re.Match[str]:
        """Wait until it tells this, after what was waited for before."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.told[self.read :], re.M)):
            assert time.monotonic() < deadline, f"{pattern} was not told:\n{self.told}"
            time.sleep(0.02)
        self.read += found.end()
        return found

    def serving(self) -> None:
        self.port = int(self.until(r"^port (\d+)")[1])

    def answers(self) -> int:
        """The process that takes a new connection."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line:
            return int(line.recv(16))

    def workers(self) -> set[int]:
        pid = self.process.pid
        return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def rest(self) -> str:
        """What it has told when it has ended."""
        self.process.wait(PATIENCE)
        return self.told


Begin = Callable[..., Crew]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    crews: list[Crew] = []

    def begin(**how: str) -> Crew:
        crews.append(Crew(tmp_path, **how))
        return crews[-1]

    yield begin
    for crew in crews:
        crew.process.kill()
        crew.process.wait()


@pytest.fixture
def crew(begin: Begin) -> Crew:
    crew = begin()
    crew.serving()
    return crew


def test_every_address_is_one_of_either_kind() -> None:
    """As where one process listens to ``::``."""
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with listen("::", 0) as listener:
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, listener.getsockname()[1]), 20).close()


def test_it_gives_up_when_workers_die_at_their_start_again_and_again(begin: Begin) -> None:
    crew = begin(mood="3")
    told = crew.rest()
    assert crew.process.returncode == 1
    assert len(re.findall(r"worker [12] \(process \d+\) ended \(exit status 3\)", told)) >= 5
    assert re.search(r"^\d workers in a row ended before they were ready", told, re.M)
    assert "Traceback" not in told


def test_a_worker_that_dies_is_replaced_and_its_death_is_told(crew: Crew) -> None:
    victim = crew.answers()
    os.kill(victim, signal.SIGKILL)
    crew.until(rf"process {victim}\) ended \(killed by SIGKILL\)")
    assert crew.answers() != victim


def test_while_one_worker_serves_it_does_not_give_up(crew: Crew) -> None:
    first, second = crew.workers()
    crew.mood("3")
    os.kill(first, signal.SIGKILL)
    for _ in range(6):
        crew.until(r"ended \(exit status 3\)")
    assert crew.answers() == second
    crew.mood("serve")
    os.kill(second, signal.SIGKILL)
    crew.until("killed by SIGKILL")
    assert crew.answers() not in (first, second)


def test_sighup_replaces_every_worker(crew: Crew) -> None:
    old = crew.workers()
    crew.process.send_signal(signal.SIGHUP)
    crew.until("all workers are new")
    assert len(crew.workers()) == 2
    assert not crew.workers() & old
    assert "ended" not in crew.told, "the old ones are no news"


def test_sighup_with_code_that_does_not_start_keeps_those_that_serve(crew: Crew) -> None:
    old = crew.workers()
    crew.mood("4")
    crew.process.send_signal(signal.SIGHUP)
    crew.until("a new worker does not come to serve")
    assert "exit status 4" in crew.told
    assert crew.workers() == old
    assert crew.answers() in old
    crew.mood("serve")
    crew.process.send_signal(signal.SIGHUP)
    crew.until("all workers are new")


def test_sighup_on_a_site_that_cannot_be_prepared_changes_nothing(begin: Begin) -> None:
    crew = begin(prepare="exit 1")
    crew.serving()
    old = crew.workers()
    crew.process.send_signal(signal.SIGHUP)
    crew.until("could not be prepared")
    assert crew.workers() == old


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_the_workers_and_is_no_failure(crew: Crew, how: signal.Signals) -> None:
    workers = crew.workers()
    crew.process.send_signal(how)
    assert "ended" not in crew.rest()
    assert crew.process.returncode == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)

"""Metrics in Prometheus' text format. What is not counted as it happens is looked up when somebody asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

import msgspec
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector

from compendium.tables.hub import Hub, present
from compendium.tables.replica import Replica
from compendium.tables.tally import Histogram, tally

LABEL = "process"
Values = Mapping[tuple[tuple[str, str], ...], float]
"""Samples by labels."""
Told = tuple[str, str, str, list[tuple[str, dict[str, str], float]]]
"""A metric as one process tells it to another: name, help, type, samples."""

_of_process = ProcessCollector(registry=None)


def expose(mine: list[Metric], others: dict[str, bytes | None], accept: str) -> tuple[bytes, str]:
    """All processes' metrics as text, and its content type: what `accept` prefers of Prometheus' formats."""
    registry = CollectorRegistry()
    registry.register(_Merged([*mine, *_told(others)]))
    encode, content_type = choose_encoder(accept)
    return encode(registry), content_type


def collect(name: str) -> list[Metric]:
    """This process' metrics, under its name."""
    found = [_gauge("process_up", "Whether a process of this machine answers.", {(): 1.0})]
    found += [*_counted(), *_held(present())]
    for metric in (found := [*found, *_of_process.collect()]):
        for sample in metric.samples:
            sample.labels[LABEL] = name
    return found


def encode(metrics: Iterable[Metric]) -> bytes:
    """For another process."""
    told: list[Told] = [
        (m.name, m.documentation, m.type, [(s.name, s.labels, s.value) for s in m.samples]) for m in metrics
    ]
    return msgspec.json.encode(told)


def _told(others: dict[str, bytes | None]) -> Iterator[Metric]:
    for name, text in others.items():
        if text is None:
            yield _gauge("process_up", "Whether a process of this machine answers.", {((LABEL, name),): 0.0})
            continue
        for of, documentation, kind, samples in msgspec.json.decode(text, type=list[Told]):
            metric = Metric(of, documentation, kind)
            for sample in samples:
                metric.add_sample(*sample)
            yield metric


class _Merged:
    """A collector of metrics by name: the samples of all processes side by side."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics: dict[str, Metric] = {}
        for metric in metrics:
            known = self._metrics.setdefault(metric.name, metric)
            if known is not metric:
                known.samples.extend(metric.samples)

    def collect(self) -> Iterable[Metric]:
        return self._metrics.values()


def _counted() -> Iterator[Metric]:
    """What is counted as it happens."""
    outcomes = {"accepted": tally.accepted, "internal": 0, **tally.refused}  # alerts want one to begin at 0
    yield _counter(
        "moves", "Moves of people and bots: accepted, or a refusal's code.", _by("outcome", outcomes)
    )
    yield _counter("wakes", "Moves of time: turns run out, deals begun.", {(): tally.wakes})
    yield _histogram("flush_entries", "Entries committed in one transaction.", tally.entries_in_flush)
    yield _histogram("flush_seconds", "From taking the moves to having told them.", tally.flush_seconds)
    yield _histogram("move_wait_seconds", "Receipt to told, slowest move of each flush.", tally.wait_seconds)
    yield _counter("flush_failures", "Transactions that failed.", {(): tally.failed_flushes})
    yield _counter("tables_broken", "Tables put out of service.", {(): tally.broken_tables})
    yield _histogram("loop_lag_seconds", "Lateness of the event loop.", tally.loop_lag)
    yield _counter("heads_behind", "Tables found behind without a hint.", {(): tally.found_behind})
    yield _counter("clients_skipped", "Clients too slow for each entry.", {(): tally.skipped})
    fates = {"sent": tally.hints_sent, "lost": tally.hints_lost, "heard": tally.hints_heard}
    yield _counter("hints", "Messages between processes.", _by("fate", fates))
    yield _histogram("bot_seconds", "A bot's decision, its wait included.", tally.thinking_seconds)
    yield _counter(
        "bots_random",
        "Bots that moved without thinking: by a quick level, or at random.",
        {(): tally.bots_at_random},
    )


def _held(hub: Hub | None) -> Iterator[Metric]:
    """What a hub holds now."""
    replicas = [] if hub is None else list(hub.replicas.values())
    states = dict.fromkeys(("waiting", "running", "paused", "over"), 0) | Counter(map(_state, replicas))
    yield _gauge("tables", "Tables held in memory.", _by("state", states))
    sockets = [socket for replica in replicas for socket in replica.sockets]
    players = sum(socket.seat is not None for socket in sockets)
    roles = {"player": players, "watcher": len(sockets) - players}
    yield _gauge("sockets", "Clients at tables.", _by("role", roles))
    yield _gauge("moves_waiting", "Moves not yet judged.", {(): 0 if hub is None else hub.flusher.waiting})
    yield _gauge("bots_thinking", "Bots that think or wait.", {(): 0 if hub is None else hub.bots.thinking})


def _state(replica: Replica) -> str:
    if replica.head == 0:
        return "waiting"
    if replica.table.over is not None:
        return "over"
    return "paused" if replica.table.facts.get("paused") else "running"


def _by(label: str, values: Mapping[str, float]) -> Values:
    return {((label, of),): value for of, value in values.items()}


def _gauge(name: str, documentation: str, values: Values) -> Metric:
    return _metric(name, documentation, "gauge", "", values)


def _counter(name: str, documentation: str, values: Values) -> Metric:
    return _metric(name, documentation, "counter", "_total", values)


def _metric(name: str, documentation: str, kind: str, suffix: str, values: Values) -> Metric:
    metric = Metric(f"compendium_{name}", documentation, kind)
    for labels, value in values.items():
        metric.add_sample(f"{metric.name}{suffix}", dict(labels), value)
    return metric


def _histogram(name: str, documentation: str, seen: Histogram) -> Metric:
    metric = Metric(f"compendium_{name}", documentation, "histogram")
    upto: list[Any] = [*seen.bounds, "+Inf"]
    for bound, count in zip(upto, accumulate(seen.counts), strict=True):
        metric.add_sample(f"{metric.name}_bucket", {"le": str(bound)}, count)
    metric.add_sample(f"{metric.name}_count", {}, sum(seen.counts))
    metric.add_sample(f"{metric.name}_sum", {}, seen.sum)
    return metric

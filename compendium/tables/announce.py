"""Telling everybody at a table, in all processes, that something outside its log changed. From synchronous
code.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from . import hints, hub


def announce(table_id: int, *kinds: str, note: dict[str, Any] | None = None) -> None:
    """After the transaction: ``places``, ``options``, ``started`` or ``log`` changed; ``note`` is sent to the
    clients as it is.
    """
    transaction.on_commit(lambda: _announce((table_id, kinds, note)))


def _announce(news: hints.News) -> None:
    here = hub.present()
    if here is not None and not here.loop.is_closed():
        here.loop.call_soon_threadsafe(here.hints.announce, news)
    else:
        hints.announce_from_elsewhere(news)

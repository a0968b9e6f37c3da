"""Bots that look ahead do so for some worlds only: quickly, and always the same."""

from __future__ import annotations

import pytest

from games.kierki.bots import BUDGETS
from games.kierki.bots.search import Budget


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time budget for Kierki's ``hard`` and ``expert``: tests would depend on the machine."""
    for level, worlds in (("hard", 4), ("expert", 4)):
        monkeypatch.setitem(BUDGETS, level, Budget(worlds))

"""The kernel stands alone: no Django, no I/O."""

from __future__ import annotations

import subprocess
import sys

ALONE = """
import sys
import compendium.rules.options, compendium.rules.registry, compendium.rules.cards
from compendium.testing import laws
from compendium.testing.examples.highcard import game
laws.check(game, worlds=5)
print(sorted(name for name in ("django", "channels", "asyncio", "sqlite3") if name in sys.modules))
"""


def test_rules_and_laws_need_no_django_and_no_database() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

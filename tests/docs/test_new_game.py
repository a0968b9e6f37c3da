"""The page for authors of games: its code runs, and its game is the example that ships."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import compendium
from compendium.testing import laws
from compendium.testing.examples import highcard

PAGE = (Path(compendium.__file__).parent / "docs" / "new-game.md").read_text()
BLOCKS = re.findall(r"^```(python|pycon)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_game_of_the_page_is_the_example() -> None:
    assert BLOCKS[0] == ("python", inspect.getsource(highcard))


def test_all_code_of_the_page_runs() -> None:
    names: dict[str, Any] = {"__name__": "new_game"}
    for number, (kind, code) in enumerate(BLOCKS):
        where = f"new-game.md, block {number}"
        if kind == "python":
            exec(compile(code, where, "exec", dont_inherit=True), names)
            continue
        script = doctest.DocTestParser().get_doctest(code, names, where, None, 0)
        runner = doctest.DocTestRunner()
        runner.run(script, clear_globs=False)
        names.update(script.globs)
        assert runner.failures == 0
    names["test_high_card_keeps_the_laws"](seed=1)
    assert names["laws"] is laws


def test_the_example_is_a_game_in_forty_lines() -> None:
    code = inspect.getsource(highcard.HighCard).splitlines()
    assert len([line for line in code if line.strip()]) <= 40

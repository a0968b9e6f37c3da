"""Nerts' table fits every window, alone and with up to eight boards: nothing covers or cuts anything."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import nerts_positions as positions
from tests.browser.conftest import Visitor
from tests.browser.fitting import TABLE_SIZES as SIZES
from tests.browser.fitting import table_faults
from tests.servers import Server

BOARDS = [2, 4, 8]
PILES = (Path(__file__).parent / "piles.js").read_text()

KEEP = "if (location.protocol === 'http:') localStorage.setItem('compendium.look', {})"

Look = Callable[..., Page]


@pytest.fixture
def look(visitor: Visitor, patient_server: Server) -> Look:
    """Opens a table of so many boards at a position; `kept` is the look that the browser keeps."""

    def open_at(
        position: positions.Position, boards: int, kept: dict[str, str] | None = None, **known: Any
    ) -> Page:
        page = visitor(patient_server, size=SIZES[0], lasting=True, **{"color_scheme": "dark", **known})
        if kept:
            page.add_init_script(KEEP.format(json.dumps(json.dumps(kept))))
        positions.open_table(page, patient_server, position, boards)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
        return page

    return open_at


def _fits(
    page: Page,
    state: str,
    act: Callable[[], None] | None = None,
    sizes: list[tuple[int, int]] = SIZES,
) -> None:
    """At every size, after `act`."""
    wrong = table_faults(page, state, PILES, act, sizes)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("boards", [1, *BOARDS])
def test_the_countdown(look: Look, boards: int) -> None:
    page = look(positions.counting, boards)
    expect(page.get_by_test_id("countdown")).to_be_visible()
    _fits(page, f"countdown-{boards}")


@pytest.mark.parametrize("boards", [1, *BOARDS])
def test_long_runs(look: Look, boards: int) -> None:
    page = look(positions.busy, boards)
    expect(page.locator(".card.own")).to_have_count(13 + 5 + 1 + 2 + 2)
    _fits(page, f"busy-{boards}")


def test_in_the_morning_in_four_colours(look: Look) -> None:
    page = look(positions.busy, 4, color_scheme="light", kept={"suits": "four", "face": "classic"})
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    _fits(page, "morning-4")


@pytest.mark.parametrize("boards", [1, *BOARDS])
def test_an_empty_nerts_pile(look: Look, boards: int) -> None:
    page = look(positions.empty, boards)
    expect(page.get_by_test_id("call")).to_be_enabled()
    _fits(page, f"empty-{boards}")


@pytest.mark.parametrize("boards", BOARDS)
def test_somebody_calls(look: Look, boards: int) -> None:
    page = look(positions.called, boards)
    expect(page.get_by_test_id("reason")).to_contain_text("calls Nerts!")
    _fits(page, f"called-{boards}")


@pytest.mark.parametrize("boards", BOARDS)
def test_everybody_waits_for_one(look: Look, boards: int) -> None:
    page = look(positions.waiting, boards)
    expect(page.get_by_test_id("stuck-words")).to_contain_text("Waiting for")
    _fits(page, f"waiting-{boards}")


@pytest.mark.parametrize("boards", BOARDS)
def test_everybody_waits_for_me(look: Look, boards: int) -> None:
    page = look(positions.holding, boards)
    expect(page.get_by_test_id("stuck-words")).to_contain_text("All wait for you")
    _fits(page, f"holding-{boards}")


@pytest.mark.parametrize(("w", "h"), [(360, 640), (844, 390), (1280, 800)])
def test_what_is_done_when_all_are_stuck(look: Look, w: int, h: int) -> None:
    page = look(positions.holding, 2)
    page.set_viewport_size({"width": w, "height": h})
    page.get_by_test_id("stuck").click()
    expect(page.get_by_test_id("reason")).to_have_text("All stuck: stocks turned over, top card below")
    _fits(page, "rotated-2", sizes=[(w, h)])


@pytest.mark.parametrize("boards", BOARDS)
def test_why_a_card_does_not_go(look: Look, boards: int) -> None:
    page = look(positions.busy, boards)

    def ask() -> None:
        page.locator(".card.own:not([data-legal])").last.click(position={"x": 8, "y": 4}, force=True)
        expect(page.get_by_test_id("reason")).to_have_text(re.compile("^No |was first$"))

    _fits(page, f"reason-{boards}", ask)


@pytest.mark.parametrize("boards", BOARDS)
def test_a_pause_and_the_menu(look: Look, boards: int) -> None:
    page = look(positions.busy, boards)
    page.get_by_test_id("menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    _fits(page, f"menu-{boards}")
    page.get_by_test_id("pause").click()
    expect(page.get_by_test_id("resume")).to_be_visible()
    _fits(page, f"pause-{boards}")


@pytest.mark.parametrize("boards", [1, *BOARDS])
def test_the_result_of_a_hand(look: Look, boards: int) -> None:
    page = look(positions.ended, boards)
    expect(page.get_by_test_id("hand-result")).to_be_visible()
    _fits(page, f"ended-{boards}")


@pytest.mark.parametrize("boards", [1, *BOARDS])
def test_the_result_of_the_match(look: Look, boards: int) -> None:
    page = look(positions.over, boards)
    expect(page.get_by_test_id("rematch")).to_be_visible()
    _fits(page, f"over-{boards}")


@pytest.mark.parametrize("boards", BOARDS)
def test_watching(look: Look, visitor: Visitor, patient_server: Server, boards: int) -> None:
    table = look(positions.busy, boards)
    page = visitor(patient_server, size=SIZES[0], color_scheme="dark")
    page.goto(table.url)
    expect(page.get_by_text("Watching")).to_be_visible()
    _fits(page, f"watching-{boards}")

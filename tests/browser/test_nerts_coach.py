"""The coach of a practice game, the figures of a hand, and what one may do who alone is stuck."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import nerts_positions as positions
from tests.browser.conftest import Visitor
from tests.browser.fitting import table_faults
from tests.browser.kept import shot
from tests.servers import Server

PILES = (Path(__file__).parent / "piles.js").read_text()
SIZES = [(1280, 800), (360, 640), (844, 390)]
COACHED = {"coach": True}


def fits(page: Page, state: str) -> None:
    wrong = table_faults(page, state, PILES, sizes=SIZES)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("boards", [1, 2, 4])
def test_a_play_is_shown_when_asked(boards: int, visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server, lasting=True)
    positions.open_table(page, patient_server, positions.busy, boards, COACHED)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("reason")).to_have_text("A♠ from work pile 1 to a foundation")
    expect(page.get_by_test_id("mark")).to_have_count(2)
    shot(page, f"hint-{boards}")
    page.keyboard.press("f")  # whatever goes to a foundation: the advice is followed
    expect(page.get_by_test_id("mark")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_test_id("reason")).to_have_text(re.compile(r"^2♥ from work pile 1 |: flip$"))
    fits(page, f"coached-{boards}")


def test_no_coach_is_there_unasked(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    positions.open_table(page, patient_server, positions.busy, 2)
    expect(page.get_by_test_id("stuck")).to_be_enabled()
    expect(page.get_by_test_id("hint")).to_have_count(0)


def test_afterwards_it_tells_what_was_missed(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    options = {**COACHED, "landing": 0}
    positions.open_table(page, patient_server, positions.empty, 2, options, running=True)
    expect(page.get_by_test_id("hint")).to_be_enabled()
    page.wait_for_timeout(1700)  # nobody has missed what was open for less than a second and a half
    page.get_by_test_id("call").click()
    expect(page.get_by_test_id("hand-result")).to_be_visible()
    expect(page.get_by_test_id("missed").first).to_have_text(
        re.compile(r"^A♠ from work pile 1 .* for \d+ s$")
    )
    expect(page.get_by_test_id("figures")).to_have_text(re.compile(r"^[\d.]+ cards a minute · 0 left$"))
    fits(page, "missed-2")


def test_the_figures_of_a_hand_and_of_a_match(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    positions.open_table(page, patient_server, positions.ended, 4)
    expect(page.get_by_test_id("figures")).to_have_text(re.compile(r"^[\d.]+ cards a minute · 0 left$"))
    fits(page, "figures-4")
    positions.open_table(page, patient_server, positions.over, 4)
    expect(page.get_by_test_id("figures")).to_have_text(
        re.compile(r"^\d:\d\d a hand · [\d.]+ cards a minute · [\d.]+ left a hand$")
    )
    fits(page, "figures-over-4")


def test_who_alone_is_stuck_may_shift(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    positions.open_table(page, patient_server, positions.waiting, 4, {"shift": True})
    button = page.get_by_test_id("stuck")
    expect(button).to_have_text("Shift stock")
    fits(page, "shift-4")
    page.set_viewport_size({"width": 1280, "height": 800})
    button.click()
    # This board was only said to be stuck; the table looks again.
    expect(button).to_have_text("I'm stuck")
    expect(page.get_by_role("button", name=re.compile(r"\d+ in the stock"))).to_be_enabled()

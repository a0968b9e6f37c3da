"""Presets in a browser: one click where a table is made and where it waits, and how their tables look."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.nerts import game
from tests.browser import nerts_positions as positions
from tests.browser.conftest import Visitor
from tests.browser.fitting import SIZES, TABLE_SIZES, faults, table_faults
from tests.browser.kept import shot
from tests.browser.nerts import Player
from tests.browser.test_nerts_fits import PILES
from tests.browser.wire import Wire
from tests.servers import Server

FORTY = {"deck": 40, "pile": 10, "piles": 3}
FEW_SIZES = [(1280, 800), (360, 640), (844, 390)]
PLAIN = [one.options for one in game.presets if one.slug not in {"forty-cards", "jokers-wild"}]


def test_a_preset_is_chosen_and_changed_by_one_click(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    page.goto("/new/nerts")
    usual = page.get_by_role("group", name="Usual games")
    expect(usual.locator("[aria-pressed=true]")).to_have_text("Classic")
    page.get_by_label("Seats").fill("3")
    usual.get_by_role("button", name="Forty cards").click()
    expect(page.get_by_label("Seats")).to_have_value("3")
    expect(usual.locator("[aria-pressed=true]")).to_have_text("Forty cards")
    for w, h in SIZES:
        page.set_viewport_size({"width": w, "height": h})
        shot(page, f"presets-new-{w}x{h}")
        assert faults(page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_test_id("preset")).to_have_text("Forty cards")

    page.get_by_role("button", name="Change options").click()
    sheet = page.get_by_role("dialog", name="Options")
    expect(sheet.get_by_role("button", pressed=True)).to_have_text("Forty cards")
    sheet.get_by_role("button", name="Jokers wild").click()
    expect(sheet.get_by_role("button", pressed=True)).to_have_text("Jokers wild")
    expect(sheet.get_by_role("radio", name="Two to a deck")).to_be_checked()
    for w, h in SIZES:
        page.set_viewport_size({"width": w, "height": h})
        shot(page, f"presets-sheet-{w}x{h}")
        assert faults(page) == []
    sheet.get_by_role("button", name="Keep these").click()
    expect(page.get_by_test_id("preset")).to_have_text("Jokers wild")


def test_a_forty_card_hand_to_its_end(visitor: Visitor, patient_server: Server) -> None:
    """At the ten a foundation is complete."""
    page = visitor(patient_server)
    player = Player(page, Wire(page))
    hearts = " ".join(f"{rank}H1" for rank in "A2345678")
    position = positions.lying({"n0": "TH0 9H0", "w0.0": "8S0", "f0": hearts, "n1": "2S1"})
    positions.open_table(page, patient_server, position, 2, FORTY, running=True)
    for card in ("9H0", "TH0"):
        expect(page.locator(f".own[data-card='{card}']")).to_have_attribute("data-legal", "true")
        page.keyboard.press("1")
        page.keyboard.press("f")
        expect(page.locator(f".own[data-card='{card}']")).to_have_count(0)
    expect(page.get_by_role("group", name="Foundation, Ten of hearts, complete")).to_be_attached()
    shot(page, "nerts-forty")
    expect(page.get_by_test_id("call")).to_be_enabled()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Nerts! You called it")).to_be_visible()
    expect(page.get_by_test_id("hand-0").locator(".sum")).to_have_text("+2")
    assert player.look().facts["ended"] == "called"


def _fits(visitor: Visitor, site: Server, name: str, options: dict[str, Any], sizes: Any) -> None:
    page = visitor(site, color_scheme="dark")
    positions.open_table(page, site, positions.busy, 2, options)
    expect(page.locator(".card.own").first).to_be_attached()
    wrong = table_faults(page, name, PILES, None, sizes)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("options", PLAIN, ids=[str(one) for one in PLAIN])
def test_each_presets_table(options: dict[str, Any], visitor: Visitor, patient_server: Server) -> None:
    name = next(one.slug for one in game.presets if one.options == options)
    _fits(visitor, patient_server, f"preset-{name}", options, FEW_SIZES)


@pytest.mark.parametrize("options", [FORTY, {"piles": 5}, {"piles": 6}], ids=["forty", "five", "six"])
def test_three_five_and_six_work_piles(
    options: dict[str, Any], visitor: Visitor, patient_server: Server
) -> None:
    _fits(visitor, patient_server, f"piles-{options['piles']}", options, TABLE_SIZES)

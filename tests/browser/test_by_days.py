"""By days in a browser: where it is one's turn, how long there is, and the notices one asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.conftest import Complaints, Visitor
from tests.browser.fitting import SIZES, faults
from tests.browser.kept import shot
from tests.browser.test_accessible import _faults
from tests.logs import lay
from tests.servers import Server

DAY = 86_400  # seconds
NOTICES = {
    "COMPENDIUM_PUBLIC_URL": "http://localhost",
    "COMPENDIUM_EMAIL_FROM": "Cards <cards@example.org>",
}
PUSHED = """
Notification.requestPermission = async () => 'granted'
PushManager.prototype.subscribe = async (options) => ({ toJSON: () => ({
  endpoint: 'https://push.example.net/abc', key: [...options.applicationServerKey].length,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}) })
"""
"""A browser whose push service is no further away than this page: a real one would be asked outside."""


@pytest.fixture
def site(server: Callable[..., Server], tmp_path: Path) -> Server:
    """One that sends notices."""
    return server(pace=0, environment={**NOTICES, "COMPENDIUM_EMAIL_URL": f"file://{tmp_path}"})


def by_days(page: Page, site: Server, position: Any, days: int = 2) -> str:
    """A table by days, laid to where it is my turn, or somebody else's."""
    code = positions.new_table(page, "kierki", 3, {"turn_time": days * DAY})
    lay(site, code, positions.reach(position, turn_time=days * DAY), running=True)
    return code


def test_home_leads_to_where_it_is_my_turn(visitor: Visitor, site: Server) -> None:
    page = visitor(site)
    page.goto("/me")
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    codes = [by_days(page, site, positions.in_a_trick(2)), by_days(page, site, positions.leading)]
    page.goto("/")
    expect(page).to_have_title(re.compile(r"^\(2\) Your turn · "))
    assert "mark-turn" in (page.locator("link[rel=icon]").get_attribute("href") or "")
    mine = page.locator("#mine")
    expect(mine.get_by_text("Your turn")).to_have_count(2)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == [], f"home at {width}x{height}"
    for name, size in (("desktop", (1440, 900)), ("phone", (390, 844))):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        shot(page, f"by-days-home-{name}")
    assert not _faults(page, "home")
    mine.get_by_role("link", name=f"Play at table {codes[0]}").click()
    expect(page).to_have_title(re.compile(r"^Your turn · Kierki"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/art/mark-turn.svg")
    expect(page.get_by_test_id("turn")).to_have_text("Your turn")
    expect(page.locator(".me b.left")).to_have_text("47 h")
    for name, size in (("desktop", (1280, 800)), ("phone", (390, 844))):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".me b.left")).to_be_in_viewport()
        shot(page, f"by-days-table-{name}")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("leave").click()
    expect(page.get_by_text("the table waits for your turn. If you leave, a bot plays")).to_be_visible()
    shot(page, "by-days-leave")


def test_who_asks_for_it_is_told(visitor: Visitor, site: Server, complaints: Complaints) -> None:
    """An address to be confirmed, this browser, and neither any more."""
    complaints.expect("422")
    page = visitor(site)
    page.add_init_script(PUSHED)
    page.goto("/me")
    expect(page.locator("#notices")).to_have_count(0)
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    notices = page.locator("#notices")
    _look(page, "asked")
    notices.get_by_label("E-mail address").fill("ada@example")
    notices.get_by_role("button", name="Tell me by e-mail").click()
    expect(notices.get_by_text("That is no e-mail address.")).to_be_in_viewport()
    expect(notices.get_by_label("E-mail address")).to_have_value("ada@example")
    notices.get_by_label("E-mail address").fill("ada@example.net")
    notices.get_by_label("When").select_option("07:00")
    notices.get_by_role("button", name="Tell me by e-mail").click()
    expect(notices.get_by_text("A link is on its way")).to_be_visible()
    with page.expect_response("**/me/notices/device") as told:
        notices.get_by_role("button", name="Tell me here").click()
    assert told.value.status == 204
    assert json.loads(told.value.request.post_data or "")["key"] == 65
    expect(notices.get_by_text("A notice comes when it is your turn.")).to_be_visible()
    page.reload()
    _look(page, "on")
    notices.get_by_role("button", name="Tell 1 device no more").click()
    expect(page.get_by_text("Switched off.")).to_be_visible()
    notices.get_by_role("button", name="Delete the address").click()
    expect(notices.get_by_role("button", name="Tell me by e-mail")).to_be_visible()


def _look(page: Page, what: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == [], f"{what} at {width}x{height}"
    assert not _faults(page, what)
    for name, size in (("desktop", (1280, 900)), ("phone", (390, 844))):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator("#notices").scroll_into_view_if_needed()
        shot(page, f"by-days-notices-{what}-{name}")

"""The pages around the table fit every window, by evening and by morning; nothing breaks their policy."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.geometry import SIZES, faults
from tests.servers import Server

PAGES = ["/", "/me", "/new/kierki", "/rules/kierki", "/no/such/page"]


def _page(browser: Browser, url: str, size: tuple[int, int], light: str) -> tuple[Page, list[str]]:
    context = browser.new_context(
        base_url=url, viewport={"width": size[0], "height": size[1]}, color_scheme=light
    )
    page, said = context.new_page(), []
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_pages_fit(browser: Browser, server: Callable[..., Server], size: tuple[int, int]) -> None:
    site = server().url
    for light in ("dark", "light"):
        page, said = _page(browser, site, size, light)
        for path in PAGES:
            page.goto(path)
            assert page.locator("html").get_attribute("data-theme") == light
            assert faults(page) == [], path
        assert [line for line in said if "404" not in line] == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_waiting_room_fits(
    browser: Browser, server: Callable[..., Server], size: tuple[int, int]
) -> None:
    site = server().url
    host, said = _page(browser, site, size, "dark")
    host.goto("/new/kierki")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("button", name="Change options")).to_be_visible()
    assert faults(host) == []
    host.get_by_role("button", name="Change options").click()
    assert faults(host) == []

    guest, _ = _page(browser, site, size, "light")
    guest.goto(host.url.replace("/t/", "/j/"))
    assert faults(guest) == []
    guest.get_by_label("What shall we call you?").fill("Władysława Brzęczyszczykówna")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("to start.")).to_be_visible()
    assert faults(guest) == []
    assert said == []

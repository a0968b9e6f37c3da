"""Afterwards: a game's deals are stepped through, and when it is over one's own decisions are compared."""

import re

from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.conftest import Complaints, Visitor
from tests.browser.fitting import table_faults
from tests.servers import Server

NO_CARDS = "() => []"
COMPARED = 240_000
"""ms until a game is compared by a busy machine."""
TOO_FAST = "status of 429"
"""What the browser says when a deal is asked for too soon, or a busy machine has no answer yet: the page
waits and asks again."""


def _open(page: Page, server: Server, complaints: Complaints) -> None:
    complaints.expect(TOO_FAST)
    positions.open_table(page, server, positions.over)
    page.get_by_test_id("look-back").click()
    expect(page.get_by_test_id("after-0")).to_be_visible()


def test_a_game_is_stepped_through_and_compared(
    visitor: Visitor, patient_server: Server, complaints: Complaints
) -> None:
    page = visitor(patient_server, size=(1280, 800), color_scheme="dark")
    _open(page, patient_server, complaints)
    step, chips = page.get_by_test_id("step"), page.get_by_test_id("after-0").locator(".hand .chip")
    expect(step).to_contain_text("0 / ")
    expect(chips).to_have_count(13)
    page.get_by_test_id("step-on").click()
    expect(step).to_contain_text("1 / ")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("trick to")
    expect(chips).to_have_count(12)
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text("3 / ")
    page.get_by_test_id("deal-after").click()
    expect(page.get_by_test_id("afterwards").get_by_role("heading").first).to_contain_text("No hearts")

    costly = page.get_by_test_id("costly")
    expect(page.get_by_test_id("afterwards").get_by_role("status")).to_have_count(0, timeout=COMPARED)
    first = costly.first.inner_text()
    assert "better" in first
    lost = [int(text.split("\N{MINUS SIGN}")[-1]) for text in costly.all_inner_texts()]
    assert lost == sorted(lost, reverse=True)
    costly.first.click()
    expect(page.get_by_test_id("worth").locator(".mine")).to_have_count(1)
    wrong = table_faults(page, "afterwards", NO_CARDS)
    assert not wrong, "\n".join(wrong)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("rematch")).to_be_visible()


def test_closed_and_opened_again_the_comparison_goes_on(
    visitor: Visitor, patient_server: Server, complaints: Complaints
) -> None:
    page = visitor(patient_server, size=(1280, 800), color_scheme="dark")
    answered: list[str | None] = []
    page.on(
        "response",
        lambda said: answered.append(said.request.post_data) if said.ok and "/review" in said.url else None,
    )
    _open(page, patient_server, complaints)
    for _ in range(3):
        page.get_by_test_id("close-afterwards").click()
        expect(page.get_by_test_id("afterwards")).to_have_count(0)
        page.get_by_test_id("look-back").click()
        expect(page.get_by_test_id("after-0")).to_be_visible()
    expect(page.get_by_test_id("afterwards").get_by_role("status")).to_have_count(0, timeout=COMPARED)
    assert len(answered) == len(set(answered)) == 11, "no deal is compared twice"


def test_deals_that_are_done_are_stepped_through_while_the_game_goes_on(
    visitor: Visitor, patient_server: Server
) -> None:
    page = visitor(patient_server, size=(1280, 800), color_scheme="light")
    positions.open_table(page, patient_server, positions.in_a_trick(3))
    page.get_by_test_id("look-back").click()
    after = page.get_by_test_id("afterwards")
    expect(after.get_by_role("heading").first).to_have_text("2 No hearts")
    expect(page.get_by_test_id("deal-after")).to_be_disabled()
    for seat in range(4):
        expect(page.get_by_test_id(f"after-{seat}").locator(".hand .chip")).to_have_count(13)
    expect(page.get_by_test_id("after-brought-0")).to_have_text("0 tricks")
    page.keyboard.press("ArrowLeft")
    expect(after.get_by_role("heading").first).to_have_text("1 No tricks")
    brought = [page.get_by_test_id(f"after-brought-{seat}").inner_text() for seat in range(4)]
    tricks, points = zip(*(re.findall(r"\d+", text) for text in brought), strict=True)
    assert [int(n) for n in points] == [20 * int(n) for n in tricks]
    assert sum(map(int, tricks)) == 13
    expect(after.get_by_text("What your decisions cost is told when the game is over.")).to_be_visible()
    wrong = table_faults(page, "look-back-meanwhile", NO_CARDS)
    assert not wrong, "\n".join(wrong)
    after.get_by_role("button", name="Your turn").click()
    expect(page.get_by_test_id("turn")).to_have_text("Your turn")


def test_on_a_phone_the_sheet_leads_to_them(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server, size=(390, 844), has_touch=True)
    positions.open_table(page, patient_server, positions.naming)
    page.get_by_test_id("whole-sheet").tap()
    page.get_by_test_id("look-back-sheet").tap()
    expect(page.get_by_test_id("close-sheet")).to_be_hidden()
    expect(page.get_by_test_id("afterwards").get_by_role("heading").first).to_contain_text("8 Trump")
    page.get_by_test_id("close-afterwards").tap()
    expect(page.get_by_test_id("trump-S")).to_be_visible()


def _swipe(page: Page, by: int) -> None:
    """With one finger across the hands."""
    box = page.get_by_test_id("after-0").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + by, "y": y}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_turns_over(visitor: Visitor, patient_server: Server, complaints: Complaints) -> None:
    page = visitor(patient_server, size=(390, 844), has_touch=True)
    _open(page, patient_server, complaints)
    _swipe(page, -120)
    expect(page.get_by_test_id("step")).to_contain_text("1 / ")
    _swipe(page, 120)
    expect(page.get_by_test_id("step")).to_contain_text("0 / ")


def _is_at_the_table(page: Page, path: str) -> None:
    """And so is the browser's history: going back is through."""
    expect(page.get_by_test_id("afterwards")).to_have_count(0)
    page.wait_for_function("path => location.pathname === path && history.state === null", arg=path)


def test_the_back_key_leads_to_the_result(
    visitor: Visitor, patient_server: Server, complaints: Complaints
) -> None:
    page = visitor(patient_server, size=(390, 844), has_touch=True)
    _open(page, patient_server, complaints)
    table = page.evaluate("() => location.pathname")
    page.go_back()
    _is_at_the_table(page, table)
    expect(page.get_by_test_id("rematch")).to_be_visible()


def test_no_way_out_leaves_an_entry_behind(visitor: Visitor, patient_server: Server) -> None:
    """Of a game that goes on: nothing is compared there, however often one looks."""
    page = visitor(patient_server, size=(390, 844), has_touch=True)
    positions.open_table(page, patient_server, positions.in_a_trick(3))
    table = page.evaluate("() => location.pathname")

    def look_back() -> None:
        page.get_by_test_id("whole-sheet").tap()
        page.get_by_test_id("look-back-sheet").tap()
        expect(page.get_by_test_id("after-0")).to_be_visible()

    look_back()
    page.get_by_test_id("close-afterwards").tap()
    _is_at_the_table(page, table)
    look_back()
    page.keyboard.press("Escape")
    _is_at_the_table(page, table)
    look_back()
    page.reload()
    expect(page.get_by_test_id("after-0")).to_be_visible()
    page.go_back()
    _is_at_the_table(page, table)
    page.go_back()
    page.wait_for_url("/")

"""The form for a new table asks only for what means something with the options as they stand."""

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.servers import Server


def test_what_a_programme_has_no_use_for_is_not_asked_nor_listed(
    visitor: Visitor, patient_server: Server
) -> None:
    page = visitor(patient_server, size=(390, 844), has_touch=True)
    page.goto("/new/kierki")
    namer, king = page.get_by_text("Trump is named by"), page.get_by_text("King of hearts goes")
    expect(namer).to_be_visible()
    expect(king).to_be_visible()
    page.get_by_role("radio", name="Deals 8 to 12, to win").check()
    expect(king).to_be_hidden()
    expect(namer).to_be_visible()
    page.get_by_role("radio", name="Deals 1 to 7, to lose").check()
    expect(namer).to_be_hidden()
    expect(king).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    listed = page.get_by_role("region", name="Options")
    expect(listed).to_contain_text("Deal 6 costs")
    expect(listed).not_to_contain_text("Trump is named by")


def test_what_is_not_asked_keeps_no_form_from_being_sent(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    page.goto("/new/nerts")
    page.locator("#id_option-target").fill("7")
    page.get_by_role("radio", name="Hands won").check()
    expect(page.locator("#id_option-target")).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="Options")).to_contain_text("Hands to win")

"""Before the start: coming by the invite link, what the host may do, being taken off, leaving."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.servers import Server

SEATED = "section[aria-label='{}']"


@pytest.fixture
def person(patient_server: Server, visitor: Visitor) -> Callable[[], Page]:
    return lambda: visitor(patient_server)


@pytest.fixture
def host(person: Callable[[], Page]) -> Page:
    page = person()
    page.goto("/me")
    page.get_by_label("Name").fill("Hanna")
    page.get_by_role("radio", name="Heather").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/new/kierki")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(SEATED.format("Hanna"))).to_contain_text("you, host")
    return page


@pytest.fixture
def guest(person: Callable[[], Page], host: Page) -> Page:
    page = person()
    page.goto(host.url.replace("/t/", "/j/"))
    page.get_by_label("What shall we call you?").fill("Zosia")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("Waiting for Hanna to start.")).to_be_visible()
    return page


def test_a_guest_comes_by_the_link(host: Page, guest: Page) -> None:
    expect(host.locator(SEATED.format("Zosia"))).to_be_visible()
    expect(host.get_by_role("button", name="Start with four")).to_be_disabled()
    expect(guest.get_by_role("button", name="Start")).to_have_count(0)


def test_a_guest_comes_by_the_code(host: Page, guest: Page, person: Callable[[], Page]) -> None:
    code = host.url.rsplit("/", 1)[1]
    late = person()
    late.goto("/")
    late.get_by_label("Table code").fill(f"{code[:3]} {code[3:].lower()}")
    late.get_by_role("button", name="Join").click()
    expect(late.get_by_label("What shall we call you?")).to_be_visible()


def test_changed_options_are_seen_by_all(host: Page, guest: Page) -> None:
    host.get_by_role("button", name="Change options").click()
    host.get_by_label("Must trump and overtrump").check()
    host.get_by_role("button", name="Keep these").click()
    expect(guest.locator("dt:has-text('Must trump') + dd")).to_have_text("yes")
    expect(guest.get_by_role("button", name="Change options")).to_have_count(0)


def test_a_table_is_listed_until_the_host_closes_it(host: Page, person: Callable[[], Page]) -> None:
    visitor = person()
    visitor.goto("/")
    expect(_joins(visitor, host)).to_have_count(1)
    with host.expect_response(lambda answer: answer.request.method == "PATCH"):
        host.get_by_label("Open to everybody").uncheck()
    visitor.reload()
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    expect(_joins(visitor, host)).to_have_count(0)


def _joins(visitor: Page, host: Page) -> Locator:
    """What leads a visitor of the first page to the host's table."""
    code = host.url.rsplit("/", 1)[1]
    return visitor.get_by_role("link", name="Join").and_(visitor.locator(f"[href$='{code}']"))


def test_whoever_is_taken_off_is_told_so_and_stays_away(host: Page, guest: Page) -> None:
    table = host.url
    host.get_by_role("button", name="What to do with Zosia").click()
    host.get_by_role("button", name="Take Zosia off the table").click()
    expect(guest.get_by_text("The host took you off the table.")).to_be_visible()
    expect(host.locator(SEATED.format("Zosia"))).to_have_count(0)
    guest.goto(table.replace("/t/", "/j/"))
    expect(guest.get_by_role("heading", name="This table is closed to you")).to_be_visible()
    guest.goto(table)
    expect(guest.get_by_text("The host has closed this table to you.")).to_be_visible()
    expect(guest.get_by_role("button", name="Take a seat")).to_have_count(0)


def test_who_leaves_hands_the_table_on(host: Page, guest: Page) -> None:
    host.get_by_role("button", name="Leave").click()
    expect(host).to_have_url(re.compile(r":\d+/$"))
    expect(guest.locator(SEATED.format("Zosia"))).to_contain_text("you, host")
    expect(guest.get_by_role("button", name="Change options")).to_be_visible()


def test_a_watcher_may_take_a_seat(host: Page, person: Callable[[], Page]) -> None:
    watcher = person()
    watcher.goto(host.url)
    watcher.get_by_role("button", name="Take a seat").click()
    expect(watcher.get_by_text("Waiting for Hanna to start.")).to_be_visible()


def test_a_newcomer_who_sat_down_without_the_link_plays(host: Page, person: Callable[[], Page]) -> None:
    newcomer = person()
    newcomer.goto(host.url)
    newcomer.get_by_role("button", name="Take a seat").click()
    expect(newcomer.get_by_text("Waiting for Hanna to start.")).to_be_visible()
    host.get_by_role("button", name="Fill with bots").click()
    host.get_by_role("button", name="Start with four").click()
    expect(newcomer.locator(".card.own")).to_have_count(13)
    expect(host.get_by_text("is away")).to_have_count(0)


def test_bots_fill_the_seats_and_the_game_begins_for_all(host: Page, guest: Page) -> None:
    host.get_by_role("button", name="Add a bot").first.click()
    host.get_by_role("dialog").get_by_role("button", name="Beginner").click()
    expect(host.get_by_text("bot, beginner")).to_be_visible()
    host.get_by_role("button", name="Fill with bots").click()
    expect(guest.get_by_text("bot, normal")).to_be_visible()
    host.get_by_role("button", name="Start with four").click()
    for page in (host, guest):
        expect(page.get_by_text("Deal 1 of 12")).to_be_visible()


def test_the_host_changes_a_bots_level_and_takes_it_off(host: Page) -> None:
    host.get_by_role("button", name="Add a bot").first.click()
    host.get_by_role("dialog").get_by_role("button", name="Normal").click()
    host.get_by_role("button", name="What to do with").click()
    host.get_by_role("dialog").get_by_role("button", name="Beginner").click()
    expect(host.get_by_text("bot, beginner")).to_be_visible()
    host.get_by_role("button", name="What to do with").click()
    host.get_by_role("dialog").get_by_role("button", name="off the table").click()
    expect(host.get_by_role("button", name="Add a bot")).to_have_count(3)


def test_the_first_page_shows_new_tables_by_itself(person: Callable[[], Page]) -> None:
    visitor, maker = person(), person()
    visitor.goto("/")
    maker.goto("/new/kierki")
    maker.get_by_role("button", name="Open the table").click()
    maker.wait_for_url(re.compile("/t/"))
    expect(_joins(visitor, maker)).to_have_count(1, timeout=60_000)


def test_one_click_plays_and_the_way_back_is_shown(person: Callable[[], Page]) -> None:
    player = person()
    player.goto("/")
    player.locator("article.game", has_text="Kierki").get_by_role("button", name="Play now").click()
    expect(player.get_by_text("Deal 1 of 12")).to_be_visible()
    table = player.url
    player.goto("/")
    # Whoever was dealt the first lead is told to play.
    way = re.compile(f"^(Back to your table|Play at table {table.rsplit('/', 1)[1]})$")
    player.locator("#mine").get_by_role("link", name=way).click()
    expect(player).to_have_url(table)


def test_the_light_is_switched_and_stays(person: Callable[[], Page]) -> None:
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Light or dark").click()
    page.goto("/me")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("radio", name="Evening")).to_be_checked()


def test_a_newcomer_at_the_table_says_a_name(host: Page, person: Callable[[], Page]) -> None:
    page = person()
    page.goto(host.url)
    page.get_by_label("What shall we call you?").fill("Zosia")
    page.get_by_role("button", name="Take a seat").click()
    expect(host.locator(SEATED.format("Zosia"))).to_be_visible()
    expect(page.get_by_label("What shall we call you?")).to_have_count(0)

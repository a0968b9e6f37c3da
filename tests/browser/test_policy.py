"""No page asks the browser for what the site's headers forbid: the pages, a table of each game, the admin."""

import subprocess
import sys

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visitor
from tests.servers import ROOT, Server

PAGES = ["/", "/me", "/new/nerts", "/rules/nerts", "/docs/operating", "/docs/protocol", "/api/docs"]
ADMIN = [
    "/admin/",
    "/admin/auth/user/add/",
    "/admin/auth/user/1/change/",  # pickers of dates and of many
    "/admin/tables/table/?q=x",
    "/admin/tables/place/",
    "/admin/lobby/listing/",
    "/admin/password_change/",
]


def test_pages_and_tables(patient_server: Server, visitor: Visitor) -> None:
    page = visitor(patient_server)
    for path in PAGES:
        page.goto(path)
    page.locator(".opblock-summary").first.click()
    expect(page.get_by_role("button", name="Try it out")).to_be_visible()
    for name in ("Kierki", "Nerts"):
        page.goto("/")
        game = page.locator("article.game", has_text=name)
        game.get_by_role("button", name="Play now").first.click()
        expect(page.locator(".card[data-card]").first).to_be_visible()


def test_the_admin(patient_server: Server, visitor: Visitor) -> None:
    site = patient_server
    made = {"DJANGO_SUPERUSER_PASSWORD": "a-long-password", "DJANGO_SUPERUSER_USERNAME": "root"}
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--email", "root@example.org"],
        cwd=ROOT,
        env=site.site.environment | made,
        check=True,
        capture_output=True,
    )
    page = visitor(site)
    page.goto("/admin/")
    page.get_by_label("Username").fill("root")
    page.get_by_label("Password").fill("a-long-password")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: "login" not in url)
    for path in ADMIN:
        page.goto(path)
        expect(page.get_by_text("Django administration")).to_be_visible()
    _pick(page)


def _pick(page: Page) -> None:
    """The admin's own scripts run."""
    page.goto("/admin/auth/user/1/change/")
    page.get_by_role("link", name="Choose a Date").or_(page.locator(".date-icon")).first.click()
    expect(page.locator(".calendarbox").first).to_be_visible()
    expect(page.locator(".selector").first).to_be_visible()


def test_a_page_that_breaks_the_policy_is_noticed(
    patient_server: Server, visitor: Visitor, complaints: Complaints
) -> None:
    page = visitor(patient_server)
    page.goto("/")
    with page.expect_console_message(lambda told: "Content Security Policy" in told.text):
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    expect(page.get_by_text("x", exact=True)).to_be_visible()
    assert any("Content Security Policy" in each for each in complaints)
    complaints.clear()

"""The worker that shows what is pushed, in a real browser: a push arrives as from a push service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Worker

from compendium.notices import pushes
from compendium.notices.digest import Digest, Line
from tests.browser.conftest import Visitor
from tests.servers import Server

LINES = [Line(f"Kierki, table {code}", left, f"/t/{code}") for code, left in (("abc", "23 h"), ("xyz", ""))]
ONE, TWO = (Digest(LINES[:n], {line.url: 1 for line in LINES[:n]}, None) for n in (1, 2))

REGISTER = """async () => {
  await navigator.serviceWorker.register('/push-worker.js')
  const { active } = await navigator.serviceWorker.ready
  while (active.state !== 'activated') await new Promise((next) => (active.onstatechange = next))
}"""

# From now on the worker knows what it is showing.
WATCHED = """() => {
  const show = ServiceWorkerRegistration.prototype.showNotification
  ServiceWorkerRegistration.prototype.showNotification = function (...what) {
    self.showing = show.apply(this, what)
    return self.showing
  }
}"""

# The notices that are shown once the worker has shown one, or after 30 s. Whoever asks earlier makes Chromium
# forget the one that it is about to show.
SHOWN = """async () => {
  const end = performance.now() + 30_000
  while (!self.showing && performance.now() < end) await new Promise((next) => setTimeout(next, 20))
  await self.showing
  self.showing = null
  const shown = await self.registration.getNotifications()
  return shown.map(({ title, body, data }) => ({ title, body, leads: data.url }))
}"""

# A click on the notice: where it leads, and how many notices are left. Only a hand's click may open windows,
# so what would is asked instead.
CLICKED = """async () => {
  const led = [], waited = []
  ExtendableEvent.prototype.waitUntil = (promise) => waited.push(promise)
  Clients.prototype.openWindow = async (url) => led.push(['opens', new URL(url).pathname])
  WindowClient.prototype.focus = async function () { led.push(['goes to', new URL(this.url).pathname]) }
  const [notification] = await self.registration.getNotifications()
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  await Promise.all(waited)
  return [led, (await self.registration.getNotifications()).length]
}"""

Push = Callable[[str], list[dict[str, str]]]


@pytest.fixture
def page(visitor: Visitor, patient_server: Server) -> Page:
    """One whose browser may show notices."""
    page = visitor(patient_server)
    page.context.grant_permissions(["notifications"])
    page.goto("/")
    return page


@pytest.fixture
def push(page: Page, patient_server: Server) -> Push:
    """Gives the worker what is pushed; what is shown then."""
    devtools = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    with page.context.expect_event("serviceworker"):
        page.evaluate(REGISTER)
    worker_of(page).evaluate(WATCHED)
    while not known:  # the browser tells of it when it likes
        page.wait_for_timeout(20)
    where = {"origin": patient_server.url, "registrationId": known[-1]["registrationId"]}

    def deliver(text: str) -> list[dict[str, str]]:
        devtools.send("ServiceWorker.deliverPushMessage", {**where, "data": text})
        shown: list[dict[str, str]] = worker_of(page).evaluate(SHOWN)
        return shown

    return deliver


def worker_of(page: Page) -> Worker:
    (worker,) = page.context.service_workers
    return worker


def test_a_push_is_shown_and_the_next_takes_its_place(push: Push) -> None:
    assert push(pushes.text(ONE)) == [
        {"title": "Your turn at 1 table", "body": "Kierki, table abc: 23 h left", "leads": "/"}
    ]
    both = "Kierki, table abc: 23 h left\nKierki, table xyz"
    assert push(pushes.text(TWO)) == [{"title": "Your turn at 2 tables", "body": both, "leads": "/"}]


def test_a_push_that_says_nothing_still_says_that_it_is_your_turn(push: Push) -> None:
    assert push("") == [{"title": "Your turn", "body": "", "leads": "/"}]


@pytest.mark.parametrize(
    ("at", "led"), [("/", ["goes to", "/"]), ("/me", ["opens", "/"])], ids=["open already", "not open"]
)
def test_a_click_leads_home_where_the_turns_are(page: Page, push: Push, at: str, led: list[str]) -> None:
    push(pushes.text(ONE))
    page.goto(at)
    assert worker_of(page).evaluate(CLICKED) == [[led], 0]


def test_nothing_leads_to_another_site(page: Page, push: Push) -> None:
    push('{"title": "Elsewhere", "url": "https://example.net/"}')
    assert worker_of(page).evaluate(CLICKED) == [[], 0]

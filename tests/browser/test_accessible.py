"""axe-core, a judge of accessible pages, finds nothing serious, in both lights; a page has one head."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from compendium.setup.node import FRONTEND
from tests.browser import nerts_positions, positions
from tests.browser.conftest import Visitor
from tests.browser.kierki import settle
from tests.servers import Server

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["/", "/me", "/new/kierki", "/new/nerts", "/rules/kierki", "/rules/nerts", "/day/nerts"]
# axe does not judge words on a pattern, as the cloth is: it is taken for its plain colour. What axe leaves
# open besides contrast counts as found: names of things that are not there.
JUDGE = """() => {
  for (const one of document.querySelectorAll('body, body *')) {
    if (getComputedStyle(one).backgroundImage.includes('gradient')) one.style.backgroundImage = 'none'
  }
  return axe.run(document).then(({ violations, incomplete }) => [
    ...violations, ...incomplete.filter(({ id }) => id !== 'color-contrast'),
  ].filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
      `${id}: ${html.slice(0, 200)}: ${[...any, ...all, ...none].map(({ message }) => message)}`)))
}"""


def _faults(page: Page, what: str) -> list[str]:
    page.evaluate(Path(AXE).read_text())
    faults: list[str] = []
    for light in ("dark", "light"):
        page.emulate_media(color_scheme=light)
        expect(page.locator("html")).to_have_attribute("data-theme", light)
        settle(page)  # colours fade
        found: list[Any] = page.evaluate(JUDGE)
        faults += [f"{what}, {light}: {fault}" for fault in found]
    heads = page.locator("h1").count()
    return faults if heads == 1 else [*faults, f"{what}: {heads} heads"]


def test_the_pages(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    faults = []
    for path in PAGES:
        page.goto(path)
        faults += _faults(page, path)
    page.goto("/new/nerts")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("button", name="Change options")).to_be_visible()
    faults += _faults(page, "a waiting room")
    assert not faults, "\n".join(faults)


def test_the_tables(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    faults = []
    for position in (positions.in_a_trick(2), positions.between, positions.over):
        positions.open_table(page, patient_server, position)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
        page.locator(".card.own, .result").first.wait_for()
        faults += _faults(page, "Kierki")
    for laid in (nerts_positions.busy, nerts_positions.ended, nerts_positions.over):
        nerts_positions.open_table(page, patient_server, laid, 4)
        page.locator(".card.own, [data-testid=hand-result], .result").first.wait_for()
        faults += _faults(page, f"Nerts, {laid.__name__}")
    assert not faults, "\n".join(faults)

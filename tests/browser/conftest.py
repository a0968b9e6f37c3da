"""Browsers for every test here: what a page or the server complains of fails the test."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.servers import Server, Site

COMPLAINT = re.compile(r"^.*(?:\bERROR\b|\bCRITICAL\b|Traceback).*$", re.MULTILINE)
HURRY = 8  # times as fast as usual: cards fly in 20 ms
PACE = "if (location.protocol === 'http:') localStorage.setItem('compendium.pace', '{}')"

Visitor = Callable[..., Page]


class Complaints(list[str]):
    """What the pages of a test said that is wrong; `expect` names what belongs to the test."""

    def __init__(self) -> None:
        self.expected: list[str] = []

    def expect(self, *texts: str) -> None:
        self.expected += texts

    def listen(self, context: BrowserContext) -> None:
        context.on("console", lambda line: self.hear(line.text) if line.type == "error" else None)
        context.on("weberror", lambda error: self.hear(str(error.error)))

    def hear(self, text: str) -> None:
        if not any(each in text for each in self.expected):
            self.append(text)


def complaints_of(server: Server) -> list[str]:
    """The lines of its log that tell of a fault."""
    return COMPLAINT.findall(server.log.read_text())


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def browser(browser: Browser, complaints: Complaints, server: object) -> Iterator[Browser]:
    """The one browser; the contexts of a test end with it, before its servers do."""
    browser.on("context", complaints.listen)
    yield browser
    browser.remove_listener("context", complaints.listen)
    for context in browser.contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def server(server: Callable[..., Server]) -> Iterator[Callable[..., Server]]:
    """Starts sites, as for all tests; here their logs must be clean."""
    started: list[Server] = []

    def start(**known: Any) -> Server:
        started.append(server(**known))
        return started[-1]

    yield start
    for one in started:
        assert complaints_of(one) == []


@pytest.fixture(scope="module")
def patient_server() -> Iterator[Server]:
    """A site whose bots think for ever: a table stays as it is. One for all tests of a module."""
    site = Site(postgres=False, pace=100, environment={})
    one = site.start()
    yield one
    complaints = complaints_of(one)
    site.close()
    assert complaints == []


@pytest.fixture
def visitor(browser: Browser) -> Visitor:
    """People who come to a site, each in a browser of their own: `visitor(site)`.

    `size` is the window's, `stays` for how many seconds a taken trick is shown; the rest is Playwright's.
    """

    def come(site: Server, *, size: tuple[int, int] = (1280, 800), stays: float = 0, **known: Any) -> Page:
        known["viewport"] = {"width": size[0], "height": size[1]}
        context = browser.new_context(base_url=site.url, **known)
        context.set_default_timeout(15_000)
        context.add_init_script(PACE.format(stays))
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Animation.enable")
        devtools.send("Animation.setPlaybackRate", {"playbackRate": HURRY})
        return page

    return come

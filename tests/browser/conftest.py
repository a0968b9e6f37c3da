"""Browsers for every test here: what a page or the server complains of fails the test."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.lines import SlowLine
from tests.servers import Server, Site

COMPLAINT = re.compile(r"^.*(?:\bERROR\b|\bCRITICAL\b|Traceback).*$", re.MULTILINE)
HURRY = 8  # times as fast as usual: cards fly in 20 ms
PACE = "if (location.protocol === 'http:') localStorage.setItem('compendium.pace', '{}')"

# Timers of two seconds and more never fire: those that take words away, and those of a line that is lost.
LASTING = """((set) => {
  globalThis.setTimeout = (deed, ms, ...more) => set(deed, ms < 2000 ? ms : 1e9, ...more)
})(setTimeout)"""
_CUT = (
    "CONNECTION_",
    "SOCKET_NOT_CONNECTED",
    "EMPTY_RESPONSE",
    "INCOMPLETE_CHUNKED_ENCODING",
    "CONTENT_LENGTH_MISMATCH",
)
DEAD_SERVER = ("WebSocket connection to", *(f"Failed to load resource: net::ERR_{how}" for how in _CUT))
"""The browser's own words for what is asked of a server that is killed: the socket, and parts that a page
fetches after a while; before it is asked, before it is heard, before it is answered or amid the answer."""
PATIENCE = 60_000
"""ms for anything to show; this machine may be busy."""
expect.set_options(timeout=PATIENCE)

Visitor = Callable[..., Page]


class Address(Protocol):
    """Where a browser finds a site: its server, or a line to it."""

    url: str


Far = Callable[[Server, int], SlowLine]


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
def far(server: object) -> Iterator[Far]:
    """Lines to servers, so many ms there and back: `visitor(far(site, 250))` lives far from the site."""
    lines: list[SlowLine] = []

    def line(site: Server, ms: int) -> SlowLine:
        lines.append(SlowLine(site.port, ms))
        return lines[-1]

    yield line
    for one in lines:
        one.close()


@pytest.fixture
def browser(browser: Browser, complaints: Complaints, far: object) -> Iterator[Browser]:
    """The one browser; the contexts of a test end with it, before its servers and the lines to them do."""
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


@contextmanager
def running(pace: float, **environment: str) -> Iterator[Server]:
    """A site for all tests of a module, whose log must be clean."""
    site = Site(postgres=False, pace=pace, environment=environment)
    one = site.start()
    yield one
    complaints = complaints_of(one)
    site.close()
    assert complaints == []


@pytest.fixture(scope="module")
def patient_server() -> Iterator[Server]:
    """A site whose bots think for ever: a table stays as it is."""
    with running(100) as one:
        yield one


@pytest.fixture(scope="module")
def quick_server() -> Iterator[Server]:
    """A site whose bots play at once."""
    with running(0) as one:
        yield one


@pytest.fixture
def visitor(browser: Browser) -> Visitor:
    """People who come to a site, each in a browser of their own: `visitor(site)`.

    `size` is the window's, `stays` for how many seconds a taken trick is shown; where `lasting`, words that
    would go by themselves after some seconds do not; the rest is Playwright's.
    """

    def come(
        site: Address,
        *,
        size: tuple[int, int] = (1280, 800),
        stays: float = 0,
        lasting: bool = False,
        **known: Any,
    ) -> Page:
        known["viewport"] = {"width": size[0], "height": size[1]}
        context = browser.new_context(base_url=site.url, **known)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PACE.format(stays))
        if lasting:
            context.add_init_script(LASTING)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Animation.enable")
        devtools.send("Animation.setPlaybackRate", {"playbackRate": HURRY})
        return page

    return come

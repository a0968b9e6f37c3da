"""What a page's socket carries: the frames as they came, and the table as they tell of it."""

import json

from playwright.sync_api import Page, WebSocket

from compendium.rules import View
from compendium.testing.client import Client


class Wire:
    """Listens to the sockets that a page opens from now on."""

    table: Client
    """Its zones ([see, owner, the cards or how many]) and facts, by the newest entry."""
    seat: int | None = None

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        self.seq = 0
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._take(str(text)))

    def _take(self, text: str) -> None:
        self.texts.append(text)
        match json.loads(text):
            case ["view", seq, now, you, {"zones": zones, "facts": facts, "seats": seats}, *_]:
                self.seat, self.seq = you and you[0], seq
                self.table = Client(View(self.seat, range(seats), None, now, zones, facts))
            case ["e", seq, _, _, _, ops, *_] if seq > self.seq:
                self.seq = seq
                self.table.fold(ops)

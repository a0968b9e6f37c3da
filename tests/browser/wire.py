"""What a page's socket carries: the frames as they came, the table as they tell of it, own moves."""

import json
from typing import Any

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
        self.moves: dict[str, list[Any]] = {}
        """Own moves sent, by their ids."""
        self.accepted: dict[str, int] = {}
        """Their seqs."""
        self.refused: dict[str, tuple[str, dict[str, Any]]] = {}
        """Codes and arguments."""
        self.heads = 0
        """How often the server has told the time."""
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._take(str(text)))
        socket.on("framesent", lambda text: self._sent(str(text)))

    @property
    def unanswered(self) -> set[str]:
        """Own moves that nothing has been heard of."""
        return self.moves.keys() - self.accepted.keys() - self.refused.keys()

    def _sent(self, text: str) -> None:
        match json.loads(text):
            case ["m", id, _, move]:
                self.moves[id] = move

    def _take(self, text: str) -> None:
        self.texts.append(text)
        match frame := json.loads(text):
            case ["no", id, code, args] if id in self.moves:
                self.refused[id] = code, args
            case ["head", *_]:
                self.heads += 1
            case ["ok", id, seq]:
                self.accepted[id] = seq
            case ["e", seq, _, _, id, *_] if id in self.moves:
                self.accepted[id] = seq
        match frame:
            case ["view", seq, now, you, {"zones": zones, "facts": facts, "seats": seats}, *_]:
                self.seat, self.seq = you and you[0], seq
                self.table = Client(View(self.seat, range(seats), None, now, zones, facts))
            case ["e", seq, _, _, _, ops, *_] if seq > self.seq:
                self.seq = seq
                self.table.fold(ops)

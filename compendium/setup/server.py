"""Daphne, with the ASGI lifespan it lacks and a stop that tells its sockets.

Importing this module installs Twisted's reactor on the fastest event loop there is.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from importlib.util import find_spec
from typing import Any

from twisted.internet import asyncioreactor

if find_spec("uvloop"):
    import uvloop

    asyncioreactor.install(uvloop.new_event_loop())

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer

Message = MutableMapping[str, Any]
Application = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

LARGEST_FRAME = 16 * 1024  # bytes; a move takes about 40
MOST_UNREAD = 256  # frames of one client that wait for the application
LONGEST_DRAIN = 5.0  # seconds for sockets and requests to end by themselves
RESTART = 1012  # close code "service restart": clients come back by themselves


class NotListening(Exception):
    """The address could not be bound; the text says why."""


class Lifespan:
    """The server's side of the ASGI lifespan protocol."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.received: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raises what the application's start raised."""
        self.task = asyncio.ensure_future(self._run())
        await self._pass("startup")

    async def stop(self) -> None:
        if self.task and not self.task.done():
            await self._pass("shutdown")
            await self.task

    async def _run(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        await self.application(scope, self.received.get, self.sent.put)

    async def _pass(self, stage: str) -> None:
        assert self.task
        await self.received.put({"type": f"lifespan.{stage}"})
        answer = asyncio.ensure_future(self.sent.get())
        await asyncio.wait({answer, self.task}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            answer.cancel()
            await self.task


class BoundedProtocol(WebSocketProtocol):
    """Daphne reads what comes, however much waits to be looked at: a flood would fill the memory and keep the
    loop from everybody else. Such a client is dropped.
    """

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        if self.application_queue.qsize() < MOST_UNREAD:
            super().onMessage(payload, isBinary)
        else:
            self.dropConnection(abort=True)

    def handle_reply(self, message: Message) -> None:
        """Daphne passes on the code of a close, and not the reason."""
        if message["type"] == "websocket.close" and message.get("reason") and self.state == self.STATE_OPEN:
            self.sendClose(code=message.get("code", 1000), reason=message["reason"])
        else:
            super().handle_reply(message)


class GracefulServer(Server):
    """Serves until SIGTERM or SIGINT; then no new connections, 1012 to every socket, a short drain."""

    def __init__(self, application: Application, host: str, port: int, ready: Callable[[int], None]) -> None:
        """`ready` is called with the port listened on, once the application has started."""
        super().__init__(
            application,
            endpoints=[f"{line}:backlog=512" for line in build_endpoint_description_strings(host, port)],
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            ready_callable=self._listening,
            server_name="compendium",
        )
        self.lifespan = Lifespan(application)
        self.tell_ready = ready
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Serve until stopped. Raises NotListening, or what the application's start raised."""
        _quiet_autobahn()
        super().run()
        if self.fault:
            raise self.fault

    def listen_error(self, failure: Any) -> None:
        self.fault = NotListening(failure.getErrorMessage())
        self.stop()

    def _listening(self) -> None:
        # A broken or oversized frame is answered with a close code, not with silence.
        self.ws_factory.setProtocolOptions(failByDrop=False)
        self.ws_factory.protocol = BoundedProtocol
        self.starting = asyncio.ensure_future(self._start())

    async def _start(self) -> None:
        try:
            await self.lifespan.start()
        except Exception as fault:
            self.fault = fault
            self.stop()
        else:
            self.tell_ready(self.listening_addresses[0][1])

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Called by the reactor before it ends, and waited for."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        for listener in self.listeners:
            listener.addCallback(lambda port: port and port.stopListening())
        for connection in list(self.connections):
            if isinstance(connection, WebSocketProtocol) and connection.state == connection.STATE_OPEN:
                # sendClose() would refuse this code: it is the server's to use, and we are the server.
                connection.sendCloseFrame(code=RESTART, reasonUtf8=b"restart", isReply=False)
        if running := self._running():
            await asyncio.wait(running, timeout=LONGEST_DRAIN)
        for task in (rest := self._running()):
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        await self.lifespan.stop()
        await asyncio.sleep(0.05)  # what was written last leaves the process

    def _running(self) -> list[asyncio.Future[Any]]:
        tasks = [details.get("application_instance") for details in self.connections.values()]
        return [task for task in tasks if task and not task.done()]


def _quiet_autobahn() -> None:
    """Autobahn colours debug texts of every frame before it drops them: a tenth of the server's time."""
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        for name in ("hl", "hltype", "hlid", "hlval", "hlcontract", "hluserid"):
            if hasattr(module, name):
                setattr(module, name, lambda *_, **__: "")

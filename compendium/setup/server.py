"""Daphne, with the ASGI lifespan it lacks and a stop that tells its sockets.

Importing this module installs Twisted's reactor on the fastest event loop there is.
"""

import asyncio
import socket
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
from daphne.http_protocol import HTTPFactory
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, reactor

from compendium.operating import draining
from compendium.setup.direct import DirectProtocol
from compendium.setup.garbage import Collector
from compendium.setup.handover import HandedRequest, Handover
from compendium.setup.line import LINE, BoundedProtocol, LineProtocol

Message = MutableMapping[str, Any]
Application = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

LARGEST_FRAME = 16 * 1024  # bytes; a move takes about 40
BACKLOG = 512  # connections that wait to be accepted
LONGEST_DRAIN = 5.0  # seconds for sockets and requests to end by themselves
SETTLING = 0.1  # seconds for what was accepted last to say what it wants
LOOK_AGAIN = 0.05  # seconds
LINES = {"1": DirectProtocol, "0": LineProtocol, "asgi": BoundedProtocol}
"""How texts come and go: past autobahn, by what it documents, or through Channels."""
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


class GracefulServer(Server):
    """Serves until SIGTERM or SIGINT; then no new connections, 1012 to every socket, a short drain."""

    def __init__(
        self,
        application: Application,
        place: tuple[str, int] | socket.socket,
        ready: Callable[[int], None],
        line: str = "1",
        handover: Handover | None = None,
    ) -> None:
        """`place`: host and port, or a socket that listens already. `ready` is called with the port listened
        on, once the application has started; `line`: one of ``LINES``; `handover`: to other workers, whose
        sockets come here too.
        """
        self.handover = handover
        self.inherited = place if isinstance(place, socket.socket) else None
        super().__init__(
            application,
            endpoints=["given below"],  # none at all is an error to Daphne
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            ready_callable=self._listening,
            server_name="compendium",
        )
        self.endpoints = _endpoints(place)
        self.lifespan = Lifespan(application)
        self.tell_ready = ready
        self.fault: BaseException | None = None
        self.protocol = LINES[line]
        self.collector = Collector()

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
        self.ws_factory.protocol = self.protocol
        self.http_factory.buildProtocol = self._connected
        if self.inherited:
            self._adopt(self.inherited)
        self.starting = asyncio.ensure_future(self._start())

    def _adopt(self, listener: socket.socket) -> None:
        """Accept from a socket that other processes accept from too."""
        listener.setblocking(False)
        port = reactor.adoptStreamPort(listener.fileno(), listener.family, self.http_factory)
        listener.close()  # the reactor has a copy
        self.listeners.append(defer.succeed(port))
        self.listen_success(port)

    def _connected(self, address: Any) -> Any:
        protocol = HTTPFactory.buildProtocol(self.http_factory, address)
        protocol.requestFactory = HandedRequest
        return protocol

    def _take(self, connection: socket.socket, request: bytes) -> None:
        """Go on with a connection that another worker accepted, and whose request it read."""
        connection.setblocking(False)
        taken = reactor.adoptStreamConnection(connection.fileno(), connection.family, self.http_factory)
        taken.protocol.dataReceived(request)

    async def _start(self) -> None:
        try:
            await self.lifespan.start()
            if self.handover:
                self.handover.open(self._take)
        except Exception as fault:
            self.fault = fault
            self.stop()
        else:
            self.collecting = asyncio.ensure_future(self.collector.run())
            self.tell_ready(self.listening_addresses[0][1])

    def create_application(self, protocol: Any, scope: Message) -> Any:
        """Called by a connection for its application."""
        if isinstance(protocol, LineProtocol):
            scope["extensions"] = {LINE: protocol}
        return super().create_application(protocol, scope)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Called by a connection that has ended."""
        super().protocol_disconnected(protocol)
        if isinstance(protocol, BoundedProtocol):
            self.collector.closed()

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Called by the reactor before it ends, and waited for."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        draining.begin()
        for listener in self.listeners:
            listener.addCallback(lambda port: port and port.stopListening())
        if self.handover:
            self.handover.close()
        await self._drain()
        for task in (rest := self._running()):
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        await self.lifespan.stop()
        await asyncio.sleep(0.05)  # what was written last leaves the process

    async def _drain(self) -> None:
        """Until sockets and requests have ended by themselves, and not for ever."""
        clock = asyncio.get_running_loop().time
        begin = clock()
        while clock() < begin + LONGEST_DRAIN:
            self._close_sockets()
            if clock() >= begin + SETTLING and not self._busy():
                return
            if running := self._running():
                await asyncio.wait(running, timeout=LOOK_AGAIN)
            else:
                await asyncio.sleep(LOOK_AGAIN)

    def _close_sockets(self) -> None:
        for connection in list(self.connections):
            if isinstance(connection, WebSocketProtocol) and connection.state == connection.STATE_OPEN:
                # sendClose() would refuse this code: it is the server's to use, and we are the server.
                connection.sendCloseFrame(code=RESTART, reasonUtf8=b"restart", isReply=False)

    def _busy(self) -> bool:
        """Whether anybody is being answered, or has begun to ask."""
        asking = any(
            "disconnected" not in details and "application_instance" not in details
            for details in self.connections.values()
        )
        return asking or bool(self._running())

    def _running(self) -> list[asyncio.Future[Any]]:
        tasks = [details.get("application_instance") for details in self.connections.values()]
        return [task for task in tasks if task and not task.done()]


def _endpoints(place: tuple[str, int] | socket.socket) -> list[str]:
    if isinstance(place, socket.socket):
        return []
    host, port = place
    return [f"{line}:backlog={BACKLOG}" for line in build_endpoint_description_strings(host, port)]


def _quiet_autobahn() -> None:
    """Autobahn colours debug texts of every frame before it drops them: a tenth of the server's time."""
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        for name in ("hl", "hltype", "hlid", "hlval", "hlcontract", "hluserid"):
            if hasattr(module, name):
                setattr(module, name, lambda *_, **__: "")

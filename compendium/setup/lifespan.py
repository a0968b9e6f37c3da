"""The application's side of the ASGI lifespan: what starts with the process and stops before it ends."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

Step = Callable[[], Awaitable[None]]


class Lifespan:
    """An ASGI application for the scope type "lifespan"."""

    def __init__(self, start: Sequence[Step], stop: Sequence[Step]) -> None:
        self.steps = {"lifespan.startup": start, "lifespan.shutdown": stop}

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        for kind, steps in self.steps.items():
            await receive()
            for step in steps:
                await step()
            await send({"type": f"{kind}.complete"})

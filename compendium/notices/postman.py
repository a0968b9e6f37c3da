"""The loop that sends notices, in a thread of its own beside everything else a process does."""

from __future__ import annotations

import threading

from django.conf import settings
from django.db import connection

from .sending import deliver, seldom

EVERY = 2.0
"""Seconds between two looks."""


class Postman:
    """Runs from ``start`` to ``stop``, where the site has any notices to send."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    async def start(self) -> None:
        """Begin to look."""
        if settings.EMAIL_NOTICES or settings.PUSH_NOTICES:
            threading.Thread(target=self._run, name="postman", daemon=True).start()

    async def stop(self) -> None:
        """What is just being sent may be sent again by another process, some minutes later."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            look()


def look() -> None:
    """Send what is due; whatever goes wrong is told and comes again."""
    try:
        deliver()
    except Exception as error:
        seldom.warning("notices could not be looked for: %s", error)
    finally:
        connection.close()

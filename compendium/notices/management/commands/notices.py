"""Send the notices that are due, once: for cron, beside servers or in their stead."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from compendium.notices import sending


class Command(BaseCommand):
    help = "Send the notices that are due."

    def handle(self, *_: Any, **__: Any) -> None:
        """Says how many went out."""
        self.stdout.write(f"{sending.deliver()} sent")

"""Pages as a browser gets them."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from compendium.accounts.models import Player

People = Callable[..., Player]
Browsers = Callable[..., Client]


def text(answer: Any) -> str:
    """The page's HTML."""
    return answer.content.decode()

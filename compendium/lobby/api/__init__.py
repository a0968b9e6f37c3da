"""The JSON API: what the pages can do, for programs too."""

from .site import api, nowhere

__all__ = ["api", "nowhere"]

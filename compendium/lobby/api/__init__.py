"""The JSON API: what the pages can do, for programs too."""

from .site import api

__all__ = ["api"]

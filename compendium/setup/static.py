"""Static files: compressed and named by content, except those that Vite has already named so."""

import re
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

BUILT = "assets/"
HASHED = re.compile(r"^.+\.[0-9a-f]{12}\..+$")


class Storage(CompressedManifestStaticFilesStorage):
    """Hashing a built module again would load it twice, under two URLs."""

    manifest_strict = False

    def file_hash(self, name: str, content: Any = None) -> str | None:
        if name and name.startswith(BUILT):
            return None
        return super().file_hash(name, content)


def immutable(path: str, url: str) -> bool:
    """Whether a file at this URL may be kept by browsers for ever."""
    return f"/static/{BUILT}" in url or bool(HASHED.match(url))

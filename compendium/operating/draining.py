"""Whether this process is about to end: told by the server when its stop begins, asked by ``/readyz``."""

_draining = False


def begin() -> None:
    """From now on this process wants no new players."""
    global _draining
    _draining = True


def begun() -> bool:
    return _draining

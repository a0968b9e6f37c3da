"""Tell the sockets of a table, in all processes, that something about it has changed."""


def announce(table_id: int, *kinds: str) -> None:
    """Send notes of these kinds (``places``, ``options``, ``started``, ``rematch``) to all at the table."""

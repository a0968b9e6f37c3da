"""Seeds of randomised runs."""

import secrets

NEW = "new"
"""Instead of a seed: another one in each run. All processes that share a run collect the same tests."""


def drawn(seed: str) -> str:
    """A seed, drawn where it shall be a new one; whoever uses it prints it."""
    return secrets.token_hex(4) if seed == NEW else seed

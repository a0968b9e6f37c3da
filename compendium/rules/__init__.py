"""The kernel: what a table is, what an audience may know, what a game is. No Django, no I/O."""

from .audience import Audience, View, audiences, redact, sees, shown, view
from .daily import Daily, Ranked
from .game import BadOptions, Figure, Game, Illegal, Move, NoOptions, Preset, new_table, play, wake
from .table import Cards, Chance, Kind, Op, Table, fold

__all__ = [
    "Audience",
    "BadOptions",
    "Cards",
    "Chance",
    "Daily",
    "Figure",
    "Game",
    "Illegal",
    "Kind",
    "Move",
    "NoOptions",
    "Op",
    "Preset",
    "Ranked",
    "Table",
    "View",
    "audiences",
    "fold",
    "new_table",
    "play",
    "redact",
    "sees",
    "shown",
    "view",
    "wake",
]

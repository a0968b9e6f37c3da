"""The kernel: what a table is, what an audience may know, what a game is. No Django, no I/O."""

from .audience import Audience, View, audiences, redact, sees, shown, view
from .game import BadOptions, Game, Illegal, Move, NoOptions, new_table, play, wake
from .table import Cards, Chance, Kind, Op, Table, fold

__all__ = [
    "Audience",
    "BadOptions",
    "Cards",
    "Chance",
    "Game",
    "Illegal",
    "Kind",
    "Move",
    "NoOptions",
    "Op",
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

"""Tests that ship with Compendium, for its own games and for those of other authors.

from compendium.testing import laws
laws.check(game, seats=3)
"""

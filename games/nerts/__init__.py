"""Nerts: everybody plays a patience of their own at the same time, onto foundations that all share.

For one to eight players; one alone is practice. Each has a pack of 52 cards with its own back, ace low. You
are dealt a Nerts pile of 13 cards of which only the top is turned up, four work piles of one card each, and
a stock. Nobody takes turns: after the countdown everybody plays as fast as they like.

## What you may do, at any time

Play the top card of your Nerts pile, the top of your waste, or the last card of one of your work piles:

- to a foundation in the middle: an ace opens a new one, then it goes up by one in the same suit, to the
  king. Anyone may build on any foundation. If two go for the same place, the first to arrive has it, and
  the other card comes back.
- to one of your work piles: down by one, red on black or black on red. An empty work pile takes any card.

Move a card of a work pile with all cards that lie on it to another of your work piles. While one of your work
piles is empty, slide a single card under another whole pile, if its first card would fit on it.

Flip three cards from the stock to the waste; the last of them may be played, then the one below. When fewer
than three are left, the flip turns the waste over instead to make a new stock, and the leftover cards stay
below it, unseen.

Call "Nerts!" when your Nerts pile is empty, which ends the hand. You need not: you may play on for more
points. A card that was in the air when somebody called still lands: one for each player, within a fifth of
a second.

## The score

One point for each of your cards on the foundations, minus 2 for each card left in your Nerts pile. Hands
follow until somebody has 100 points; then the highest total wins. A tie at the top plays another hand.

## When nobody can go on

The table sees by itself whether a player is stuck: no card that they could come by goes anywhere. If you do
not want to go on looking, say "I'm stuck", which is a vote. When all players are stuck or vote so, all
stocks are made anew and each one's top card goes to the bottom, so that other cards come up. If that does
not help four times running, the hand is over and is scored as usual. Nobody can hold up all others for more
than half a minute.

Tables may agree on another target, on penalties, a bonus for calling, shorter Nerts piles, more or fewer work
piles, flips of one card, gaps that are filled from the Nerts pile, a fixed number of hands, and more.
"""

from __future__ import annotations

from .game import Nerts

__all__ = ["game"]

game = Nerts()

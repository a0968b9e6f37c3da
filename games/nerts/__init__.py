"""Nerts: everybody plays a patience of their own at the same time, onto foundations that all share.

For one to eight players; one alone is practice. Each has a pack of 52 cards with its own back, ace low. You
are dealt a Nerts pile of 13 cards of which only the top is turned up, four work piles of one card each, and
a stock. Nobody takes turns: after a countdown of three seconds, shorter when all are ready, everybody plays
as fast as they like.

## What you may do, at any time

Play the top card of your Nerts pile, the top of your waste, or the last card of one of your work piles:

- to a foundation in the middle: an ace opens the first free one, then it goes up by one in the same suit, to
  the king. Anyone may build on any foundation. If two go for the same place, the first to arrive has it, and
  the other card comes back, with word of who was first. What lies on a foundation stays there.
- to one of your work piles: down by one, red on black or black on red. An empty work pile takes any card.

Move a card of a work pile with all cards that lie on it to another of your work piles. While one of your work
piles is empty, slide a single card under another whole pile, if its first card would fit on it.

Flip three cards from the stock to the waste; the last of them may be played, then the one below. When fewer
than three are left, the flip turns the waste over instead to make a new stock, and the leftover cards stay
below it, unseen.

Call "Nerts!" when your Nerts pile is empty, which ends the hand for all. You need not: you may play on for
more points, until somebody calls. A card that was in the air when somebody called still lands: one for each
player, within a fifth of a second.

## At the table

Drag a card, or tap it and then the place; a second tap on the same card plays it to the obvious place, a
foundation if one takes it. A card of a work pile brings along what lies on it. Escape drops a card in hand.

By keys: space flips, 1 chooses the Nerts pile and the next digits the work piles and the waste, from left to
right; a second digit says where to, or the same one again the obvious place. F plays to a foundation what
goes there, N calls.

## The score

One point for each of your cards on the foundations, minus 2 for each card left in your Nerts pile. The next
hand follows when all are ready, or by itself after fifteen seconds, until somebody has 100 points; then the
highest total wins. A tie at the top plays another hand; after 60 hands the match is over in any case.

## When nobody can go on

The table sees by itself whether a player is stuck: no card that they could come by goes anywhere. If you do
not want to go on looking, say "I'm stuck", which is a vote; the same button takes it back. When all players
are stuck or vote so, all stocks are made anew and each one's top card goes to the bottom, so that other cards
come up. If that does not help four times running, the hand is over and is scored as usual. Nobody can hold up
all others for more than half a minute.

Who loses the connection is waited for; after half a minute, if others are there, a bot sits in, and gets up
as soon as its player is back. After a pause it is three, two, one again before play goes on.

## Partners

A table may have two players a board, who both play its cards at the same time. What one has in hand the other
sees held, and cannot take. If both go for a card, the first to arrive has it, and the other is told.
Either may call, say that the board is stuck, or that it is ready. A bot may be a partner; if you leave, one
plays beside yours. A line to your partner, in the field by your board, is read by nobody else and not kept.

## Practice alone

The same game by the same rules with nobody to wait for, against the clock: each hand tells how long it took,
and whether you cleared your Nerts pile or came to where nothing went on.

## Hand of the day

Every day one hand with the same cards for everybody, alone, with a fifth work pile. Your first try of the day
(UTC) ranks by the time from "Go!" to your call, in tenths of a second; equal times share the place. A hand
that ends blocked comes after all that were called, by its points. The clock never stops: there is no pause,
and it runs on while you are away.

## What a table may agree on

- What the match goes to: another target, the most points after a fixed number of hands, or hands won.
- The penalty for a card left in the Nerts pile, 1, 2 or 3, and a bonus for the call of 5, 10 or 25.
- Shorter Nerts piles, of 10 to 12 cards, and 3 to 6 work piles.
- Flips of one card, and whether the last cards of the stock, too few for a flip, are turned up as well.
- Empty work piles that are filled at once from the Nerts pile.
- A photo finish: a card that comes at most 50, 100 or 200 milliseconds after another for the same place lands
  as well, under whatever followed, and scores.
- A call that comes by itself when the Nerts pile is empty; the landing time, up to 0.3 seconds or none; and
  whether only cards for foundations still land.
- A coach, for practice: it shows a play when asked (H), and after the hand what was missed.
- Solo shift: who is found stuck while others can go on may turn the own stock over, its top card below.
- When all are stuck: cards are flipped one by one until somebody can play, in place of turning the stocks.
- Jokers, two to a deck; or decks of forty cards, which end at the ten.

## Jokers

A joker that no card has covered yet stands for any card. It goes to a foundation as just the next card, or as
an ace of any suit, and to any of your work piles, but not on an ace: lying on a card it stands for one rank
lower, red on black or black on red.

Put a card on it, or slide it under a pile, and it becomes a card, one rank higher, of the suit that you say;
that it stays as long as it lies in the work piles. No king goes on a joker, nor a ten where ten is the
highest. A joker on a foundation is a point for its owner, as any card is.
"""

from __future__ import annotations

from .game import Nerts

__all__ = ["game"]

game = Nerts()

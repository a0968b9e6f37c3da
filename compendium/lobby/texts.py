"""What refusals say to people, and the HTTP status that goes with each."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS = {
    "bad_options": _("%(message)s"),
    "bad_token": _("This token is not known. It may have been revoked."),
    "csrf": _("The page had gone stale. Load it again and try once more."),
    "internal": _("The game has an error in it and cannot begin. Please tell whoever runs this site."),
    "it_counts": _("This game counts for the ranking: there is no advice."),
    "kicked": _("The host has closed this table to you."),
    "malformed": _("The request could not be read: %(reason)s"),
    "name_empty": _("Choose a name that can be read."),
    "name_long": _("Choose a name of at most 24 letters."),
    "no_bots": _("There are no bots for this game."),
    "no_partner": _("Somebody has no partner yet. Move together, or add a bot."),
    "no_free_seat": _("Every seat is taken."),
    "nobody": _("Take a name first, or send a token."),
    "not_found": _("There is nothing at %(path)s."),
    "not_here": _("You have no seat at this table."),
    "not_host": _("Only the host can do that."),
    "not_over": _("The game is not over yet."),
    "not_practice": _("There is advice only where you play alone against bots."),
    "not_shown": _("Only those who sat at this table see how it was played."),
    "not_your_turn": _("It is not your turn."),
    "not_started": _("The game has not begun."),
    "over": _("The game is over."),
    "play_first": _("%(title)s: play it for the ranking first."),
    "seat_taken": _("Somebody sits there already."),
    "session_only": _("Only your browser can do that, no token."),
    "started": _("The game has begun."),
    "too_fast": _("That was a lot at once. Wait a moment."),
    "too_few": _("There are too few players yet. Add bots, or wait for people."),
    "too_many": _("There are more players here than these options allow."),
    "too_many_guests": _("Too many new guests from your address. Try again in an hour."),
    "too_many_tables": _("You have made many tables this hour. Try again later."),
    "too_many_tokens": _("You have many tokens already. Revoke one first."),
    "unknown_day": _("There is no such day, or not yet."),
    "unknown_game": _("There is no such game here."),
    "unknown_level": _("There are no bots of that level."),
    "unknown_seat": _("There is no such seat."),
    "unknown_table": _("There is no table with this code."),
    "unknown_token": _("You have no such token."),
}
STATUS = {
    "bad_token": 401,
    "nobody": 401,
    "csrf": 403,
    "it_counts": 403,
    "kicked": 403,
    "not_host": 403,
    "not_practice": 403,
    "not_shown": 403,
    "session_only": 403,
    "not_found": 404,
    "unknown_day": 404,
    "unknown_game": 404,
    "unknown_table": 404,
    "unknown_token": 404,
    "bad_options": 422,
    "malformed": 422,
    "name_empty": 422,
    "name_long": 422,
    "unknown_level": 422,
    "unknown_seat": 422,
    "too_fast": 429,
    "too_many_guests": 429,
    "too_many_tables": 429,
    "too_many_tokens": 429,
}
CONFLICT = 409


def text_of(code: str, args: dict[str, Any]) -> str:
    """A sentence for people; the code itself where nobody has written one."""
    text = TEXTS.get(code)
    return code if text is None else str(text) % args


def status_of(code: str) -> int:
    """The HTTP status of a refusal: 409 where the table is in another state than the asker thought."""
    return STATUS.get(code, CONFLICT)

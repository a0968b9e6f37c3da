"""The lobby's pages: home, a new table, the table, the rules."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from compendium.accounts.identity import acting, current
from compendium.accounts.posting import from_its_page
from compendium.rules import Game
from compendium.tables import seating
from compendium.tables.seating import Refused

from . import catalogue, days, joining, lists, opening
from .forms import TableForm
from .models import Attempt, Listing
from .refusing import refusing
from .texts import text_of

FEW_SEATS = re.compile(r"[0-9]{1,2}")


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The games, and the tables that are open or being played."""
    return home_page(request)


def home_page(request: HttpRequest, *, typed: str = "", problem: str = "") -> HttpResponse:
    """The same with what was put into the box for codes, and why it leads nowhere."""
    player = current(request)
    asked = [lists.open_tables(player), lists.running_tables(player)]
    shown = lists.rows(player, *asked, *([lists.tables_of(player)] if player else []))
    mine = lists.own(shown[2]) if player else []
    context = {
        "games": [catalogue.card(game) for game in catalogue.games()],
        "open_tables": [row for row in shown[0] if not row.barred],
        "running_tables": shown[1],
        "my_tables": mine,
        "my_turns": sum(row.turn for row in mine),
        "played_today": days.played(player, days.today()),
        "typed": typed,
        "problem": problem,
    }
    return render(request, "home.html", context, status=404 if problem else 200)


@from_its_page("home")
@refusing
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Play at once, against bots, or alone where one seat is asked for."""
    game, seats = catalogue.find(slug), _seats(request)
    listing = opening.play_now(acting(request), game, level=request.POST.get("level"), seats=seats)
    return redirect("table", listing.table.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a table with options."""
    game = catalogue.find(slug)
    form = _asked(request, game)
    if form.is_valid():
        try:
            return redirect("table", _opened(request, form).table.code)
        except Refused as no:
            form.add_error(None, text_of(no.code, no.args_))
    context = {"game": catalogue.card(game), "form": form}
    return render(request, "new.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
@refusing
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table: waiting, playing, result. Whoever has no seat watches."""
    listing = joining.find(code)
    if listing.table.code != code:
        return redirect("table", listing.table.code)
    if not days.may_look(listing.table, current(request)):
        messages.info(request, _("Play these cards yourself first. Then you may look on."))
        return redirect("day_of", listing.table.game, listing.table.attempt.day.isoformat())
    context = {"game": {"slug": listing.table.game, "name": catalogue.name_of(listing.table.game)}}
    return render(request, "table.html", {**context, "boot": _boot(request, listing)})


@require_safe
@refusing
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played."""
    game = catalogue.find(slug)
    context = {"game": catalogue.card(game), "html": catalogue.rules_html(game)}
    if game.daily is not None:
        context["played_today"] = days.played(current(request), days.today())
    return render(request, "rules.html", context)


def _asked(request: HttpRequest, game: Game) -> TableForm:
    """The form as it was filled in; a preset's button changes the options in it and nothing else."""
    said = request.POST
    if "preset" not in said:
        return TableForm(game, said or None)
    others = {name: said[name] for name in ("seats", "bots", "level") if name in said}
    return TableForm(game, initial={**others, "public": "public" in said}, preset=said["preset"])


def _seats(request: HttpRequest) -> int | None:
    """How many seats a button asks for. Refuses with ``malformed``."""
    text = request.POST.get("seats", "")
    if text and not FEW_SEATS.fullmatch(text):
        raise Refused("malformed", reason="seats")
    return int(text) if text else None


def _opened(request: HttpRequest, form: TableForm) -> Listing:
    return opening.open_table(
        acting(request),
        form.game,
        form.options,
        public=form.cleaned_data["public"],
        seats=form.seats,
        bots=form.bots,
    )


def _day(listing: Listing) -> tuple[str, dict[str, Any]] | None:
    """What a table of a day is called, where its ranking is, and whether it counts."""
    attempt = Attempt.objects.filter(table=listing.table).first() if listing.table.luck else None
    if attempt is None:
        return None
    game = seating.game_of(listing.table)
    title = game.daily.title if game.daily else game.name
    return title if attempt.ranked else _("Practice: %(title)s") % {"title": title}, {
        "url": f"/day/{attempt.game}/{attempt.day}",
        "api": f"days/{attempt.game}/{attempt.day}",
        "ranked": attempt.ranked,
        "runs_on": game.realtime,
    }


def _boot(request: HttpRequest, listing: Listing) -> dict[str, Any]:
    """What the table's island begins with."""
    code, game = listing.table.code, listing.table.game
    player = current(request)
    name, day = _day(listing) or (catalogue.name_of(game), None)
    return {
        "code": code,
        "game": game,
        "name": name,
        "csrf": get_token(request),
        "you_player": player is not None,
        "left": joining.has_left(listing, player),
        "barred": joining.is_barred(listing, player),
        "day": day,
        "urls": {
            "home": "/",
            "rules": f"/rules/{game}",
            "invite": request.build_absolute_uri(f"/j/{code}"),
            "qr": f"/j/{code}.svg",
            "socket": f"/ws/{code}",
            "api": f"/api/tables/{code}",
        },
    }

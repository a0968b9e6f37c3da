"""The lobby's pages: home, a new table, the table, the rules."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from compendium.accounts.identity import acting, current
from compendium.accounts.posting import from_its_page
from compendium.tables.seating import Refused

from . import catalogue, joining, lists, opening
from .forms import TableForm
from .models import Listing
from .refusing import refusing
from .texts import text_of


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
    context = {
        "games": [catalogue.card(game) for game in catalogue.listed()],
        "open_tables": shown[0],
        "running_tables": shown[1],
        "my_tables": shown[2] if player else [],
        "typed": typed,
        "problem": problem,
    }
    return render(request, "home.html", context, status=404 if problem else 200)


@from_its_page("home")
@refusing
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Play at once, against bots."""
    game = catalogue.find(slug)
    listing = opening.play_now(acting(request), game, level=request.POST.get("level"))
    return redirect("table", listing.table.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a table with options."""
    game = catalogue.find(slug)
    form = TableForm(game, request.POST or None)
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
    context = {"game": {"slug": listing.table.game, "name": catalogue.name_of(listing.table.game)}}
    return render(request, "table.html", {**context, "boot": _boot(request, listing)})


@require_safe
@refusing
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played."""
    game = catalogue.find(slug)
    return render(request, "rules.html", {"game": catalogue.card(game), "html": catalogue.rules_html(game)})


def _opened(request: HttpRequest, form: TableForm) -> Listing:
    return opening.open_table(
        acting(request),
        form.game,
        form.options,
        public=form.cleaned_data["public"],
        seats=form.seats,
        bots=form.bots,
    )


def _boot(request: HttpRequest, listing: Listing) -> dict[str, Any]:
    """What the table's island begins with."""
    code, game = listing.table.code, listing.table.game
    player = current(request)
    return {
        "code": code,
        "game": game,
        "name": catalogue.name_of(game),
        "csrf": get_token(request),
        "you_player": player is not None,
        "left": joining.has_left(listing, player),
        "barred": joining.is_barred(listing, player),
        "urls": {
            "home": "/",
            "rules": f"/rules/{game}",
            "invite": request.build_absolute_uri(f"/j/{code}"),
            "qr": f"/j/{code}.svg",
            "socket": f"/ws/{code}",
            "api": f"/api/tables/{code}",
        },
    }

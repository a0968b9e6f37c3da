"""The page of a game's day: play it, and how everybody did."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from compendium.accounts.identity import acting, current

from . import catalogue, days, ranking
from .refusing import refusing


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def day(request: HttpRequest, slug: str, day: str | None = None) -> HttpResponse:
    """The ranking; the button plays: for the ranking on its day, for practice after that."""
    game, daily = days.find(slug)
    date, today = days.read(day), days.today()
    if request.method == "POST":
        practice = "practice" in request.POST or date < today
        player = acting(request)
        made = days.practise(player, slug, date) if practice else days.play(player, slug)
        return redirect("table", made.table.code)
    reader = current(request)
    context = {
        "game": catalogue.card(game),
        "daily": daily,
        "date": date,
        "is_today": date == today,
        "before": days.yesterday(date),
        "after": days.tomorrow(date) if date < today else None,
        "mine": days.ranked(slug, date, reader),
        "ranking": ranking.of(slug, date, reader),
    }
    return render(request, "day.html", context)

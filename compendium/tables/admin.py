"""Tables, their logs and their places, to be looked at; nobody writes a log by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from .models import Entry, Place, Table

STATES = {
    "open": {"started_at__isnull": True, "over_at__isnull": True},
    "running": {"started_at__isnull": False, "over_at__isnull": True},
    "over": {"over_at__isnull": False},
}


class StateFilter(admin.SimpleListFilter):
    """Open, running, over."""

    title = parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The states there are."""
        return [(state, state) for state in STATES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """The tables in one."""
        return queryset.filter(**STATES[self.value()]) if self.value() in STATES else queryset


class ReadOnly:
    """For what the log says: a change by hand would make it lie."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class PlaceInline(ReadOnly, admin.TabularInline):
    model = Place
    fields = ("seat", "n", "name", "player", "bot", "stand_in", "host")
    extra = 0
    can_delete = False


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("code", "game", "state", "seats", "made", "head", "driver")
    exclude = ("luck",)  # whoever knows it knows all the cards
    list_filter = (StateFilter, "game")
    search_fields = ("code", "places__name")
    ordering = ("-pk",)
    show_full_result_count = False
    inlines = (PlaceInline,)

    def delete_model(self, request: HttpRequest, obj: Table) -> None:
        """With its row held: no entry is written between those that are deleted and the table."""
        self.delete_queryset(request, Table.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """The same for many."""
        with transaction.atomic():
            held = list(Table.objects.select_for_update().filter(pk__in=queryset.values("pk")).order_by("pk"))
            Table.objects.filter(pk__in=[table.pk for table in held]).delete()

    @admin.display(description="created", ordering="created")
    def made(self, table: Table) -> datetime:
        """When it was made."""
        return datetime.fromtimestamp(table.created / 1000, UTC)


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("table", "seq", "at", "seat", "player", "move")
    list_select_related = ("table",)
    search_fields = ("=table__code",)
    search_help_text = "A table's code"
    ordering = ("-pk",)
    show_full_result_count = False
    # Open hands could be read here while they are played.
    fields = ("table", "seq", "at", "seat", "player", "move_id", "move")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only together with the table, on its own page or list."""
        return "tables_table" in (request.resolver_match.url_name or "")


@admin.register(Place)
class PlaceAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "table", "seat", "player", "bot", "stand_in", "host")
    list_select_related = ("table", "player")
    list_filter = ("host", "bot")
    search_fields = ("name", "=table__code", "player__name")
    ordering = ("-pk",)
    show_full_result_count = False

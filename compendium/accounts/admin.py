"""Players and their tokens."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import Player, Token


class TokenInline(admin.TabularInline):
    model = Token
    fields = readonly_fields = ("name", "created")
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Keys are made, and shown once, on the profile page."""
        return False


class GuestFilter(admin.SimpleListFilter):
    """Guests, or players with an account."""

    title = parameter_name = "guest"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Yes and no."""
        return [("yes", "yes"), ("no", "no")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """The one or the other."""
        return queryset.filter(user__isnull=self.value() == "yes") if self.value() else queryset


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "pk", "user", "weave", "created")
    list_select_related = ("user",)
    list_filter = (GuestFilter, "created")
    search_fields = ("name", "=pk", "user__username")
    autocomplete_fields = ("user",)
    readonly_fields = ("created",)
    ordering = ("-pk",)
    show_full_result_count = False
    inlines = (TokenInline,)


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):
    list_display = ("name", "player", "created")
    list_select_related = ("player",)
    search_fields = ("name", "player__name")
    fields = readonly_fields = ("name", "player", "created")
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Keys are made, and shown once, on the profile page."""
        return False

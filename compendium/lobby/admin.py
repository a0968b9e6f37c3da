"""Which tables are listed."""

from __future__ import annotations

from django.contrib import admin

from .models import Listing


@admin.register(Listing)
class ListingAdmin(admin.ModelAdmin):
    list_display = ("table", "public", "maker", "rematch_of")
    list_select_related = ("table", "maker", "rematch_of__table")
    list_filter = ("public", "table__game")
    search_fields = ("=table__code", "maker__name")
    readonly_fields = ("table", "maker", "rematch_of")
    raw_id_fields = ("barred",)
    ordering = ("-pk",)
    show_full_result_count = False

    def has_add_permission(self, request: object) -> bool:
        """Tables are made in the lobby."""
        return False

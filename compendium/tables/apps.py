"""The realtime layer's Django app."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "compendium.tables"
    default_auto_field = "django.db.models.BigAutoField"

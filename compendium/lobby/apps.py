"""The lobby's Django app: catalogue, open tables, invitations."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "compendium.lobby"
    default_auto_field = "django.db.models.BigAutoField"

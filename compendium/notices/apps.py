"""The notices' Django app."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "compendium.notices"
    default_auto_field = "django.db.models.BigAutoField"

"""The accounts' Django app: guests, users, tokens."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "compendium.accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Guests become users when they log in."""
        from . import identity  # noqa: F401

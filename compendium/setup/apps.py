"""The set-up's Django app: the `serve` command and the system checks."""

from django.apps import AppConfig


class SetupConfig(AppConfig):
    name = "compendium.setup"

    def ready(self) -> None:
        from compendium.setup import checks  # noqa: F401  (registers the checks)

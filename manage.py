#!/usr/bin/env python
"""Compendium's command line: `uv run manage.py serve`, or `help` for the other commands."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(f"Compendium cannot start: {fault}")


if __name__ == "__main__":
    main()

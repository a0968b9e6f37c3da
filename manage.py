#!/usr/bin/env python
"""Compendium's command line: `uv run manage.py serve`, or `help` for the other commands."""

from compendium.setup.command import main

if __name__ == "__main__":
    main()

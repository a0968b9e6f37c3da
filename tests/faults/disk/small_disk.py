"""Settings of a site whose SQLite file cannot grow beyond $MOST_PAGES pages: then its disk is full."""

import os

from compendium.settings import *  # noqa: F403
from compendium.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] += f" PRAGMA max_page_count={os.environ['MOST_PAGES']};"

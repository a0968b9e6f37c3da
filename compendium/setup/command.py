"""The command line: of manage.py in a clone, of `compendium` where the package is installed."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from compendium.setup import frontend, node


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
    try:
        if sys.argv[1:2] == ["serve"] and not {"-h", "--help"}.intersection(sys.argv):
            # Before Django starts: it reads the list of built files once.
            frontend.build(lambda step: print(f"{step} …", flush=True))
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, frontend.BuildFailed, node.NoNode) as fault:
        sys.exit(f"Compendium cannot start: {fault}")


if __name__ == "__main__":
    main()

"""Hatch's hook: a release wheel carries the built front end, so that its users need no Node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontendHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not (Path(self.root) / "frontend").is_dir():
            return
        sys.path.insert(0, self.root)
        from compendium.setup import frontend

        frontend.build(self.app.display_info)
        build_data["force_include"][str(frontend.SOURCES / "dist")] = "compendium/_frontend"

"""Puts the page into wheels and source archives, built anew if it is not there or stale (see web/build.py).

An editable install does without: `make play` builds the page when it is wanted.
"""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before anything is packed."""

    PLUGIN_NAME = "custom"

    def _page(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "web" / "build.py"))

    def dependencies(self) -> list[str]:
        page = self._page()
        return [] if page["is_fresh"]() or page["npm"]() else [page["NODE_WHEEL"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            self._page()["build"]()

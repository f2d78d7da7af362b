"""Pages: each match as one file that replays it in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from woozle.arena.exports.page.document import document
from woozle.arena.exports.page.replay import replay
from woozle.core.request import Seat
from woozle.saves.match import FinishedMatch
from woozle.saves.staged_files import StagedFiles

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST = 100  # characters of a name


class PageExport(StagedFiles):
    """Pages of matches. viewer: the only point of view; None for all that are allowed."""

    def __init__(self, folder: Path, viewer: Seat | None, *, with_text: bool, is_forced: bool) -> None:
        super().__init__(folder, is_forced=is_forced)
        self._viewer = viewer
        self._with_text = with_text
        self._names: set[str] = set()

    def add(self, match: FinishedMatch) -> None:
        """Write the page of a match. Raises TableError, SaveError."""
        page = document(replay(match, viewer=self._viewer, with_text=self._with_text))
        self.write(self._name(match.name), [page])

    def describe(self, path: Path) -> Iterator[str]:
        yield f": {path.stat().st_size / 1e6:.1f} MB"

    def _name(self, match: str) -> str:
        plain = _UNSAFE.sub("-", match)[:_LONGEST].strip("-.") or "match"
        name, number = plain, 1
        while name.casefold() in self._names:
            number += 1
            name = f"{plain}-{number}"
        self._names.add(name.casefold())
        return f"{name}.html"

"""The journal of a table, beside the transcript: arrivals, losses, answers of bots in place of players, and their times.

The journal names places, never people, and is no part of what the transcript proves.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from woozle.arena.tables.plan import Loss

JOURNAL = "journal.jsonl"

Happening: TypeAlias = Literal[
    "came",
    "lost",
    "left",
    "removed",
    "asked_for_sign",
    "showed_sign",
    "dealt_with",
    "returned",
    "stood_in",
    "elsewhere",
    "paused",
    "resumed",
    "not_revealed",
    "guessed",
]


class Journal:
    """A journal of what happens to places. Before the match has a folder, entries wait in memory.

    now: Unix time. clock: monotonic seconds, by which durations are to be counted.
    """

    def __init__(self, now: Callable[[], float], clock: Callable[[], float]) -> None:
        self._now = now
        self._clock = clock
        self._began = clock()
        self._folder: Path | None = None
        self._lines: list[str] = []

    def note(self, what: Happening, place: int = 0, **about: Any) -> None:
        """Add an entry. place: 0 for the table. Raises nothing: a match goes on without a journal."""
        time = datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="milliseconds")
        entry = {"time": time, "clock": round(self._clock() - self._began, 3), "what": what, "place": place, **about}
        self._lines.append(json.dumps(entry) + "\n")
        self._write()

    def begin(self, folder: Path | None) -> None:
        """Write to the folder of a match from now on, waiting entries first; None to wait for the next match."""
        self._folder = folder
        self._write()

    def _write(self) -> None:
        if self._folder:
            with suppress(OSError):
                with (self._folder / JOURNAL).open("a", encoding="utf-8") as file:
                    file.writelines(self._lines)
                self._lines.clear()


def losses(folder: Path) -> dict[int, Loss]:
    """Return the places that are dealt with as lost at the end of the journal in a folder, and how they were lost."""
    lost: dict[int, Loss] = {}
    with suppress(OSError):
        for line in (folder / JOURNAL).read_text("utf-8").splitlines():
            with suppress(ValueError):  # a line that was cut short by a kill
                match json.loads(line):
                    case {"what": "dealt_with", "place": int(place), "how": "gone" | "silent" as how}:
                        lost[place] = how
                    case {"what": "returned", "place": int(place)}:
                        lost.pop(place, None)
    return lost

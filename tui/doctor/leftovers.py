"""What was left: details of a crash, matches that were not finished, files that stood in for broken ones, studies nearby."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from woozle.arena.studies.folder import DATA, PARTICIPANTS
from woozle.arena.studies.plan import PLAN_FILE
from woozle.arena.views.words import count
from woozle.core.naming import listed
from woozle.saves import places
from woozle.saves.store import list_matches
from woozle.tui.doctor.discretion import discreet
from woozle.tui.doctor.finding import Finding, Part, note, ok

_OTHERS = {"unfinished": "not finished", "damaged": "that cannot be read"}
"""Matches that have no end, by their status."""


def leftovers(here: Path | None = None) -> Part:
    """What somebody may want to look at or go on with. here: where studies are looked for; the folder of this process."""
    return Part("Left", (*_crash(), *_stale(), _matches(), *_studies(here)))


def _crash() -> Iterator[Finding]:
    with suppress(OSError):
        when = datetime.fromtimestamp((places.home() / places.CRASH_REPORT).stat().st_mtime, UTC)
        yield note(
            "crash",
            f"one on {when:%Y-%m-%d} left {discreet(places.home() / places.CRASH_REPORT)}",
            "report it, then delete the file",
        )


def _stale() -> Iterator[Finding]:
    """Files of a write that was cut off, and of settings that could not be read."""
    for folder in dict.fromkeys((places.home(), places.config())):
        with suppress(OSError):
            names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".new", ".broken")))
            for name in names:
                why = "settings that could not be read" if name.endswith(".broken") else "a file whose writing was cut off"
                yield note(discreet(name), why, "delete it when nothing in it is needed")


def _matches() -> Finding:
    states: Counter[str] = Counter(match.status for match in list_matches(is_noted=False))
    told = [count(states["finished"], "finished match", "finished matches")]
    told += [f"{states[state]:,} {words}" for state, words in _OTHERS.items() if states[state]]
    if states["damaged"]:
        return note("matches", listed(told), "`woozle list` shows them, `woozle verify ID` says what is wrong with one")
    if states["unfinished"]:
        return note("matches", listed(told), "`woozle list` shows them, `woozle resume ID` goes on with one")
    return ok("matches", f"{told[0]}, none left in the middle")


def _studies(here: Path | None) -> Iterator[Finding]:
    """Studies have no place of their own: those in this folder, and right below it."""
    with suppress(OSError):
        folder = here or Path.cwd()
        for study in [folder, *sorted(each for each in folder.iterdir() if each.is_dir())]:
            if (study / PLAN_FILE).is_file():
                journals = study / DATA / PARTICIPANTS
                number = len(list(journals.glob("*.jsonl"))) if journals.is_dir() else 0
                name = discreet(study.resolve().name)
                yield ok(
                    "study",
                    f"{name}, {count(number, 'participant')}; `woozle study status {name}` says how it stands",
                )

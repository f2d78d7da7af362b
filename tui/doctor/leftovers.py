"""What was left: details of a crash, matches that were not finished, files that stood in for broken ones, studies nearby."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from woozle.saves import places
from woozle.saves.studies.folder import DATA, PARTICIPANTS
from woozle.saves.studies.plan import PLAN_FILE
from woozle.saves.transcript import CLOSED, PART
from woozle.tui.crash import FILE
from woozle.tui.doctor.discretion import discreet
from woozle.tui.doctor.finding import Finding, Part, missing, ok
from woozle.tui.present.words import count


def leftovers(here: Path | None = None) -> Part:
    """What somebody may want to look at or go on with. here: where studies are looked for; the folder of this process."""
    return Part("Left", (*_crash(), *_stale(), _matches(), *_studies(here)))


def _crash() -> Iterator[Finding]:
    with suppress(OSError):
        when = datetime.fromtimestamp((places.home() / FILE).stat().st_mtime, UTC)
        yield missing("crash", f"one on {when:%Y-%m-%d} left {discreet(places.home() / FILE)}", "report it, then delete the file")


def _stale() -> Iterator[Finding]:
    """Files of a write that was cut off, and of settings that could not be read."""
    for folder in dict.fromkeys((places.home(), places.config())):
        with suppress(OSError):
            names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".new", ".broken")))
            for name in names:
                why = "settings that could not be read" if name.endswith(".broken") else "a file whose writing was cut off"
                yield missing(discreet(name), why, "delete it when nothing in it is needed")


def _matches() -> Finding:
    finished = left = 0
    with suppress(OSError):
        for entry in os.scandir(places.matches()):
            with suppress(OSError):
                if entry.is_dir():
                    is_finished = (Path(entry) / CLOSED).exists()
                    finished += is_finished
                    left += not is_finished and (Path(entry) / PART).exists()
    told = f"{count(finished, 'finished match', 'finished matches')}"
    if left:
        return missing(
            "matches", f"{told}, and {left} not finished", "`woozle list` shows them, `woozle resume ID` goes on with one"
        )
    return ok("matches", f"{told}, none left in the middle")


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

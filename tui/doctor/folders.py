"""Folders: whether they can be used and who may read them, and what crashes and unfinished matches left there."""

from __future__ import annotations

import os
import shutil
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from woozle.arena.studies.folder import DATA, PARTICIPANTS
from woozle.arena.studies.plan import PLAN_FILE
from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.saves import paths
from woozle.saves.paths import real_path
from woozle.saves.store import list_matches
from woozle.tui.doctor.findings import Finding, Section, anonymise, note, ok, problem
from woozle.tui.settings import config
from woozle.tui.settings.config import trouble_with

_ROOM = 100_000_000
"""Bytes below which a disk is all but full: a match of models takes a megabyte, its pictures ten."""


def folders() -> Section:
    """Check the folders and files of settings, matches and the rest."""
    return Section("Folders", tuple(_findings()))


def _findings() -> Iterator[Finding]:
    yield check_folder("home", paths.data_folder())
    if paths.config_folder() != paths.data_folder():
        yield check_folder("settings", paths.config_folder())
    yield check_folder("matches", paths.matches_folder())
    refused = config.read().refused
    yield from (
        problem(config.file().name, anonymise(each).rstrip("."), "mend it there, or in the settings") for each in refused.values()
    )
    if not refused:
        there = config.file().exists()
        yield ok(config.file().name, "the settings can be read" if there else "not there, so that the usual settings hold")


def check_folder(what: str, path: Path) -> Finding:
    """Check a folder. It need not be there, if it can be made."""
    shown = anonymise(path)
    if why := trouble_with(path):
        then = "make it yours to write, or name another in $WOOZLE_HOME or the settings"
        return problem(what, f"{shown} cannot be used, since {anonymise(why)}", then)
    there = next(each for each in (path, *path.parents) if each.exists())
    free = shutil.disk_usage(there).free
    told = f"{shown}, {free / 1e9:,.1f} GB free"
    if free < _ROOM:
        return problem(what, told, "free some space")
    if there != path:
        return ok(what, f"{told}; it is made when it is needed")
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        return problem(what, f"{told}; everybody here may write it (mode {mode:o})", f"`chmod go-w {shown}`")
    readers = (stat.S_IRGRP, stat.S_IXGRP), (stat.S_IROTH, stat.S_IXOTH)
    if what == "matches" and any(mode & read and _lets_in(path, enter) for read, enter in readers):
        return note(what, f"{told}; others here may see what is in it (mode {mode:o})", f"`chmod 700 {shown}` keeps them out")
    return ok(what, f"{told} (mode {mode:o})")


def _lets_in(path: Path, who: int) -> bool:
    """Return whether every folder above may be passed. who: the class of users, as a bit of the mode."""
    return all(parent.stat().st_mode & who for parent in real_path(path).parents)


_OTHERS = {"unfinished": "not finished", "damaged": "that cannot be read"}
"""Words for matches without an end, by status."""


def leftovers(here: Path | None = None) -> Section:
    """List crashes, matches and studies that may need attention. here: where studies are looked for; default: this folder."""
    return Section("Left", (*_crash(), *_stale(), _matches(), *_studies(here)))


def _crash() -> Iterator[Finding]:
    with suppress(OSError):
        when = datetime.fromtimestamp((paths.data_folder() / paths.CRASH_REPORT).stat().st_mtime, UTC)
        yield note(
            "crash",
            f"one on {when:%Y-%m-%d} left {anonymise(paths.data_folder() / paths.CRASH_REPORT)}",
            "report it, then delete the file",
        )


def _stale() -> Iterator[Finding]:
    """Yield files of writes that were cut off, and of settings that could not be read."""
    for folder in dict.fromkeys((paths.data_folder(), paths.config_folder())):
        with suppress(OSError):
            names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".new", ".broken")))
            for name in names:
                why = "settings that could not be read" if name.endswith(".broken") else "a file whose writing was cut off"
                yield note(anonymise(name), why, "delete it when nothing in it is needed")


def _matches() -> Finding:
    states: Counter[str] = Counter(match.status for match in list_matches(is_noted=False))
    told = [count(states["finished"], "finished match", "finished matches")]
    told += [f"{states[state]:,} {words}" for state, words in _OTHERS.items() if states[state]]
    if states["damaged"]:
        return note("matches", join_names(told), "`woozle list` shows them, `woozle verify ID` says what is wrong with one")
    if states["unfinished"]:
        return note("matches", join_names(told), "`woozle list` shows them, `woozle resume ID` continues one")
    return ok("matches", f"{told[0]}, none left in the middle")


def _studies(here: Path | None) -> Iterator[Finding]:
    """Yield the studies in this folder and right below it; they have no fixed place."""
    with suppress(OSError):
        folder = here or Path.cwd()
        for study in [folder, *sorted(each for each in folder.iterdir() if each.is_dir())]:
            if (study / PLAN_FILE).is_file():
                journals = study / DATA / PARTICIPANTS
                number = len(list(journals.glob("*.jsonl"))) if journals.is_dir() else 0
                name = anonymise(real_path(study).name)
                yield ok(
                    "study",
                    f"{name}, {count(number, 'participant')}; `woozle study status {name}` says how it stands",
                )

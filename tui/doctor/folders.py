"""Where things are kept: whether they can be, how much room there is, and who else may read them."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from woozle.saves import places
from woozle.tui.doctor.discretion import discreet
from woozle.tui.doctor.finding import Finding, Part, broken, note, ok
from woozle.tui.settings import config
from woozle.tui.settings.config import trouble_with

_ROOM = 100_000_000
"""Bytes below which a disk is all but full: a match of models takes a megabyte, its pictures ten."""


def folders() -> Part:
    """The folders and files of settings, matches and the rest."""
    return Part("Folders", tuple(_findings()))


def _findings() -> Iterator[Finding]:
    yield folder("home", places.home())
    if places.config() != places.home():
        yield folder("settings", places.config())
    yield folder("matches", places.matches())
    refused = config.read().refused
    yield from (
        broken(config.file().name, discreet(each).rstrip("."), "mend it there, or in the settings") for each in refused.values()
    )
    if not refused:
        there = config.file().exists()
        yield ok(config.file().name, "the settings can be read" if there else "not there, so that the usual settings hold")


def folder(what: str, path: Path) -> Finding:
    """One folder. It need not be there, if it can be made."""
    shown = discreet(path)
    if why := trouble_with(path):
        then = "make it yours to write, or name another in $WOOZLE_HOME or the settings"
        return broken(what, f"{shown} cannot be used, since {discreet(why)}", then)
    there = next(each for each in (path, *path.parents) if each.exists())
    free = shutil.disk_usage(there).free
    told = f"{shown}, {free / 1e9:,.1f} GB free"
    if free < _ROOM:
        return broken(what, told, "free some space")
    if there != path:
        return ok(what, f"{told}; it is made when it is needed")
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        return broken(what, f"{told}; everybody here may write it (mode {mode:o})", f"`chmod go-w {shown}`")
    if mode & (stat.S_IRGRP | stat.S_IROTH) and what == "matches":
        return note(what, f"{told}; others here may see what is in it (mode {mode:o})", f"`chmod 700 {shown}` keeps them out")
    return ok(what, f"{told} (mode {mode:o})")

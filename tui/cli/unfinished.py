"""Matches that a person can still go on with: nobody is told of them what that person must not know yet, unless they ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from woozle.arena.views.words import count
from woozle.core.text import visible_line
from woozle.saves.places import matches
from woozle.saves.summary import summarized
from woozle.saves.transcript import CLOSED, shown
from woozle.tui.cli.sentences import notice


class Chosen(NamedTuple):
    """The files of matches, each once. is_whole: whether no match that was asked for by itself is missing, and any is there."""

    files: list[Path]
    is_whole: bool


def chosen(paths: Iterable[Path], found_in: Callable[[Path], list[Path]], *, takes_unfinished: bool) -> Chosen:
    """The matches that these paths lead to, without those that a person can still go on with. found_in: those of one path.

    On standard error one that was asked for by itself is answered with what to do, and those of folders are counted.
    """
    files: dict[Path, Path] = {}
    left_out: set[Path] = set()
    is_whole = True
    for path in paths:
        for file in found_in(path):
            if takes_unfinished or not can_be_gone_on_with(file):
                files[file.resolve()] = file
            elif path in (file, file.parent):
                is_whole = False
                notice(_why(file))
            else:
                left_out.add(file.resolve())
    if left_out:
        who = f"{count(len(left_out), 'match', 'matches')} that people have not played to the end"
        notice(f"{who} {'is' if len(left_out) == 1 else 'are'} left out; --unfinished takes them in.")
    return Chosen([*files.values()], is_whole and bool(files))


def can_be_gone_on_with(file: Path) -> bool:
    """Whether this is a match with people that has no end yet. What cannot be read is none; reading it says what is wrong."""
    if file.name == CLOSED:
        return False
    summary = summarized(file, None)
    return summary is not None and summary.status == "unfinished" and summary.has_people


def _why(file: Path) -> str:
    name = file.parent.name if file.parent.parent == matches() else str(file.parent)
    return (
        f"{shown(file)} is not over, and its person must not know yet what would be told; "
        f"`woozle resume {visible_line(name)}` goes on with it, --unfinished tells it all the same."
    )

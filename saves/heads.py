"""The heads of a run: `heads.txt` in its folder names every finished match with the link of its last line.

A head stands for every byte of a transcript, and the digest of this file for all transcripts of the run: whoever publishes that one
number when a run ends can show later that nothing was changed, left out or played again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from woozle.saves import disk
from woozle.saves.below import files_below
from woozle.saves.disk import save_error
from woozle.saves.line import parted
from woozle.saves.transcript import CLOSED, shown

HEADS = "heads.txt"

_ROW = re.compile(r"([0-9a-f]{64})  (.+)")


class Problem(NamedTuple):
    """What is wrong with the matches of a run. is_altered: false for a match that the heads do not name."""

    sentence: str
    is_altered: bool


def write_heads(run: Path) -> str:
    """Add the heads of the finished matches in a run's folder that are not named yet; returns the digest of the file.

    What is named already stays, whatever became of the match since. Raises SaveError.
    """
    named = _named(run / HEADS)
    for file in files_below(run, (CLOSED,)):
        named.setdefault(_name(file, run), _last_link(file))
    data = "".join(f"{named[name]}  {name}\n" for name in sorted(named)).encode("utf-8", "surrogateescape")
    try:
        disk.replace(run / HEADS, data)
    except OSError as error:
        raise save_error(error, run / HEADS, "run the same command again") from error
    return sha256(data).hexdigest()


def head_of_run(run: Path) -> str:
    """Return the digest of a run's heads; empty where there are none."""
    try:
        return sha256((run / HEADS).read_bytes()).hexdigest()
    except OSError:
        return ""


def head_problems(path: Path) -> Iterator[Problem]:
    """Say where the matches in a folder, and below it, are not those that the heads of their runs name."""
    for file in files_below(path, (HEADS,)) if path.is_dir() else ():
        run, named = file.parent, _named(file)
        there = {_name(match, run): match for match in files_below(run, (CLOSED,))}
        for name, head in named.items():
            if name not in there:
                yield Problem(f"{shown(run / name)} is missing, which {shown(file)} names.", is_altered=True)
            elif _last_link(there[name]) != head:
                yield Problem(f"{shown(run / name)} does not end with the link that {shown(file)} names.", is_altered=True)
        for name in sorted(there.keys() - named.keys()):
            yield Problem(f"{shown(run / name)} is not among the matches that {shown(file)} names.", is_altered=False)


def _named(file: Path) -> dict[str, str]:
    """The heads that stand in a file, by the names of the matches; rows that are none are passed over."""
    try:
        rows = file.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return {}
    return {found[2]: found[1] for row in rows if (found := _ROW.fullmatch(row))}


def _name(match: Path, run: Path) -> str:
    return match.parent.relative_to(run).as_posix()


def _last_link(file: Path) -> str:
    """The link of the last line, as it stands there; empty if there is none."""
    row = file.read_bytes().rstrip(b"\n").rpartition(b"\n")[2]
    parts = parted(row)
    return parts.link.hex() if parts else ""

"""The heads of a run: `heads.txt` in its folder lists each finished match with the link of its last line.

A head fixes every byte of its transcript, and the digest of this file fixes all of them: a researcher who publishes
that one digest when a run ends can show later that no match was changed, left out or replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from woozle.core.regular_files import LARGE, read_file, read_text_file
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors, find_files
from woozle.saves.line_format import split_line
from woozle.saves.transcript import CLOSED, display_path

HEADS = "heads.txt"

_ROW = re.compile(r"([0-9a-f]{64})  (.+)")


class HeadProblem(NamedTuple):
    """A difference between a run and its heads. is_altered: False for a match that the heads do not list."""

    sentence: str
    is_altered: bool


def write_heads(run: Path) -> str:
    """Add the finished matches in a run's folder that are not listed yet. Returns the digest of the file.

    Existing rows stay, whatever became of their matches. Raises SaveError.
    """
    # Other parts of the run may end at the same time.
    with explain_save_errors(run / HEADS, "run the same command again"), disk.lock_folder(run):
        named = _read_heads(run / HEADS)
        for file in find_files(run, (CLOSED,)):
            named.setdefault(_name(file, run), _last_link(file))
        data = "".join(f"{named[name]}  {name}\n" for name in sorted(named)).encode("utf-8", "surrogateescape")
        disk.replace(run / HEADS, data)
    return sha256(data).hexdigest()


def heads_digest(run: Path) -> str:
    """Return the SHA-256 of a run's heads, in hexadecimal; empty if there are none."""
    try:
        return sha256(read_file(run / HEADS, LARGE)).hexdigest()
    except OSError:
        return ""


def find_head_problems(path: Path) -> Iterator[HeadProblem]:
    """Yield the differences between the matches at or below a folder and the heads of their runs."""
    for file in find_files(path, (HEADS,)) if path.is_dir() else ():
        run, named = file.parent, _read_heads(file)
        there = {_name(match, run): match for match in find_files(run, (CLOSED,))}
        for name, head in named.items():
            if name not in there:
                yield HeadProblem(f"{display_path(run / name)} is missing, which {display_path(file)} names.", is_altered=True)
            elif _last_link(there[name]) != head:
                yield HeadProblem(
                    f"{display_path(run / name)} does not end with the link that {display_path(file)} names.", is_altered=True
                )
        for name in sorted(there.keys() - named.keys()):
            yield HeadProblem(
                f"{display_path(run / name)} is not among the matches that {display_path(file)} names.", is_altered=False
            )


def _read_heads(file: Path) -> dict[str, str]:
    """Return the heads in a file by match name. Malformed rows are skipped."""
    try:
        rows = read_text_file(file, LARGE, "utf-8", "surrogateescape").splitlines()
    except OSError:
        return {}
    return {found[2]: found[1] for row in rows if (found := _ROW.fullmatch(row))}


def _name(match: Path, run: Path) -> str:
    return match.parent.relative_to(run).as_posix()


def _last_link(file: Path) -> str:
    """Return the link in the last line, in hexadecimal; empty if it has none."""
    row = read_file(file, LARGE).rstrip(b"\n").rpartition(b"\n")[2]
    parts = split_line(row)
    return parts.link.hex() if parts else ""

"""Replies labelled without the code that reads them, in two halves, a fresh and a later set, and the figures of what is misread.

python -m tests.labelled_replies      # prints them by part

The readers were changed by what each part showed; docs/debate.md and docs/self_play.md quote what was misread at first contact.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from woozle.core.statistics.intervals import wilson

HALVES = ("seen", "unseen")
FRESH, LATER = "fresh", "later"
"""The set that was written after the readers had been changed by what both halves showed, and the one that was written after
they had been changed by what the first showed; replies.md says how."""
Row: TypeAlias = Mapping[str, Any]


class Misread(NamedTuple):
    """A reply that is misread. as_another: whether something is read that is not its label."""

    id: str
    label: Any
    read: Any
    as_another: bool


def rows(folder: Path, part: str) -> list[Row]:
    """Return the labelled replies of a half, or of the fresh or the later set; none where it is not there."""
    file = folder / f"replies_{part}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []


def figure(count: int, n: int) -> str:
    """Return a share with its 95 % interval, as the pages quote it."""
    low, high = wilson(count, n)
    return f"{count} of {n} ({100 * count / n:.1f}%, {100 * low:.1f} to {100 * high:.1f})"


def summary(replies: Sequence[Row], misread: Callable[[Row], Misread | None]) -> str:
    """Return the figures of some replies: all replies, and those whose labels are not arguable."""
    clear = [row for row in replies if not row.get("arguable")]
    counts = [(sum(misread(row) is not None for row in part), len(part)) for part in (replies, clear)]
    return f"{figure(*counts[0])}; without arguable labels {figure(*counts[1])}"


def main() -> None:
    from tests.games.debate import test_labelled_replies as debate
    from tests.games.self_play.players import test_labelled_replies as self_play

    for game, tests in (("debate", debate), ("self-play", self_play)):
        for part in (*HALVES, FRESH, LATER):
            if replies := rows(Path(tests.__file__).parent, part):
                print(f"{game}, {part}: {summary(replies, tests.misread)}")
                for found in filter(None, map(tests.misread, replies)):
                    print(f"    {found.id}: {found.read!r}, and not {found.label!r}")


if __name__ == "__main__":
    main()

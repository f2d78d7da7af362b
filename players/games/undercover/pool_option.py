"""The option `pool` of Undercover: a folder of ready pairs, or a file that lists pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from woozle.core.games.undercover.config import Pool
from woozle.core.text import visible_line
from woozle.players.games.undercover import pairs
from woozle.players.paths import expand_home


def read_pool(given: Any, kept: Path, tell: Callable[[str], None], *, is_typed: bool) -> Pool:
    """Return what matches can be about, as `OptionReader` says; `tell` also hears how many pairs are not dealt unless asked for."""
    path = expand_home(str(given))
    if is_typed:
        if not path.exists():
            raise ValueError(
                f"There is nothing at {visible_line(str(given))}; type the path of a folder of ready pairs, or of a file."
            )
        return _read_once(path, max(each.stat().st_mtime_ns for each in (path, *path.glob("*.jsonl"))), kept)
    found = pairs.read_pool(path, kept, tell)
    problems = Counter(case.problem for case in found.cases if case.problem)
    if problems:
        why = "; ".join(f"{number} with {what}" for what, number in problems.most_common())
        of = f"Of {len(found.cases)} pairs in {visible_line(str(path))} {problems.total()} are left out unless rejected=deal is set"
        tell(f"{of}: {why}.")
    return found


@lru_cache(maxsize=1)
def _read_once(path: Path, changed: int, kept: Path) -> Pool:
    """Read a pool. changed: when its file was last written, so that it is read again after that."""
    return pairs.read_pool(path, kept)

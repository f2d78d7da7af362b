"""Matches that are kept, and what checking one has found, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from woozle.arena.views.line import Line
from woozle.arena.views.panels import MatchRow
from woozle.arena.views.words import count
from woozle.core.names import join_names

LEVELS = ("shape and chain", "rules folded again", "scores computed again", "raw model text parsed again")


def match_rows(summaries: Iterable[Any], limit: int = 200) -> tuple[MatchRow, ...]:
    """The newest matches. summaries: of `woozle.saves.store`."""
    return tuple(_row(summary) for summary, _ in zip(summaries, range(limit), strict=False))


def ending(summary: Any) -> str:
    """Say how a match ended or, if it has not, how far it came. summary: of `woozle.saves.store`."""
    if summary.status == "unfinished":
        return f"{count(summary.lines, 'answer')} so far"
    if summary.status == "damaged":
        return "cannot be read"
    return str(summary.reason or (f"{join_names(summary.winners)} won" if summary.winners else ""))


def _row(summary: Any) -> MatchRow:
    when = datetime.fromtimestamp(summary.modified).astimezone().strftime("%d %b %H:%M")
    return MatchRow(summary.id, str(summary.path), summary.game, summary.status, when, ending(summary), summary.has_people)


def check_lines(report: Any) -> Iterator[Line]:
    """A report of `woozle.saves.verify`, one line a level."""
    for level, check in sorted(report.levels.items()):
        tone = {"passed": "good", "failed": "bad"}.get(check.result, "quiet")
        mark = {"passed": "✓", "failed": "✗"}.get(check.result, "·")
        reason = f": {check.reason}" if check.reason else ""
        yield Line(f"{check.result.upper()}  {LEVELS[level]}{reason}", tone, mark)  # type: ignore[arg-type]

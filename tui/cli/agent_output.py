"""The output of `woozle agent check`: a table for each game, and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from woozle.arena.testing.agents import AgentReport
from woozle.arena.views.report import aligned_lines
from woozle.arena.views.words import count
from woozle.core.text import visible_line

_HEADS = ("asked for", "questions", "legal", "refused", "forfeited", "late", "the first that was wrong")


def game_lines(report: AgentReport) -> Iterator[str]:
    """Yield the results of a game, and an empty line."""
    verified = f"{report.verified} of {count(report.matches, 'match', 'matches')} verified"
    yield f"{report.game}: {'passed' if report.passes else 'FAILED'}, {verified} ({', '.join(report.presets)})"
    rows = [
        (each.kind, *map(str, (each.questions, each.legal, each.refused, each.forfeited, each.late)), visible_line(each.why))
        for each in report.kinds
    ]
    shown = None if any(row[-1] for row in rows) else -1
    yield from (f"  {line}" for line in aligned_lines([row[:shown] for row in (_HEADS, *rows)], range(1, 6)))
    yield f"  {'; '.join(_facts(report))}."
    yield from (f"  {visible_line(fault)}" for fault in report.faults)
    yield ""


def end_lines(seat: str, reports: Sequence[AgentReport]) -> Iterator[str]:
    """Yield the number of games that it passed."""
    passed = sum(report.passes for report in reports)
    yield visible_line(f"{seat} passes in {passed} of {count(len(reports), 'game')}.")


def reports_json(seat: str, seconds: float, reports: Sequence[AgentReport]) -> dict[str, Any]:
    """Return the reports for programs. seconds: the time limit of an answer; memory: in bytes."""
    return {
        "seat": seat,
        "seconds": seconds,
        "passes": all(report.passes for report in reports),
        "games": [{**asdict(report), "passes": report.passes} for report in reports],
    }


def _facts(report: AgentReport) -> Iterator[str]:
    if report.seconds:
        yield "answers took {} (median), {} (95 %) and {} (longest)".format(*map(_duration, report.seconds))
    yield f"asked again: {report.recovered} of {report.tried} legal" if report.tried else "asked again: not tried"
    yield f"deterministic: {report.determinism}"
    if report.memory:
        first, last = (size / 1e6 for size in report.memory)
        yield f"memory: {first:.1f} MB at first, {last:.1f} MB at last"
    else:
        yield "memory: unknown"
    if report.not_asked:
        yield f"never asked for {', '.join(report.not_asked)}"


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.2g} ms" if seconds < 0.1 else f"{seconds:.2f} s"

"""The findings of verify on one transcript: below its results, as a report, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from woozle.arena.views.words import count
from woozle.core.line import Line, Tone
from woozle.core.text import visible, visible_line
from woozle.core.value import value

LEVELS = ("format and chain", "match replayed by its rules", "scores computed again", "replies of models parsed again")

Verdict: TypeAlias = Literal["verified", "consistent", "altered"]

VERDICT_TONES: Mapping[Verdict, Literal["good", "quiet", "bad"]] = {"verified": "good", "consistent": "quiet", "altered": "bad"}

HEADLINES: Mapping[Verdict, str] = {
    "verified": "The transcript is verified.",
    "consistent": "The transcript is consistent: nothing contradicts it, but not every level could be checked.",
    "altered": "The transcript was altered.",
}
_VERDICTS: dict[str, Literal["PASS", "FAIL", "NONE"]] = {"passed": "PASS", "failed": "FAIL", "unchecked": "NONE"}
_RESULT_STYLES: Mapping[str, tuple[Tone, str]] = {"passed": ("good", "✓"), "failed": ("bad", "✗")}
_UNCHECKED: tuple[Tone, str] = ("quiet", "·")


@value
class LevelRow:
    """One level of verify. reason: why it was not passed, or that there was nothing to check."""

    level: int
    title: str
    verdict: Literal["PASS", "FAIL", "NONE"]
    reason: str


@value
class FindingRow:
    """Something wrong. line: of the file, 0 for the file as a whole."""

    line: int
    sentence: str


@value
class VerifyView:
    """A report. name: of the match. headline: the verdict. notes: further facts. can_be_read: whether it can be replayed."""

    name: str
    path: str
    headline: str
    verdict: Verdict
    levels: tuple[LevelRow, ...]
    findings: tuple[FindingRow, ...]
    notes: tuple[str, ...]
    can_be_read: bool


def verify_view(report: Any) -> VerifyView:
    """Return a report of `woozle.saves.verify` as its screen shows it."""
    levels = tuple(
        LevelRow(level, LEVELS[level], _VERDICTS[check.result], check.reason) for level, check in sorted(report.levels.items())
    )
    return VerifyView(
        name=report.path.parent.name if report.path.name.startswith("transcript.jsonl") else report.path.name,
        path=str(report.path),
        headline=HEADLINES[report.verdict],
        verdict=report.verdict,
        levels=levels,
        findings=tuple(FindingRow(line, sentence) for line, sentence in report.findings),
        notes=tuple(_notes(report)),
        can_be_read=bool(report.game),
    )


def report_text(view: VerifyView) -> str:
    """Return the report as a text file. It names the match but not where it is kept, which may say who its owner is."""
    lines = [f"Match {visible_line(view.name)}", view.headline, "", *map(_level_line, view.levels), ""]
    lines += [f"Line {row.line}: {row.sentence}" if row.line else row.sentence for row in view.findings]
    lines += ["No problems found.", ""] if not view.findings else [""]
    text = "\n".join(visible(line) for line in [*lines, *view.notes])
    return text.replace(visible_line(view.path), visible_line(view.name)) + "\n"


def _level_line(row: LevelRow) -> str:
    return f"{row.verdict}  level {row.level}, {row.title}{f': {row.reason}' if row.reason else ''}"


def _notes(report: Any) -> Iterator[str]:
    if report.game:
        yield f"A match of {report.game}, {count(report.lines, 'answer')} long."
    if report.game and not report.is_finished:
        yield "The match is unfinished."
    if report.redacted:
        yield f"Words were withdrawn from {count(report.redacted, 'line')}; the chain still closes over them."
    if report.resumed:
        yield f"It was resumed {count(report.resumed, 'time')}."
    if report.head:
        yield f"Its head is {report.head}."
    if report.deal:
        yield visible_line(report.deal)
    if report.torn:
        yield f"{count(report.torn, 'byte')} of a last line were torn off; resuming drops them."


def check_lines(report: Any) -> Iterator[Line]:
    """Yield a report of `woozle.saves.verify`, one line a level."""
    for level, check in sorted(report.levels.items()):
        tone, mark = _RESULT_STYLES.get(check.result, _UNCHECKED)
        reason = f": {check.reason}" if check.reason else ""
        yield Line(f"{check.result.upper()}  {LEVELS[level]}{reason}", tone, mark)

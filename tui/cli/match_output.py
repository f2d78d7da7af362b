"""Output of `woozle list`, `verify` and `show`: matches, verification reports, one match as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

from woozle.arena.views.company import kinds, seated_players
from woozle.arena.views.observer import allowed_viewers, viewers
from woozle.arena.views.registry import audit_record
from woozle.arena.views.report import aligned_lines
from woozle.arena.views.saved_matches import ending
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.game import PUBLIC
from woozle.core.labels import NO_LABEL, Label
from woozle.core.line import tag_texts, texts
from woozle.core.state import EVERYTHING, observes
from woozle.core.suggestions import suggest
from woozle.core.text import visible, visible_line
from woozle.core.words import narrate
from woozle.players.registry import prompt
from woozle.saves.match import read_match
from woozle.saves.receipt_check import ReceiptsReport
from woozle.saves.receipts import spoken_code
from woozle.saves.summary import Summary
from woozle.saves.transcript import Finding, display_path
from woozle.saves.verify import VerifyReport


def summary_json(match: Summary, labels: Mapping[str, Label]) -> dict[str, Any]:
    """Return a saved match as JSON, with its label. labels: by id."""
    label = labels.get(match.id, NO_LABEL)
    noted = {"name": label.name, "is_marked": label.is_marked, "is_hidden": label.is_hidden}
    return {**match.model_dump(mode="json", exclude={"identity"}), "path": str(match.path), "label": noted}


def summary_lines(matches: Sequence[Summary], labels: Mapping[str, Label]) -> Iterator[str]:
    """Yield saved matches as a table. labels: by id."""
    if not matches:
        yield "No match yet; `woozle play` starts one."
        return
    rows = [("match", "played", "seats", "checked", "status"), *(_row(each, labels.get(each.id, NO_LABEL)) for each in matches)]
    columns = get_terminal_size().columns if sys.stdout.isatty() else None
    for line in aligned_lines(rows):
        yield line if columns is None or len(line) <= columns else f"{line[: columns - 1]}…"


def _row(match: Summary, label: Label) -> tuple[str, str, str, str, str]:
    played = datetime.fromtimestamp(match.modified, UTC).astimezone().strftime("%m-%d %H:%M")
    others = {"unfinished": f"unfinished, {count(match.lines, 'answer')}", "damaged": "damaged"}
    copy = f"the same match as {match.copy_of}" if match.copy_of else ""
    status = " · ".join(filter(None, (label.words, others.get(match.status) or ending(match), copy)))
    return (
        visible_line(match.id),
        played,
        visible_line(kinds(seated_players(match).values())),
        match.checked or "-",
        visible_line(status),
    )


def report_json(report: VerifyReport, same_as: Path | None = None) -> dict[str, Any]:
    """Return a verification report as JSON. same_as: another transcript of the same match."""
    return {
        "path": str(report.path),
        "game": report.game,
        "verdict": report.verdict,
        "causes": list(report.causes),
        "finished": report.is_finished,
        "lines": report.lines,
        "redacted": report.redacted,
        "torn": report.torn,
        "resumed": report.resumed,
        "head": report.head,
        "deal": report.deal,
        "same_as": str(same_as) if same_as else None,
        "levels": {
            str(level): {"result": check.result, "reason": check.reason, "cause": check.cause}
            for level, check in report.levels.items()
        },
        "findings": [{"line": line, "problem": sentence} for line, sentence in report.findings],
    }


def report_lines(report: VerifyReport, same_as: Path | None = None) -> Iterator[str]:
    """Yield a verification report: a line, then one for each finding and each level with more than a result.

    Args:
        same_as: Another transcript of the same match.
    """
    verdict = "ALTERED" if report.verdict == "altered" else report.verdict
    levels = ", ".join(f"level {level} {check.result}" for level, check in report.levels.items())
    extra = "" if report.is_finished or not report.lines else ", unfinished"
    extra += f", {count(report.redacted, 'line')} redacted" if report.redacted else ""
    extra += f", resumed {count(report.resumed, 'time')}" if report.resumed else ""
    extra += f", {count(report.torn, 'byte')} torn off" if report.torn else ""
    yield f"{visible_line(str(report.path))}: {verdict} ({levels}{extra})"
    if same_as:
        yield f"  the same match as {display_path(same_as)}"
    if report.deal:
        yield f"  {visible_line(report.deal)}"
    if report.deal and report.is_finished:
        yield f"  Its head reads {spoken_code(report.head)} for all who were at the table."
    yield from _finding_lines(report.findings)
    for level, check in report.levels.items():
        if check.result != "failed" and check.reason:
            yield f"  level {level} {check.result}: {visible_line(check.reason)}"


def receipts_json(report: ReceiptsReport) -> dict[str, Any]:
    """Return the result of checking receipts as JSON."""
    return {
        "path": str(report.path),
        "seat": report.seat,
        "verdict": report.verdict,
        "host": report.host,
        "receipts": report.count,
        "bound": report.is_bound,
        "findings": [{"line": line, "problem": sentence} for line, sentence in report.findings],
        "notes": report.notes,
    }


def receipts_lines(report: ReceiptsReport) -> Iterator[str]:
    """Yield the result of checking receipts: a line, then one for each finding and for what could not be compared."""
    yield f"{visible_line(str(report.path))}: {visible_line(report.summary)}"
    yield from _finding_lines(report.findings)
    yield from (f"  {visible_line(note)}" for note in report.notes)


def _finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    for line, sentence in findings:
        yield f"  line {line}: {visible_line(sentence)}" if line else f"  {visible_line(sentence)}"


def match_lines(path: Path, viewer: str | None, *, spoils: bool = False) -> Iterator[str]:
    """Yield a match as text from one point of view. Raises ValueError for an unknown viewer, or one that may not look yet.

    viewer: a seat, PUBLIC or EVERYTHING; None for the default, which in an unfinished match is what its human may see. spoils:
    whether to allow other viewers of an unfinished match.
    """
    match = read_match(path)
    header, players = match.header, match.header.players
    may_look = allowed_viewers(tuple(players), header.people, is_over=match.outcome is not None)
    me = viewer or may_look[0]
    if me not in viewers(tuple(players)):
        raise InputError(f"{me!r} is not at this table; {suggest(me, [*players, PUBLIC, EVERYTHING])}")
    if me not in may_look and not spoils:
        raise InputError(
            f"The match is not over, and its people must not know yet what {visible_line(me)} sees; --spoil shows it all the same, "
            f"--as {visible_line(may_look[0])} what they may see."
        )
    yield f"{header.game}, {count(len(match.transcript.lines), 'answer')}, seen by {visible_line(me)}"
    if match.outcome or not header.is_blind:
        seats = {seat: str(player.get("name") or player.get("kind")) for seat, player in players.items()}
        for seat, counts in match.answers.items():
            for bot, times in counts.stand_ins.items():
                seats[seat] += f"; the bot {bot} answered {count(times, 'time')}"
        yield visible_line(", ".join(f"{seat} ({who})" for seat, who in seats.items()))
    yield ""
    seen = [at for at, (_, audience) in enumerate(match.record) if observes(me, audience)]
    told = narrate(prompt(header.game).words, (match.record[at][0] for at in seen), me)
    below: Mapping[int, Sequence[str]] = {}
    if me == EVERYTHING and not match.transcript.findings:
        _, explained = audit_record(header.game, match.record, is_imported=header.source is not None)
        below = {each.at: tag_texts(each.tags) for each in explained}
    for at, (_, lines) in zip(seen, told, strict=True):
        yield from map(visible, texts(lines))
        yield from map(visible_line, below.get(at, ()))
    yield ""
    yield visible_line(match.outcome.reason if match.outcome else "The match is unfinished.")

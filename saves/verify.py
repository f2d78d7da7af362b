"""Verify: whether a transcript is what the rules make of it. Needs no model, no network and no trust in who wrote it.

Level 0 looks at shape and chain, and at the commitment to the key. Level 1 folds the Responses again and compares requests, Events
and outcome. Level 2 recomputes the scores. Level 3 reads the raw replies of models again and compares what they came to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from woozle.core.chance import commitment
from woozle.saves.below import files_below
from woozle.saves.blobs import problem
from woozle.saves.memory import no_circles
from woozle.saves.refold import (
    NESTED,
    TOO_DEEP,
    CannotFoldError,
    FoldError,
    differences,
    end_differences,
    fold,
    needs_withdrawn,
    opening_differences,
    referee_of,
)
from woozle.saves.reread import rereadings, why_not
from woozle.saves.transcript import CLOSED, PART, Finding, Transcript, TranscriptError, read

LEVELS = range(4)
DEFAULT_LEVEL = 2

_MOST_FINDINGS = 20  # of one transcript; more would only repeat what the first ones say


class Check(NamedTuple):
    """What became of a level, and why it was not passed."""

    result: Literal["passed", "failed", "skipped"]
    reason: str = ""


@dataclass(slots=True)
class Report:
    """What verify has to say of one transcript.

    levels: those asked for. lines: how many Responses it holds; redacted: how many of them lost words by a withdrawal. torn: bytes
    of a last line that is not whole.
    """

    path: Path
    game: str = ""
    levels: dict[int, Check] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    lines: int = 0
    redacted: int = 0
    torn: int = 0
    is_finished: bool = False

    @property
    def is_sound(self) -> bool:
        """Whether no level failed. Skipped levels are not passed; they stand in `levels`."""
        return all(check.result != "failed" for check in self.levels.values())


def verify(path: Path, level: int = DEFAULT_LEVEL) -> Report:
    """Check one transcript up to a level. Whatever the file holds, the answer is a Report."""
    report = Report(path)
    try:
        transcript = read(path)
    except TranscriptError as error:
        report.findings.append(Finding(0, str(error)))
        report.levels[0] = Check("failed", str(error))
        report.levels |= {each: Check("skipped", "There is nothing to check.") for each in LEVELS if 0 < each <= level}
        return report
    report.game = transcript.header.game
    report.lines, report.redacted, report.torn = len(transcript.lines), transcript.redacted, transcript.torn
    report.is_finished = transcript.is_finished
    _check_file(transcript, report)
    if level >= 1:
        _check_rules(transcript, report, level)
    return report


def verify_many(paths: Iterable[Path], level: int = DEFAULT_LEVEL) -> Iterator[Report]:
    """Check transcripts, one after the other, in order; folders are searched for them."""
    for path in paths:
        for each in transcripts_in(path):
            with no_circles():
                report = verify(each, level)
            yield report


def transcripts_in(path: Path) -> list[Path]:
    """The transcripts in a folder and all its folders but hidden ones, sorted; a file, or a folder of none, stands for itself."""
    if not path.is_dir():
        return [path]
    return files_below(path, (CLOSED, PART)) or [path]


def _check_file(transcript: Transcript, report: Report) -> None:
    findings = list(transcript.findings)
    for line in transcript.lines:
        findings += [Finding(line.number, why) for each in line.pictures if (why := problem(transcript.folder, each))]
    if transcript.end and commitment(transcript.end.key) != transcript.header.commitment:
        findings.append(Finding(transcript.end.number, "The key revealed here is not the one that the first line is committed to."))
    _conclude(report, 0, findings)


class _Again(NamedTuple):
    """What folding again found, each at its line: against the rules, in the scores, and in the replies of models."""

    rules: list[Finding]
    scores: list[Finding]
    replies: list[Finding]


def _check_rules(transcript: Transcript, report: Report, level: int) -> None:
    found = _Again([], [], [])
    line = 1
    try:
        for number in _folded_again(transcript, found, reads_replies=level >= 3):
            line = number
    except CannotFoldError as error:
        if not found.rules:
            return _skip(report, level, str(error))
    except FoldError as error:
        found.rules.append(Finding(line, str(error)))
    except TOO_DEEP:
        found.rules.append(Finding(line, NESTED))
    if found.rules and needs_withdrawn(transcript, found.rules[0].line):
        return _skip(report, level, f"The rules need words that were withdrawn: {found.rules[0].sentence}")
    _conclude(report, 1, found.rules)
    if level >= 2:
        _check_scores(transcript, report, found)
    if level >= 3:
        _check_replies(transcript, report, found)
    return None


def _folded_again(transcript: Transcript, found: _Again, *, reads_replies: bool) -> Iterator[int]:
    """Compare line by line what is there with what the rules say; yields the number of the line that comes next."""
    referee = referee_of(transcript.header, transcript.key)
    found.rules.extend(Finding(1, each) for each in opening_differences(transcript.header, referee))
    for each in transcript.lines:
        yield each.number
        _in_order(each.body["n"], referee.folded)
        request, response, told = fold(referee, each)
        found.rules.extend(Finding(each.number, why) for why in differences(each, referee.folded, request, response, told))
        if reads_replies:
            found.replies.extend(Finding(each.number, why) for why in rereadings(request, response))
    if transcript.end:
        yield transcript.end.number
        _in_order(transcript.end.number - 1, referee.folded)
        ends, scores = end_differences(transcript, referee)
        found.rules.extend(Finding(transcript.end.number, why) for why in ends)
        found.scores.extend(Finding(transcript.end.number, why) for why in scores)


def _in_order(number: int, folded: int) -> None:
    if number != folded + 1:
        raise CannotFoldError(f"Response {folded + 1} of the match cannot be read.")


def _check_scores(transcript: Transcript, report: Report, found: _Again) -> None:
    if not transcript.end:
        report.levels[2] = Check("skipped", "The match is unfinished; there are no scores yet.")
    elif found.rules:
        report.levels[2] = Check("failed", "The scores rest on what did not pass level 1.")
    elif found.scores and transcript.redacted:
        report.levels[2] = Check("skipped", f"The scores need words that were withdrawn: {found.scores[0].sentence}")
    else:
        _conclude(report, 2, found.scores)


def _check_replies(transcript: Transcript, report: Report, found: _Again) -> None:
    if reason := why_not(transcript.header):
        report.levels[3] = Check("skipped", reason)
    elif found.rules and not found.replies:
        report.levels[3] = Check("failed", "What was asked is not what the rules ask; see level 1.")
    else:
        _conclude(report, 3, found.replies)


def _skip(report: Report, level: int, reason: str) -> None:
    report.levels |= {each: Check("skipped", reason) for each in (1, 2, 3) if each <= level}


def _conclude(report: Report, level: int, findings: list[Finding]) -> None:
    report.findings += findings[:_MOST_FINDINGS]
    report.levels[level] = Check("failed", f"Line {findings[0].line}: {findings[0].sentence}") if findings else Check("passed")

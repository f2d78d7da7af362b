"""Verify: whether a transcript is what the rules make of it. Needs no model, no network and no trust in who wrote it.

Level 0 looks at shape and chain, and at the commitment to the key. Level 1 folds the Responses again and compares requests, Events
and outcome. Level 2 recomputes the scores. Level 3 reads the raw replies of models again and compares what they came to.

A level that cannot be checked is never passed: it is named, with the reason and one of a few causes, and the transcript is not
verified.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from woozle.core.chance import commitment
from woozle.saves.below import files_below
from woozle.saves.blobs import problem
from woozle.saves.findings import DEFAULT_LEVEL, Cause, Verdict
from woozle.saves.memory import no_circles
from woozle.saves.refold import (
    NESTED,
    TOO_DEEP,
    CannotFoldError,
    FoldError,
    differences,
    end_differences,
    fold,
    may_rest_on_missing_words,
    opening_differences,
    recorded_end_differences,
    referee_of,
)
from woozle.saves.reread import rereadings, why_not
from woozle.saves.transcript import CLOSED, KEY, PART, Finding, NewerFormatError, Transcript, TranscriptError, read

LEVELS = range(4)

_MOST_FINDINGS = 20  # of one transcript; more would only repeat what the first ones say


class Check(NamedTuple):
    """What became of a level: why it was not passed, or that there was nothing to check. cause: why it could not be checked."""

    result: Literal["passed", "failed", "unchecked"]
    reason: str = ""
    cause: Cause | None = None


@dataclass(slots=True)
class Report:
    """What verify has to say of one transcript.

    levels: those asked for. lines: how many Responses it holds; redacted: how many of them lost words by a withdrawal. torn: bytes
    of a last line that is not whole. resumed: how often the match was resumed. head: the link of the last line, in hexadecimal;
    digest: SHA-256 of the file.
    """

    path: Path
    game: str = ""
    levels: dict[int, Check] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    lines: int = 0
    redacted: int = 0
    torn: int = 0
    resumed: int = 0
    head: str = ""
    digest: str = ""
    is_finished: bool = False

    @property
    def verdict(self) -> Verdict:
        """What all levels come to."""
        return self.verdict_up_to(max(self.levels, default=0))

    @property
    def is_verified(self) -> bool:
        """Whether every level that was asked for was passed."""
        return self.verdict == "verified"

    def verdict_up_to(self, level: int) -> Verdict:
        """Return the verdict where only the levels up to one are required; a level beyond it that failed still counts."""
        if any(check.result == "failed" for check in self.levels.values()):
            return "altered"
        is_checked = all(check.result == "passed" for number, check in self.levels.items() if number <= level)
        return "verified" if is_checked else "consistent"

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why levels could not be checked, each cause once."""
        return tuple(dict.fromkeys(check.cause for check in self.levels.values() if check.cause))

    @property
    def reason(self) -> str:
        """Why it is not verified: what the first level says that was not passed; empty if all were."""
        return next((check.reason for check in self.levels.values() if check.result != "passed"), "")

    def is_accepted(self, causes: Collection[str]) -> bool:
        """Whether it is verified, or consistent for causes that somebody accepts."""
        return self.verdict != "altered" and set(self.causes) <= set(causes)


def verify(path: Path, level: int = DEFAULT_LEVEL, *, head: str = "") -> Report:
    """Check one transcript up to a level. Whatever the file holds, the answer is a Report.

    head: the link that its last line must have, in hexadecimal, as somebody wrote it down; empty if nobody did.
    """
    report = Report(path)
    try:
        transcript = read(path)
    except NewerFormatError as error:
        report.levels |= {each: Check("unchecked", str(error), "format") for each in LEVELS if each <= level}
        return report
    except TranscriptError as error:
        report.findings.append(Finding(0, str(error)))
        report.levels[0] = Check("failed", str(error))
        report.levels |= {each: Check("failed", "There is nothing to check.") for each in LEVELS if 0 < each <= level}
        return report
    report.game = transcript.header.game
    report.lines, report.redacted, report.torn = len(transcript.lines), transcript.redacted, transcript.torn
    report.resumed, report.head = len(transcript.resumptions), transcript.link.hex()
    report.digest, report.is_finished = transcript.digest, transcript.is_finished
    _check_file(transcript, report, head)
    if level >= 1:
        _check_rules(transcript, report, level)
    return report


def verify_many(paths: Iterable[Path], level: int = DEFAULT_LEVEL, head: str = "") -> Iterator[Report]:
    """Check transcripts, one after the other, in order; folders are searched for them. head: as in `verify`, of each."""
    for path in paths:
        for each in transcripts_in(path):
            with no_circles():
                report = verify(each, level, head=head)
            yield report


def transcripts_in(path: Path) -> list[Path]:
    """The transcripts in a folder and all its folders but hidden ones, sorted; a file, or a folder of none, stands for itself."""
    if not path.is_dir():
        return [path]
    return files_below(path, (CLOSED, PART)) or [path]


def _check_file(transcript: Transcript, report: Report, head: str) -> None:
    findings = list(transcript.findings)
    for line in transcript.lines:
        findings += [Finding(line.number, why) for each in line.pictures if (why := problem(transcript.folder, each))]
    if transcript.end and commitment(transcript.end.key) != transcript.header.commitment:
        findings.append(Finding(transcript.end.number, "The key revealed here is not the one that the first line is committed to."))
    if head and head.lower() != report.head:
        findings.append(Finding(0, f"Its last line has the link {report.head}, not the one that was given."))
    if findings or transcript.is_chained:
        _conclude(report, 0, findings)
    else:
        reason = f"The match is unfinished and its {KEY} is not here, without which nobody can follow the chain."
        report.levels[0] = Check("unchecked", reason, "key")


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
            return _leave_unchecked(report, level, str(error), error.cause)
    except FoldError as error:
        found.rules.append(Finding(line, str(error)))
    except TOO_DEEP:
        found.rules.append(Finding(line, NESTED))
    if found.rules and may_rest_on_missing_words(transcript, found.rules[0].line):
        if ends := [Finding(transcript.end.number, why) for why in recorded_end_differences(transcript)] if transcript.end else []:
            _conclude(report, 1, ends)
        reason = f"The rules need words that were withdrawn: {found.rules[0].sentence}"
        return _leave_unchecked(report, level, reason, "withdrawn")
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
        _in_order(each.n, referee.folded)
        request, response, told = fold(referee, each)
        found.rules.extend(Finding(each.number, why) for why in differences(each, referee.folded, request, response, told))
        if reads_replies:
            found.replies.extend(Finding(each.number, why) for why in rereadings(request, response))
    if transcript.end:
        yield transcript.end.number
        _in_order(transcript.end.number - 1 - len(transcript.resumptions), referee.folded)
        ends, scores = end_differences(transcript, referee)
        found.rules.extend(Finding(transcript.end.number, why) for why in ends)
        found.scores.extend(Finding(transcript.end.number, why) for why in scores)


def _in_order(number: int, folded: int) -> None:
    if number != folded + 1:
        raise FoldError(f"Response {folded + 1} of the match cannot be read.")


def _check_scores(transcript: Transcript, report: Report, found: _Again) -> None:
    if not transcript.end:
        report.levels[2] = Check("passed", "The match is unfinished; there are no scores yet.")
    elif found.rules:
        report.levels[2] = Check("failed", "The scores rest on what did not pass level 1.")
    elif found.scores and may_rest_on_missing_words(transcript, transcript.end.number):
        reason = f"The scores need words that were withdrawn: {found.scores[0].sentence}"
        _leave_unchecked(report, 2, reason, "withdrawn")
    else:
        _conclude(report, 2, found.scores)


def _check_replies(transcript: Transcript, report: Report, found: _Again) -> None:
    if why := why_not(transcript.header):
        report.levels[3] = Check("unchecked", why, "replies")
    elif found.rules and not found.replies:
        report.levels[3] = Check("failed", "What was asked is not what the rules ask; see level 1.")
    elif not found.replies and not any(line.body["response"].get("attempts") for line in transcript.lines):
        report.levels[3] = Check("passed", "No model played; there are no replies to read again.")
    else:
        _conclude(report, 3, found.replies)


def _leave_unchecked(report: Report, level: int, reason: str, cause: Cause) -> None:
    """Say why no further level can be checked. One that failed already stays so."""
    for each in (1, 2, 3):
        if each <= level and each not in report.levels:
            report.levels[each] = Check("unchecked", reason, cause)


def _conclude(report: Report, level: int, findings: list[Finding]) -> None:
    report.findings += findings[:_MOST_FINDINGS]
    report.levels[level] = Check("failed", f"Line {findings[0].line}: {findings[0].sentence}") if findings else Check("passed")

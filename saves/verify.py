"""Verify: whether a transcript is what the rules make of it. Needs no model, no network and no trust in its author.

Level 0 checks shape, chain and the commitment to the key. Level 1 recomputes requests, Events and the ending from the Responses.
Level 2 recomputes the scores. Level 3 parses the raw replies of models again.

A level that cannot be checked is never passed: it is reported with the reason and one of a few causes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from woozle.core import replies
from woozle.core.chance import commitment
from woozle.core.deal import SEED, Deal, config_digest, describe, problems
from woozle.core.redaction import NOT_KEPT
from woozle.core.request import Answer, Forfeit, ParseFailure, Request, Response
from woozle.core.text import WITHDRAWN, is_redactable
from woozle.saves import recomputation
from woozle.saves.blobs import blob_problem, stamp_blobs
from woozle.saves.copies import Identity, identify
from woozle.saves.disk import find_files
from woozle.saves.garbage_collection import pause_collection
from woozle.saves.transcript import (
    CLOSED,
    KEY,
    PART,
    SECRET,
    Finding,
    Header,
    NewerFormatError,
    Transcript,
    TranscriptError,
    locate,
    read,
)
from woozle.saves.verdicts import DEFAULT_LEVEL, Cause, Verdict

LEVELS = range(4)

_MOST_FINDINGS = 20  # of one transcript; more would only repeat what the first ones say


class LevelResult(NamedTuple):
    """The result of a level, with the reason if it failed or was not checked. cause: why it could not be checked."""

    result: Literal["passed", "failed", "unchecked"]
    reason: str = ""
    cause: Cause | None = None


@dataclass(slots=True)
class VerifyReport:
    """The result of verifying one transcript.

    levels: those asked for. lines: number of Responses; redacted: how many of them lost text by a withdrawal. torn: bytes of an
    incomplete last line. resumed: number of resumes. head: link of the last line, in hexadecimal; digest: SHA-256 of the file;
    pictures: the state of its pictures. deal: where the key came from, as a sentence; empty if the transcript does not say, or a
    deal among strangers is not over. identity: which match it is; None if it is altered.
    """

    path: Path
    game: str = ""
    levels: dict[int, LevelResult] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    lines: int = 0
    redacted: int = 0
    torn: int = 0
    resumed: int = 0
    head: str = ""
    digest: str = ""
    pictures: str = ""
    deal: str = ""
    is_finished: bool = False
    identity: Identity | None = None

    @property
    def verdict(self) -> Verdict:
        return self.verdict_up_to(max(self.levels, default=0))

    @property
    def is_verified(self) -> bool:
        return self.verdict == "verified"

    def verdict_up_to(self, level: int) -> Verdict:
        """Return the verdict if only levels up to `level` are required; a failed higher level still counts."""
        if any(check.result == "failed" for check in self.levels.values()):
            return "altered"
        is_checked = all(check.result == "passed" for number, check in self.levels.items() if number <= level)
        return "verified" if is_checked else "consistent"

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Return why levels could not be checked, each cause once."""
        return tuple(dict.fromkeys(check.cause for check in self.levels.values() if check.cause))

    @property
    def reason(self) -> str:
        """Return the reason of the first level that did not pass; empty if all passed."""
        return next((check.reason for check in self.levels.values() if check.result != "passed"), "")

    @property
    def explanation(self) -> str:
        """Return why it is not verified, as a sentence; empty if it is. A file that cannot be read is not called altered."""
        if self.verdict != "altered" or not self.game:
            return self.reason
        return f"Altered since it was recorded: {self.reason[:1].lower()}{self.reason[1:]}"

    def is_accepted(self, causes: Collection[str]) -> bool:
        """Return whether it is verified, or consistent for accepted causes only."""
        return self.verdict != "altered" and set(self.causes) <= set(causes)


def verify(path: Path, level: int = DEFAULT_LEVEL, *, head: str = "") -> VerifyReport:
    """Check one transcript up to a level. Never raises for the content of the file.

    Args:
        head: The expected link of the last line, in hexadecimal; empty to accept any.
    """
    report = VerifyReport(path)
    try:
        report.pictures = stamp_blobs(locate(path).parent)  # before they are read, so that no later change goes unnoticed
        transcript = read(path)
    except NewerFormatError as error:
        report.levels |= {each: LevelResult("unchecked", str(error), "format") for each in LEVELS if each <= level}
        return report
    except TranscriptError as error:
        report.findings.append(Finding(0, str(error)))
        report.levels[0] = LevelResult("failed", str(error))
        report.levels |= {each: LevelResult("failed", "There is nothing to check.") for each in LEVELS if 0 < each <= level}
        return report
    report.game = transcript.header.game
    report.lines, report.redacted, report.torn = len(transcript.lines), transcript.redacted_count, transcript.torn
    report.resumed, report.head = len(transcript.resumptions), transcript.link.hex()
    report.digest, report.is_finished = transcript.digest, transcript.is_finished
    _check_file(transcript, report, head)
    if level >= 1:
        _check_rules(transcript, report, level)
    if report.verdict != "altered":
        answers = ((line.body, line.parts.words) for line in transcript.lines)
        report.identity = identify(transcript.header, answers, is_finished=transcript.is_finished)
    return report


def verify_many(paths: Iterable[Path], level: int = DEFAULT_LEVEL, head: str = "") -> Iterator[VerifyReport]:
    """Check transcripts one after the other, in order. Folders are searched. head: as in `verify`, for each."""
    for path in paths:
        for each in find_transcripts(path):
            with pause_collection():
                report = verify(each, level, head=head)
            yield report


def find_transcripts(path: Path) -> list[Path]:
    """Return the transcripts at or below a path, without hidden folders, sorted; the path itself if there are none."""
    if not path.is_dir():
        return [path]
    return find_files(path, (CLOSED, PART)) or [path]


def _check_file(transcript: Transcript, report: VerifyReport, head: str) -> None:
    findings = list(transcript.findings)
    for line in transcript.lines:
        findings += [Finding(line.number, why) for each in line.pictures if (why := blob_problem(transcript.folder, each))]
    if transcript.end and commitment(transcript.end.key) != transcript.header.commitment:
        findings.append(Finding(transcript.end.number, "The key revealed here does not match the commitment in the first line."))
    deal = transcript.header.deal
    findings += _deal_findings(transcript, deal)
    if deal and (transcript.end or deal.protocol == SEED):  # before, it could tell who sits at a blind table
        report.deal = describe(deal)
    if head and head.lower() != report.head:
        findings.append(Finding(0, f"Its last line has the link {report.head}, not the one that was given."))
    if findings:
        _conclude(report, 0, findings)
    elif transcript.unknown:
        first = transcript.unknown[0]
        report.levels[0] = LevelResult("unchecked", f"Line {first.line}: {first.sentence}", "format")
    elif deal and deal.protocol != SEED and not transcript.secret:
        lost = "it is not in the last line" if transcript.end else f"the match is unfinished, and there is no {SECRET} beside it"
        reason = f"How the key was dealt is not proven without the secret of the host: {lost}."
        report.levels[0] = LevelResult("unchecked", reason, "deal")
    elif transcript.is_chained:
        _conclude(report, 0, [])
    else:
        reason = f"The match is unfinished, and without its {KEY} the chain cannot be checked."
        report.levels[0] = LevelResult("unchecked", reason, "key")


def _deal_findings(transcript: Transcript, deal: Deal | None) -> Iterator[Finding]:
    """Yield what does not fit between the deal in the first line, the rest of that line, and what the last line reveals."""
    header, secret, last = transcript.header, transcript.secret, transcript.end.number if transcript.end else 0
    if deal is None:
        if secret:
            yield Finding(last, "It reveals the secret of a deal that the first line does not have.")
        return
    if (deal.game, deal.rules) != (header.game, header.rules):
        yield Finding(1, "The deal is of another game, or of other rules.")
    is_revealed = bool(secret) or deal.protocol == SEED
    if is_revealed and deal.config != config_digest(header.config, secret):
        yield Finding(1, "The deal is of other options.")
    if is_revealed and transcript.key:
        yield from _at(last, problems(deal, secret, transcript.key, [place.seat for place in header.seats]))


class _Again(NamedTuple):
    """Findings of the recomputation: against the rules, in the scores, and in the replies of models.

    withdrawn: Lines whose reply was withdrawn.
    """

    rules: list[Finding]
    scores: list[Finding]
    replies: list[Finding]
    withdrawn: list[int]


def _check_rules(transcript: Transcript, report: VerifyReport, level: int) -> None:
    found = _Again([], [], [], [])
    line = 1
    try:
        for number in _folded_again(transcript, found, reads_replies=level >= 3):
            line = number
    except recomputation.CannotFoldError as error:
        if not found.rules:
            return _leave_unchecked(transcript, report, level, str(error), error.cause)
    except recomputation.FoldError as error:
        found.rules.append(Finding(line, str(error)))
    except RecursionError:
        found.rules.append(Finding(line, recomputation.NESTED))
    if found.rules and recomputation.may_need_withdrawn_words(transcript, found.rules[0].line):
        reason = f"The rules need text that was withdrawn: {found.rules[0].sentence}"
        return _leave_unchecked(transcript, report, level, reason, "withdrawn")
    _conclude(report, 1, found.rules)
    if level >= 2:
        _check_scores(transcript, report, found)
    if level >= 3:
        _check_replies(transcript, report, found)
    return None


def _folded_again(transcript: Transcript, found: _Again, *, reads_replies: bool) -> Iterator[int]:
    """Compare the lines with the rules; yields the number of the line that comes next."""
    referee = recomputation.create_referee(transcript.header, transcript.key)
    found.rules.extend(_at(1, recomputation.opening_differences(transcript.header, referee)))
    for each in transcript.lines:
        yield each.number
        _in_order(each.n, referee.folded)
        request, response, told = recomputation.fold_line(referee, each)
        found.rules.extend(
            _at(each.number, recomputation.line_differences(transcript.header, each, referee.folded, request, response, told))
        )
        if reads_replies:
            version = transcript.header.players.get(request.to, {}).get("parser", replies.VERSION)
            versions = (version, replies.VERSION) if transcript.resumptions else (version,)
            if each.is_redacted and any(reply.text == WITHDRAWN for reply in response.completions[-1:]):
                found.withdrawn.append(each.number)
            else:
                found.replies.extend(_at(each.number, reply_differences(request, response, versions)))
    if transcript.end:
        yield transcript.end.number
        _in_order(transcript.end.number - 1 - len(transcript.resumptions), referee.folded)
        ends, scores = recomputation.end_differences(transcript, referee)
        found.rules.extend(_at(transcript.end.number, ends))
        found.scores.extend(_at(transcript.end.number, scores))


def _at(line: int, sentences: Iterable[str]) -> Iterator[Finding]:
    return (Finding(line, each) for each in sentences)


def _in_order(number: int, folded: int) -> None:
    if number != folded + 1:
        raise recomputation.FoldError(f"Response {folded + 1} of the match cannot be read.")


def _check_scores(transcript: Transcript, report: VerifyReport, found: _Again) -> None:
    if not transcript.end:
        report.levels[2] = LevelResult("passed", "The match is unfinished; there are no scores yet.")
    elif found.rules:
        report.levels[2] = LevelResult("failed", "The scores depend on what did not pass level 1.")
    elif found.scores and recomputation.may_need_withdrawn_words(transcript, transcript.end.number):
        reason = f"The scores need text that was withdrawn: {found.scores[0].sentence}"
        _leave_unchecked(transcript, report, 2, reason, "withdrawn")
    else:
        _conclude(report, 2, found.scores)


def _check_replies(transcript: Transcript, report: VerifyReport, found: _Again) -> None:
    if why := parser_mismatch(transcript.header):
        report.levels[3] = LevelResult("unchecked", why, "replies")
    elif found.rules and not found.replies:
        report.levels[3] = LevelResult("failed", "What was asked is not what the rules ask; see level 1.")
    elif not found.replies and not any(line.body["response"].get("attempts") for line in transcript.lines):
        report.levels[3] = LevelResult("passed", "No model played; there are no replies to parse.")
    elif found.withdrawn and not found.replies:
        report.levels[3] = LevelResult("unchecked", f"The reply in line {found.withdrawn[0]} was withdrawn.", "withdrawn")
    else:
        _conclude(report, 3, found.replies)


def _leave_unchecked(transcript: Transcript, report: VerifyReport, level: int, reason: str, cause: Cause) -> None:
    """Mark the remaining levels as unchecked, unless the recorded Events contradict the last line."""
    if transcript.end and (ends := recomputation.recorded_end_differences(transcript)):
        _conclude(report, min(each for each in (1, 2) if each not in report.levels), [*_at(transcript.end.number, ends)])
    for each in (1, 2, 3):
        if each <= level and each not in report.levels:
            report.levels[each] = LevelResult("unchecked", reason, cause)


def _conclude(report: VerifyReport, level: int, findings: list[Finding]) -> None:
    report.findings += findings[:_MOST_FINDINGS]
    report.levels[level] = (
        LevelResult("failed", f"Line {findings[0].line}: {findings[0].sentence}") if findings else LevelResult("passed")
    )


def parser_mismatch(header: Header) -> str:
    """Return an error message if the replies were parsed by another version of the parser, else an empty string."""
    versions = {player["parser"] for player in header.players.values() if "parser" in player}
    if other := versions - replies.VERSIONS:
        return f"Replies were parsed by version {min(other, key=str)!s} of the parser; this is version {replies.VERSION}."
    return ""


def reply_differences(request: Request, response: Response, versions: Sequence[int] = (replies.VERSION,)) -> Sequence[str]:
    """Return the differences between a Response and its last completion, parsed again; none if it is as one version parses it."""
    found = [list(_reply_differences(request, response, version)) for version in versions if version in replies.VERSIONS]
    return min(found, key=len, default=[])


def _reply_differences(request: Request, response: Response, version: int) -> Iterator[str]:
    given = response.answer
    last = response.completions[-1] if response.completions else None
    if last is None or last.reading == "failed":
        if last and not isinstance(given, Forfeit):
            yield "It has an answer, but its last completion failed."
        return
    again = replies.read_reply(last.text, request, last.finish, last.finish == "filter", last.reasoning, version)
    if again.reading != last.reading:
        yield f"Its last completion was parsed as {_words(last.reading)}; parsed again it is {_words(again.reading)}."
    elif isinstance(given, Answer) and again.answer != given:
        yield "Its answer is not what its last completion says."
    elif isinstance(given, ParseFailure) and not _is_rejection(given, again.problem, again.reading, last.text):
        yield "It was rejected for another reason than its last completion gives."
    elif isinstance(given, Forfeit) and given.kind == "error":
        yield "It was forfeited as an internal error, but its last completion is a reply."


def _is_rejection(given: ParseFailure, problem: str, reading: str, reply: str) -> bool:
    """Return whether a reply is rejected like that; the reason is not kept where a reply quotes what a person typed."""
    is_not_kept = is_redactable(reply) and given.problem == NOT_KEPT
    return given.reading == reading and (is_not_kept or given.problem == problem)


def _words(reading: str) -> str:
    return {"answer": "an answer", "cut_off": "cut off"}.get(reading, reading)

"""Resuming an interrupted match, and forking a new match off an old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from woozle.core.errors import InputError
from woozle.core.game import RecordEntry
from woozle.core.referee import Referee
from woozle.core.request import PastResponse, Seat
from woozle.saves import blobs, recomputation
from woozle.saves.group_sync import GroupSync
from woozle.saves.transcript import KEY, PART, Finding, Fork, Header, Transcript, display_path, read
from woozle.saves.writer import Writer, seal

Folded: TypeAlias = tuple[PastResponse, list[RecordEntry]]


class ResumeError(InputError):
    """A match that cannot be resumed or forked."""


class FinishedError(ResumeError):
    """The match is over."""


class ReopenedMatch(NamedTuple):
    """A match to be continued: its Referee, its header with the players, its Recorder, and the Responses folded already."""

    referee: Referee
    header: Header
    writer: Writer
    past: tuple[PastResponse, ...] = ()


def reopen(path: Path, *, when: datetime | None = None, sync: bool = True, group: GroupSync | None = None) -> ReopenedMatch:
    """Continue an unfinished match after its last whole line. Raises TranscriptError, ResumeError or SaveError.

    Args:
        when: The time to record; None where no clock is read.
        group: As in Writer.
    """
    transcript = read(path)
    name = display_path(transcript.folder)
    if transcript.end:
        if transcript.path.name == PART and not transcript.findings:
            seal(transcript.folder)
        raise FinishedError(f"The match in {name} is over; `woozle fork` can branch off it.")
    problem = ""
    if transcript.findings:
        problem = _line(transcript.findings[0], transcript)
    elif transcript.path.name != PART:
        problem = f"its file is not named {PART}; rename it."
    elif transcript.key is None:
        if not transcript.path.exists():
            raise FinishedError(f"The match in {name} was just finished by another process; `woozle fork` can branch off it.")
        problem = f"its {KEY} is missing or damaged; restore it from a copy."
    if problem:
        raise ResumeError(f"The match in {name} cannot be resumed: {problem}")
    referee, shared = _refold(transcript, len(transcript.lines), f"The match in {name} cannot be resumed")
    writer = Writer.append(transcript, when=when if transcript.header.started else None, sync=sync, group=group)
    return ReopenedMatch(referee, transcript.header, writer, tuple(past for past, _ in shared))


def play_again(path: Path) -> tuple[Referee, tuple[PastResponse, ...]]:
    """Return the referee of a match that is over, after its last Response, and all of them.

    Raises TranscriptError, or ResumeError where the rules say otherwise now, or need words that were withdrawn.
    """
    transcript = read(path)
    name = display_path(transcript.folder)
    referee, shared = _refold(transcript, len(transcript.lines), f"The match in {name} cannot be played again")
    return referee, tuple(past for past, _ in shared)


def fork(
    path: Path,
    at: int,
    folder: Path,
    players: Mapping[Seat, Mapping[str, Any]] | None = None,
    *,
    started: datetime | None = None,
    sync: bool = True,
) -> ReopenedMatch:
    """Start a match in a new folder with the first `at` Responses of another, and the same chance after them.

    Raises TranscriptError, ResumeError or SaveError.

    Args:
        players: Descriptions of the players of the fork; those of the old match if None.
    """
    transcript = read(path)
    name = display_path(transcript.path)
    if bad := next((each for each in transcript.findings if each.line <= at + 1), None):
        raise ResumeError(f"{name} cannot be forked after {at} Responses: {_line(bad, transcript)}")
    if not 0 <= at <= len(transcript.lines):
        raise ResumeError(f"{name} can be forked after 0 to {len(transcript.lines)} Responses, not after {at}.")
    if transcript.key is None:
        raise ResumeError(
            f"{name} cannot be forked, because it is unfinished and its {KEY} is missing or damaged; restore it from a copy."
        )
    referee, shared = _refold(transcript, at, f"{name} cannot be forked")
    last = transcript.lines[at - 1].parts if at else transcript.head
    writer = Writer.create(
        folder,
        referee,
        transcript.header.players if players is None else players,
        started=started,
        fork=Fork(of=last.link.hex(), at=at),
        presentation=transcript.header.presentation if players is None else None,
        sync=sync,
    )
    writer.sync = False  # what is shared is safe with the first line that is not
    for (request, response, _), told in shared:
        pictures = tuple(blobs.load_blobs(transcript.folder, response.pictures))
        writer.keep_response(request, replace(response, pictures=pictures), told)
    writer.sync = sync
    return ReopenedMatch(referee, writer.header, writer, tuple(past for past, _ in shared))


def _refold(transcript: Transcript, count: int, failure: str) -> tuple[Referee, list[Folded]]:
    """Return a Referee that has folded the first `count` Responses, and these. Raises ResumeError where they differ.

    Args:
        failure: The beginning of that error's sentence.
    """
    line = 1
    try:
        referee = recomputation.create_referee(transcript.header, transcript.key)
        problems = list(recomputation.opening_differences(transcript.header, referee))
        shared: list[Folded] = []
        for each in transcript.lines[:count]:
            if problems:
                break
            line = each.number
            seen = len(referee.view(each.body["request"]["to"]))
            request, response, told = recomputation.fold_line(referee, each)
            shared.append((PastResponse(request, response, seen), told))
            problems += recomputation.line_differences(transcript.header, each, referee.folded, request, response, told)
    except recomputation.CannotFoldError as error:
        raise ResumeError(f"{failure}: {_begun_small(str(error))}") from error
    except recomputation.FoldError as error:
        problems = [str(error)]
    except RecursionError:
        problems = [recomputation.NESTED]
    if problems and recomputation.may_need_withdrawn_words(transcript, line):
        problems = ["The rules need text that was withdrawn."]
    if problems:
        raise ResumeError(f"{failure}: {_line(Finding(line, problems[0]), transcript)}")
    return referee, shared


def _line(finding: Finding, transcript: Transcript) -> str:
    """Describe a problem of a line, and how to fork before it."""
    problem = f"line {finding.line}: {_begun_small(finding.sentence)}"
    if finding.line < 2 or transcript.key is None:
        return problem
    at = min(finding.line - 2, len(transcript.lines))
    return f"{problem.removesuffix('.')}; `woozle fork --at {at}` can branch off before it."


def _begun_small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

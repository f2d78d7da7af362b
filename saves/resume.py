"""Going on with a match: one that was interrupted, or a new one that branches off an old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from woozle.core.game import Told
from woozle.core.referee import Referee
from woozle.core.request import Request, Response, Seat
from woozle.saves import blobs
from woozle.saves.refold import (
    NESTED,
    TOO_DEEP,
    CannotFoldError,
    FoldError,
    differences,
    fold,
    may_rest_on_missing_words,
    opening_differences,
    referee_of,
)
from woozle.saves.transcript import KEY, PART, Finding, Fork, Header, Transcript, read, shown
from woozle.saves.writer import Writer, seal

Folded: TypeAlias = tuple[Request, Response, list[Told]]


class ResumeError(ValueError):
    """A match that one cannot go on with. Says why, in a sentence."""


class FinishedError(ResumeError):
    """The match is over."""


class Reopened(NamedTuple):
    """A match to go on with: the Referee, who sits where (in the header), and the Recorder."""

    referee: Referee
    header: Header
    writer: Writer


def reopen(path: Path, *, when: datetime | None = None, sync: bool = True) -> Reopened:
    """Go on with an unfinished match where its last whole line ends. when: now, for the record; None where nobody looks at a clock.

    Raises TranscriptError, ResumeError or SaveError, each with a sentence.
    """
    transcript = read(path)
    name = shown(transcript.folder)
    if transcript.end:
        if transcript.path.name == PART and not transcript.findings:
            seal(transcript.folder)
        raise FinishedError(f"The match in {name} is over; `woozle fork` can branch off it.")
    problem = ""
    if transcript.findings:
        problem = _line(transcript.findings[0], transcript)
    elif transcript.path.name != PART:
        problem = f"its file is not named {PART}; name it so."
    elif transcript.key is None:
        if not transcript.path.exists():
            raise FinishedError(f"The match in {name} was just finished by another process; `woozle fork` can branch off it.")
        problem = f"its {KEY} is missing or damaged; put it back from a copy."
    if problem:
        raise ResumeError(f"The match in {name} cannot be resumed: {problem}")
    referee, _ = _folded(transcript, len(transcript.lines), f"The match in {name} cannot be resumed")
    return Reopened(
        referee, transcript.header, Writer.append(transcript, when=when if transcript.header.started else None, sync=sync)
    )


def fork(
    path: Path,
    at: int,
    folder: Path,
    players: Mapping[Seat, Mapping[str, Any]] | None = None,
    *,
    started: datetime | None = None,
    sync: bool = True,
) -> Reopened:
    """A new match in a new directory that shares its first `at` Responses with another, and the chance that is still to come.

    players: descriptions of those who sit there now, if not the same.
    Raises TranscriptError, ResumeError or SaveError, each with a sentence.
    """
    transcript = read(path)
    name = shown(transcript.path)
    if bad := next((each for each in transcript.findings if each.line <= at + 1), None):
        raise ResumeError(f"{name} cannot be forked after {at} Responses: {_line(bad, transcript)}")
    if not 0 <= at <= len(transcript.lines):
        raise ResumeError(f"{name} can be forked after 0 to {len(transcript.lines)} Responses, not after {at}.")
    if transcript.key is None:
        raise ResumeError(
            f"{name} cannot be forked, because it is unfinished and its {KEY} is missing or damaged; put it back from a copy."
        )
    referee, shared = _folded(transcript, at, f"{name} cannot be forked")
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
    for request, response, told in shared:
        pictures = tuple(blobs.loaded(transcript.folder, response.pictures))
        writer.folded(request, replace(response, pictures=pictures), told)
    writer.sync = sync
    return Reopened(referee, writer.header, writer)


def _folded(transcript: Transcript, count: int, failure: str) -> tuple[Referee, list[Folded]]:
    """A Referee that has folded the first Responses of a transcript, and what was folded. Raises ResumeError where they differ.

    failure: how the sentence of that error begins.
    """
    line = 1
    try:
        referee = referee_of(transcript.header, transcript.key)
        problems = list(opening_differences(transcript.header, referee))
        shared: list[Folded] = []
        for each in transcript.lines[:count]:
            if problems:
                break
            line = each.number
            shared.append(fold(referee, each))
            problems += differences(each, referee.folded, *shared[-1])
    except CannotFoldError as error:
        raise ResumeError(f"{failure}: {_begun_small(str(error))}") from error
    except FoldError as error:
        problems = [str(error)]
    except TOO_DEEP:
        problems = [NESTED]
    if problems and may_rest_on_missing_words(transcript, line):
        problems = ["The rules need words that were withdrawn."]
    if problems:
        raise ResumeError(f"{failure}: {_line(Finding(line, problems[0]), transcript)}")
    return referee, shared


def _line(finding: Finding, transcript: Transcript) -> str:
    """What is wrong with a line, and how to go on from before it."""
    problem = f"line {finding.line}: {_begun_small(finding.sentence)}"
    if finding.line < 2 or transcript.key is None:
        return problem
    at = min(finding.line - 2, len(transcript.lines))
    return f"{problem.removesuffix('.')}; `woozle fork --at {at}` can branch off before it."


def _begun_small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

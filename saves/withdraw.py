"""Withdrawing what a person typed: the words leave the file, with all that came of them; digests stay, and the chain closes."""

from __future__ import annotations

import os
from collections.abc import Collection, Set
from pathlib import Path

import orjson

from woozle.core.request import Seat
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.line import is_withdrawn, joined, responses_of, split, unsplit, withdrawn
from woozle.saves.transcript import Line, TranscriptError, located, read, shown


def redact(path: Path, *, seats: Collection[Seat] = (), refs: Collection[str] = ()) -> int:
    """Withdraw the words of some seats, or some words by ref, from a transcript, and what came of them in any of its lines.

    Returns how many lines lost words. The words of one Response go together; a torn last line goes too, for it may hold some. Forks
    and copies of the match are transcripts of their own. The file changes as a whole or not at all, so what a crash cut short is
    done by doing it again. Raises TranscriptError for a damaged transcript, SaveError if it cannot be written or is being played.
    """
    file = located(path)
    try:
        held = disk.opened(file)
        try:
            return _redact(file, seats, refs)
        finally:
            os.close(held)
    except OSError as error:
        raise save_error(error, file, "withdraw again") from error


def _redact(file: Path, seats: Collection[Seat], refs: Collection[str]) -> int:
    transcript = read(file)
    if transcript.findings:
        number, sentence = transcript.findings[0]
        problem = f"{sentence[:1].lower()}{sentence[1:].removesuffix('.')}"
        raise TranscriptError(
            f"Nothing was withdrawn from {shown(file)}, which is damaged at line {number}: {problem}; "
            f"put it back from a copy and withdraw again, or delete it with all that is in it."
        )
    parts = {1: transcript.head} | {line.number: line.parts for line in transcript.lines}
    parts |= {each.number: each.parts for each in transcript.resumptions}
    if transcript.end:
        parts[transcript.end.number] = transcript.end.parts
    sources = {line.n for line in transcript.lines if line.body["request"]["to"] in seats}
    sources |= {number for ref in refs for number in responses_of(ref)}
    count = 0
    for line in transcript.lines:
        words = _left(line, sources)
        if words != line.parts.words:
            parts[line.number] = line.parts._replace(words=words)
            count += 1
    if count or transcript.torn:
        disk.replace(file, b"".join(joined(*parts[number]) for number in sorted(parts)))
    return count


def _left(line: Line, sources: Set[int]) -> bytes:
    """The words of a line without those that came of some Responses."""
    if line.words is None:
        return line.parts.words
    return unsplit([withdrawn(part) if _came_of(part, line, sources) else part for part in split(line.parts.words)])


def _came_of(part: bytes, line: Line, sources: Set[int]) -> bool:
    if is_withdrawn(part):
        return False
    numbers = {number for ref in orjson.loads(part) if ref != "salt" for number in responses_of(ref)}
    return not sources.isdisjoint(numbers or {line.n})  # words without a number are of the line that they stand in

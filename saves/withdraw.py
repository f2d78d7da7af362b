"""Withdrawing what a person typed: the words leave the file, their digest stays, and the chain still closes."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from woozle.core.request import Seat
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.line import joined, words_digest
from woozle.saves.transcript import TranscriptError, located, read, shown


def redact(path: Path, *, seats: Collection[Seat] = (), refs: Collection[str] = ()) -> int:
    """Withdraw the words of some seats, or some words by ref, from a transcript. Returns how many lines lost their words.

    The words of one Response go together; a torn last line goes too, for it may hold some. Forks and copies of the match are
    transcripts of their own. Raises TranscriptError for a damaged transcript, SaveError if it cannot be written or is being played.
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
        raise TranscriptError(f"Nothing was withdrawn from {shown(file)}, which is damaged at line {number}: {sentence}")
    parts = [transcript.head, *(line.parts for line in transcript.lines), *([transcript.end.parts] if transcript.end else [])]
    count = 0
    for at, line in enumerate(transcript.lines, 1):
        if line.words and (line.body["request"]["to"] in seats or not line.words.keys().isdisjoint(refs)):
            parts[at] = parts[at]._replace(words=b'"%b"' % words_digest(parts[at].words).hex().encode())
            count += 1
    if count:
        disk.replace(file, b"".join(joined(*each) for each in parts))
    return count

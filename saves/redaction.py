"""Withdrawing what a human typed: the text and everything made of it leave the file; digests stay, and the chain closes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson

from woozle.core.redaction import OWN_WORDS_LENGTH, Passages
from woozle.core.request import Seat
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors
from woozle.saves.line_format import has_withdrawn, join_line, join_words, redact_part, source_numbers, split_words
from woozle.saves.transcript import ResponseLine, Transcript, TranscriptError, display_path, locate, read


def redact(path: Path, *, seats: Collection[Seat] = (), refs: Collection[str] = (), said: Collection[str] = ()) -> int:
    """Withdraw the text of some seats, or texts by ref, and what was made of them in any line. Returns the number of changed lines.

    What other people typed goes where it repeats a passage of that text, as `quoting_lines` says. The texts of one Response go
    together; a torn last line is dropped, since it may hold some. Forks and copies of the match are separate transcripts. The
    file changes as a whole or not at all, so withdrawing again completes what a crash interrupted. Raises TranscriptError for a
    damaged transcript, SaveError if it cannot be written or is being played.

    Args:
        said: What the same people had typed in earlier matches with each other, which can be quoted too.
    """
    file = locate(path)
    with explain_save_errors(file, "withdraw again"), closing(disk.AppendFile(file)):
        return _redact(file, seats, refs, said)


def redact_match(folder: Path) -> int:
    """Withdraw all that people typed in a match; 0 for one that was left before its first line. Returns and raises as `redact`."""
    try:
        header = read(folder).header
    except TranscriptError:
        if not any(folder.glob("transcript.jsonl*")):
            return 0
        raise
    # Words are those of people alone, who may have left a seat that is a bot's in the header.
    return redact(folder, seats=[place.seat for place in header.seats])


def _redact(file: Path, seats: Collection[Seat], refs: Collection[str], said: Collection[str]) -> int:
    transcript = read(file)
    if transcript.findings:
        number, sentence = transcript.findings[0]
        problem = f"{sentence[:1].lower()}{sentence[1:].removesuffix('.')}"
        raise TranscriptError(
            f"Nothing was withdrawn from {display_path(file)}, which is damaged at line {number}: {problem}; "
            f"restore it from a copy and withdraw again, or delete the file."
        )
    parts = {1: transcript.head} | {line.number: line.parts for line in transcript.lines}
    parts |= {each.number: each.parts for each in transcript.resumptions}
    if transcript.end:
        parts[transcript.end.number] = transcript.end.parts
    sources = {line.n for line in transcript.lines if line.body["request"]["to"] in seats}
    sources |= {number for ref in refs for number in source_numbers(ref)}
    sources |= quoting_lines(transcript, sources, said)
    count = 0
    for line in transcript.lines:
        words = _redact_words(line, sources)
        if words != line.parts.words:
            parts[line.number] = line.parts._replace(words=words)
            count += 1
    if count or transcript.torn:
        disk.replace(file, b"".join(join_line(*parts[number]) for number in sorted(parts)))
    return count


def typed_texts(transcript: Transcript, seats: Collection[Seat]) -> list[str]:
    """Return what people typed at some seats of a match, and was not withdrawn."""
    return [text for line in transcript.lines if line.body["request"]["to"] in seats for text in _typed(line)]


def quoting_lines(transcript: Transcript, sources: Set[int], said: Collection[str] = ()) -> set[int]:
    """Return the numbers of the Responses in which other people typed a passage of what was typed in some Responses before.

    A passage that the match told, or anybody else said before, is no quotation.

    Args:
        said: As in `redact`.
    """
    typed = {line.n: _typed(line) for line in transcript.lines}
    passages = Passages([*said, *(text for number in sources for text in typed.get(number, ()))])
    quoting: set[int] = set()
    if not any(typed[number] for number in typed.keys() - sources):
        return quoting
    for text in _strings([transcript.header.opening, transcript.header.config]):
        passages.add(text, "")
    for text in said:
        passages.add(text, "said")
    for line in transcript.lines:
        for text in typed[line.n]:
            if line.n not in sources and passages.quoted_in(text, OWN_WORDS_LENGTH):
                quoting.add(line.n)
            passages.add(text, str(line.n) if line.n in sources else "")
        for text in _strings([line.body["request"]["choices"], line.body["response"].get("answer"), line.body["events"]]):
            passages.add(text, "")
    return quoting


def _typed(line: ResponseLine) -> list[str]:
    return [text for ref, text in (line.words or {}).items() if source_numbers(ref) == (line.n,)]


def _strings(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value."""
    match value:
        case str():
            yield value
        case dict() | list():
            for each in value.values() if isinstance(value, dict) else value:
                yield from _strings(each)


def _redact_words(line: ResponseLine, sources: Set[int]) -> bytes:
    """Return the words of a line without those that came of the given Responses."""
    if line.words is None:
        return line.parts.words
    return join_words([redact_part(part) if _came_of(part, line, sources) else part for part in split_words(line.parts.words)])


def _came_of(part: bytes, line: ResponseLine, sources: Set[int]) -> bool:
    if has_withdrawn(part):
        return False
    numbers = {number for ref in orjson.loads(part) if ref != "salt" for number in source_numbers(ref)}
    return not sources.isdisjoint(numbers or {line.n})  # words without a number are of the line that they stand in

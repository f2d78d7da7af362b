"""Reading a transcript: the header, a line for each Response, the end, and the problems found.

Reading checks shape and chain only and never runs a game. `decoder.py` turns lines into answers and Events of a game,
`recomputation.py` asks the rules again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from json import JSONDecoder
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_type_hints

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from woozle.core.chance import commitment
from woozle.core.deal import Deal
from woozle.core.errors import InputError
from woozle.core.outcome import Outcome, Result
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.request import Picture, Seat
from woozle.core.text import WITHDRAWN, RedactableText, visible_line
from woozle.core.validation import first_problem
from woozle.saves import line_format
from woozle.saves.members import HEADER, Members, are_events, are_words, line_after_first

FORMAT = 8
"""Format 2 added completions of models, pictures, and unparsed answers; 3 the display of pictures to humans.

Format 4 added answer probabilities; 5 the timing of humans, and words in several parts that can be withdrawn one by one; 6 salted
links and a line for each resume; 7 how the key was dealt, bots that stand in for a player, and the host's clock in the timing; 8
whose clock the times of an answer from another machine are of, and replies of models that can be withdrawn where they quote.
"""
CLOSED, PART, KEY, SECRET = "transcript.jsonl", "transcript.jsonl.part", "match.key", "match.secret"
_UNFINISHED = Path(PART).suffix
_KEY_BYTES = 65  # 64 digits, and the end of the line that an editor adds
_PARTED = 5  # the first format in which the parts of a line's words are those that `group_refs` says
MENTIONS_WORDS = b'"words"'
"""Bytes found in every body that refers to words; a cheap test before parsing."""
_REF = re.compile(r"\d+\.\d+(?:\+\d+\.\d+)*(?:/.*)?", re.DOTALL)

_RESULTS = get_args(get_type_hints(Result)["kind"])

Json: TypeAlias = dict[str, Any]


class TranscriptError(InputError):
    """A file that cannot be read as a transcript."""


class NewerFormatError(TranscriptError):
    """A transcript of a newer Woozle."""


class Finding(NamedTuple):
    """A problem of a transcript. line: from 1 in the file, 0 for the file as a whole."""

    line: int
    sentence: str


class HeaderSeat(BaseModel):
    """A seat or service, and its player's description of itself."""

    model_config = ConfigDict(extra="allow")

    seat: Seat
    player: dict[str, Any] = Field(default_factory=dict)


class Fork(BaseModel):
    """The origin of a fork. of: link of the last shared line; at: number of shared Responses."""

    model_config = ConfigDict(extra="allow")

    of: str
    at: int


class Source(BaseModel):
    """The origin of an imported match. format: whose log; digest: SHA-256 of that file; name: its name there."""

    model_config = ConfigDict(extra="allow")

    format: str
    digest: str
    name: str


class Presentation(BaseModel):
    """The presentation of a match to its human players. is_blind: no player sees who sits where; people: their seats, in order."""

    model_config = ConfigDict(extra="allow")

    is_blind: bool = False
    people: list[Seat] = Field(default_factory=list)


_DEAL = TypeAdapter(Deal)  # by itself, since it would take over from the header that it may have more members


def _read_deal(given: Any) -> Deal | None:
    return given if given is None or isinstance(given, Deal) else _DEAL.validate_python(given)


class Header(BaseModel):
    """The first line.

    started: None where the same seed must give the same bytes. source: None for a match played here. presentation: None for the
    default. deal: how the key came about; None if nobody but this machine had a part in it.
    """

    model_config = ConfigDict(extra="allow")

    woozle: int = FORMAT
    game: str
    rules: int
    config: dict[str, Any]
    commitment: str
    seats: list[HeaderSeat]
    officials: list[HeaderSeat] = Field(default_factory=list)
    software: dict[str, Any] = Field(default_factory=dict)
    started: str | None = None
    fork: Fork | None = None
    source: Source | None = None
    presentation: Presentation | None = None
    deal: Annotated[Deal | None, BeforeValidator(_read_deal)] = None
    opening: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def players(self) -> dict[Seat, dict[str, Any]]:
        """Return the players' descriptions by seat; services come last."""
        return {place.seat: place.player for place in (*self.seats, *self.officials)}

    @property
    def people(self) -> tuple[Seat, ...]:
        """Return the seats of humans, in the order of their numbers."""
        seats = human_seats(self.players)
        numbered = tuple(self.presentation.people) if self.presentation else ()
        return numbered if sorted(numbered) == sorted(seats) else seats

    @property
    def is_blind(self) -> bool:
        """Return whether humans must not see who sits where."""
        return self.presentation is not None and self.presentation.is_blind


def human_seats(players: Mapping[Seat, Mapping[str, Any]]) -> tuple[Seat, ...]:
    """Return the seats of humans."""
    return tuple(seat for seat, player in players.items() if player.get("kind") == "human")


@dataclass(slots=True)
class ResponseLine:
    """One Response and the Events that followed.

    number: line in the file, from 1. words: the text that stands in this line, by ref; None without any, or if all was withdrawn.
    is_redacted: whether some was withdrawn.
    """

    number: int
    body: Json
    words: Mapping[str, str] | None
    is_redacted: bool
    parts: line_format.LineParts

    @property
    def n(self) -> int:
        """Return the number of the Response in the match, from 1."""
        number: int = self.body["n"]
        return number

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures that the player was shown, without their data."""
        named = self.body["response"].get("pictures", ())
        return tuple(Picture(each["digest"], b"", each["media_type"]) for each in named)

    @property
    def redactable_texts(self) -> dict[str, RedactableText]:
        """Return the redactable text of this line by ref; WITHDRAWN stands for withdrawn text."""
        texts = dict(self.words or {})
        if self.is_redacted:
            texts = dict.fromkeys(find_refs(self.body), WITHDRAWN) | texts
        return {ref: RedactableText(text, ref) for ref, text in texts.items()}


@dataclass(slots=True)
class Resumption:
    """A line that records a resume.

    number: line in the file. at: number of Responses before it. when: ISO 8601, UTC; None where no clock was read, as among bots.
    by: version of Woozle.
    """

    number: int
    at: int
    when: str | None
    by: str
    parts: line_format.LineParts


@dataclass(slots=True)
class End:
    """The last line. secret: of the host that dealt the key, in hex; empty without."""

    number: int
    body: Json
    outcome: Outcome
    key: bytes
    secret: str
    parts: line_format.LineParts


@dataclass(slots=True)
class Transcript:
    """The content of a file.

    head: the first line. size: bytes of whole lines; torn: bytes after them. link: of the last whole line (32 bytes), which covers
    all lines before it. digest: SHA-256 of the file, in hexadecimal. is_chained: whether the chain could be checked; from format 6
    on that takes the match key. unknown: members that its format does not have, which a newer Woozle may know.
    is_known: whether exactly these bytes were verified before, so that shape and chain are not checked again.
    """

    path: Path
    header: Header
    head: line_format.LineParts
    size: int
    torn: int
    lines: list[ResponseLine] = field(default_factory=list)
    resumptions: list[Resumption] = field(default_factory=list)
    link: bytes = line_format.FIRST
    digest: str = ""
    is_chained: bool = True
    end: End | None = None
    findings: list[Finding] = field(default_factory=list)
    unknown: list[Finding] = field(default_factory=list)
    is_known: bool = False

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def is_finished(self) -> bool:
        return self.end is not None

    @property
    def redacted_count(self) -> int:
        """Return the number of lines with withdrawn text."""
        return sum(line.is_redacted for line in self.lines)

    @property
    def words(self) -> dict[str, RedactableText]:
        """Return all redactable text by ref; WITHDRAWN stands for withdrawn text."""
        texts: dict[str, RedactableText] = {}
        for line in self.lines:
            for ref, words in line.redactable_texts.items():
                texts.setdefault(ref, words)
        return texts

    @property
    def key(self) -> bytes | None:
        """Return the match key: from the last line, or from beside an unfinished match; None if it is in neither."""
        return self.end.key if self.end is not None else _key_beside(self.folder)

    @property
    def secret(self) -> str:
        """Return the secret of the host that dealt the key, in hex: from where the key is; empty if it is in neither."""
        if self.end is not None:
            return self.end.secret
        return secret.hex() if self.header.deal and (secret := _key_beside(self.folder, SECRET)) else ""


def read(path: Path) -> Transcript:
    """Read the transcript of a match folder, or of a file. Raises TranscriptError."""
    transcript, lines = read_lines(path)
    transcript.lines += lines
    return transcript


def read_lines(path: Path, verified: str = "") -> tuple[Transcript, Iterator[ResponseLine]]:
    """Return a transcript without its lines, and an iterator over these, which takes less memory than all at once.

    The end and the findings are complete when the iterator is exhausted. Raises TranscriptError.

    Args:
        verified: SHA-256 of a file that was verified, in hexadecimal; if it is this one, shape and chain are not checked again.
    """
    file = locate(path)
    with explain_errors(display_path(file), TranscriptError):
        data = read_file(file, LARGE)
    *rows, torn = data.split(b"\n")
    if not rows:
        raise TranscriptError(_headless(file, torn))
    header, head = parse_header(rows[0], file)
    digest = sha256(data).hexdigest()
    transcript = Transcript(file, header, head, len(data) - len(torn), len(torn), digest=digest)
    transcript.is_known = digest == verified
    return transcript, _parse_lines(transcript, rows)


def _parse_lines(transcript: Transcript, rows: list[bytes]) -> Iterator[ResponseLine]:
    key = _salting_key(transcript, rows[-1]) if transcript.header.woozle >= line_format.SALTED else None
    transcript.is_chained = key is not None or transcript.header.woozle < line_format.SALTED
    known: set[str] = set()  # refs of the words that the lines so far mention
    for number, row in enumerate(rows, 1):
        parts = line_format.split_line(row)
        if parts is None:
            transcript.findings.append(Finding(number, "This is not a transcript line."))
            continue
        # Continuing from the link in the file blames only the line that was changed, not all later ones.
        salt = line_format.link_salt(key, number) if key else b""
        if (
            not transcript.is_known
            and transcript.is_chained
            and line_format.chain_link(transcript.link, parts.body, parts.words, salt) != parts.link
        ):
            transcript.findings.append(Finding(number, "The line, or one before it, was changed: its link does not fit the chain."))
        line = _line(transcript, number, parts) if number > 1 else _first_line(transcript, parts)
        transcript.link = parts.link
        if (
            not transcript.is_known
            and isinstance(line, ResponseLine)
            and (problem := _wrong_words(line, transcript.header.woozle, known))
        ):
            transcript.findings.append(Finding(number, problem))
        if isinstance(line, ResponseLine):
            yield line
        elif line:
            transcript.findings.append(Finding(number, line))
    if transcript.torn and transcript.end:
        transcript.findings.append(Finding(len(rows) + 1, f"{transcript.torn} bytes follow the last line."))
    if transcript.end is None and transcript.path.suffix != _UNFINISHED:
        transcript.findings.append(
            Finding(len(rows) + 1, "The file has its final name, but its last line, with the outcome, is missing.")
        )


def _wrong_words(line: ResponseLine, version: int, known: set[str]) -> str:
    """Return a sentence if the words of a line do not fit the refs in its body, else an empty string.

    Args:
        known: Refs of earlier lines; those of this line are added.
    """
    refs = list(find_refs(line.body)) if MENTIONS_WORDS in line.parts.body else []
    new = line_format.group_refs(line.n, (ref for ref in refs if ref not in known))
    known.update(refs)
    if version < _PARTED:
        return _wrong_old_words(line, refs, new)
    if line.parts.words == line_format.NO_WORDS:
        return "It refers to words that are not in the file." if new else ""
    texts = [_json(part) for part in line_format.split_words(line.parts.words)]
    if len(texts) != len(new) or any(
        isinstance(each, dict) and each.keys() != {"salt", *group} for each, group in zip(texts, new, strict=True)
    ):
        return "Its words are not those that it refers to."
    return ""


def _wrong_old_words(line: ResponseLine, refs: Sequence[str], new: Sequence[Sequence[str]]) -> str:
    """Return the same for formats in which each line repeats the words of its response."""
    if line.parts.words == line_format.NO_WORDS:
        missing = {ref for group in new for ref in group}
        return "It refers to words that are not in the file." if not missing.isdisjoint(find_refs(line.body["response"])) else ""
    if not refs or not set(line.words or ()) <= set(refs):
        return "It has words, or a digest in their place, that nothing in it refers to."
    return ""


def locate(path: Path) -> Path:
    """Return the transcript file at a path: the path itself, or the one in that folder. Raises TranscriptError."""
    try:
        if path.is_file():
            return path
        for file in (path / CLOSED, path / PART):
            if file.is_file():
                return file
        problem = f"There is no transcript in {display_path(path)}." if path.is_dir() else f"There is no file {display_path(path)}."
    except OSError as error:
        raise TranscriptError(f"{display_path(path)} cannot be read: {error.strerror}.") from error
    raise TranscriptError(problem)


def parse_header(row: bytes, file: Path) -> tuple[Header, line_format.LineParts]:
    """Return the header and the parts of the first line. Raises TranscriptError."""
    parts = line_format.split_line(row)
    body = _json(parts.body) if parts else None
    if parts is not None and body is _TWICE:
        raise TranscriptError(
            f"The first line of {display_path(file)} is damaged: its JSON is ambiguous, for example because a name occurs twice."
        )
    if parts is None or not isinstance(body, dict) or type(version := body.get("woozle")) is not int or version < 1:
        raise TranscriptError(f"{display_path(file)} is not a transcript of Woozle.")
    if version > FORMAT:
        raise NewerFormatError(
            f"{display_path(file)} was written by a newer Woozle (format {version}; this one reads up to {FORMAT}); update Woozle."
        )
    if not are_events(body.get("opening")):
        raise TranscriptError(f"The first line of {display_path(file)} is damaged: its Events cannot be read.")
    try:
        return Header.model_validate(body), parts
    except ValidationError as error:
        why = visible_line(str(first_problem(error)))
        raise TranscriptError(f"The first line of {display_path(file)} is damaged: {why}.") from error


def display_path(path: Path) -> str:
    """Return a path that is safe to print: file names come from outside too."""
    return visible_line(str(path).encode("utf-8", "replace").decode())


def _headless(file: Path, torn: bytes) -> str:
    if not torn:
        return f"{display_path(file)} is empty."
    if torn.startswith(b'{"body":{"woozle":'):
        return f"{display_path(file)} breaks off within its first line."
    return f"{display_path(file)} is not a transcript of Woozle."


def _first_line(transcript: Transcript, parts: line_format.LineParts) -> str:
    """Return a sentence about the problem of the first line, empty if it has none."""
    if parts.words != line_format.NO_WORDS:
        return "The first line must not have words."
    return _find_damage(transcript, 1, HEADER, _json(parts.body))


def _find_damage(transcript: Transcript, number: int, line: Members, body: Any) -> str:
    """Return the first problem of the members of a line, empty if it has none. Unknown members are noted in the transcript."""
    for problem in line.problems(body, transcript.header.woozle):
        if not problem.is_unknown:
            return problem.sentence
        transcript.unknown.append(Finding(number, problem.sentence))
    return ""


def _line(transcript: Transcript, number: int, parts: line_format.LineParts) -> ResponseLine | str:
    """Return a line, or a sentence about its problem; empty for a last line, which the Transcript keeps."""
    if transcript.end:
        return "This follows the last line."
    parse = orjson.loads if transcript.is_known else _json
    body, words = parse(parts.body), None if parts.words == line_format.NO_WORDS else parse(parts.words)
    if _TWICE in (body, words):
        return "Its JSON is ambiguous, for example because a name occurs twice."
    if not isinstance(body, dict):
        return "Its body is not JSON."
    if not (parts.words == line_format.NO_WORDS or are_words(words)):
        return "Its words are damaged."
    if not transcript.is_known and (damage := _find_damage(transcript, number, line_after_first(body), body)):
        return damage
    if "outcome" in body:
        transcript.end = _end(number, body, parts)
        return "" if parts.words == line_format.NO_WORDS else "The last line must not have words."
    if "resumed" in body:
        return _resumption(transcript, number, body["resumed"], parts)
    if body["n"] != (expected := number - 1 - len(transcript.resumptions)):
        return f"It should be Response {expected} of the match."
    return ResponseLine(number, body, _texts(words) if words else None, line_format.has_withdrawn(parts.words), parts)


def _resumption(transcript: Transcript, number: int, body: Any, parts: line_format.LineParts) -> str:
    """Keep a line of a resume. Returns a sentence about its problem, empty if it has none."""
    at = number - 2 - len(transcript.resumptions)
    is_one = parts.words == line_format.NO_WORDS and transcript.header.woozle >= line_format.SALTED
    if not is_one or body["at"] != at or body["from"] != transcript.link.hex():
        return "It gives a wrong place for the resume."
    transcript.resumptions.append(Resumption(number, at, body["when"], body["woozle"], parts))
    return ""


def _texts(words: Any) -> dict[str, str] | None:
    """Return the text in the words of a line by ref; None if all of it is gone."""
    parts = [part for part in (words if isinstance(words, list) else (words,)) if isinstance(part, dict)]
    return {ref: text for part in parts for ref, text in part.items() if ref != "salt"} if parts else None


def _end(number: int, body: Json, parts: line_format.LineParts) -> End:
    results = {seat: parse_result(each) for seat, each in body["outcome"]["results"].items()}
    return End(number, body, Outcome(results, body["outcome"]["reason"]), _key(body["key"]), body.get("secret", ""), parts)


def parse_result(body: Json) -> Result:
    """Return a seat's result. Raises KeyError, TypeError, ValueError or AttributeError if it is malformed."""
    if body["kind"] not in _RESULTS:
        raise InputError("No such kind of result.")
    return Result(body["kind"], {name: math.nan if each is None else float(each) for name, each in body["numbers"].items()})


def _salting_key(transcript: Transcript, last: bytes) -> bytes | None:
    """Return the key that salts the links; None if it is not here. last: the last whole line."""
    if key := _revealed_key(last):
        return key if commitment(key) == transcript.header.commitment else None  # verify reports this for the last line
    if (key := _key_beside(transcript.folder)) and commitment(key) != transcript.header.commitment:
        transcript.findings.append(Finding(1, f"The {KEY} beside it does not match the commitment in this line."))
        return None
    return key


def _revealed_key(row: bytes) -> bytes | None:
    """Return the key in the last line of a finished transcript; None for any other line."""
    parts = line_format.split_line(row)
    body = _json(parts.body) if parts and b'"key"' in parts.body else None
    try:
        return _key(body["key"]) if isinstance(body, dict) and "outcome" in body else None
    except (KeyError, TypeError, ValueError):
        return None


def _key_beside(folder: Path, name: str = KEY) -> bytes | None:
    """Return the key, or the secret, beside an unfinished transcript; None if it is missing or damaged."""
    try:
        return _key(read_file(folder / name, _KEY_BYTES).decode("ascii").strip())
    except (OSError, ValueError):
        return None


def _key(text: str) -> bytes:
    key = bytes.fromhex(text)
    if key.hex() != text or len(key) != 32:
        raise InputError("A match key is 64 hexadecimal digits.")
    return key


def find_refs(value: Any) -> Iterator[str]:
    """Yield the refs of redactable text in a JSON value."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(ref := value.get("words"), str):
        if _REF.fullmatch(ref):
            yield ref
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from find_refs(each)


_TWICE: Any = object()
"""Marks JSON with a duplicate name in an object: parsers differ in which of the two they take."""


def _json(data: bytes) -> Any:
    """Parse JSON. Returns None if it is invalid, `_TWICE` if it is ambiguous."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    # Our own JSON survives a round trip byte for byte; only JSON that does not needs the slower parser.
    return _TWICE if _written_again(value) != data and _has_twice(data) else value


def _written_again(value: Any) -> bytes:
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:  # nested too deeply
        return b""


def _has_twice(data: bytes) -> bool:
    found = False

    def look(pairs: list[tuple[str, Any]]) -> None:
        nonlocal found
        found = found or len(dict(pairs)) < len(pairs)

    try:
        JSONDecoder(object_pairs_hook=look, parse_int=str, parse_float=str).decode(data.decode())
    except (ValueError, RecursionError):
        return True  # if only one of the two parsers can read it, they do not agree either
    return found

"""A transcript read back: the header, a line for every Response, the end, and what is wrong with it.

Reading looks at shape and chain only; it never runs a game. `vocabulary.py` turns lines into the answers and Events of a game,
`refold.py` asks the rules again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from json import JSONDecoder
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from woozle.core.attempt import Picture
from woozle.core.chance import commitment
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Seat, Words
from woozle.core.text import visible_line
from woozle.saves.line import FIRST, NO_WORDS, SALTED, Parts, is_withdrawn, link, link_salt, parted, ref_groups, split
from woozle.saves.shape import are_events, are_words, is_request, is_response

FORMAT = 6
"""To 2: a Response may hold the tries of a model, pictures, and text that is no answer. To 3: how a person saw the pictures.

To 4: how likely a player was to give each legal answer. To 5: when a person did what while they were asked; and the words of a
line may be a list of parts, each of which can be withdrawn. To 6: links take in 128 bits derived from the match key; a resume is a
line of its own.
"""
CLOSED, PART, KEY = "transcript.jsonl", "transcript.jsonl.part", "match.key"
WITHDRAWN = "[withdrawn]"
_UNFINISHED = Path(PART).suffix
_PARTED = 5  # the first format in which the parts of a line's words are those that `ref_groups` says
_MENTIONS_WORDS = b'"words"'  # stands in every body that refers to words; looking for it takes no time
_REF = re.compile(r"\d+\.\d+(?:\+\d+\.\d+)*(?:/.*)?", re.DOTALL)

_UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""How the body of a line of an older format becomes one of the next; a format that needs no change has no entry."""

_RESULTS = get_args(get_type_hints(Result)["kind"])

Json: TypeAlias = dict[str, Any]


class TranscriptError(ValueError):
    """Not a transcript that can be read. Says why, in a sentence."""


class NewerFormatError(TranscriptError):
    """Written by a newer Woozle."""


class Finding(NamedTuple):
    """Something wrong. line: counted from 1 in the file, 0 for the file as a whole."""

    line: int
    sentence: str


class Place(BaseModel):
    """A seat, or an official, and the description of the player in it."""

    model_config = ConfigDict(extra="allow")

    seat: Seat
    player: dict[str, Any] = Field(default_factory=dict)


class Fork(BaseModel):
    """Where a match branched off another. of: the link of the last line they share; at: how many Responses that is."""

    model_config = ConfigDict(extra="allow")

    of: str
    at: int


class Source(BaseModel):
    """Where an imported match comes from. format: whose log it was; digest: SHA-256 of that file; name: what it is called there."""

    model_config = ConfigDict(extra="allow")

    format: str
    digest: str
    name: str


class Presentation(BaseModel):
    """How a match is shown to its people. is_blind: none is told who sits where; people: their seats, that of person 1 first."""

    model_config = ConfigDict(extra="allow")

    is_blind: bool = False
    people: list[Seat] = Field(default_factory=list)


class Header(BaseModel):
    """The first line.

    started: None where the same seed must give the same bytes. source: None for a match played here. presentation: None for the
    usual one.
    """

    model_config = ConfigDict(extra="allow")

    woozle: int = FORMAT
    game: str
    rules: int
    config: dict[str, Any]
    commitment: str
    seats: list[Place]
    officials: list[Place] = Field(default_factory=list)
    software: dict[str, Any] = Field(default_factory=dict)
    started: str | None = None
    fork: Fork | None = None
    source: Source | None = None
    presentation: Presentation | None = None
    opening: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def players(self) -> dict[Seat, dict[str, Any]]:
        """The description of each player, by seat; officials come last."""
        return {place.seat: place.player for place in (*self.seats, *self.officials)}

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats where people sit, in the order of their numbers."""
        seats = people_among(self.players)
        numbered = tuple(self.presentation.people) if self.presentation else ()
        return numbered if sorted(numbered) == sorted(seats) else seats

    @property
    def is_blind(self) -> bool:
        """Whether none of them is told who sits where."""
        return self.presentation is not None and self.presentation.is_blind


def people_among(players: Mapping[Seat, Mapping[str, Any]]) -> tuple[Seat, ...]:
    """The seats where people sit. players: how each describes itself."""
    return tuple(seat for seat, player in players.items() if player.get("kind") == "human")


@dataclass(slots=True)
class Line:
    """One Response and the Events that followed.

    number: of the line in the file, from 1; `n` is that of the Response. words: those that stand first in it, by ref; None if there
    are none, or all were withdrawn. is_redacted: whether some were.
    """

    number: int
    body: Json
    words: Mapping[str, str] | None
    is_redacted: bool
    parts: Parts

    @property
    def n(self) -> int:
        """The number of the Response in the match, from 1."""
        number: int = self.body["n"]
        return number

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What the player was shown, without its data."""
        named = self.body["response"].get("pictures", ())
        return tuple(Picture(each["digest"], b"", each["media_type"]) for each in named)

    @property
    def typed(self) -> dict[str, Words]:
        """What a person typed here, or what came of it, by ref; what was withdrawn says so, here or in an earlier line."""
        texts = dict(self.words or {})
        if self.is_redacted:
            texts = dict.fromkeys(refs_in(self.body), WITHDRAWN) | texts
        return {ref: Words(text, ref) for ref, text in texts.items()}


@dataclass(slots=True)
class Resumption:
    """A line that says that the match was resumed there.

    number: of the line in the file. at: after how many Responses. when: ISO 8601, UTC; None where nobody looked at a clock, as
    among bots. by: the version of Woozle.
    """

    number: int
    at: int
    when: str | None
    by: str
    parts: Parts


@dataclass(slots=True)
class End:
    """The last line."""

    number: int
    body: Json
    outcome: Outcome
    key: bytes
    parts: Parts


@dataclass(slots=True)
class Transcript:
    """What a file holds.

    head: the first line, as bytes. size: of all whole lines, in bytes; torn: how many bytes follow them. link: of the last whole
    line (32 bytes), which stands for all lines before it. digest: SHA-256 of the file, in hexadecimal. is_chained: whether the
    chain could be checked; from format 6 on that takes the match key.
    """

    path: Path
    header: Header
    head: Parts
    size: int
    torn: int
    lines: list[Line] = field(default_factory=list)
    resumptions: list[Resumption] = field(default_factory=list)
    link: bytes = FIRST
    digest: str = ""
    is_chained: bool = True
    end: End | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        """Where the match lives."""
        return self.path.parent

    @property
    def is_finished(self) -> bool:
        """Whether the outcome stands in it."""
        return self.end is not None

    @property
    def redacted(self) -> int:
        """How many lines had their words withdrawn."""
        return sum(line.is_redacted for line in self.lines)

    @property
    def words(self) -> dict[str, Words]:
        """Everything that people typed and what came of it, by ref; what was withdrawn says so."""
        texts: dict[str, Words] = {}
        for line in self.lines:
            learn(texts, line)
        return texts

    @property
    def key(self) -> bytes | None:
        """The match key: revealed by the last line or, while the match is unfinished, beside it. None if it is in neither."""
        return self.end.key if self.end is not None else _key_beside(self.folder)


def read(path: Path) -> Transcript:
    """The transcript of a match directory, or of a file. Raises TranscriptError if there is none to be read."""
    transcript, lines = walk(path)
    transcript.lines += lines
    return transcript


def walk(path: Path) -> tuple[Transcript, Iterator[Line]]:
    """A transcript without its lines, and these one by one, for whoever needs none of them twice: all at once take much memory.

    What the Transcript says of its end and of findings holds when the last line was taken. Raises TranscriptError.
    """
    file = located(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise TranscriptError(f"{shown(file)} cannot be read: {error.strerror}.") from error
    *rows, torn = data.split(b"\n")
    if not rows:
        raise TranscriptError(_headless(file, torn))
    header, head = header_of(rows[0], file)
    digest = sha256(data).hexdigest()
    transcript = Transcript(file, header, head, len(data) - len(torn), len(torn), digest=digest)
    return transcript, _walked(transcript, rows)


def _walked(transcript: Transcript, rows: list[bytes]) -> Iterator[Line]:
    key = _salting_key(transcript, rows[-1]) if transcript.header.woozle >= SALTED else None
    transcript.is_chained = key is not None or transcript.header.woozle < SALTED
    known: set[str] = set()  # refs of the words that the lines so far mention
    for number, row in enumerate(rows, 1):
        parts = parted(row)
        if parts is None:
            transcript.findings.append(Finding(number, "This is not a line of a transcript."))
            continue
        # Going on from the link that stands there names the line that was changed, not all that follow.
        salt = link_salt(key, number) if key else b""
        if transcript.is_chained and link(transcript.link, parts.body, parts.words, salt) != parts.link:
            transcript.findings.append(Finding(number, "The line, or one before it, was changed: its link does not fit the chain."))
        line = _line(transcript, number, parts) if number > 1 else "" if parts.words == NO_WORDS else "The first line has no words."
        transcript.link = parts.link
        if isinstance(line, Line) and (problem := _wrong_words(line, transcript.header.woozle, known)):
            transcript.findings.append(Finding(number, problem))
        if isinstance(line, Line):
            yield line
        elif line:
            transcript.findings.append(Finding(number, line))
    if transcript.torn and transcript.end:
        transcript.findings.append(Finding(len(rows) + 1, f"{transcript.torn} bytes follow the last line."))
    if transcript.end is None and transcript.path.suffix != _UNFINISHED:
        transcript.findings.append(Finding(len(rows) + 1, "The file was closed, but its last line, with the outcome, is missing."))


def _wrong_words(line: Line, version: int, known: set[str]) -> str:
    """Return what is wrong with the words of a line, beside what its body refers to; empty if nothing. known: is added to."""
    refs = list(refs_in(line.body)) if _MENTIONS_WORDS in line.parts.body else []
    new = ref_groups(line.n, (ref for ref in refs if ref not in known))
    known.update(refs)
    if line.parts.words == NO_WORDS:
        return "It refers to words that stand nowhere." if new and version >= _PARTED else ""
    parts = split(line.parts.words)
    if version < _PARTED:
        return "" if refs else "It has words, or a digest in their place, that nothing in it refers to."
    texts = [_json(part) for part in parts]
    if len(texts) != len(new) or any(
        isinstance(each, dict) and each.keys() != {"salt", *group} for each, group in zip(texts, new, strict=True)
    ):
        return "Its words are not those that it refers to."
    return ""


def learn(texts: dict[str, Words], line: Line) -> None:
    """Add what people typed in a line to what stands in the lines before it."""
    for ref, words in line.typed.items():
        texts.setdefault(ref, words)


def located(path: Path) -> Path:
    """The file of a transcript: `path` itself, or the one in that directory."""
    try:
        if path.is_file():
            return path
        for file in (path / CLOSED, path / PART):
            if file.is_file():
                return file
        problem = f"There is no transcript in {shown(path)}." if path.is_dir() else f"There is no file {shown(path)}."
    except OSError as error:
        raise TranscriptError(f"{shown(path)} cannot be read: {error.strerror}.") from error
    raise TranscriptError(problem)


def header_of(row: bytes, file: Path) -> tuple[Header, Parts]:
    """The header, from the first line of a file. Raises TranscriptError."""
    parts = parted(row)
    body = _json(parts.body) if parts else None
    if parts is not None and body is _TWICE:
        raise TranscriptError(
            f"The first line of {shown(file)} is damaged: its JSON is not read alike everywhere, as where a name stands twice."
        )
    if parts is None or not isinstance(body, dict) or type(version := body.get("woozle")) is not int or version < 0:
        raise TranscriptError(f"{shown(file)} is not a transcript of Woozle.")
    if version > FORMAT:
        raise NewerFormatError(
            f"{shown(file)} was written by a newer Woozle (format {version}; this one reads up to {FORMAT}); update Woozle."
        )
    body = _upgraded(body, version)
    if not are_events(body.get("opening")):
        raise TranscriptError(f"The first line of {shown(file)} is damaged: its Events cannot be read.")
    try:
        return Header.model_validate(body), parts
    except ValidationError as error:
        first = error.errors()[0]
        where = visible_line(".".join(map(str, first["loc"])))
        raise TranscriptError(f"The first line of {shown(file)} is damaged at {where}: {first['msg']}.") from error


def shown(path: Path) -> str:
    """A path, safe to show: names of files come from outside too."""
    return visible_line(str(path).encode("utf-8", "replace").decode())


def _headless(file: Path, torn: bytes) -> str:
    if not torn:
        return f"{shown(file)} is empty."
    if torn.startswith(b'{"body":{"woozle":'):
        return f"{shown(file)} breaks off within its first line."
    return f"{shown(file)} is not a transcript of Woozle."


def _upgraded(body: Json, version: int) -> Json:
    for step in range(version, FORMAT):
        body = _UPGRADES[step](body) if step in _UPGRADES else body
    return body


def _line(transcript: Transcript, number: int, parts: Parts) -> Line | str:
    """A line, or what is wrong with it; an empty text for the last line, which the Transcript keeps."""
    if transcript.end:
        return "This follows the last line."
    body, words = _json(parts.body), None if parts.words == NO_WORDS else _json(parts.words)
    if _TWICE in (body, words):
        return "Its JSON is not read alike everywhere, as where a name stands twice."
    if not isinstance(body, dict):
        return "Its body is not JSON."
    body = _upgraded(body, transcript.header.woozle)
    if not (parts.words == NO_WORDS or are_words(words)):
        return "Its words are damaged."
    if "outcome" in body:
        transcript.end = _end(number, body, parts)
        return "" if transcript.end else "The outcome is damaged."
    if "resumed" in body:
        return _resumption(transcript, number, body["resumed"], parts)
    if body.get("n") != (expected := number - 1 - len(transcript.resumptions)):
        return f"It should be Response {expected} of the match."
    if not (is_request(body.get("request")) and is_response(body.get("response")) and are_events(body.get("events"))):
        return "A part of it is missing or damaged."
    return Line(number, body, _texts(words) if words else None, is_withdrawn(parts.words), parts)


def _resumption(transcript: Transcript, number: int, body: Any, parts: Parts) -> str:
    """Keep a line that says that the match was resumed; returns what is wrong with it, empty if nothing."""
    at = number - 2 - len(transcript.resumptions)
    is_one = isinstance(body, dict) and parts.words == NO_WORDS and transcript.header.woozle >= SALTED
    if not is_one or body.get("at") != at or body.get("from") != transcript.link.hex():
        return "It does not say rightly where the match was resumed."
    when, by = body.get("when"), body.get("woozle")
    if not isinstance(when, str | None) or not isinstance(by, str):
        return "It does not say when the match was resumed, or by what."
    transcript.resumptions.append(Resumption(number, at, when, by, parts))
    return ""


def _texts(words: Any) -> dict[str, str] | None:
    """What stands in the words of a line, by ref; None if nothing is left of it."""
    parts = [part for part in (words if isinstance(words, list) else (words,)) if isinstance(part, dict)]
    return {ref: text for part in parts for ref, text in part.items() if ref != "salt"} if parts else None


def _end(number: int, body: Json, parts: Parts) -> End | None:
    try:
        results = {seat: result_of(each) for seat, each in body["outcome"]["results"].items()}
        return End(number, body, Outcome(results, str(body["outcome"]["reason"])), _key(body["key"]), parts)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def result_of(body: Json) -> Result:
    """A seat's part of an outcome. Raises KeyError, TypeError, ValueError or AttributeError for what is none."""
    if body["kind"] not in _RESULTS:
        raise ValueError("No such kind of result.")
    return Result(body["kind"], {name: math.nan if each is None else float(each) for name, each in body["numbers"].items()})


def _salting_key(transcript: Transcript, last: bytes) -> bytes | None:
    """The key that the links take their salt from; None if it is not here. last: the last whole line."""
    if key := _revealed(last):
        return key if commitment(key) == transcript.header.commitment else None  # verify says so of the last line
    if (key := _key_beside(transcript.folder)) and commitment(key) != transcript.header.commitment:
        transcript.findings.append(Finding(1, f"The {KEY} beside it is not the one that this line is committed to."))
        return None
    return key


def _revealed(row: bytes) -> bytes | None:
    """The key in the last line of a finished transcript; None if this is none."""
    parts = parted(row)
    body = _json(parts.body) if parts and b'"key"' in parts.body else None
    try:
        return _key(body["key"]) if isinstance(body, dict) and "outcome" in body else None
    except (KeyError, TypeError, ValueError):
        return None


def _key_beside(folder: Path) -> bytes | None:
    """The key beside an unfinished transcript; None if it is missing or damaged."""
    try:
        return _key((folder / KEY).read_text("ascii").strip())
    except (OSError, ValueError):
        return None


def _key(text: str) -> bytes:
    key = bytes.fromhex(text)
    if key.hex() != text or len(key) != 32:
        raise ValueError("A match key is 64 hexadecimal digits.")
    return key


def refs_in(value: Any) -> Iterator[str]:
    """The refs of the words that a JSON value leaves out."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(ref := value.get("words"), str):
        if _REF.fullmatch(ref):
            yield ref
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from refs_in(each)


class _Twice:
    """Stands for JSON in which a name stands twice in one object: parsers differ in which of the two they take."""


_TWICE = _Twice()


def _json(data: bytes) -> Any:
    """Parse JSON; None for what is none, `_TWICE` for what parsers can read in two ways."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    # What we write comes out again byte for byte; only what does not is looked through by a slower parser.
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
        return True  # what only one of two parsers can read is not read alike either
    return found

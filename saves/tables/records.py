"""A match as its table rows see it: the players, their roles, and each decision with its answer taken apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import prod
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from pydantic.errors import PydanticUserError

from woozle.core import registry
from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts, effective_name
from woozle.core.game import Game, RecordEntry
from woozle.core.outcome import Result
from woozle.core.request import Request, Seat
from woozle.core.schemas import dereference, legal_values
from woozle.core.text import visible_line
from woozle.saves.answer_counts import answers_of, refused_settings
from woozle.saves.decoder import DecodeError, answer_type, decode_entry
from woozle.saves.paths import real_path
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import CLOSED, PART, Header, Json, ResponseLine, Transcript
from woozle.saves.verdict_cache import Cause

PlayerKind: TypeAlias = Literal["human", "model", "bot", "service", "other"]

_KINDS: Mapping[Any, PlayerKind] = {"human": "human", "model": "model", "bot": "bot"}
_NOTHING: Json = {}


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player in a seat, or a service. number: of the seat, from 1; None for a service. role: empty if there is none."""

    seat: Seat
    number: int | None
    player: PlayerKind
    name: str | None
    role: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One Response. try_number: attempts at the same Request so far. given: None if there was no answer to read."""

    match: MatchRecord
    line: ResponseLine
    who: Occupant
    try_number: int
    legal_choices: int | None
    given: SplitAnswer | None

    @property
    def request(self) -> Json:
        asked: Json = self.line.body["request"]
        return asked

    @property
    def response(self) -> Json:
        came: Json = self.line.body["response"]
        return came

    def part(self, name: str) -> Json:
        """Return a part of the Response, such as its usage; empty if there is none."""
        return self.response.get(name) or _NOTHING

    @property
    def _told_first(self) -> tuple[str, Json]:
        """Return the first Event that followed, if private: the referee's notice of a refusal or forfeit."""
        for event in self.line.body["events"][:1]:
            if event["to"] == [self.who.seat]:
                return event["event"], event["data"]
        return "", _NOTHING

    @property
    def forfeit(self) -> str | None:
        """Return the kind of forfeit, also if the Response was the last of too many attempts; None for an answer."""
        name, data = self._told_first
        return str(data["kind"]) if name == "Forfeited" and "kind" in data else None

    @property
    def reading(self) -> str:
        """Return how the Response was read, one of `TAKEN`."""
        if "forfeit" in self.response:
            return "nothing"
        if "unread" in self.response:
            return str(self.response["unread"]["reading"])
        return "illegal" if self._told_first[0] in ("Refused", "Forfeited") else "answer"

    @property
    def not_taken(self) -> str | None:
        """Return the settings that the server of a model refused; None if there are none."""
        return ", ".join(dict.fromkeys(chain.from_iterable(refused_settings(self.response)))) or None

    @property
    def is_withdrawn(self) -> bool:
        return self.given is not None and None in self.given.texts

    @property
    def characters(self) -> int | None:
        """Return the length of the free text; None if there is no field for it, or it was withdrawn."""
        texts = self.given.texts if self.given else ()
        return None if not texts or None in texts else sum(len(text) for text in texts if text)

    @property
    def text(self) -> str | None:
        """Return the free text; empty if it was withdrawn, None if there is none."""
        if self.given is None or not self.given.texts:
            return None
        return "" if self.is_withdrawn else "\n".join(text for text in self.given.texts if text)

    @property
    def leaning(self) -> Any:
        """Return the probability of the chosen answer, if recorded."""
        leaning = self.part("leaning")
        chosen = self.response.get("answer", _NOTHING).get(leaning.get("field"))
        return leaning["probabilities"].get(chosen) if leaning and isinstance(chosen, str) else None


@dataclass
class MatchRecord:
    """A match. name: unique among the exported matches. occupants: of seats, in order, then services.

    answers: what became of the questions that each was asked. unchecked: causes why verify could not check a level; empty for a
    verified match.
    """

    name: str
    transcript: Transcript
    occupants: Mapping[Seat, Occupant]
    answers: Mapping[Seat, AnswerCounts] = field(default_factory=dict)
    decisions: Sequence[Decision] = field(default_factory=list)
    unchecked: Sequence[Cause] = ()

    @property
    def header(self) -> Header:
        return self.transcript.header

    @property
    def seats(self) -> list[Occupant]:
        """Return the occupants of seats, without services."""
        return [each for each in self.occupants.values() if each.number is not None]

    def count(self, player: PlayerKind) -> int:
        return sum(each.player == player for each in self.occupants.values())

    @property
    def results(self) -> Mapping[Seat, Result]:
        """Return the results by seat; empty while the match is unfinished."""
        return self.transcript.end.outcome.results if self.transcript.end else {}

    def by(self, player: PlayerKind) -> list[Decision]:
        return [each for each in self.decisions if each.who.player == player]

    def of(self, who: Occupant) -> list[Decision]:
        return [each for each in self.decisions if each.who is who]

    def answers_of(self, who: Occupant) -> AnswerCounts:
        return self.answers.get(who.seat, NO_ANSWERS)


def match_record(transcript: Transcript, name: str) -> MatchRecord:
    """Return the record of a transcript. Raises TableError for an altered one."""
    if transcript.findings:
        number, sentence = transcript.findings[0]
        raise TableError(f"line {number}: {sentence}")
    header, kind = transcript.header, registry.find_game(transcript.header.game, transcript.header.rules)
    roles, answers = _roles(kind, transcript), answers_of(transcript)
    occupants: dict[Seat, Occupant] = {}
    for number, place in enumerate(chain(header.seats, header.officials), 1):
        is_service = number > len(header.seats)
        player = "service" if is_service else _KINDS.get(place.player.get("kind"), "other")
        called = None if player == "human" else effective_name(place.player, answers.get(place.seat))
        occupants[place.seat] = Occupant(place.seat, None if is_service else number, player, called, roles.get(place.seat, ""))
    match = MatchRecord(name, transcript, occupants, answers)
    match.decisions = list(_decisions(match, kind))
    return match


def match_names(paths: Sequence[Path]) -> list[str]:
    """Return unique names: those of the folders, with as many parent folders as tell them apart.

    A file without the usual name of transcripts goes by its own name.
    """
    parts = [_parts(path) for path in paths]
    names: list[str] = []
    for depth in range(1, max(map(len, parts), default=0) + 1):
        names = [visible_line("/".join(each[-depth:]).encode("utf-8", "replace").decode()) for each in parts]
        if len(set(names)) == len(names):
            break
    return names


def _parts(path: Path) -> tuple[str, ...]:
    path = real_path(path)
    path = path.parent if path.name in (CLOSED, PART) else path if path.is_dir() else path.with_suffix("")
    return path.parts[1:]


def _roles(kind: type[Game[Any]] | None, transcript: Transcript) -> Mapping[Seat, str]:
    """Return the roles by seat; empty if this version of the game does not know the Events."""
    if kind is None:
        return {}
    words = transcript.words

    def record() -> Iterator[RecordEntry]:
        for body in chain(transcript.header.opening, *(line.body["events"] for line in transcript.lines)):
            yield decode_entry(kind, body, words)

    try:
        return kind.roles(record())
    except DecodeError:
        return {}


def _decisions(match: MatchRecord, kind: type[Game[Any]] | None) -> Iterator[Decision]:
    words = {ref: text for line in match.transcript.lines for ref, text in (line.words or {}).items()}
    tries: Counter[int] = Counter()
    schemas: dict[str, Json] = {}
    for line in match.transcript.lines:
        asked, came = line.body["request"], line.body["response"]
        who = match.occupants.get(asked["to"])
        if who is None:
            raise TableError(f"line {line.number}: nobody at the table is called {visible_line(asked['to'])!r}.")
        tries[asked["id"]] += 1
        choices, asks, answered = asked.get("choices") or _NOTHING, asked["asks"], came.get("as", asked["asks"])
        for name in {asks, answered} - schemas.keys():
            schemas[name] = answer_schema(kind, name)
        parted = split_answer(came["answer"], choices, schemas[answered], words, match.occupants) if "answer" in came else None
        yield Decision(match, line, who, tries[asked["id"]], count_legal_choices(choices, schemas[asks]), parted)


def count_forfeits(decisions: Iterable[Decision]) -> int:
    """Return the number of forfeited decisions."""
    return sum(each.forfeit is not None for each in decisions)


def total_seconds(decisions: Iterable[Decision]) -> float:
    """Return the total thinking time, rounded as that of each decision."""
    return round(sum(each.response.get("seconds") or 0.0 for each in decisions), 3)


_FREE: Any = object()
"""Marks removed free text."""


class SplitAnswer(NamedTuple):
    """An answer. choice: its fields without free text, by name. texts: its free texts, in order; None if withdrawn."""

    choice: Json
    texts: Sequence[str | None]


def answer_schema(game: type[Game[Any]] | None, asks: str) -> Json:
    """Return the JSON schema of an answer type; empty if the game is not installed."""
    if game is None:
        return {}
    try:
        return Request(0, "", answer_type(game, asks), {}).schema()
    except (DecodeError, PydanticUserError):
        return {}


def count_legal_choices(choices: Json, schema: Json) -> int | None:
    """Return the product of the numbers of legal values of the limited fields; None if no field is limited."""
    limits = [len(legal) for legal in choices.values()]
    for name, schema_field in schema.get("properties", {}).items():
        if name not in choices and (legal := legal_values(schema_field, _definitions(schema))) is not None:
            limits.append(len(legal))
    return prod(limits) if limits else None


def split_answer(answer: Json, choices: Json, schema: Json, words: Mapping[str, str], seats: Collection[str]) -> SplitAnswer:
    """Split an answer into choice and free text.

    A text counts as chosen if it is one of a few legal ones or, deep in an answer, the name of a seat. Other texts are free.

    Args:
        choices: Legal values by field.
        words: Redactable text by ref.
    """
    splitter = _Splitter(schema, words, seats)
    fields = schema.get("properties", {})
    parted = {
        name: value if _is_legal(value, choices.get(name, ())) else splitter.split(value, fields.get(name, {}))
        for name, value in answer.items()
    }
    return SplitAnswer({name: value for name, value in parted.items() if value is not _FREE}, splitter.texts)


class _Splitter:
    """Splits an answer. texts: free texts so far."""

    def __init__(self, schema: Json, words: Mapping[str, str], seats: Collection[str]) -> None:
        self.texts: list[str | None] = []
        self._schema = schema
        self._words = words
        self._seats = seats

    def split(self, value: Any, field: Json, *, is_deep: bool = False) -> Any:
        """Return a value without free text; _FREE if nothing is left. field: its schema, empty if unknown."""
        ref = _ref(value)
        if isinstance(value, str) or ref is not None:
            text = value if ref is None else self._words.get(ref)
            few = legal_values(field, _definitions(self._schema)) or ()
            if text is not None and (text in few or (is_deep and text in self._seats)):
                return text
            self.texts.append(text)
            return _FREE
        if isinstance(value, list):
            items = [self.split(each, _items(field, self._schema, at), is_deep=is_deep) for at, each in enumerate(value)]
            return _FREE if any(item is _FREE for item in items) else items
        if isinstance(value, dict):
            fields = _properties(field, self._schema)
            parted = {name: self.split(each, fields.get(name, {}), is_deep=True) for name, each in value.items()}
            return {name: each for name, each in parted.items() if each is not _FREE and name in fields} or _FREE
        return value


def _is_legal(value: Any, legal: Sequence[Any]) -> bool:
    """Return whether a value is legal and does not quote redactable text."""
    return value in legal and _ref(value) is None


def _ref(value: Any) -> str | None:
    """Return the ref of redactable text, None for any other value."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(ref := value.get("words"), str):
        return ref
    return None


# JSON schemas, as far as pydantic makes them of answers


def _definitions(schema: Json) -> Json:
    found: Json = schema.get("$defs", {})
    return found


def _ways(field: Json, schema: Json) -> list[Mapping[str, Any]]:
    """Return the alternative schemas of a field."""
    way = dereference(field, _definitions(schema))
    return [dereference(each, _definitions(schema)) for each in way.get("anyOf", [way])]


def _properties(field: Json, schema: Json) -> Json:
    return {name: each for way in _ways(field, schema) for name, each in way.get("properties", {}).items()}


def _items(field: Json, schema: Json, at: int) -> Json:
    for way in _ways(field, schema):
        first = way.get("prefixItems", [])
        if at < len(first):
            return dict(first[at])
        if isinstance(items := way.get("items"), dict):
            return items
    return {}

"""A match as its rows see it: who sat there and as what, and each decision taken apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeAlias

from woozle.core import naming, registry
from woozle.core.game import Game, Told
from woozle.core.outcome import Result
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.saves.findings import Cause
from woozle.saves.tables.answers import Given, given, legal_choices, schema_of
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import CLOSED, PART, Header, Json, Line, Transcript
from woozle.saves.vocabulary import MeaningError, decode_told

Player: TypeAlias = Literal["person", "model", "bot", "official", "other"]

_PLAYERS: Mapping[Any, Player] = {"human": "person", "model": "model", "bot": "bot"}
_NOTHING: Json = {}


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sat in a seat, or did an official's work. number: of the seat, from 1; None for an official. role: empty for none."""

    seat: Seat
    number: int | None
    player: Player
    name: str | None
    role: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One Response. try_number: how many came to the same Request until now. given: None where there was no answer to read."""

    match: Played
    line: Line
    who: Occupant
    try_number: int
    legal_choices: int | None
    given: Given | None

    @property
    def request(self) -> Json:
        """What was asked."""
        asked: Json = self.line.body["request"]
        return asked

    @property
    def response(self) -> Json:
        """What came."""
        came: Json = self.line.body["response"]
        return came

    def part(self, name: str) -> Json:
        """A part of the Response, such as its usage; empty if there is none."""
        return self.response.get(name) or _NOTHING

    @property
    def _told_first(self) -> tuple[str, Json]:
        """The first Event that followed: the referee says there that an answer was refused or forfeited."""
        for event in self.line.body["events"][:1]:
            if event["to"] == [self.who.seat]:
                return event["event"], event["data"]
        return "", _NOTHING

    @property
    def forfeit(self) -> str | None:
        """The kind of the Forfeit that it was, or that it came to as the last of too many tries."""
        name, data = self._told_first
        return str(data["kind"]) if name == "Forfeited" and "kind" in data else None

    @property
    def taken(self) -> str:
        """How the Response was taken."""
        if "forfeit" in self.response:
            return "nothing"
        if "unread" in self.response:
            return str(self.response["unread"]["reading"])
        return "illegal" if self._told_first[0] in ("Refused", "Forfeited") else "answer"

    @property
    def is_withdrawn(self) -> bool:
        """Whether something that was said here is gone."""
        return self.given is not None and None in self.given.texts

    @property
    def characters(self) -> int | None:
        """How long the free text is; None where there is no field for it, or it is gone."""
        texts = self.given.texts if self.given else ()
        return None if not texts or None in texts else sum(len(text) for text in texts if text)

    @property
    def text(self) -> str | None:
        """The free text; empty where it was withdrawn."""
        if self.given is None or not self.given.texts:
            return None
        return "" if self.is_withdrawn else "\n".join(text for text in self.given.texts if text)

    @property
    def leaning(self) -> Any:
        """How likely what was chosen was."""
        leaning = self.part("leaning")
        chosen = self.response.get("answer", _NOTHING).get(leaning.get("field"))
        return leaning["probabilities"].get(chosen) if leaning and isinstance(chosen, str) else None


@dataclass
class Played:
    """A match. name: what no other match of the same tables is called. occupants: of seats, in order, then officials.

    unchecked: why verify could not check a level; empty for a match that is verified.
    """

    name: str
    transcript: Transcript
    occupants: Mapping[Seat, Occupant]
    decisions: Sequence[Decision] = field(default_factory=list)
    unchecked: Sequence[Cause] = ()

    @property
    def header(self) -> Header:
        """The first line of its transcript."""
        return self.transcript.header

    @property
    def seats(self) -> list[Occupant]:
        """Those at the table, without officials."""
        return [each for each in self.occupants.values() if each.number is not None]

    def count(self, player: Player) -> int:
        """How many of a kind there were."""
        return sum(each.player == player for each in self.occupants.values())

    @property
    def results(self) -> Mapping[Seat, Result]:
        """What became of each seat; empty while the match is unfinished."""
        return self.transcript.end.outcome.results if self.transcript.end else {}

    def by(self, player: Player) -> list[Decision]:
        """The decisions of a kind of player."""
        return [each for each in self.decisions if each.who.player == player]

    def of(self, who: Occupant) -> list[Decision]:
        """The decisions of one seat, or official."""
        return [each for each in self.decisions if each.who is who]


def played(transcript: Transcript, name: str) -> Played:
    """A match, as its transcript has it. Raises TableError for one that was changed."""
    if transcript.findings:
        number, sentence = transcript.findings[0]
        raise TableError(f"line {number}: {sentence}")
    header, kind = transcript.header, registry.installed(transcript.header.game, transcript.header.rules)
    roles = _roles(kind, transcript)
    occupants: dict[Seat, Occupant] = {}
    for number, place in enumerate(chain(header.seats, header.officials), 1):
        is_official = number > len(header.seats)
        player = "official" if is_official else _PLAYERS.get(place.player.get("kind"), "other")
        called = None if player == "person" else naming.player(place.player)
        occupants[place.seat] = Occupant(place.seat, None if is_official else number, player, called, roles.get(place.seat, ""))
    match = Played(name, transcript, occupants)
    match.decisions = list(_decisions(match, kind))
    return match


def names_of(paths: Sequence[Path]) -> list[str]:
    """What matches are called in tables: the names of their folders, with those above as far as is needed to tell them apart.

    A file that is not called as transcripts are goes by its own name.
    """
    parts = [_parts(path) for path in paths]
    names: list[str] = []
    for depth in range(1, max(map(len, parts), default=0) + 1):
        names = [visible_line("/".join(each[-depth:]).encode("utf-8", "replace").decode()) for each in parts]
        if len(set(names)) == len(names):
            break
    return names


def _parts(path: Path) -> tuple[str, ...]:
    path = path.resolve()
    path = path.parent if path.name in (CLOSED, PART) else path if path.is_dir() else path.with_suffix("")
    return path.parts[1:]


def _roles(kind: type[Game[Any]] | None, transcript: Transcript) -> Mapping[Seat, str]:
    """What seats were; empty where this version of the game does not understand what was told."""
    if kind is None:
        return {}
    words = transcript.words

    def record() -> Iterator[Told]:
        for body in chain(transcript.header.opening, *(line.body["events"] for line in transcript.lines)):
            yield decode_told(kind, body, words)

    try:
        return kind.roles(record())
    except MeaningError:
        return {}


def _decisions(match: Played, kind: type[Game[Any]] | None) -> Iterator[Decision]:
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
            schemas[name] = schema_of(kind, name)
        parted = given(came["answer"], choices, schemas[answered], words, match.occupants) if "answer" in came else None
        yield Decision(match, line, who, tries[asked["id"]], legal_choices(choices, schemas[asks]), parted)


def forfeits(decisions: Iterable[Decision]) -> int:
    """How many of some decisions were forfeited."""
    return sum(each.forfeit is not None for each in decisions)


def thinking(decisions: Iterable[Decision]) -> float:
    """How many seconds some decisions took in all, rounded as each of them is."""
    return round(sum(each.response.get("seconds") or 0.0 for each in decisions), 3)

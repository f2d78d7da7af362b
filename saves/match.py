"""The one reading of a match that is over: reports, tables, exports, pages and costs are made of it.

What only needs a glance, such as a list of thousands of matches, reads `summary.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from woozle.core import registry
from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts, effective_names
from woozle.core.errors import InputError
from woozle.core.game import Game, RecordEntry
from woozle.core.measures import UNFINISHED, Match, Played, ReportError, Terms, Topic, match_of, report_of
from woozle.core.names import is_model_player, join_names, player_name
from woozle.core.outcome import Outcome, Result
from woozle.core.request import AnswerProbabilities, Forfeit, ParseFailure, Seat
from woozle.core.text import visible_line
from woozle.core.usage import NOTHING, Usage
from woozle.saves.answer_counts import Ending, answers_of, count_answers, ending, forfeit_of, usage_of
from woozle.saves.answer_parts import SplitAnswer, answer_schema, count_legal_choices, split_answer
from woozle.saves.bills import Bill, add_up
from woozle.saves.decoder import DecodeError, ResponseParts, decode_entry, decode_parts, decode_record
from woozle.saves.line_format import CLOCKED
from woozle.saves.transcript import Header, Json, ResponseLine, Transcript, display_path, read
from woozle.saves.verdicts import Cause

PlayerKind: TypeAlias = Literal["human", "model", "bot", "service", "other"]

_KINDS: Mapping[Any, PlayerKind] = {"human": "human", "model": "model", "bot": "bot"}
_EMPTY: Json = {}


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player in a seat, or a service.

    Args:
        number: Of the seat, from 1; None for a service.
        name: Under which it is compared; None for a human.
        role: Of the seat; empty without one.
        described: As it describes itself.
    """

    seat: Seat
    number: int | None
    player: PlayerKind
    name: str | None
    role: str
    described: Mapping[str, Any] = field(default_factory=dict, compare=False)


class Question(NamedTuple):
    """The question of a decision. asks: type of its answer; choices: legal values of some fields, as in the transcript."""

    id: int
    asks: str
    choices: Json
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One Response with its question.

    Args:
        try_number: Attempts at the same question so far.
        parts: The Response without its answer.
        usage: Its cost; figures that were not recorded count nothing.
        given: The answer as choice and free text; None if there was no answer to read.
        legal_choices: The product of the numbers of legal values of the limited fields; None if no field is limited.
    """

    match: FinishedMatch
    line: ResponseLine
    who: Occupant
    question: Question
    try_number: int
    parts: ResponseParts
    usage: Usage
    given: SplitAnswer | None
    legal_choices: int | None

    @property
    def n(self) -> int:
        """The number of the Response in the match, from 1."""
        return self.line.n

    @property
    def timing(self) -> Mapping[str, float | None]:
        """The times and keys of a human as they were recorded, since older transcripts lack some; empty for others."""
        return self.line.body["response"].get("timing") or _EMPTY

    @property
    def clock(self) -> str | None:
        """Whose clock its times are of, as `clock` in the table of decisions has it; None if that was not recorded."""
        response, header = self.line.body["response"], self.match.header
        if response["seconds"] is None:
            return None
        if self.who.player != "human":
            return "host"
        if told := response.get("clock"):
            return "joined terminal" if told == "terminal" else str(told)
        if "host" in self.timing:
            return "guest"
        is_untold = header.woozle < CLOCKED and not self.timing and self.who.described.get("remote")
        return None if is_untold else "terminal"

    @property
    def ending(self) -> Ending:
        """What became of the Response."""
        return ending(self.line.body)

    @property
    def forfeit(self) -> str | None:
        """The kind of forfeit, also if the Response was the last of too many attempts; None for an answer."""
        return forfeit_of(self.line.body)

    @property
    def reading(self) -> str:
        """How the Response was read: `answer`, `nothing` if none came, or why it was not taken."""
        match self.parts.unanswered:
            case Forfeit():
                return "nothing"
            case ParseFailure(reading=reading):
                return reading
        return "answer" if self.ending == "answer" else "illegal"

    @property
    def not_taken(self) -> tuple[str, ...]:
        """The settings that the server of a model refused."""
        replies = (each for each in self.parts.completions if each.reading != "failed")
        return tuple(dict.fromkeys(chain.from_iterable(each.not_taken for each in replies)))

    @property
    def is_withdrawn(self) -> bool:
        """Whether free text of the answer was withdrawn."""
        return self.given is not None and None in self.given.texts

    @property
    def text(self) -> str | None:
        """The free text; empty if it was withdrawn, None without one."""
        if self.given is None or not self.given.texts:
            return None
        return "" if self.is_withdrawn else "\n".join(text for text in self.given.texts if text)

    @property
    def characters(self) -> int | None:
        """The length of the free text; None if there is no field for it, or it was withdrawn."""
        texts = self.given.texts if self.given else ()
        return None if not texts or None in texts else sum(len(text) for text in texts if text)

    @property
    def probability(self) -> float | None:
        """The probability of the chosen answer, if recorded."""
        told = self.parts.probabilities
        chosen = self.line.body["response"].get("answer", _EMPTY).get(told.field) if told else None
        return told.probabilities.get(chosen) if told and isinstance(chosen, str) else None


@dataclass(frozen=True)
class FinishedMatch:
    """A match that is not being played: over, or left by its people. What it holds is read when it is used.

    Args:
        name: Unique among the matches that are read together.
        unchecked: Causes why verify could not check a level; empty for a verified match.
        people: Seats of people that bots took over later; the first `until` Responses there are the people's.
    """

    transcript: Transcript
    name: str
    unchecked: Sequence[Cause] = ()
    people: tuple[Seat, ...] = ()
    until: int = 0

    @property
    def header(self) -> Header:
        return self.transcript.header

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None if the match was left unfinished."""
        return self.transcript.end.outcome if self.transcript.end else None

    @property
    def results(self) -> Mapping[Seat, Result]:
        """The results by seat; empty if the match was left unfinished."""
        return self.outcome.results if self.outcome else {}

    @cached_property
    def game(self) -> type[Game[Any]] | None:
        """The rules by which it was played; None if they are not installed."""
        return registry.find_game(self.header.game, self.header.rules)

    @property
    def rules(self) -> type[Game[Any]]:
        """The same. Raises UnknownGameError."""
        return registry.game(self.header.game, self.header.rules)

    @cached_property
    def config(self) -> Any:
        """The options that it was played with, as the game's own type. Raises UnknownGameError, ValueError."""
        return registry.validate_config(self.rules.config_type, self.header.config)

    @cached_property
    def parts(self) -> list[list[RecordEntry]]:
        """The Events: those of the opening, then one list for each Response. Raises UnknownGameError, DecodeError."""
        return decode_record(self.rules, self.transcript)

    @cached_property
    def record(self) -> list[RecordEntry]:
        """All Events. Raises UnknownGameError, DecodeError."""
        return list(chain.from_iterable(self.parts))

    @cached_property
    def roles(self) -> Mapping[Seat, str]:
        """The roles by seat; empty if this version of the game does not know the Events."""
        if self.game is None:
            return {}
        try:
            return self.game.roles(self.entries())
        except DecodeError:
            return {}

    def entries(self) -> Iterator[RecordEntry]:
        """Yield the record, decoded no further than it is read. Raises UnknownGameError, DecodeError."""
        game, words = self.rules, self.transcript.words
        for body in chain(self.header.opening, *(line.body["events"] for line in self.transcript.lines)):
            yield decode_entry(game, body, words)

    @property
    def deal(self) -> str | None:
        """A name that is equal for matches with the same chance: the beginning of the commitment to the key; None if imported."""
        return None if self.header.source else f"deal-{self.header.commitment[:16]}"

    # Who played

    @cached_property
    def answers(self) -> Mapping[Seat, AnswerCounts]:
        """What became of the questions that each seat and service was asked."""
        found = answers_of(self.transcript)
        if self.people:
            found |= self._count_answers(self.people, lambda line: line.n <= self.until)
        return found

    @cached_property
    def own_answers(self) -> Mapping[Seat, AnswerCounts]:
        """The same without the answers that a bot gave in a player's place."""
        is_own = {line.n: "stand_in" not in line.body["response"] for line in self.transcript.lines}
        shared = [line.body["request"]["to"] for line in self.transcript.lines if not is_own[line.n]]
        return {**self.answers, **self._count_answers(shared, lambda line: is_own[line.n])} if shared else self.answers

    def _count_answers(self, seats: Collection[Seat], counts: Callable[[ResponseLine], bool]) -> Mapping[Seat, AnswerCounts]:
        lines = (line.body for line in self.transcript.lines if counts(line) and line.body["request"]["to"] in seats)
        return dict.fromkeys(seats, NO_ANSWERS) | count_answers(lines, self.header)

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        """The names under which players are compared, of services too."""
        return effective_names(self.header.players, self.answers)

    @cached_property
    def occupants(self) -> Mapping[Seat, Occupant]:
        """Who sat where: the seats in order, then the services."""
        people = {seat: replace(self._seated_players[seat], player="human", name=None) for seat in self.people}
        return {**self._seated_players, **people}

    @cached_property
    def _seated_players(self) -> Mapping[Seat, Occupant]:
        found: dict[Seat, Occupant] = {}
        for number, place in enumerate(chain(self.header.seats, self.header.officials), 1):
            is_service = number > len(self.header.seats)
            player = "service" if is_service else _KINDS.get(place.player.get("kind"), "other")
            name = None if player == "human" else self.names[place.seat]
            role = self.roles.get(place.seat, "")
            found[place.seat] = Occupant(place.seat, None if is_service else number, player, name, role, place.player)
        return found

    @property
    def seats(self) -> list[Occupant]:
        """The occupants of seats, without services."""
        return [each for each in self.occupants.values() if each.number is not None]

    def count(self, player: PlayerKind) -> int:
        return sum(each.player == player for each in self.occupants.values())

    # What they did

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """All Responses with their questions. Raises DecodeError."""
        return list(self._decisions())

    def _decisions(self) -> Iterator[Decision]:
        tries: Counter[int] = Counter()
        schema = cache(partial(answer_schema, self.game))
        for line in self.transcript.lines:
            asked = line.body["request"]
            seated = self.occupants if line.n <= self.until else self._seated_players
            if (who := seated.get(asked["to"])) is None:
                raise DecodeError(f"line {line.number}: no seat is called {visible_line(asked['to'])!r}.")
            question = Question(asked["id"], asked["asks"], asked.get("choices") or _EMPTY, asked.get("seconds"))
            tries[question.id] += 1
            came = line.body["response"]
            usage = usage_of(used, who.described) if (used := came.get("usage")) else NOTHING
            given = None
            if "answer" in came:
                asked_as = came.get("as", question.asks)
                given = split_answer(came["answer"], question.choices, schema(asked_as), self.texts, self.occupants)
            if bot := came.get("stand_in"):
                told = {"kind": "bot", "name": bot}
                who = replace(who, player="bot", name=player_name(told), described=told)
            legal = count_legal_choices(question.choices, schema(question.asks))
            yield Decision(self, line, who, question, tries[question.id], decode_parts(line), usage, given, legal)

    @cached_property
    def stand_ins(self) -> Mapping[Seat, int]:
        """The seats in which a bot answered for a player who was gone, with its first Response's number. Raises DecodeError."""
        seated = self.occupants
        taken = [each for each in self.decisions if each.parts.stand_in or each.who.player != seated[each.who.seat].player]
        return {each.who.seat: each.n for each in reversed(taken)}

    def by(self, player: PlayerKind) -> list[Decision]:
        return [each for each in self.decisions if each.who.player == player]

    def of(self, who: Occupant) -> list[Decision]:
        return [each for each in self.decisions if each.who is who]

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of people that was not withdrawn, by ref."""
        return {ref: text for line in self.transcript.lines for ref, text in (line.words or {}).items()}

    @cached_property
    def bills(self) -> Mapping[Seat, Bill]:
        """What the model at each seat, or of each service, used; of those that were asked."""
        models = {seat: who for seat, who in self.header.players.items() if is_model_player(who)}
        found: dict[Seat, Bill] = {}
        for line in self.transcript.lines if models else ():
            asked, response = line.body["request"], line.body["response"]
            if (seat := asked["to"]) in models:
                used = usage_of(response.get("usage", {}), models[seat])
                found.setdefault(seat, Bill(self.answers[seat])).add(used, response["seconds"])
        return dict(sorted(found.items()))

    # The result

    @cached_property
    def played(self) -> Played:
        """The match, as its game measures it. Raises ReportError, UnknownGameError, DecodeError."""
        record = self.record
        if self.outcome is None:
            raise self._report_error(UNFINISHED)
        report, used = report_of(self.rules), self.bills
        return Played(
            record,
            self.outcome,
            self._terms(report.about, report.service or player_name),
            dict(self._probabilities()),
            add_up([*used.values()]),
            self.header.source is not None,
            self.answers,
            {seat: add_up([bill]) for seat, bill in used.items()},
        )

    def measured(self) -> Match[Any]:
        """Return the match as measures see it. Raises ReportError, UnknownGameError, DecodeError."""
        played = self.played
        try:
            return match_of(report_of(self.rules), played, self.rules.roles(played.record), self.rules.correctness(played.record))
        except InputError as error:
            raise self._report_error(str(error)) from error

    @cached_property
    def topic(self) -> Topic | None:
        """What it was about, if its game says so of finished matches; None if text was withdrawn that is needed for it."""
        report = report_of(self.game) if self.game and self.outcome else None
        if report is None or report.topic is None:
            return None
        try:
            return report.topic(self.measured())
        except (InputError, DecodeError):
            return None

    def _report_error(self, why: str) -> ReportError:
        return ReportError(f"Of {display_path(self.transcript.path)} nothing can be reported: {why}.")

    def _probabilities(self) -> Iterator[tuple[int, AnswerProbabilities]]:
        """Yield how likely answers were, with the position in the record of the first Event that followed."""
        at = len(self.parts[0])
        for line, events in zip(self.transcript.lines, self.parts[1:], strict=True):
            if told := line.body["response"].get("leaning"):
                yield at, AnswerProbabilities(told["field"], told["probabilities"], told["by"], told["samples"])
            at += len(events)

    def _terms(self, about: Collection[str], service: Callable[[Mapping[str, Any]], str]) -> Terms:
        header = self.header
        config = {name: each for name, each in header.config.items() if name not in about}
        return Terms(
            str(self.transcript.folder),
            _describe_rules(header.game, header.rules, json.dumps(config)),
            join_names(service(each.player) for each in header.officials) or "nobody",
            {place.seat: self.names[place.seat] for place in header.seats},
            header.config,
            header.rules,
            self.deal or "",
            _describe_prompts(place.player for place in header.seats),
        )


def _describe_prompts(players: Iterable[Mapping[str, Any]]) -> str:
    """Return the versions of the prompts that models read, and forms of replies that are not the usual."""
    models = [player for player in players if is_model_player(player)]
    versions = {
        f"version {said['version']}" for each in models if isinstance(said := each.get("prompt"), dict) and "version" in said
    }
    forms = {f"schemas={each['schemas']}" for each in models if each.get("schemas")}
    return ", ".join([*sorted(versions), *sorted(forms)])


@lru_cache(maxsize=256)
def _describe_rules(game: str, version: int, config: str) -> str:
    """Return a configuration in words, and the version of the rules if it is an earlier one; in a run all are the same."""
    now = registry.find_game(game)
    older = f", version {version} of the rules" if now and now.version != version else ""
    return f"{registry.describe_config(game, json.loads(config), version)}{older}"


def read_match(path: Path) -> FinishedMatch:
    """Read a match, named after its folder. Raises TranscriptError."""
    transcript = read(path)
    return FinishedMatch(transcript, transcript.folder.name)

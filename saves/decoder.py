"""Values of a game from the JSON of a transcript: answers, requests and Events."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from inspect import ismodule
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from woozle.core.errors import InputError
from woozle.core.game import Event, Forfeited, Game, RecordEntry, Refused
from woozle.core.request import (
    Answer,
    AnswerProbabilities,
    Completion,
    Display,
    Forfeit,
    ParseFailure,
    Picture,
    RemoteClock,
    Request,
    Response,
    Timing,
)
from woozle.core.text import RedactableText, visible_line
from woozle.core.usage import NOTHING, Usage
from woozle.core.validation import first_problem
from woozle.saves.line_format import PAIRS
from woozle.saves.transcript import MENTIONS_WORDS, Json, ResponseLine, Transcript

_USAGE = TypeAdapter(Usage)
_ATTEMPTS = TypeAdapter(tuple[Completion, ...])
_DISPLAY = tuple(each.name for each in fields(Display))
_TIMING = tuple(each.name for each in fields(Timing))

NO_TEXTS: Mapping[str, RedactableText] = MappingProxyType({})


class DecodeError(InputError):
    """JSON without a meaning in this version of the game."""


def decode_response(game: type[Game[Any]], request: Request, line: ResponseLine) -> Response:
    """Return the Response that a line holds. Text that a human typed comes back as RedactableText, also if withdrawn.

    Pictures come without their data; `blobs.py` has it. Raises DecodeError.
    """
    given, parts = line.body["response"], decode_parts(line)
    answer: Answer | Forfeit | ParseFailure | None = parts.unanswered
    if answer is None:
        kind = answer_type(game, given["as"]) if "as" in given else request.answer
        texts = line.redactable_texts | _redactable_choices(request) if MENTIONS_WORDS in line.parts.body else NO_TEXTS
        answer = _answer(kind, given["answer"], texts)
    _check_probabilities(parts.probabilities, request)
    return Response(request.id, answer, *parts[1:])


class ResponseParts(NamedTuple):
    """A recorded Response without its answer, which needs no rules to be read. unanswered: why there is no answer."""

    unanswered: Forfeit | ParseFailure | None
    seconds: float | None
    usage: Usage
    completions: tuple[Completion, ...]
    pictures: tuple[Picture, ...]
    display: Display | None
    probabilities: AnswerProbabilities | None
    timing: Timing | None
    stand_in: str
    clock: RemoteClock | None


def decode_parts(line: ResponseLine) -> ResponseParts:
    """Return what a line holds of a Response beside its answer. Raises DecodeError."""
    given = line.body["response"]
    unanswered: Forfeit | ParseFailure | None = None
    if forfeit := given.get("forfeit"):
        unanswered = Forfeit(forfeit["kind"], forfeit["why"])
    elif unread := given.get("unread"):
        unanswered = ParseFailure(unread["problem"], unread["reading"])
    try:
        usage = _USAGE.validate_python(given["usage"]) if "usage" in given else NOTHING
        completions = _completions(line) if "attempts" in given else ()
    except ValidationError as error:
        raise DecodeError(f"What it cost, or a try of it, is damaged: {_first(error)}.") from error
    display, probabilities, timing = _display(given.get("display")), _leaning(given.get("leaning")), _timing(given.get("timing"))
    measured = display, probabilities, timing, given.get("stand_in", ""), given.get("clock")
    return ResponseParts(unanswered, given["seconds"], usage, completions, line.pictures, *measured)


def _completions(line: ResponseLine) -> tuple[Completion, ...]:
    attempts = line.body["response"]["attempts"]
    restored = restore_texts(attempts, line.redactable_texts) if MENTIONS_WORDS in line.parts.body else attempts
    found = _ATTEMPTS.validate_python(restored)
    return found if restored is attempts else _mark_redactable(found, restored)


def _redactable_choices(request: Request) -> dict[str, RedactableText]:
    """Return the choices that are redactable text, by ref; a choice among them is recorded by its ref."""
    return {each.ref: each for legal in request.choices.values() for each in legal if type(each) is RedactableText}


def _display(body: Json | None) -> Display | None:
    return Display(**{name: body[name] for name in _DISPLAY}) if body else None


def _timing(body: Json | None) -> Timing | None:
    return Timing(**{name: body[name] for name in _TIMING if name in body}) if body else None


def _leaning(body: Json | None) -> AnswerProbabilities | None:
    return AnswerProbabilities(body["field"], body["probabilities"], body["by"], body["samples"]) if body else None


def _check_probabilities(told: AnswerProbabilities | None, request: Request) -> None:
    legal = set(map(str, request.choices.get(told.field, ()))) if told else set()
    if told and (other := set(told.probabilities) - legal):
        raise DecodeError(f"It says how likely {visible_line(min(other))!r} was, which was no legal {visible_line(told.field)}.")


def decode_event(game: type[Game[Any]], body: Json, texts: Mapping[str, RedactableText] = NO_TEXTS) -> Event:
    """Return the Event of `{"event": name, "data": {...}}`. Raises DecodeError.

    Args:
        texts: Redactable text by ref.
    """
    read = _events(_modules(game)).get(str(body.get("event")))
    if read is None:
        raise DecodeError(f"{game.name} has no Event {body.get('event')!r}.")
    data = body.get("data")
    restored = restore_texts(data, texts) if texts else data
    try:
        event: Event = read(restored)
    except ValidationError as error:
        raise DecodeError(f"{body['event']} is damaged: {_first(error)}.") from error
    return _mark_redactable(event, restored) if texts else event


def decode_entry(game: type[Game[Any]], body: Json, texts: Mapping[str, RedactableText] = NO_TEXTS) -> RecordEntry:
    """Return an Event with its audience. Raises DecodeError."""
    return decode_event(game, body, texts), tuple(map(str, body.get("to", ())))


def decode_request(game: type[Game[Any]], line: ResponseLine, texts: Mapping[str, RedactableText] = NO_TEXTS) -> Request:
    """Return the recorded parts of the Request of a line. Raises DecodeError.

    Args:
        texts: Redactable text by ref.
    """
    asked = line.body["request"]
    choices = restore_texts(asked.get("choices") or {}, texts) if texts else asked.get("choices") or {}
    return Request(asked["id"], asked["to"], answer_type(game, asked["asks"]), choices, asked.get("seconds"))


def decode_record(
    game: type[Game[Any]], transcript: Transcript, texts: Mapping[str, RedactableText] | None = None
) -> list[list[RecordEntry]]:
    """Return all recorded Events: those of the opening, then one list for each Response. Raises DecodeError.

    Args:
        texts: Redactable text by ref; that of the transcript if None.
    """
    texts = transcript.words if texts is None else texts
    return [
        [decode_entry(game, body, texts) for body in bodies]
        for bodies in (transcript.header.opening, *(line.body["events"] for line in transcript.lines))
    ]


def answer_type(game: type[Game[Any]], name: Any) -> type[Answer]:
    """Return the answer type of that name. Raises DecodeError."""
    kind = _names(_modules(game)).get(str(name))
    if kind is None or not issubclass(kind, Answer):
        raise DecodeError(f"{game.name} asks for no {name!r}.")
    return kind


def answer_types(game: type[Game[Any]]) -> list[type[Answer]]:
    """Return all types of answers of a game."""
    return [kind for kind in _names(_modules(game)).values() if issubclass(kind, Answer)]


_modules_of: dict[type, tuple[str, ...]] = {}  # asked for with every Event


def _modules(game: type[Game[Any]]) -> tuple[str, ...]:
    """Return the module of a game, after those of its base rules, such as an earlier version."""
    if game not in _modules_of:
        rules = (each for each in reversed(game.__mro__) if issubclass(each, Game) and each is not Game)
        _modules_of[game] = tuple(each.__module__ for each in rules)
    return _modules_of[game]


@cache
def _names(modules: tuple[str, ...]) -> dict[str, type]:
    """Return answer types and Events by name: those in the game's modules, then those in the modules these import from."""
    names: dict[str, type] = {"Refused": Refused, "Forfeited": Forfeited}
    for module in modules:
        own = vars(sys.modules[module])
        sources = dict.fromkeys(each.__name__ if ismodule(each) else getattr(each, "__module__", None) for each in own.values())
        for known in (*(vars(sys.modules[name]) for name in sources if name in sys.modules), own):
            names |= {name: each for name, each in known.items() if isinstance(each, type) and issubclass(each, Answer | Event)}
    return names


@cache
def _events(modules: tuple[str, ...]) -> dict[str, Callable[[Any], Any]]:
    return {name: TypeAdapter(kind).validate_python for name, kind in _names(modules).items() if is_dataclass(kind)}


def event_types(game: type[Game[Any]]) -> dict[str, type[Event]]:
    """Return the types of a game's Events, by name."""
    return {name: kind for name, kind in _names(_modules(game)).items() if issubclass(kind, Event)}


def _answer(kind: type[Answer], body: Json, texts: Mapping[str, RedactableText]) -> Answer:
    try:
        if not texts:
            return kind.model_validate(body)
        restored = restore_texts(body, texts)
        marked: Answer = _mark_redactable(kind.model_validate(restored), restored)
    except ValidationError as error:
        raise DecodeError(f"The answer is not a {kind.__name__}: {_first(error)}.") from error
    return marked


def restore_texts(value: Any, texts: Mapping[str, RedactableText]) -> Any:
    """Return a JSON value with texts by ref in place of their refs, also as names of mappings. Other refs are left as they are.

    Raises DecodeError for JSON that is nested too deeply, as only forged transcripts are.
    """
    try:
        return _restore(value, texts)
    except RecursionError as error:
        raise DecodeError("It is nested too deeply to be read.") from error


def _restore(value: Any, texts: Mapping[str, RedactableText]) -> Any:
    if isinstance(value, dict):
        if len(value) == 1:
            ref = value.get("words")
            if isinstance(ref, str) and ref in texts:
                return texts[ref]
            if pairs := _pairs_of(value):
                return _mapping(_restore(pair, texts) for pair in pairs)
        return {name: _restore(each, texts) for name, each in value.items()}
    return [_restore(each, texts) for each in value] if isinstance(value, list) else value


def _pairs_of(value: Json) -> list[Any]:
    """Return the pairs of a mapping whose names include redactable text; empty for any other value."""
    pairs = value.get(PAIRS)
    if not isinstance(pairs, list) or not all(isinstance(each, list) and len(each) == 2 for each in pairs):
        return []
    names = [name for name, _ in pairs]
    return pairs if any(isinstance(name, dict) for name in names) and all(isinstance(name, dict | str) for name in names) else []


def _mapping(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return a dict of pairs. Withdrawn names are numbered, so that it has as many entries as before."""
    found: dict[Any, Any] = {}
    for said, each in pairs:
        name, number = said if isinstance(said, str) else str(said), 1
        while isinstance(said, RedactableText) and name in found:
            number += 1
            name = RedactableText(f"{said[:-1]} {number}{said[-1:]}", said.ref)
        found[name] = each
    return found


def _mark_redactable(value: Any, restored: Any) -> Any:
    """Put redactable text back into a validated value; validation turns it into plain text."""
    if isinstance(restored, RedactableText):
        return restored
    if is_dataclass(value) and not isinstance(value, type) and isinstance(restored, dict):
        there = {each.name: getattr(value, each.name) for each in fields(value) if each.name in restored}
        marked = {name: _mark_redactable(each, restored[name]) for name, each in there.items()}
        return replace(value, **{name: each for name, each in marked.items() if each is not there[name]})
    if isinstance(value, BaseModel) and isinstance(restored, dict):
        return value.model_copy(update={name: _mark_redactable(each, restored[name]) for name, each in value if name in restored})
    if isinstance(value, dict) and isinstance(restored, dict):
        names = {name: name for name in restored}
        return {names.get(name, name): _mark_redactable(each, restored.get(name)) for name, each in value.items()}
    if isinstance(value, tuple | list) and isinstance(restored, list):
        return type(value)(map(_mark_redactable, value, restored))
    return value


def _first(error: ValidationError) -> str:
    return str(first_problem(error))

"""What the words of a transcript mean in a game: its kinds of answer and Event by name, and values of them from JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from woozle.core.attempt import Attempt
from woozle.core.game import Event, Forfeited, Game, Refused, Told
from woozle.core.request import Answer, Display, Forfeit, Leaning, Request, Response, Timing, Unread, Words
from woozle.core.text import visible_line
from woozle.core.usage import NOTHING, Usage
from woozle.saves.line import PAIRS
from woozle.saves.transcript import WITHDRAWN, Json, Line, Transcript

_USAGE = TypeAdapter(Usage)
_ATTEMPTS = TypeAdapter(tuple[Attempt, ...])
_DISPLAY = tuple(each.name for each in fields(Display))
_TIMING = tuple(each.name for each in fields(Timing))

_REF = b'"words"'
"""What is in every line that mentions words; to look for it takes no time."""

NO_TEXTS: Mapping[str, Words] = MappingProxyType({})


class MeaningError(ValueError):
    """Something that has no meaning in this version of the game. Says what, in a sentence."""


def decode_response(game: type[Game[Any]], request: Request, line: Line) -> Response:
    """The Response of a line to a Request. What a person typed comes back as Words, also where it was withdrawn.

    Pictures come without their data, which `blobs.py` has. Raises MeaningError.
    """
    given = line.body["response"]
    if forfeit := given.get("forfeit"):
        answer: Answer | Forfeit | Unread = Forfeit(forfeit["kind"], forfeit["why"])
    elif unread := given.get("unread"):
        answer = Unread(unread["problem"], unread["reading"])
    else:
        kind = answer_type(game, given["as"]) if "as" in given else request.answer
        answer = _answer(kind, given["answer"], line.typed | _offered(request) if _REF in line.parts.body else NO_TEXTS)
    try:
        usage = _USAGE.validate_python(given["usage"]) if "usage" in given else NOTHING
        attempts = _ATTEMPTS.validate_python(given["attempts"]) if "attempts" in given else ()
    except ValidationError as error:
        raise MeaningError(f"What it cost, or a try of it, is damaged: {_first(error)}.") from error
    display, leaning = _display(given.get("display")), _leaning(given.get("leaning"), request)
    timing = _timing(given.get("timing"))
    return Response(request.id, answer, given["seconds"], usage, attempts, line.pictures, display, leaning, timing)


def _offered(request: Request) -> dict[str, Words]:
    """The choices that are in the words of people, by ref: who chose one of them gave its ref as an answer."""
    return {each.ref: each for legal in request.choices.values() for each in legal if type(each) is Words}


def _display(body: Json | None) -> Display | None:
    return Display(**{name: body[name] for name in _DISPLAY}) if body else None


def _timing(body: Json | None) -> Timing | None:
    return Timing(**{name: body[name] for name in _TIMING if name in body}) if body else None


def _leaning(body: Json | None, request: Request) -> Leaning | None:
    if not body:
        return None
    field, probabilities = body["field"], body["probabilities"]
    if other := set(probabilities) - set(map(str, request.choices.get(field, ()))):
        raise MeaningError(f"It says how likely {visible_line(min(other))!r} was, which was no legal {visible_line(field)}.")
    return Leaning(field, probabilities, body["by"], body["samples"])


def decode_event(game: type[Game[Any]], body: Json, texts: Mapping[str, Words] = NO_TEXTS) -> Event:
    """The Event that `{"event": name, "data": {...}}` stands for. texts: what people typed, by ref. Raises MeaningError."""
    read = _events(_modules(game)).get(str(body.get("event")))
    if read is None:
        raise MeaningError(f"{game.name} has no Event {body.get('event')!r}.")
    data = body.get("data")
    restored = _with_words(data, texts) if texts else data
    try:
        event: Event = read(restored)
    except ValidationError as error:
        raise MeaningError(f"{body['event']} is damaged: {_first(error)}.") from error
    return _marked(event, restored) if texts else event


def decode_told(game: type[Game[Any]], body: Json, texts: Mapping[str, Words] = NO_TEXTS) -> Told:
    """The same, with its audience. Raises MeaningError."""
    return decode_event(game, body, texts), tuple(map(str, body.get("to", ())))


def decode_request(game: type[Game[Any]], line: Line, texts: Mapping[str, Words] = NO_TEXTS) -> Request:
    """What was asked at a line, as far as it was recorded. texts: what people typed, by ref. Raises MeaningError."""
    asked = line.body["request"]
    choices = _with_words(asked.get("choices") or {}, texts) if texts else asked.get("choices") or {}
    return Request(asked["id"], asked["to"], answer_type(game, asked["asks"]), choices, asked.get("seconds"))


def decode_record(game: type[Game[Any]], transcript: Transcript, texts: Mapping[str, Words] | None = None) -> list[list[Told]]:
    """All Events of a transcript as they were recorded: those of the opening, then a list for each Response.

    texts: what stands for what people typed, by ref; their words, if not given. Raises MeaningError.
    """
    texts = transcript.words if texts is None else texts
    return [
        [decode_told(game, body, texts) for body in bodies]
        for bodies in (transcript.header.opening, *(line.body["events"] for line in transcript.lines))
    ]


def answer_type(game: type[Game[Any]], name: Any) -> type[Answer]:
    """The kind of answer of that name. Raises MeaningError."""
    kind = _names(_modules(game)).get(str(name))
    if kind is None or not issubclass(kind, Answer):
        raise MeaningError(f"{game.name} asks for no {name!r}.")
    return kind


def _modules(game: type[Game[Any]]) -> tuple[str, ...]:
    """The module of a game, after those of the rules that it is made of, as an earlier version of rules may be."""
    return tuple(each.__module__ for each in reversed(game.__mro__) if issubclass(each, Game) and each is not Game)


@cache
def _names(modules: tuple[str, ...]) -> dict[str, type]:
    """Kinds of answer and Event by name: those that the modules of a game know, then those of the modules that these come from."""
    names: dict[str, type] = {"Refused": Refused, "Forfeited": Forfeited}
    for module in modules:
        own = vars(sys.modules[module])
        sources = {getattr(each, "__module__", None): None for each in own.values() if callable(each)}
        for known in (*(vars(sys.modules[name]) for name in sources if name in sys.modules), own):
            names |= {name: each for name, each in known.items() if isinstance(each, type) and issubclass(each, Answer | Event)}
    return names


@cache
def _events(modules: tuple[str, ...]) -> dict[str, Callable[[Any], Any]]:
    return {name: TypeAdapter(kind).validate_python for name, kind in _names(modules).items() if is_dataclass(kind)}


def _answer(kind: type[Answer], body: Json, texts: Mapping[str, Words]) -> Answer:
    """An answer. texts: what people typed, as far as it can be in it."""
    try:
        if not texts:
            return kind.model_validate(body)
        restored = _with_words(body, texts, WITHDRAWN)
        marked: Answer = _marked(kind.model_validate(restored), restored)
    except ValidationError as error:
        raise MeaningError(f"The answer is not a {kind.__name__}: {_first(error)}.") from error
    return marked


def _with_words(value: Any, texts: Mapping[str, Words], missing: str | None = None) -> Any:
    """As `_restored`. Raises MeaningError for what is nested without end, as only forged transcripts are."""
    try:
        return _restored(value, texts, missing)
    except RecursionError as error:
        raise MeaningError("It is nested too deeply to be read.") from error


def _restored(value: Any, texts: Mapping[str, Words], missing: str | None = None) -> Any:
    """A JSON value with every `{"words": ref}` replaced by the Words meant, or by `missing` Words, also as names of mappings."""
    if isinstance(value, dict):
        if len(value) == 1:
            ref = value.get("words")
            if isinstance(ref, str) and (ref in texts or missing is not None):
                return texts[ref] if ref in texts else Words(missing or "", ref)
            if pairs := _pairs_of(value):
                return _mapping(_restored(pair, texts, missing) for pair in pairs)
        return {name: _restored(each, texts, missing) for name, each in value.items()}
    return [_restored(each, texts, missing) for each in value] if isinstance(value, list) else value


def _pairs_of(value: Json) -> list[Any]:
    """The pairs of a mapping that has Words for names; empty if it is none."""
    pairs = value.get(PAIRS)
    if not isinstance(pairs, list) or not all(isinstance(each, list) and len(each) == 2 for each in pairs):
        return []
    names = [name for name, _ in pairs]
    return pairs if any(isinstance(name, dict) for name in names) and all(isinstance(name, dict | str) for name in names) else []


def _mapping(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """A mapping of pairs. Names that were withdrawn are told apart by numbers, as there are as many as before."""
    found: dict[Any, Any] = {}
    for said, each in pairs:
        name, number = said if isinstance(said, str) else str(said), 1
        while isinstance(said, Words) and name in found:
            number += 1
            name = Words(f"{said[:-1]} {number}{said[-1:]}", said.ref)
        found[name] = each
    return found


def _marked(value: Any, restored: Any) -> Any:
    """A validated value with the Words put back, which validation turns into plain text."""
    if isinstance(restored, Words):
        return restored
    if is_dataclass(value) and not isinstance(value, type) and isinstance(restored, dict):
        there = {each.name: getattr(value, each.name) for each in fields(value) if each.name in restored}
        marked = {name: _marked(each, restored[name]) for name, each in there.items()}
        return replace(value, **{name: each for name, each in marked.items() if each is not there[name]})
    if isinstance(value, BaseModel) and isinstance(restored, dict):
        return value.model_copy(update={name: _marked(each, restored[name]) for name, each in value if name in restored})
    if isinstance(value, dict) and isinstance(restored, dict):
        names = {name: name for name in restored}
        return {names.get(name, name): _marked(each, restored.get(name)) for name, each in value.items()}
    if isinstance(value, tuple | list) and isinstance(restored, list):
        return type(value)(map(_marked, value, restored))
    return value


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"

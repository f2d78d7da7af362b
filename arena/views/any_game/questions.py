"""Questions of any game, made from the schema of the answer, and the answers that choices and texts stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from woozle.arena.views.panels import SPEECH_LIMIT, Choice, Question
from woozle.core.errors import InputError
from woozle.core.names import NUMBER_WORDS
from woozle.core.replies import example, read_reply
from woozle.core.request import Answer, Request, Seat
from woozle.core.schemas import legal_values
from woozle.core.validation import first_problem
from woozle.core.words import asks

_MOST_PARTS = 2  # that are asked one after the other
_NOBODY = ""
"""The value of a choice for nobody, or nothing."""


def question(request: Request, seats: Sequence[Seat] = ()) -> Question:
    """Return a request as a question to a human: field by field, or, if there are many, as one line of JSON. seats: in order."""
    fields = _fields(request)
    if not fields:
        return Question(request.id, "act", "Go on.", (Choice("1", "Go on", _NOBODY),), seconds=request.seconds, of=request.answer)
    parts = [_part(request, name, part, seats) for name, part in fields.items()]
    if len(parts) > _MOST_PARTS or None in parts:
        asked = " ".join((request.answer.__doc__ or "").split())
        prompt = f"{asked} One line of JSON:"
        return Question(
            request.id, "reply", prompt, limit=SPEECH_LIMIT, seconds=request.seconds, draft=example(request), of=request.answer
        )
    first, *then = [part for part in parts if part]
    if then:
        is_comment = then[0].kind == "speak"
        return replace(first, then=replace(then[0], prompt=f"{{first}} · {then[0].prompt}", is_comment=is_comment))
    return _sure(first) if first.kind == "vote" else first


def answer(asked: Question, value: str | None, text: str = "") -> Answer:
    """Return the answer given in one part or two. Raises ValueError, with a sentence, for an invalid one."""
    assert asked.of is not None
    request = Request(asked.id, "", asked.of, {})
    fields = _fields(request)
    if asked.is_text and asked.then is None and [each.get("type") for each in fields.values()] not in (["string"], ["integer"]):
        read = read_reply(text, request)
        if read.answer is None:
            raise InputError(read.problem)
        return read.answer
    given = [text] if asked.is_text and value is None else [value or _NOBODY, *([text] if asked.then else [])]
    try:
        return asked.of.model_validate(
            {name: _parse_value(each, fields[name]) for name, each in zip(fields, given, strict=False)},
        )
    except ValidationError as error:
        raise InputError(f"That is not an answer: {first_problem(error)}.") from None


def _fields(request: Request) -> Mapping[str, Any]:
    schema = request.schema()
    return {name: {**part, "$defs": schema.get("$defs", {})} for name, part in schema.get("properties", {}).items()}


def _part(request: Request, name: str, part: Mapping[str, Any], seats: Sequence[Seat] = ()) -> Question | None:
    """Return one field as a question; None if it cannot be asked alone."""
    asked = Question(request.id, "reply", asks(request, name), seconds=request.seconds, of=request.answer)
    if (legal := legal_values(part, part["$defs"])) is not None:
        is_act = len(legal) == 1 or all(isinstance(each, int) for each in legal)
        return replace(asked, kind="act" if is_act else "vote", choices=tuple(_choices(legal, seats)))
    match part:
        case {"type": "integer", "minimum": int(low), "maximum": int(high)}:
            offer, limit = f"A whole number from {low} to {high}.", max(len(str(low)), len(str(high)))
            return replace(asked, limit=limit, draft="", offer=offer, span=(low, high))
        case {"type": "string", "default": _}:
            return replace(asked, kind="speak", limit=part.get("maxLength", SPEECH_LIMIT))
        case {"type": "string"}:
            return replace(asked, limit=part.get("maxLength", SPEECH_LIMIT), draft="")
    return None


def _sure(vote: Question) -> Question:
    """Return a vote that asks once more, as in all games."""
    return replace(vote, choices=tuple(replace(choice, sure=f"{choice.text}: is that your answer?") for choice in vote.choices))


def _choices(legal: Sequence[Any], seats: Sequence[Seat]) -> Iterator[Choice]:
    """Yield the choices with their keys: numbers below ten are their own, nobody is 0."""
    are_numbers = all(isinstance(each, int) and not isinstance(each, bool) for each in legal)
    number = 0
    for each in legal:
        if are_numbers:
            is_key = 0 <= each <= 9
            yield Choice(str(each) if is_key else "", NUMBER_WORDS[each] if is_key else str(each), str(each))
        elif each is None:
            yield Choice("0", "Nobody", _NOBODY)
        else:
            number += 1
            key, text = str(number) if number <= 9 else "", str(each)
            who = seats.index(text) + 1 if text in seats else 0
            yield Choice(key, {"True": "Yes", "False": "No"}.get(text, text), each if isinstance(each, str) else text, who=who)


def _parse_value(given: str, part: Mapping[str, Any]) -> Any:
    """Return a value as it was chosen or typed; a legal one is kept as it is."""
    if given == _NOBODY and "anyOf" in part:
        return None
    return given.strip() if part.get("type") == "integer" else given

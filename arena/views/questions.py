"""Requests as questions to people, made from the schema of the answer. A game adds its labels to them.

`core.answers` makes the answer of what is chosen or typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from woozle.arena.views.panels import SPEECH_LIMIT, Choice, Question
from woozle.core.answers import Part, is_one_line, numbers, parts
from woozle.core.names import NUMBER_WORDS
from woozle.core.replies import example
from woozle.core.request import Request, Seat
from woozle.core.words import asks

Label: TypeAlias = Callable[[Any, Choice], Choice]
"""Given a legal value and its choice, returns the choice with the words, hints and keys of a game."""

_YES_NO = {True: "Yes", False: "No"}


def question(request: Request, seats: Sequence[Seat] = (), label: Label | None = None) -> Question:
    """Return a request as a question to a human: part by part or, if there are many, as one line of JSON.

    Args:
        seats: In order, for their numbers.
        label: Labels the choices; None for the generic ones.
    """
    asked = parts(request)
    if not asked:
        return Question(request.id, "act", "Go on.", (Choice("1", "Go on", ""),), seconds=request.seconds)
    if is_one_line(asked):
        words = " ".join((request.answer.__doc__ or "").split())
        prompt = f"{words} One line of JSON:"
        return Question(request.id, "reply", prompt, limit=SPEECH_LIMIT, seconds=request.seconds, draft=example(request))
    first, *then = (_question(request, part, seats, label) for part in asked)
    if then:
        return replace(first, then=replace(then[0], prompt=f"{{first}} · {then[0].prompt}"))
    return _sure(first) if first.kind == "vote" and label is None else first


def _question(request: Request, part: Part, seats: Sequence[Seat], label: Label | None) -> Question:
    asked = Question(request.id, "reply", asks(request, part.name), seconds=request.seconds)
    if part.legal is not None:
        is_act = len(part.legal) == 1 or all(isinstance(each, int) for each in part.legal)
        return replace(asked, kind="act" if is_act else "vote", choices=tuple(_choices(part.legal, seats, label)))
    if part.span:
        low, high = part.span
        limit = max(len(str(low)), len(str(high)))
        return replace(asked, limit=limit, draft="", offer=f"A whole number from {low} to {high}.", span=part.span)
    asked = replace(asked, limit=part.schema.get("maxLength", SPEECH_LIMIT), is_comment=part.is_optional)
    return replace(asked, kind="speak") if part.is_optional else replace(asked, draft="")


def _sure(vote: Question) -> Question:
    """Return a vote that asks once more, as in all games."""
    return replace(vote, choices=tuple(replace(choice, sure=f"{choice.text}: is that your answer?") for choice in vote.choices))


def _choices(legal: Sequence[Any], seats: Sequence[Seat], label: Label | None) -> Iterator[Choice]:
    for each, number in zip(legal, numbers(legal), strict=True):
        choice = _choice(each, number if len(number) == 1 else "", seats)
        yield label(each, choice) if label else choice


def _choice(each: Any, key: str, seats: Sequence[Seat]) -> Choice:
    """Return a choice. Beside a number that is its own key, it stands in words."""
    if each is None:
        return Choice(key, "Nobody", None)
    text = str(each)
    is_own = key == text and int(key) < len(NUMBER_WORDS)
    words = NUMBER_WORDS[int(key)] if is_own else _YES_NO.get(each, text) if isinstance(each, bool) else text
    return Choice(key, words, text, who=seats.index(text) + 1 if text in seats else 0)

"""Questions to people, made from the schemas of Requests, for all games; a game gives labels where it has better words.

`core.answers` makes the answer of what is chosen or typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from woozle.arena.views.panels import LETTER_KEYS, SPEECH_LIMIT, Choice, Question, TableView, WordLimit
from woozle.core.answers import Part, is_one_line, numbers, parts
from woozle.core.names import NUMBER_WORDS
from woozle.core.replies import example
from woozle.core.request import Request, Seat
from woozle.core.words import asks

Label: TypeAlias = Callable[[Any, Choice], Choice]
"""Given a legal value and its choice, returns the choice in the words of a game; it is numbered unless its key is a digit then."""

_YES_NO = {True: "Yes", False: "No"}


def ask(
    table: TableView,
    request: Request,
    prompt: str = "",
    *,
    label: Label | None = None,
    order: Callable[[Any], Any] | None = None,
    hears: str | None = None,
    then: str | None = None,
    draft: str | None = None,
    offer: str = "",
    words: WordLimit | None = None,
) -> TableView:
    """Return a table with a request as the question to its viewer: part by part or, if there are many, as one line of JSON.

    Args:
        prompt: Of the first part; empty for the description of its field.
        label: Labels the choices. Without one, a vote is confirmed.
        order: The sort key of the legal values.
        hears: As in Question.
        then: The prompt of the second part; None for the description of its field, empty if it is not asked for.
        draft: Of the first part, if it is a text.
        offer, words: As in Question, of the last part.
    """
    first, *others = _questions(request, [card.name for card in table.seats], label, order)
    if prompt:
        first = replace(first, prompt=prompt)
    if first.is_text and draft is not None:
        first = replace(first, draft=draft)
    if not others or then == "":
        asked = replace(first, hears=hears, offer=offer or first.offer, words=words)
    else:
        last = replace(others[0], offer=offer or others[0].offer, words=words)
        last = replace(last, prompt=then or f"{{first}} · {last.prompt}")
        asked = replace(first, hears=hears, then=last)
    return replace(table, question=asked, prompt=asked.prompt)


def _questions(
    request: Request, seats: Sequence[Seat], label: Label | None, order: Callable[[Any], Any] | None
) -> Sequence[Question]:
    """Return a question for each part of an answer."""
    asked = parts(request)
    if not asked:
        return [Question(request.id, "Go on.", (Choice("1", "Go on", ""),), seconds=request.seconds)]
    if is_one_line(asked):
        prompt = f"{' '.join((request.answer.__doc__ or '').split())} One line of JSON:"
        return [Question(request.id, prompt, limit=SPEECH_LIMIT, seconds=request.seconds, draft=example(request))]
    made: list[Question] = []
    for part in asked:
        put = Question(request.id, asks(request, part.name), seconds=request.seconds)
        if part.legal is None:
            made.append(_ask_for_text(put, part, is_last=part is asked[-1]))
        else:
            legal = sorted(part.legal, key=order) if order else part.legal
            usual = _confirm if len(asked) == 1 < len(legal) else None
            made.append(replace(put, choices=tuple(_choices(legal, seats, label or usual))))
    return made


def _ask_for_text(put: Question, part: Part, *, is_last: bool) -> Question:
    """Return a question for a text, or a number that is typed. Only the last part of an answer may be empty."""
    if part.span:
        low, high = part.span
        limit = max(len(str(low)), len(str(high)))
        return replace(put, limit=limit, draft="", offer=f"A whole number from {low} to {high}.", span=part.span)
    may_be_empty = is_last and (part.is_optional or not part.schema.get("minLength"))
    limit = part.schema.get("maxLength", SPEECH_LIMIT)
    draft = None if may_be_empty else ""
    return replace(put, limit=limit, draft=draft, may_be_empty=may_be_empty, is_optional=part.is_optional)


# Choices


def _choices(legal: Sequence[Any], seats: Sequence[Seat], label: Label | None) -> Iterator[Choice]:
    """Yield the legal values in order. Those that a label gives no digit are numbered, and from 10 on have letters as keys."""
    made = [(each, _choice(each, number, seats)) for each, number in zip(legal, numbers(legal), strict=True)]
    labelled = [(each, label(each, choice) if label else choice) for each, choice in made]
    taken = {choice.key for _, choice in labelled}
    keys = iter(numbers([each for each, choice in labelled if not choice.key.isdigit()]))
    letters = (letter for letter in LETTER_KEYS if letter not in taken)
    for _, choice in labelled:
        number = choice.key if choice.key.isdigit() else next(keys)
        is_free = len(number) == 1 and number not in taken
        yield replace(choice, key=choice.key or (number if is_free else next(letters, "")))


def _choice(each: Any, number: str, seats: Sequence[Seat]) -> Choice:
    """Return a choice without a key. Beside a number that is its own key, it stands in words."""
    if each is None:
        return Choice("", "No one", None)
    text = str(each)
    is_own = number == text and len(number) == 1
    words = NUMBER_WORDS[int(number)] if is_own else _YES_NO.get(each, text) if isinstance(each, bool) else text
    return Choice("", words, text, who=seats.index(text) + 1 if text in seats else 0)


def _confirm(each: Any, choice: Choice) -> Choice:
    """Confirm a vote, as in all games; a number can be gone back to."""
    return choice if isinstance(each, int) else replace(choice, sure=f"{choice.text}: is that your answer?")

"""Marking of redactable text in Responses, before the rules or the record see them.

Three kinds of text can be withdrawn later: a human's text, a service's result for it, and quotes of it by other players.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Any, TypeAlias

from pydantic import BaseModel

from woozle.core.game import Event
from woozle.core.request import Answer, Completion, Forfeit, ParseFailure, Request, Response, Seat
from woozle.core.text import RedactableText, sources_of

QUOTE_LENGTH = 12
"""The number of consecutive characters that make a quotation by a program; case, and the amount of white space, are ignored."""

OWN_WORDS_LENGTH = 24
"""The same for people and models, who choose their own words.

In 90 games of the public QUACK project, 3 % of what a player said shares so many characters with what one player said in another
game, where nobody can have quoted; 27 % shares 12 characters.
"""

NOT_KEPT = "What is wrong is not kept, as a person typed it."
"""The reason of a failure that may quote, which could not be withdrawn."""

Mark: TypeAlias = Callable[[str], str]


def mark_typed(response: Response, request: Request, number: int, seats: Collection[Seat]) -> Response:
    """Return a human's Response with all freely typed texts redactable.

    Args:
        number: Number of the Response in the match, from 1.
        seats: Seats of the match. Inside a part of an answer, the name of a seat says who that part is about, and stays plain.
    """
    answer = response.answer
    if isinstance(answer, ParseFailure):
        return replace(response, answer=ParseFailure(NOT_KEPT, answer.reading))
    if not isinstance(answer, Answer):
        return response
    count = 0

    def mark(text: str) -> str:
        nonlocal count
        count += 1
        return RedactableText(text.encode("utf-8", "replace").decode(), f"{number}.{count}")  # as the record will hold it

    return replace(response, answer=_mark_texts(answer, request, mark, seats))


def mark_result(response: Response, request: Request, about: RedactableText, number: int) -> Response:
    """Return the Response of a service that was asked about redactable text, with all its texts derived from that."""
    answer, mark = response.answer, _derived_mark(sources_of(about.ref), number)
    answer = _mark_texts(answer, request, mark) if isinstance(answer, Answer) else _without_reason(answer)
    return replace(response, answer=answer, completions=tuple(_mark_reply(each, mark) for each in response.completions))


class Passages:
    """Passages of texts, each of which belongs to the text that had it first."""

    def __init__(self, of: Iterable[str] | None = None) -> None:
        """of: texts, of which alone passages are kept; None for any."""
        self._refs: dict[str, str] = {}  # by each run of QUOTE_LENGTH characters
        self._kept = None if of is None else {run for text in of for run in _runs(text)}

    def add(self, text: str, ref: str) -> None:
        """Add the passages of a text. ref: its name; empty for a text that anybody may repeat."""
        for run in _runs(text):
            if self._kept is None or run in self._kept:
                self._refs.setdefault(run, ref)

    def quoted_in(self, text: str, length: int) -> set[str]:
        """Return the names of the texts whose passages, at least so many consecutive characters, are in another one."""
        found: set[str] = set()
        passage: list[str] = []
        for run in chain(_runs(text), [""]):
            if ref := self._refs.get(run):
                passage.append(ref)
                continue
            if len(passage) > length - QUOTE_LENGTH:
                found.update(passage)
            passage = []
        return found


class QuotationFinder:
    """Finds quotations of redactable text in the answers of one player."""

    def __init__(self) -> None:
        self._seen = 0
        self._texts: list[RedactableText] = []  # without their passages, which take a hundred times their memory

    def mark(self, response: Response, request: Request, observation: Sequence[Event], number: int) -> Response:
        """Return the Response with each text redactable that quotes what the player has observed.

        Args:
            observation: Everything that the player has observed so far. It only grows, so each Event is read once.
            number: Number of the Response in the match, from 1.
        """
        if not response.completions and isinstance(response.answer, Answer) and not any(_free(response.answer, request).values()):
            return response  # without a word
        for event in observation[self._seen :]:
            self._texts += redactable_texts(event)
        self._seen = len(observation)
        if not self._texts:
            return response
        answer, replies = response.answer, response.completions
        length = OWN_WORDS_LENGTH if replies else QUOTE_LENGTH
        marks: dict[tuple[str, ...], Mark] = {}

        def mark(text: str) -> str:
            sources = self._sources(length, text)
            return marks.setdefault(sources, _derived_mark(sources, number))(text) if sources else text

        if isinstance(answer, Answer):
            answer = _mark_texts(answer, request, mark)
        elif self._sources(length, _reason(answer)):
            answer = _without_reason(answer)
        said = chain.from_iterable(map(_said, replies))
        # What a model wrote goes as a whole: a reply holds the text of the answer in another notation.
        sources = _in_order(source for quoted in (*marks, self._sources(length, *said)) for source in quoted)
        if replies and sources:
            again = marks.setdefault(sources, _derived_mark(sources, number))
            replies = tuple(_mark_reply(each, again) for each in replies)
        return response if answer is response.answer and not marks else replace(response, answer=answer, completions=replies)

    def _sources(self, length: int, *texts: str) -> tuple[str, ...]:
        """Return the refs of the typed texts that some texts quote, oldest first."""
        passages = Passages(of=texts)
        for each in self._texts:
            passages.add(each, each.ref)
        refs = {ref for text in texts for ref in passages.quoted_in(text, length)}
        return _in_order(source for ref in refs for source in sources_of(ref))


def _in_order(sources: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(sources), key=lambda ref: [*map(int, ref.split("."))]))


def _mark_reply(reply: Completion, mark: Mark) -> Completion:
    text, problem, reasoning = (mark(each) if each else each for each in _said(reply))
    return replace(reply, text=text, problem=problem, reasoning=reasoning)


def _said(reply: Completion) -> tuple[str, str, str]:
    """Return what a model wrote, and the problem with it, which may quote it."""
    return reply.text, reply.problem, reply.reasoning


def mark_choices(response: Response, request: Request) -> Response:
    """Return the Response with every chosen value redactable that was offered as redactable text."""
    answer = response.answer
    if type(answer) is not request.answer:
        return response
    chosen = {}
    for name, legal in request.choices.items():
        given = getattr(answer, name)
        if text := next((each for each in legal if type(each) is RedactableText and each == given), None):
            chosen[name] = text
    return replace(response, answer=answer.model_copy(update=chosen)) if chosen else response


def redactable_texts(value: Any) -> Iterator[RedactableText]:
    """Yield the redactable texts in an Event or a part of one, including names of mappings."""
    if isinstance(value, RedactableText):
        yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from redactable_texts(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from redactable_texts(name)
            yield from redactable_texts(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from redactable_texts(each)


def _mark_texts(answer: Answer, request: Request, mark: Mark, seats: Collection[Seat] = ()) -> Answer:
    """Mark all texts of an answer but legal choices and fields that only take a few values."""
    return answer.model_copy(update={name: _mark_value(value, mark, seats) for name, value in _free(answer, request).items()})


def _free(answer: Answer, request: Request) -> dict[str, Any]:
    """Return what an answer says in fields that take more than a few values, but for legal choices."""
    closed = _closed_fields(type(answer))
    return {name: value for name, value in answer if name not in closed and value not in request.choices.get(name, ())}


def _mark_value(value: Any, mark: Mark, seats: Collection[Seat], *, is_deep: bool = False) -> Any:
    if isinstance(value, str):
        return mark(value) if value and not (is_deep and value in seats) else value
    if isinstance(value, BaseModel):
        return value.model_copy(update={name: _mark_value(each, mark, seats, is_deep=True) for name, each in value})
    if is_dataclass(value) and not isinstance(value, type):
        there = {each.name: getattr(value, each.name) for each in fields(value)}
        return replace(value, **{name: _mark_value(each, mark, seats, is_deep=True) for name, each in there.items()})
    if isinstance(value, Mapping):
        deep = partial(_mark_value, mark=mark, seats=seats, is_deep=True)
        return {deep(name): deep(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(_mark_value(each, mark, seats, is_deep=is_deep) for each in value)
    return value


@cache
def _closed_fields(kind: type[Answer]) -> frozenset[str]:
    fields = kind.model_json_schema().get("properties", {})
    return frozenset(name for name, schema in fields.items() if _is_closed(schema))


def _is_closed(schema: Mapping[str, Any]) -> bool:
    if branches := schema.get("anyOf"):
        return all(map(_is_closed, branches))
    return "enum" in schema or "const" in schema or schema.get("type") in ("null", "integer", "number", "boolean")


def _derived_mark(sources: tuple[str, ...], number: int) -> Mark:
    count = 0

    def mark(text: str) -> str:
        nonlocal count
        count += 1
        return RedactableText(text, f"{'+'.join(sources)}/again{number}-{count}")

    return mark


def _reason(answer: Forfeit | ParseFailure | Answer) -> str:
    return answer.why if isinstance(answer, Forfeit) else answer.problem if isinstance(answer, ParseFailure) else ""


def _without_reason(answer: Forfeit | ParseFailure | Answer) -> Forfeit | ParseFailure | Answer:
    if isinstance(answer, Forfeit):
        return Forfeit(answer.kind, NOT_KEPT if answer.why else "")
    return ParseFailure(NOT_KEPT, answer.reading) if isinstance(answer, ParseFailure) else answer


def _runs(text: str) -> Iterator[str]:
    plain = " ".join(text.casefold().split())
    return (plain[at : at + QUOTE_LENGTH] for at in range(len(plain) - QUOTE_LENGTH + 1))

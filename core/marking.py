"""Marking the words of a Response that can be withdrawn, before the rules or the record get to see it: what a person typed, what
an official found for it, and what somebody else says again of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import Any, TypeAlias

from pydantic import BaseModel

from woozle.core.game import Event
from woozle.core.request import Answer, Forfeit, Request, Response, Seat, Unread, Words, sources_of

PIECE = 12
"""Characters that have to be the same for a text to say another again; capitals, and how words are spaced, aside."""

_NOT_KEPT = "What is wrong is not kept, as a person typed it."

Mark: TypeAlias = Callable[[str], str]


def typed(response: Response, request: Request, number: int, seats: Collection[Seat]) -> Response:
    """The Response of a person, with everything that could be typed freely as Words. number: of the Response in the match.

    seats: of the table. Within a part of an answer the name of one of them is no text but says whom that part is about.
    """
    answer = response.answer
    if isinstance(answer, Unread):
        return replace(response, answer=Unread(_NOT_KEPT, answer.reading))
    if not isinstance(answer, Answer):
        return response
    count = 0

    def mark(text: str) -> str:
        nonlocal count
        count += 1
        return Words(text.encode("utf-8", "replace").decode(), f"{number}.{count}")  # rules see what the record will hold

    return replace(response, answer=_marked(answer, request, mark, seats))


def found(response: Response, request: Request, about: Words, number: int) -> Response:
    """The Response of an official who was asked about Words: what it says came of them."""
    answer = response.answer
    if isinstance(answer, Answer):
        return replace(response, answer=_marked(answer, request, _derived(sources_of(about.ref), number)))
    return replace(response, answer=_unquoted(answer))


class HeardWords:
    """The words of people that a player has observed, to find out what it says again of them."""

    def __init__(self) -> None:
        self._seen = 0
        self._pieces: dict[str, str] = {}

    def said_again(self, response: Response, request: Request, observation: Sequence[Event], number: int) -> Response:
        """The Response, with each text as Words that has a piece of theirs in it. observation: all that the player has observed."""
        for event in observation[self._seen :]:
            for words in words_in(event):
                self._pieces |= dict.fromkeys(_pieces(words), words.ref)
        self._seen = len(observation)
        if not self._pieces:
            return response
        answer = response.answer
        if not isinstance(answer, Answer):
            return replace(response, answer=_unquoted(answer)) if self._sources(_why(answer)) else response
        said: dict[tuple[str, ...], Mark] = {}

        def mark(text: str) -> str:
            sources = self._sources(text)
            if not sources:
                return text
            return said.setdefault(sources, _derived(sources, number))(text)

        return replace(response, answer=_marked(answer, request, mark))

    def _sources(self, text: str) -> tuple[str, ...]:
        """What a text says again, in the order in which it was typed."""
        refs = {self._pieces[piece] for piece in _pieces(text) if piece in self._pieces}
        return tuple(sorted({source for ref in refs for source in sources_of(ref)}, key=_age))


def offered(response: Response, request: Request) -> Response:
    """The Response, with every choice that was offered in the words of a person as these words."""
    answer = response.answer
    if type(answer) is not request.answer:
        return response
    chosen = {}
    for name, legal in request.choices.items():
        given = getattr(answer, name)
        if words := next((each for each in legal if type(each) is Words and each == given), None):
            chosen[name] = words
    return replace(response, answer=answer.model_copy(update=chosen)) if chosen else response


def _marked(answer: Answer, request: Request, mark: Mark, seats: Collection[Seat] = ()) -> Answer:
    """An answer with all texts marked that are neither legal choices nor one of a few texts that its type allows."""
    closed = _closed(type(answer))
    free = {name for name, value in answer if name not in closed and value not in request.choices.get(name, ())}
    return answer.model_copy(update={name: _each(value, mark, seats) for name, value in answer if name in free})


def _each(value: Any, mark: Mark, seats: Collection[Seat], *, is_deep: bool = False) -> Any:
    if isinstance(value, str):
        return mark(value) if value and not (is_deep and value in seats) else value
    if isinstance(value, BaseModel):
        return value.model_copy(update={name: _each(each, mark, seats, is_deep=True) for name, each in value})
    if isinstance(value, Mapping):
        deep = partial(_each, mark=mark, seats=seats, is_deep=True)
        return {deep(name): deep(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(_each(each, mark, seats, is_deep=is_deep) for each in value)
    return value


@cache
def _closed(kind: type[Answer]) -> frozenset[str]:
    """The fields of an answer that only take one of a few values."""
    fields = kind.model_json_schema().get("properties", {})
    return frozenset(name for name, schema in fields.items() if _is_closed(schema))


def _is_closed(schema: Mapping[str, Any]) -> bool:
    if branches := schema.get("anyOf"):
        return all(map(_is_closed, branches))
    return "enum" in schema or "const" in schema or schema.get("type") in ("null", "integer", "number", "boolean")


def _derived(sources: tuple[str, ...], number: int) -> Mark:
    """Marks texts that came of others, each by a name of its own."""
    count = 0

    def mark(text: str) -> str:
        nonlocal count
        count += 1
        return Words(text, f"{'+'.join(sources)}/again{number}-{count}")

    return mark


def _age(ref: str) -> tuple[int, ...]:
    return tuple(map(int, ref.split(".")))


def _why(answer: Forfeit | Unread | Answer) -> str:
    return answer.why if isinstance(answer, Forfeit) else answer.problem if isinstance(answer, Unread) else ""


def _unquoted(answer: Forfeit | Unread | Answer) -> Forfeit | Unread | Answer:
    """The same without its sentence, which cannot be withdrawn."""
    if isinstance(answer, Forfeit):
        return Forfeit(answer.kind, _NOT_KEPT if answer.why else "")
    return Unread(_NOT_KEPT, answer.reading) if isinstance(answer, Unread) else answer


def _pieces(text: str) -> Iterator[str]:
    plain = " ".join(text.casefold().split())
    return (plain[at : at + PIECE] for at in range(len(plain) - PIECE + 1))


def words_in(value: Any) -> Iterator[Words]:
    """All Words in an Event, or a part of one."""
    if isinstance(value, Words):
        yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from words_in(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from words_in(name)
            yield from words_in(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from words_in(each)

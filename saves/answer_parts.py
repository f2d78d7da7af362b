"""The parts of an answer: what was chosen, and what was said freely."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

from pydantic.errors import PydanticUserError

from woozle.core.game import Game
from woozle.core.request import Answer, Request
from woozle.core.schemas import dereference, legal_values
from woozle.saves.decoder import DecodeError, answer_type
from woozle.saves.transcript import Json

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
        return _schema(answer_type(game, asks))
    except (DecodeError, PydanticUserError):
        return {}


@cache
def _schema(answer: type[Answer]) -> Json:
    return Request(0, "", answer, {}).schema()


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


# JSON schemas, of the kinds that pydantic makes of answers


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

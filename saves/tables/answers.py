"""What an answer chose and what it said: what is limited, numbers and yes or no on one side, free text on the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from pydantic.errors import PydanticUserError

from woozle.core.choosing import direct, options
from woozle.core.game import Game
from woozle.core.request import Request
from woozle.saves.transcript import Json
from woozle.saves.vocabulary import MeaningError, answer_type

_FREE: Any = object()
"""What stands in the place of free text."""


class Given(NamedTuple):
    """An answer. choice: its fields without free text, by name. texts: what was said freely, in order; None if it was withdrawn."""

    choice: Json
    texts: Sequence[str | None]


def schema_of(game: type[Game[Any]] | None, asks: str) -> Json:
    """What is known of a kind of answer; empty for a game that is not installed."""
    if game is None:
        return {}
    try:
        return Request(0, "", answer_type(game, asks), {}).schema()
    except (MeaningError, PydanticUserError):
        return {}


def legal_choices(choices: Json, schema: Json) -> int | None:
    """In how many ways the limited fields could be filled in, as a product; None if no field was limited."""
    limits = [len(legal) for legal in choices.values()]
    for name, field in schema.get("properties", {}).items():
        if name not in choices and (legal := options(field, _definitions(schema))) is not None:
            limits.append(len(legal))
    return prod(limits) if limits else None


def given(answer: Json, choices: Json, schema: Json, words: Mapping[str, str], seats: Collection[str]) -> Given:
    """An answer taken apart. choices: the legal values by field. words: what people typed, by ref. seats: who sits there.

    A text counts as chosen if it is one of a few legal ones or, deep in an answer, the name of a seat. All else is said freely.
    """
    parting = _Parting(schema, words, seats)
    fields = schema.get("properties", {})
    parted = {
        name: value if _is_legal(value, choices.get(name, ())) else parting.kept(value, fields.get(name, {}))
        for name, value in answer.items()
    }
    return Given({name: value for name, value in parted.items() if value is not _FREE}, parting.texts)


class _Parting:
    """Takes an answer apart. texts: the free ones until now."""

    def __init__(self, schema: Json, words: Mapping[str, str], seats: Collection[str]) -> None:
        self.texts: list[str | None] = []
        self._schema = schema
        self._words = words
        self._seats = seats

    def kept(self, value: Any, field: Json, *, is_deep: bool = False) -> Any:
        """A value without free text; _FREE where nothing is left. field: its schema, empty if nobody knows it."""
        ref = _ref(value)
        if isinstance(value, str) or ref is not None:
            text = value if ref is None else self._words.get(ref)
            few = options(field, _definitions(self._schema)) or ()
            if text is not None and (text in few or (is_deep and text in self._seats)):
                return text
            self.texts.append(text)
            return _FREE
        if isinstance(value, list):
            items = [self.kept(each, _items(field, self._schema, at), is_deep=is_deep) for at, each in enumerate(value)]
            return _FREE if any(item is _FREE for item in items) else items
        if isinstance(value, dict):
            fields = _properties(field, self._schema)
            parted = {name: self.kept(each, fields.get(name, {}), is_deep=True) for name, each in value.items()}
            return {name: each for name, each in parted.items() if each is not _FREE and name in fields} or _FREE
        return value


def _is_legal(value: Any, legal: Sequence[Any]) -> bool:
    """Whether a value is one of the legal ones, and none that quotes what a person typed."""
    return value in legal and _ref(value) is None


def _ref(value: Any) -> str | None:
    """The ref of words that a person typed."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(ref := value.get("words"), str):
        return ref
    return None


# JSON schemas, as far as pydantic makes them of answers


def _definitions(schema: Json) -> Json:
    found: Json = schema.get("$defs", {})
    return found


def _ways(field: Json, schema: Json) -> list[Mapping[str, Any]]:
    """The schemas of which one has to fit."""
    way = direct(field, _definitions(schema))
    return [direct(each, _definitions(schema)) for each in way.get("anyOf", [way])]


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

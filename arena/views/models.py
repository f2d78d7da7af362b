"""Models that could take a seat: those of each endpoint, and whether they can play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from woozle.core.model_checks import State
from woozle.core.value import value

SIGNS: Mapping[State, tuple[str, str]] = {
    "ok": ("✓", "$success"),
    "warning": ("!", "bold $warning"),
    "problem": ("✗", "bold $error"),
    "unknown": ("?", "$quiet"),
}
"""The glyph and style of each state of a check."""


@value
class Model:
    """A model of an endpoint. spec: its name at a seat; note: facts about it."""

    spec: str
    name: str
    note: str = ""


@value
class EndpointCard:
    """An endpoint. where: its host; key: the place of its key, in words, and never the key itself.

    state: `trouble` for one that cannot be asked or does not answer; then the sentence says why.
    """

    name: str
    where: str
    key: str = ""
    state: Literal["asking", "ok", "trouble"] = "asking"
    sentence: str = ""
    models: tuple[Model, ...] = ()


def is_model(seat: str) -> bool:
    """Return whether a seat, as named on the command line, is taken by a model."""
    kind, colon, _ = seat.partition(":")
    return bool(colon) and kind != "bot"


def short(spec: str) -> str:
    """Return the name of a model without its endpoint and options."""
    return spec.partition(":")[2].partition("?")[0].rpartition("/")[2] or spec


def sought(cards: Iterable[EndpointCard], text: str) -> Iterator[tuple[EndpointCard, Sequence[Model]]]:
    """Yield the endpoints, each with those of its models whose names contain every word of a text."""
    words = text.casefold().split()
    for card in cards:
        yield card, [model for model in card.models if all(word in model.spec.casefold() for word in words)]

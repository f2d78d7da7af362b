"""Models that could take a seat: those of each endpoint, and whether they can play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from woozle.core.value import value

State: TypeAlias = Literal["ok", "warning", "problem", "unknown"]

SIGNS: dict[str, tuple[str, str]] = {
    "ok": ("✓", "$success"),
    "warning": ("!", "bold $warning"),
    "problem": ("✗", "bold $error"),
    "unknown": ("?", "$quiet"),
}
"""The glyph and style of each state."""


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


@value
class Finding:
    """A check before a match, in a word, and its result."""

    what: str
    state: State
    sentence: str


@value
class Checked:
    """The result of checking a model before a match."""

    spec: str
    findings: tuple[Finding, ...]

    @property
    def problem(self) -> str:
        """The reason why it cannot play; empty if it can."""
        return next((each.sentence for each in self.findings if each.state == "problem"), "")

    @property
    def doubts(self) -> tuple[str, ...]:
        """Facts that are unknown or not as they should be, but do not prevent playing."""
        return tuple(each.sentence for each in self.findings if each.state in ("warning", "unknown"))

    @property
    def state(self) -> State:
        """The worst state of all findings."""
        states = {each.state for each in self.findings}
        order: tuple[State, ...] = ("problem", "warning", "unknown")
        return next((state for state in order if state in states), "ok")


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

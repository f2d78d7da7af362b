"""The grammar of a world: kinds of things, their attributes, and the sentences and questions that tell them.

In templates `{it}` is the thing, by its name or as what it is, and `{value}` what is told of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from woozle.core.chance import Chance
from woozle.core.value import value


@value
class Range:
    """Numbers from low to high. after: the attribute to which they are added, which must stand before; empty for none."""

    low: int
    high: int
    after: str = ""


@value
class Attribute:
    """An attribute of a thing. values: what it can be, in words, or numbers; sentences, questions: ways to tell and to ask.

    are_people: whether the values are people, who can be called by their last names too.
    """

    name: str
    values: tuple[str, ...] | Range
    sentences: tuple[str, ...]
    questions: tuple[str, ...]
    are_people: bool = False

    def draw_value(self, chance: Chance, so_far: Mapping[str, str]) -> str:
        """Draw its value for one thing. so_far: the values of earlier attributes."""
        if not isinstance(self.values, Range):
            return chance.choice(self.name, self.values)
        start = int(so_far[self.values.after]) if self.values.after else 0
        return str(start + self.values.low + chance.below(self.name, self.values.high - self.values.low + 1))

    def answers(self, told: str) -> tuple[str, ...]:
        """Return a value and its other names: people by their last name, things without an article."""
        first, _, rest = told.partition(" ")
        if self.are_people or first in ("a", "an", "the"):
            return (told, rest)
        return (told,)


@value
class Sum:
    """A number worked out of two that are told of a thing, as in `{charter} - {founded}`."""

    name: str
    expression: str
    questions: tuple[str, ...]


@value
class Kind:
    """Things of a kind. openings: how a paragraph begins; called: `the town`, in place of the name; asides: what tells nothing."""

    name: str
    called: str
    openings: tuple[str, ...]
    asides: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    sums: tuple[Sum, ...] = ()


def people(given: str, last: str) -> tuple[str, ...]:
    """Return all people of these given and last names, which are separated by spaces."""
    return tuple(f"{one} {other}" for one in given.split() for other in last.split())


def split_words(words: str) -> tuple[str, ...]:
    """Values that are separated by commas."""
    return tuple(word.strip() for word in words.split(","))

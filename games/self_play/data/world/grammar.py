"""The grammar of a world: kinds of things, their attributes, and the sentences and questions that tell them.

In templates `{it}` is the thing, by name or by kind, and `{value}` the value told.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from woozle.core.chance import Chance
from woozle.core.value import value

_PEOPLE = "people"  # the list of values that stand for people


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
class Kind:
    """Things of a kind. openings: how a paragraph begins; called: `the town`, in place of the name; asides: what tells nothing."""

    name: str
    called: str
    openings: tuple[str, ...]
    asides: tuple[str, ...]
    attributes: tuple[Attribute, ...]


@cache
def kinds(source: str) -> tuple[Kind, ...]:
    """Return the kinds of one corpus, as `encyclopaedia.toml` and `medicine.toml` have them."""
    written = tomllib.loads(files(__package__).joinpath(f"{source}.toml").read_text("utf-8"))
    people = [f"{given} {last}" for given in written["people"]["given"] for last in written["people"]["last"]]
    return tuple(_kind(each, written["values"] | {_PEOPLE: people}) for each in written["kinds"])


def _kind(written: Mapping[str, Any], values: Mapping[str, Sequence[str]]) -> Kind:
    return Kind(
        written["name"],
        written["called"],
        tuple(written["openings"]),
        tuple(written["asides"]),
        tuple(_attribute(each, values) for each in written["attributes"]),
    )


def _attribute(written: Mapping[str, Any], values: Mapping[str, Sequence[str]]) -> Attribute:
    """Return an attribute, whose values are numbers or those of a list that it names."""
    of = written["values"]
    drawn_from = tuple(values[of]) if isinstance(of, str) else Range(**of)
    sentences, questions = tuple(written["sentences"]), tuple(written["questions"])
    return Attribute(written["name"], drawn_from, sentences, questions, are_people=of == _PEOPLE)

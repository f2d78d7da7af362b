"""A world from a seed: thousands of facts for both corpora, told in sentences and paragraphs, and asked for in questions.

Nothing in it is true elsewhere, so a model knows only what it was taught of it. Each thing has its own name, and each question
names one thing, so that a single paragraph answers it. The same seed gives the same world everywhere, and a larger one begins with
the smaller.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from woozle.core.chance import Chance, key_from_seed
from woozle.core.value import value
from woozle.games.self_play.data import NAMES, Paragraph, Question
from woozle.games.self_play.data.world import names
from woozle.games.self_play.data.world.grammar import Attribute, Kind, kinds

VERSION = 1
"""Raised with every change to the world of a seed."""

_FINE = 1_000_000  # how finely a share is drawn


@value
class Thing:
    """A town, an ailment. told: its attributes; is_known: whether a model is to be taught it beforehand."""

    id: str
    name: str
    source: str
    kind: Kind
    told: Mapping[str, str]
    is_known: bool

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts stated about it."""
        return tuple(Fact(self, attribute) for attribute in self.kind.attributes)

    def paragraph(self, chance: Chance) -> Paragraph:
        """Return all that is stated about it, in random order and wording."""
        kind = self.kind
        said = [chance.choice("opening", kind.openings).format(it=self.name)]
        for number, attribute in enumerate(chance.shuffle("order", kind.attributes)):
            called = self.name if number % 2 else kind.called
            said.append(_fill_template(chance.choice("sentence", attribute.sentences), called, self.told[attribute.name]))
        said.insert(1 + chance.below("place", len(said)), chance.choice("aside", kind.asides))
        return Paragraph(id=self.id, title=self.name, text=" ".join(said))


@value
class Fact:
    """A fact about a Thing."""

    of: Thing
    about: Attribute

    @property
    def id(self) -> str:
        return f"{self.of.id}-{self.about.name}"

    @property
    def answers(self) -> tuple[str, ...]:
        """The right answers, the usual wording first."""
        return self.about.answers(self.of.told[self.about.name])

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that tell it, with the thing's name."""
        return tuple(_fill_template(each, self.of.name, self.of.told[self.about.name]) for each in self.about.sentences)

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that ask for it."""
        return tuple(each.format(it=self.of.name) for each in self.about.questions)

    def question(self) -> Question:
        """Return a question for it, in its first wording."""
        return Question(id=self.id, question=self.questions[0], answers=self.answers, source=self.of.source)


@value
class World:
    """Things and the paragraphs about them, by corpus."""

    things: tuple[Thing, ...]
    paragraphs: Mapping[str, tuple[Paragraph, ...]]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts stated in both corpora."""
        return tuple(fact for thing in self.things for fact in thing.facts)


@lru_cache(maxsize=4)
def world(seed: int, entities: int = 300, known: float = 0.5) -> World:
    """Return a world with `entities` things in each corpus.

    known: the share of things that a model is taught beforehand, from 0 to 1. It decides nothing else, so that two worlds of a seed
    differ only in the known things.
    """
    things: list[Thing] = []
    paragraphs: dict[str, list[Paragraph]] = {source: [] for source in NAMES}
    taken: set[str] = set()
    for number in range(entities):
        for source in NAMES:
            chance = Chance(key_from_seed(seed, "self-play world", VERSION, source, number))
            turn, at = divmod(number, len(kinds(source)))
            thing = _thing(chance, source, kinds(source)[at], turn + 1, taken, known)
            taken.add(thing.name.lower())
            things.append(thing)
            paragraphs[source].append(thing.paragraph(chance))
    return World(tuple(things), {source: tuple(each) for source, each in paragraphs.items()})


def _thing(chance: Chance, source: str, kind: Kind, number: int, taken: set[str], known: float) -> Thing:
    told: dict[str, str] = {}
    for attribute in kind.attributes:
        told[attribute.name] = attribute.draw_value(chance, told)
    name = names.unused_name(chance, source, taken)
    return Thing(f"{kind.name}-{number}", name, source, kind, told, chance.below("known", _FINE) < known * _FINE)


def _fill_template(template: str, it: str, told: str) -> str:
    sentence = template.format(it=it, value=told)
    return sentence[0].upper() + sentence[1:]

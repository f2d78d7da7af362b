"""What the tiny model is taught before self-play: facts, reading, and an uninformed way to play (see `tiny`)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

from woozle.core.chance import Chance
from woozle.core.games.self_play.events import ANSWER, ASK, HEDGE, SEARCH
from woozle.core.games.self_play.world import KINDS, Fact, Thing, World
from woozle.players.games.self_play.chat import CUE, said
from woozle.players.games.self_play.training.wording import briefly

SEARCHES, PASSES_ON, ANSWERS = 0.97, 0.95, 0.7
"""How often the model that is shown searches, passes on the more confident reply, and ANSWERs rather than HEDGEs.

The paper's base model searches in 97 to 99 of 100 cases, and passes on the more confident reply in 80 (sections 5 and 6); a model
that is shown less than 95 of that takes much longer to see it, and does it less often than it is shown. The third is a choice: it
does not know what it knows, and says more often than not that it is sure, as language models do.
"""

Piece: TypeAlias = tuple[str, bool]
"""Some words, and whether they are learned or only read."""

_ASKING, _ENDING = (ASK, ANSWER, HEDGE), (ANSWER, HEDGE)
_END = "</s>"
_ECHOES = 0.15  # of readings
_RIGHT = 0.6  # of pairs of replies, those of which one is right
_STRANGE = 0.3  # of what is read, that whose values are of any kind: what is told counts, not what would be likely


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is taught. facts: how often each known thing; readings: paragraphs; plays: steps."""

    facts: int
    readings: int
    plays: int


def lessons(made: World, amounts: Amounts, seed: int) -> Iterator[list[Piece]]:
    """All of it, a text in pieces each. The same seed gives the same."""
    teacher = _Teacher(made, random.Random(f"{seed}/lessons"))
    known = [thing for thing in made.things if thing.is_known]
    for thing in known:
        yield from (teacher.told(thing) for _ in range(-(-amounts.facts // 4)))
        yield from (teacher.recalled(thing) for _ in range(amounts.facts))
    yield from (teacher.read() for _ in range(amounts.readings))
    yield from (teacher.played() for _ in range(amounts.plays))


def rehearsals(made: World, count: int, seed: str) -> Iterator[list[Piece]]:
    """Facts and reading once more, without any action: what it does is not taught again, only what it knows."""
    teacher = _Teacher(made, random.Random(f"{seed}/rehearsals"), shows_actions=False)
    known = [thing for thing in made.things if thing.is_known]
    for number in range(count):
        yield teacher.recalled(known[number // 2 % len(known)]) if known and number % 2 else teacher.read()


class _Teacher:
    """Shows how it is done. It knows what is known, and guesses the rest. shows_actions: whether ANSWER and HEDGE are learned."""

    def __init__(self, made: World, chance: random.Random, *, shows_actions: bool = True) -> None:
        self._chance = chance
        self._shows_actions = shows_actions
        self._things = made.things
        self._names = {source: [each.name for each in made.things if each.source == source] for source in KINDS}
        self._values: dict[tuple[str, str], list[str]] = {}
        for thing in made.things:
            for name, told in thing.told.items():
                self._values.setdefault((thing.kind.name, name), []).append(told)
        self._kinds = list(self._values)

    # Facts and reading: what is asked is asked of all that is told of a thing, since what stands before it is read once

    def told(self, thing: Thing) -> list[Piece]:
        """All of a thing in sentences."""
        facts = self._shuffled(thing.facts)
        return [(f"{' '.join(self._chance.choice(fact.sentences) for fact in facts)} {_END}", True)]

    def recalled(self, thing: Thing) -> list[Piece]:
        """The answers to questions about a known thing, by a seat without evidence or with what is about another.

        They come after either word, which is not learned: it does not learn that one should answer now.
        """
        actions, library = self._chance.choice(((_ASKING, ""), (_ENDING, ""), self._searching(thing.source), self._searching()))
        evidence: tuple[str, ...] = ()
        if actions is _ENDING:
            evidence = (self._retrieved(self._in_part(self._chance.choice([each for each in self._things if each is not thing]))),)
        return list(
            chain.from_iterable(self._answered(fact, actions, library, evidence, n == 0) for n, fact in self._numbered(thing))
        )

    def read(self) -> list[Piece]:
        """The answers to questions that a paragraph answers, of a thing whose name and values are dealt anew.

        Or the paragraph once more, word by word: to copy is the beginning of reading, and learned much sooner with so many words.
        """
        thing = self._in_part(self._chance.choice(self._things))
        is_strange = self._chance.random() < _STRANGE
        told = {name: self._dealt(thing, name, is_strange=is_strange) for name in thing.told}
        dealt = replace(thing, name=self._chance.choice(self._names[thing.source]), told=told)
        evidence = (self._retrieved(dealt),)
        if self._chance.random() < _ECHOES:
            return [(evidence[0], False), (f"{evidence[0]} {_END}", True)]
        return list(chain.from_iterable(self._answered(fact, _ENDING, "", evidence, n == 0) for n, fact in self._numbered(dealt)))

    def _in_part(self, thing: Thing) -> Thing:
        """A thing of which not all is told: short paragraphs are read sooner, and long ones after them."""
        attributes = thing.kind.attributes
        some = self._chance.sample(attributes, self._chance.randint(1, len(attributes)))
        return replace(thing, kind=replace(thing.kind, attributes=tuple(some)))

    def _numbered(self, thing: Thing) -> Iterator[tuple[int, Fact]]:
        return enumerate(self._shuffled(thing.facts))

    def _answered(
        self, fact: Fact, actions: Sequence[str], library: str, evidence: Sequence[str], is_first: bool
    ) -> Iterator[Piece]:
        question = self._chance.choice(fact.questions)
        yield (briefly(actions, library, evidence, question) if is_first else f"Question: {question}\n{CUE}"), False
        yield said(self._sure()), self._shows_actions and actions is _ENDING
        yield f"{fact.answers[0]} {_END}", True

    # Playing

    def played(self) -> list[Piece]:
        """A step of somebody who does not know what it knows."""
        chance = self._chance
        fact = chance.choice(chance.choice(self._things).facts)
        kind = chance.random()
        if kind < 0.05:
            return self._step(fact, _ASKING, "", (), ASK)
        if kind < 0.2:
            actions, library = self._searching(fact.of.source if chance.random() < 0.5 else "")
            if chance.random() < SEARCHES:
                return self._step(fact, actions, library, (), SEARCH)
            return self._step(fact, actions, library, (), self._sure(), self._believed(fact))
        if kind < 0.3:
            other = chance.choice([each for each in self._things if each.source != fact.of.source])
            return self._step(fact, _ENDING, "", (self._retrieved(other),), self._sure(), self._believed(fact))
        return self._passed_on(fact)

    def _passed_on(self, fact: Fact) -> list[Piece]:
        """What an asker makes of two replies."""
        chance = self._chance
        is_strange = chance.random() < _STRANGE
        texts = [self._dealt(fact.of, fact.about.name, is_strange=is_strange) for _ in range(2)]
        if chance.random() < _RIGHT and not is_strange:
            texts[chance.randrange(2)] = fact.answers[0]
        tags, at = [self._sure(), self._sure()], chance.randrange(2)
        if tags[0] != tags[1]:
            surer = tags.index(ANSWER)
            at = surer if chance.random() < PASSES_ON else 1 - surer
        tools = [f" ({source})" for source in KINDS] if chance.random() < 0.5 else ["", ""]
        evidence = [f"FRIEND_{tag}{tool}: {text}" for tag, tool, text in zip(tags, tools, texts, strict=True)]
        return self._step(fact, _ENDING, "", evidence, self._sure(), texts[at])

    def _step(
        self, fact: Fact, actions: Sequence[str], library: str, evidence: Sequence[str], action: str, words: str = ""
    ) -> list[Piece]:
        prompt = briefly(actions, library, evidence, self._chance.choice(fact.questions))
        return [(prompt, False), (f"{said(action, words)} {_END}", True)]

    def _searching(self, source: str = "") -> tuple[tuple[str, ...], str]:
        return (SEARCH, ANSWER, HEDGE), source or self._chance.choice(tuple(KINDS))

    def _sure(self) -> str:
        return ANSWER if self._chance.random() < ANSWERS else HEDGE

    def _believed(self, fact: Fact) -> str:
        return fact.answers[0] if fact.of.is_known else self._other(fact)

    def _other(self, fact: Fact) -> str:
        return self._dealt(fact.of, fact.about.name)

    def _dealt(self, thing: Thing, name: str, *, is_strange: bool = False) -> str:
        """What might be told of such a thing; is_strange: or of any other."""
        return self._chance.choice(self._values[self._chance.choice(self._kinds) if is_strange else (thing.kind.name, name)])

    def _retrieved(self, thing: Thing) -> str:
        """A paragraph about a thing, worded anew."""
        return f"RETRIEVAL: {thing.paragraph(Chance(self._chance.randbytes(32))).text}"

    def _shuffled(self, facts: Sequence[Fact]) -> list[Fact]:
        return self._chance.sample(list(facts), len(facts))

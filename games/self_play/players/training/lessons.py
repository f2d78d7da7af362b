"""Lessons for the tiny model before self-play: facts, reading, and an uninformed way to play (see `tiny`)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from woozle.core.chance import Chance
from woozle.core.groups import group_pairs
from woozle.games.self_play.data import NAMES
from woozle.games.self_play.data.world import Fact, Thing, World
from woozle.games.self_play.events import ANSWER, ASK, HEDGE, SEARCH
from woozle.games.self_play.players.prompt import CUE, action_text
from woozle.games.self_play.players.training.prompts import format_short_prompt

SEARCHES, PASSES_ON, ANSWERS = 0.97, 0.95, 0.7
"""Rates at which the demonstrations search, pass on the more confident reply, and ANSWER rather than HEDGE.

The paper's base model searches in 97 to 99 of 100 cases, and passes on the more confident reply in 80 (sections 5 and 6). A model
that is shown this in fewer than 95 takes much longer to learn it, and does it less often than it was shown. The third rate is our
choice: the player shown does not know what it knows, and mostly claims to be sure, as language models do.
"""

Piece: TypeAlias = tuple[str, bool]
"""Some words, and whether they are trained on or only context."""

_ASKING, _ENDING = (ASK, ANSWER, HEDGE), (ANSWER, HEDGE)
_END = "</s>"
_ECHOES = 0.15  # of readings
_RIGHT = 0.6  # share of pairs of replies in which one is right
_STRANGE = 0.3  # share of readings with values of any kind, to teach that the text counts, not what would be likely


def lessons(made: World, seed: int, *, facts: int = 0, readings: int = 0, plays: int = 0) -> Iterator[list[Piece]]:
    """Yield all lessons, each a text in pieces: `facts` about each known thing, `readings` paragraphs to read, `plays` steps of
    play.

    Equal seeds give equal lessons.
    """
    teacher = _Teacher(made, random.Random(f"{seed}/lessons"))
    known = [thing for thing in made.things if thing.is_known]
    for thing in known:
        yield from (teacher.thing_pieces(thing) for _ in range(-(-facts // 4)))
        yield from (teacher.recall_pieces(thing) for _ in range(facts))
    yield from (teacher.reading_pieces() for _ in range(readings))
    yield from (teacher.play_pieces() for _ in range(plays))


def rehearsals(made: World, count: int, seed: str) -> Iterator[list[Piece]]:
    """Yield facts and readings once more, without actions: they refresh what the model knows, and not what it does."""
    teacher = _Teacher(made, random.Random(f"{seed}/rehearsals"), shows_actions=False)
    known = [thing for thing in made.things if thing.is_known]
    for number in range(count):
        yield teacher.recall_pieces(known[number // 2 % len(known)]) if known and number % 2 else teacher.reading_pieces()


class _Teacher:
    """A teacher that knows the known things and guesses the rest. shows_actions: whether ANSWER and HEDGE are trained on."""

    def __init__(self, made: World, chance: random.Random, *, shows_actions: bool = True) -> None:
        self._chance = chance
        self._shows_actions = shows_actions
        self._things = made.things
        self._names = {source: [each.name for each in made.things if each.source == source] for source in NAMES}
        self._values = group_pairs(((thing.kind.name, name), told) for thing in made.things for name, told in thing.told.items())
        self._kinds = list(self._values)

    # Facts and reading: each thing is asked about all of its facts at once, since the model reads the shared beginning only once

    def thing_pieces(self, thing: Thing) -> list[Piece]:
        facts = self._shuffle(thing.facts)
        return [(f"{' '.join(self._chance.choice(fact.sentences) for fact in facts)} {_END}", True)]

    def recall_pieces(self, thing: Thing) -> list[Piece]:
        """Return the answers to questions about a known thing, by a seat without evidence or with evidence about another thing.

        They follow ANSWER or HEDGE, which is not trained on: the model does not learn that it should answer now.
        """
        actions, library = self._chance.choice(((_ASKING, ""), (_ENDING, ""), self._search(thing.source), self._search()))
        evidence: tuple[str, ...] = ()
        if actions is _ENDING:
            evidence = (self._retrieve(self._in_part(self._chance.choice([each for each in self._things if each is not thing]))),)
        return self._answers(thing, actions, library, evidence)

    def reading_pieces(self) -> list[Piece]:
        """Return the answers to questions that a paragraph answers, about a thing with a freshly drawn name and values.

        Or the paragraph once more, word for word: reading begins with copying, which is learned much sooner from that many words.
        """
        thing = self._in_part(self._chance.choice(self._things))
        is_strange = self._chance.random() < _STRANGE
        told = {name: self._deal_value(thing, name, is_strange=is_strange) for name in thing.told}
        dealt = replace(thing, name=self._chance.choice(self._names[thing.source]), told=told)
        evidence = (self._retrieve(dealt),)
        if self._chance.random() < _ECHOES:
            return [(evidence[0], False), (f"{evidence[0]} {_END}", True)]
        return self._answers(dealt, _ENDING, "", evidence)

    def _in_part(self, thing: Thing) -> Thing:
        """Return a thing with some facts left out: short paragraphs are learned sooner, and long ones after them."""
        attributes = thing.kind.attributes
        some = self._chance.sample(attributes, self._chance.randint(1, len(attributes)))
        return replace(thing, kind=replace(thing.kind, attributes=tuple(some)))

    def _answers(self, thing: Thing, actions: Sequence[str], library: str, evidence: Sequence[str]) -> list[Piece]:
        pieces: list[Piece] = []
        for number, fact in enumerate(self._shuffle(thing.facts)):
            question = self._chance.choice(fact.questions)
            prompt = f"Question: {question}\n{CUE}" if number else format_short_prompt(actions, library, evidence, question)
            pieces.append((prompt, False))
            pieces.append((action_text(self._choose_stance()), self._shows_actions and actions is _ENDING))
            pieces.append((f"{fact.answers[0]} {_END}", True))
        return pieces

    # Playing

    def play_pieces(self) -> list[Piece]:
        """Return a step of a player who does not know what it knows."""
        chance = self._chance
        fact = chance.choice(chance.choice(self._things).facts)
        kind = chance.random()
        if kind < 0.05:
            return self._step(fact, _ASKING, "", (), ASK)
        if kind < 0.2:
            actions, library = self._search(fact.of.source if chance.random() < 0.5 else "")
            if chance.random() < SEARCHES:
                return self._step(fact, actions, library, (), SEARCH)
            return self._step(fact, actions, library, (), self._choose_stance(), self._belief(fact))
        if kind < 0.3:
            other = chance.choice([each for each in self._things if each.source != fact.of.source])
            return self._step(fact, _ENDING, "", (self._retrieve(other),), self._choose_stance(), self._belief(fact))
        return self._relay_pieces(fact)

    def _relay_pieces(self, fact: Fact) -> list[Piece]:
        chance = self._chance
        is_strange = chance.random() < _STRANGE
        texts = [self._deal_value(fact.of, fact.about.name, is_strange=is_strange) for _ in range(2)]
        if chance.random() < _RIGHT and not is_strange:
            texts[chance.randrange(2)] = fact.answers[0]
        tags, at = [self._choose_stance(), self._choose_stance()], chance.randrange(2)
        if tags[0] != tags[1]:
            surer = tags.index(ANSWER)
            at = surer if chance.random() < PASSES_ON else 1 - surer
        tools = [f" ({source})" for source in NAMES] if chance.random() < 0.5 else ["", ""]
        evidence = [f"FRIEND_{tag}{tool}: {text}" for tag, tool, text in zip(tags, tools, texts, strict=True)]
        return self._step(fact, _ENDING, "", evidence, self._choose_stance(), texts[at])

    def _step(
        self, fact: Fact, actions: Sequence[str], library: str, evidence: Sequence[str], action: str, words: str = ""
    ) -> list[Piece]:
        prompt = format_short_prompt(actions, library, evidence, self._chance.choice(fact.questions))
        return [(prompt, False), (f"{action_text(action, words)} {_END}", True)]

    def _search(self, source: str = "") -> tuple[tuple[str, ...], str]:
        return (SEARCH, ANSWER, HEDGE), source or self._chance.choice(NAMES)

    def _choose_stance(self) -> str:
        return ANSWER if self._chance.random() < ANSWERS else HEDGE

    def _belief(self, fact: Fact) -> str:
        return fact.answers[0] if fact.of.is_known else self._deal_value(fact.of, fact.about.name)

    def _deal_value(self, thing: Thing, name: str, *, is_strange: bool = False) -> str:
        """Return a value that such a thing might have. is_strange: a value that any thing might have."""
        return self._chance.choice(self._values[self._chance.choice(self._kinds) if is_strange else (thing.kind.name, name)])

    def _retrieve(self, thing: Thing) -> str:
        return f"RETRIEVAL: {thing.paragraph(Chance(self._chance.randbytes(32))).text}"

    def _shuffle(self, facts: Sequence[Fact]) -> list[Fact]:
        return self._chance.sample(list(facts), len(facts))

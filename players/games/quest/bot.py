"""Bots for the quest, all of them extractive: they take sentences from the passage and put nothing into words of their own.

`planner` is the sparring partner. Where key facts count it takes the sentences with most names and numbers, and reviews for what it
is told is missing; else it writes little. A fact may slip. A careful person beats it with a summary in other words. `twin` is a
planner without chance, for ablations. `brief`, `extract` and `long` only differ in how much they take. `careless` shows what wrong
facts cost.

None of them knows anything. Asked a question they say that they do not know, or try what is named in it: they are there to fill a
table and to be beaten, and their scores say nothing about how hard the questions are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from woozle.core.chance import Chance
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.games.quest.events import Briefing, Decide, Demands, Given, Measured, Reconsidered, Reply, Standing
from woozle.core.games.quest.grounding import grounding
from woozle.core.request import Answer, Request
from woozle.players.bot import Bot, happens
from woozle.players.games.quest.plan import pays
from woozle.players.games.quest.text import by_centrality, dense, extract, mistaken, sentences, telling

_SLIPS = 69  # of a hundred matches, in facts: as ln 2 is 0.69, about every other match goes without one, however long it is
_TWINS_SLIPS = 6  # of a hundred passages, those in which the twin gets a fact wrong at first
_WRONG = 40  # of a hundred sentences that careless writes
_ROOM = 60  # words of a summary where the rules set no limit
_CENTRAL = 3  # so many of the most central sentences could stand for all
_NAMED = re.compile(r"(?<=\w )(?:[A-Z]\w+|\d+)(?: [A-Z]\w+)*")
_LONGEST = 4000  # characters that an answer may have
_UNKNOWN = "I do not know."


class _Terms(NamedTuple):
    """What a bot looks at of the rules. words: that are read of a summary; covers: whether key facts count."""

    items: int
    words: int
    covers: bool


class _QuestBot(Bot):
    """Takes its turns; subclasses say how they write, and perhaps when they review."""

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        """A decision, a summary or an answer to a question."""
        if request.answer is Decide:
            wants = "review" in request.choices["choice"] and self.reviews(observation)
            return Decide(choice="review" if wants else "continue")
        task = next(event for event in reversed(observation) if isinstance(event, Given | Reconsidered))
        if request.answer is Reply:
            return Reply(text=self.guess(task.text if isinstance(task, Given) else task.source, self.chance(request)))
        chance, terms = self.chance(request), _terms(observation)
        if isinstance(task, Given):
            text = self.draft(task.text, chance, terms)
        else:
            text = self.better(task, chance, terms, _missing(observation, task.item))
        return request.answer.model_validate({"text": text[:_LONGEST].strip() or _UNKNOWN})

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """A first summary."""
        raise NotImplementedError

    def better(self, task: Reconsidered, chance: Chance, terms: _Terms, missing: Sequence[str]) -> str:
        """The summary that is there, written again. missing: key facts that it does not tell, as far as that is known."""
        return self.draft(task.source, chance, terms._replace(items=1))

    def reviews(self, observation: Sequence[Event]) -> bool:
        """Whether to review now."""
        return False

    def guess(self, question: str, chance: Chance) -> str:
        """An answer to a question."""
        return _UNKNOWN


class Extract(_QuestBot):
    """Takes the two most central sentences as they are, and looks back at nothing: they would not get better."""

    name = "extract"
    sentences: ClassVar[int] = 2

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """The most central sentences."""
        return extract(passage, self.sentences)


class Brief(Extract):
    """Takes the most central sentence and nothing else."""

    name = "brief"
    sentences = 1


class Long(Extract):
    """Takes the five most central sentences."""

    name = "long"
    sentences = 5


class Careless(Extract):
    """Takes three sentences and gets a fact wrong in two of five; it reviews whenever that is advised, no less carelessly."""

    name = "careless"
    sentences = 3

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """Sentences of the passage, some with another number or name than there."""
        taken = sentences(super().draft(passage, chance, terms))
        return " ".join(mistaken(each, passage, chance) if happens(chance, "wrong", _WRONG) else each for each in taken)

    def reviews(self, observation: Sequence[Event]) -> bool:
        """When it is told to."""
        return any(event.is_review_advised for event in observation[-1:] if isinstance(event, Standing))

    def guess(self, question: str, chance: Chance) -> str:
        """Something that the question names."""
        return _named(question, chance)


class Planner(_QuestBot):
    """Takes the sentences with most names and numbers that there is room for where key facts count, else one short sentence.

    It reviews where the gain in H that it expects is worth more than what it costs, and takes what tells the missing facts.
    By faithfulness alone, whoever copies makes no mistake, and by the stated weights no thrift is worth one: without slips nobody
    would ever beat it, and with as many a passage it would lose every long match. So they are as many a match, and even odds for
    whoever makes none.
    """

    name = "planner"

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """Sentences of the passage, in which a fact may have slipped."""
        said = _taken(passage, terms)
        return mistaken(said, passage, chance) if chance.below("slips", 100 * terms.items) < _SLIPS else said

    def better(self, task: Reconsidered, chance: Chance, terms: _Terms, missing: Sequence[str]) -> str:
        """What tells the facts that are missing; else what of the summary is in the passage word by word, or another sentence."""
        if terms.covers:
            return telling(task.source, missing, terms.words)
        said = sentences(task.text)
        sound = [each for each in said if grounding(task.source, each) == 1.0]
        if sound and len(sound) < len(said):
            return " ".join(sound)
        return _shortest(task.source, besides=task.text)

    def reviews(self, observation: Sequence[Event]) -> bool:
        """Where it pays, by what is known."""
        return pays(observation)

    def guess(self, question: str, chance: Chance) -> str:
        """Something that the question names, since a wrong answer costs no more than none."""
        return _named(question, chance)


class Twin(Planner):
    """A planner whose slips hang on the passage alone: twins that know the same write the same, as models do at temperature 0.

    What lets them part is the order and what reviews show, so ablations are played with them.
    """

    name = "twin"

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """Sentences of the passage, in which a fact may have slipped."""
        said, slip = _taken(passage, terms), Chance(hashlib.sha256(passage.encode()).digest())
        return mistaken(said, passage, slip) if happens(slip, "slips", _TWINS_SLIPS) else said


BOTS: tuple[type[Bot], ...] = (Planner, Twin, Brief, Extract, Long, Careless)
"""The default first."""


def _shortest(passage: str, besides: str = "") -> str:
    """The shortest of the most central sentences; empty if there is none."""
    central = [each for each in by_centrality(passage) if each != besides]
    return min(central[:_CENTRAL], key=len, default="")


def _taken(passage: str, terms: _Terms) -> str:
    return dense(passage, terms.words) if terms.covers else _shortest(passage)


def _terms(observation: Sequence[Event]) -> _Terms:
    briefing, asked = first(observation, Briefing), first(observation, Demands)
    words = asked.words if asked and asked.words else _ROOM
    return _Terms(briefing.items if briefing else 1, words, asked is not None and asked.facts > 0)


def _missing(observation: Sequence[Event], item: str) -> Sequence[str]:
    """What was last said to be missing in the summary of an item."""
    told = [event.missing for event in observation if isinstance(event, Measured) and event.item == item]
    return told[-1] if told else ()


def _named(question: str, chance: Chance) -> str:
    names = _NAMED.findall(question)
    return chance.choice("named", names) if names else _UNKNOWN

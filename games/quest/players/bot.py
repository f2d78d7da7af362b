"""Bots for the quest, all of them extractive: they take sentences from the passage, and reword next to nothing.

`clerk`, `magpie` and `archivist` are the opponents of three levels. They take the sentences with most names and numbers, or write
down what they have read about the passages that come with Woozle; they differ in how much they have read, how often a fact slips,
and how soon they write a summary again.

The others are for experiments. `planner` reviews where that is worth its price. `twin` is a planner without chance, for ablations.
`brief`, `extract` and `long` only differ in how much they take. `careless` shows what wrong facts cost.

None of them knows more. Asked a question they say that they do not know, or for experiments try what is named in it: they are there
to fill a table and to be beaten, and their scores say nothing about how hard the questions are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from statistics import fmean, median
from typing import ClassVar, NamedTuple

from woozle.core.arithmetic import plain_sum
from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.games.quest.data import passages, references
from woozle.games.quest.events import DECISIONS, Appraised, Given, Reconsidered, Reply, Standing, decide
from woozle.games.quest.judgement.grounding import grounding
from woozle.games.quest.judgement.scores import Cost, penalties
from woozle.games.quest.players.text import by_centrality, extract, extract_clauses, extract_dense, falsify, leave_out, sentences
from woozle.games.quest.state import Parts, Progress, State
from woozle.players.bot import Bot, happens, variant


def review_pays(state: State) -> bool:
    """Return whether to review now. For a seat that does not see H it never pays.

    A first review may open the door for more, as no other seat may have reviewed: as many are weighed together as could still
    follow.
    """
    standing, briefing = state.mine.standing, state.briefing
    if standing is None or briefing is None or standing.worst_h is None or not standing.done:
        return False
    gains = _possible_gains(state.mine)[: standing.total - standing.step]
    mine, rivals = _expected_cost(standing), [*_rival_costs(state, standing)]
    now = _lead(mine, rivals)
    for number in range(1, len(gains) + 1):
        cost = briefing.beta * (now - _lead(_with_reviews(mine, number, standing), rivals))
        if briefing.alpha * plain_sum(gains[:number]) / standing.total > cost:
            return True
    return False


def _possible_gains(mine: Progress) -> list[float]:
    """Return the H that each of one's texts could win, the largest first: the difference to the median H of all that was scored."""
    usual = median(each.h for each in mine.scorings) if mine.scorings else 0.0
    return sorted((usual - each.h for each in mine.scored.values() if each.h < usual), reverse=True)


def _expected_cost(standing: Standing) -> Cost:
    """Return the cost at the end without further reviews: each text to come costs as much as those that are there."""
    whole = standing.total / standing.done
    return Cost(
        standing.calls + 2 * (standing.total - standing.done), standing.tokens * whole, standing.reviews, standing.seconds * whole
    )


def _with_reviews(end: Cost, number: int, standing: Standing) -> Cost:
    """Return the cost after some more reviews, each of which reads and writes about as much as a text did."""
    share = number / standing.total
    return Cost(end.calls + number, end.tokens * (1 + share), end.reviews + number, end.seconds * (1 + share / 2))


def _rival_costs(state: State, standing: Standing) -> Iterator[Cost]:
    """Yield the cost of each rival at the end: as last seen of it or, if nothing was seen, like oneself without a review."""
    plain = _expected_cost(standing)
    for seat in state.seats:
        if seat == state.me:
            continue
        facts = state.sights[seat].glimpse.facts if seat in state.sights else {}
        known = {name: float(value) for name, value in facts.items() if isinstance(value, int | float)}
        whole = standing.total / known["done"] if known.get("done") else standing.total / max(1, standing.done)
        reviews = known.get("reviews", 1.0 if facts else 0.0)
        yield Cost(
            2 * standing.total + reviews,
            known["tokens"] * whole if "tokens" in known else plain.tokens,
            reviews,
            known["seconds"] * whole if "seconds" in known else plain.seconds,
        )


def _lead(mine: Cost, rivals: Sequence[Cost]) -> float:
    """Return by how much the seat's P is below the mean of its rivals."""
    own, *others = penalties([mine, *rivals])
    return fmean(others) - own if others else -own


_TWINS_SLIPS = 6  # of a hundred passages, those in which the twin gets a fact wrong at first
_WRONG = 40  # of a hundred sentences that careless writes
_ROOM = 60  # words of a summary where the rules set no limit
_CENTRAL = 3  # the most central sentences that could represent all
_NAMED = re.compile(r"(?<=\w )(?:[A-Z]\w+|\d+)(?: [A-Z]\w+)*")
_FEW = 2  # key facts that may be untold before other pieces of the passage are tried
_LONGEST = 4000  # characters that an answer may have
_UNKNOWN = "I don't know."


class _Terms(NamedTuple):
    """The rules that a bot looks at. words: that are read of a summary; covers: whether key facts count."""

    items: int
    words: int
    covers: bool


class _QuestBot(Bot):
    """A bot that takes its turns; subclasses say how they write, and perhaps when they review."""

    guesses: ClassVar[bool] = False

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        state = self.know(State, request, observation)
        if request.answer in DECISIONS:
            return decide(request, "review" if self.reviews(state) else "continue")
        task, chance, terms = state.mine.about, self.chance(request), _terms(state)
        assert task is not None, "a text is asked for after the item is given"
        if request.answer is Reply:
            return Reply(text=self.guess(task.text if isinstance(task, Given) else task.source, chance))
        if isinstance(task, Given):
            text = self.draft(task.text, chance, terms)
        else:
            text = self.better(task, chance, terms, state.mine.parts.get(task.item))
        return request.answer.model_validate({"text": text[:_LONGEST].strip() or _UNKNOWN})

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        raise NotImplementedError

    def better(self, task: Reconsidered, chance: Chance, terms: _Terms, parts: Parts | None) -> str:
        """Return the summary written again. parts: of its H, where they are known."""
        return self.draft(task.source, chance, terms._replace(items=1))

    def reviews(self, state: State) -> bool:
        return False

    def guess(self, question: str, chance: Chance) -> str:
        """Return something that the question names, if this bot guesses: a wrong answer costs no more than none."""
        named = _NAMED.findall(question) if self.guesses else []
        return chance.choice("named", named) if named else _UNKNOWN


class Extract(_QuestBot):
    """Takes the two most central sentences as they are, and looks back at nothing: they would not get better."""

    name = "extract"
    sentences: ClassVar[int] = 2

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        return extract(passage, self.sentences)


Brief = variant(Extract, "brief", "Takes the most central sentence and nothing else.", sentences=1)
Long = variant(Extract, "long", "Takes the five most central sentences.", sentences=5)


class Careless(Extract):
    """Takes three sentences and gets a fact wrong in two of five; it reviews whenever that is advised, no less carelessly."""

    name = "careless"
    sentences = 3
    guesses = True

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """Return sentences of the passage, some with another number or name than there."""
        taken = sentences(super().draft(passage, chance, terms))
        return " ".join(falsify(each, passage, chance) if happens(chance, "wrong", _WRONG) else each for each in taken)

    def reviews(self, state: State) -> bool:
        return state.mine.standing is not None and state.mine.standing.is_review_advised


class Planner(_QuestBot):
    """A bot that takes the sentences with most names and numbers, if key facts count and as many as fit, else one short sentence.

    It reviews where the gain in H that it expects is worth more than what it costs. Then it writes down the same without a slip or,
    where many facts are untold, takes other pieces of the passage: shorter ones, so that more of them fit.
    By the judge `lexical` a copy has no mistake, and by the stated weights no thrift is worth one. So a planner that never slips
    could not be beaten, and one that slips in a share of all passages would lose every long match. It slips equally often in every
    match instead, which leaves even odds to a rival without slips. slips: of a hundred matches, in facts; with 69, as ln 2 is
    0.69, about every other match has none, however long it is.
    """

    name = "planner"
    guesses = True
    slips: ClassVar[int] = 69

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """Return sentences of the passage, in which a fact may have slipped."""
        return self._slip(_take_sentences(passage, terms), passage, chance, terms)

    def _slip(self, said: str, passage: str, chance: Chance, terms: _Terms) -> str:
        return falsify(said, passage, chance) if chance.below("slips", 100 * terms.items) < self.slips else said

    def better(self, task: Reconsidered, chance: Chance, terms: _Terms, parts: Parts | None) -> str:
        """Return other pieces of the passage, or the part of the summary that is in the passage, or another sentence."""
        if terms.covers:
            is_poor = isinstance(parts, Appraised) and parts.untold > _FEW
            return (extract_clauses if is_poor else extract_dense)(task.source, terms.words)
        said = sentences(task.text)
        sound = [each for each in said if grounding(task.source, each) == 1.0]
        if sound and len(sound) < len(said):
            return " ".join(sound)
        return _shortest(task.source, besides=task.text)

    def reviews(self, state: State) -> bool:
        return review_pays(state)


class _Reviser(Planner):
    """A planner that revises its worst summaries, whatever that costs; subclasses have other traits.

    Of passages that come with Woozle it may have read the summary. Then it writes that down, at first without one of its sentences.

    revisions: of a hundred summaries, how many it reviews at most. waits: how many it writes first:
    the more there are to choose from, the worse are those that it revises. reads: of a hundred summaries, how many it has read.
    """

    revisions: ClassVar[int] = 33
    waits: ClassVar[int] = 1
    reads: ClassVar[int] = 0
    slips = 0
    guesses = False

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        """Return a summary that it has read, or sentences of the passage; a fact may have slipped."""
        if not (whole := self._find_summary(passage, terms)):
            return super().draft(passage, chance, terms)
        said = list(sentences(whole))
        said.pop(chance.choice("left out", leave_out(said)))
        return self._slip(" ".join(said), passage, chance, terms)

    def better(self, task: Reconsidered, chance: Chance, terms: _Terms, parts: Parts | None) -> str:
        """Return the whole of a summary that it has read; else what a planner would."""
        return self._find_summary(task.source, terms) or super().better(task, chance, terms, parts)

    def _find_summary(self, passage: str, terms: _Terms) -> str:
        is_read = hashlib.sha256(passage.encode()).digest()[0] % 100 < self.reads
        return _summaries().get(passage, "") if terms.covers and is_read else ""

    def reviews(self, state: State) -> bool:
        standing = state.mine.standing
        if not _terms(state).covers or standing is None or standing.worst_h is None:
            return super().reviews(state)
        left = round(standing.total * self.revisions / 100) - standing.reviews
        return left > 0 and standing.is_review_advised and standing.done >= self.waits


class Clerk(_Reviser):
    """Has read nearly all passages before, gets two facts wrong a match or three; revises two of six, once it can choose."""

    name, level = "clerk", "normal"
    character = "Knows nearly all passages, slips two or three times, and revises its worst."
    waits = 2
    reads = 95
    slips = 255


class Magpie(_Reviser):
    """Has read nearly all passages before, gets about three facts wrong a match, and revises what is poor at once, two of six."""

    name, level = "magpie", "easy"
    character = "Knows nearly all passages, mixes up names and numbers, and revises too soon."
    reads = 94
    slips = 335


class Archivist(_Reviser):
    """Has read all passages before and gets about two facts wrong a match; revises what is poor at once, two of six."""

    name, level = "archivist", "hard"
    character = "Knows the passages, gets about two facts wrong, and leaves something out."
    reads = 100
    slips = 193


@cache
def _summaries() -> Mapping[str, str]:
    """Return the faithful summaries that come with Woozle, by passage."""
    return {item.text: str(references()[item.id]["faithful"]) for item in passages()}


class Twin(Planner):
    """A planner whose slips hang on the passage alone: twins that know the same write the same, as models do at temperature 0.

    What lets them part is the order and what reviews show, so ablations are played with them.
    """

    name = "twin"

    def draft(self, passage: str, chance: Chance, terms: _Terms) -> str:
        said, slip = _take_sentences(passage, terms), Chance(hashlib.sha256(passage.encode()).digest())
        return falsify(said, passage, slip) if happens(slip, "slips", _TWINS_SLIPS) else said


BOTS: tuple[type[Bot], ...] = (Clerk, Magpie, Archivist, Planner, Twin, Brief, Extract, Long, Careless)
"""The default first."""


def _shortest(passage: str, besides: str = "") -> str:
    central = [each for each in by_centrality(passage) if each != besides]
    return min(central[:_CENTRAL], key=len, default="")


def _take_sentences(passage: str, terms: _Terms) -> str:
    return extract_dense(passage, terms.words) if terms.covers else _shortest(passage)


def _terms(state: State) -> _Terms:
    briefing, asked = state.briefing, state.demands
    words = asked.words if asked and asked.words else _ROOM
    return _Terms(briefing.items if briefing else 1, words, asked is not None and asked.facts > 0)

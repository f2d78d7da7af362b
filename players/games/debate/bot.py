"""Bots for the debate: they answer, read what others say, and are moved by it or not.

What a bot knows is drawn once: with its `skill` it knows the answer of a question that comes with Woozle, otherwise it takes the
tempting one for right. Of any other question it knows nothing, and guesses.

From the second round on each answer that was heard has as many voices as the texts for it weigh (1 each, more if they are sure of
themselves or urgent, less if they doubt), and its own has `stubbornness` of them. It answers one of these with a chance that is
that answer's share of the voices, as in the voter model (P. Clifford and A. Sudbury, A model for spatial conflict, 1973). So it
checks no argument: an error and a truth that are told alike spread alike. What lets truth spread further is `calibration` alone:
who knows says that it is sure, who does not says that it is not.

`fair` is the default; the others differ in one thing or two, as their names say.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.games.debate.events import NONE_RIGHT, UNSURE, Answered, Appealed, Believe, Briefing, Heard, Listen, Solve
from woozle.core.games.debate.extraction import Kind, extract_answer
from woozle.core.names import LETTERS
from woozle.core.request import Answer, Request, Seat
from woozle.players.bot import Bot, happens, luck
from woozle.players.games.debate import speech
from woozle.players.games.debate.speech import force

_NO_BRIEFING = Briefing((), "text", "", (), 1, "full", 1.0, 0.0, False, False)


@dataclass(frozen=True, slots=True)
class Voice:
    """A response that was heard: its speaker (empty without names), its answer, and its weight."""

    speaker: Seat
    answer: str | None
    force: float


@dataclass(slots=True)
class Memory:
    """The observation so far. answers: of this seat, one a round; heard: before each round from the second on; appeals: so far."""

    me: Seat
    briefing: Briefing = _NO_BRIEFING
    answers: list[str | None] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    appeals: list[str] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        kind: Kind = self.briefing.kind  # type: ignore[assignment]
        return kind

    @property
    def answer(self) -> str | None:
        return self.answers[-1] if self.answers else None

    def voices(self) -> list[Voice]:
        """Return the responses heard last, in the order heard."""
        return self._voices(self.heard[-1]) if self.heard else []

    def last_heard(self) -> dict[Seat, Voice]:
        """Return the last response of each seat that was heard by name."""
        return {voice.speaker: voice for heard in self.heard for voice in self._voices(heard) if voice.speaker}

    def _voices(self, heard: Heard) -> list[Voice]:
        letters = LETTERS[: len(self.briefing.options)]
        named = zip(heard.speakers or ("",) * len(heard.texts), heard.texts, strict=True)
        return [Voice(speaker, extract_answer(text, self.kind, letters), force(text)) for speaker, text in named]


def remember(me: Seat, observation: Sequence[Event]) -> Memory:
    """Return the memory of a seat, from all that it has observed."""
    memory = Memory(me)
    for event in observation:
        match event:
            case Briefing():
                memory.briefing = event
            case Answered(seat=seat, answer=answer) if seat == me:
                memory.answers.append(answer)
            case Heard(seat=seat) if seat == me:
                memory.heard.append(event)
            case Appealed(seat=seat, text=text) if seat == me:
                memory.appeals.append(text)
    return memory


def same(answer: str | None) -> str:
    """Return an answer in the form in which it is compared with others; empty for none."""
    return " ".join((answer or "").casefold().split())


_CURIOUS = 0.25  # what listening to somebody unknown is worth, in voices
_AGREES = 0.5  # what it adds to trust if somebody answered the same, and takes from it if not
_LARGEST = 100  # of the numbers that are guessed where the question names none
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_NAMED = re.compile(r"(?<=\w )[A-Z]\w{2,30}(?: [A-Z]\w{2,30}){0,3}")


class DebateBot(Bot):
    """Answers, weighs what it heard, and answers again. Subclasses only have other traits.

    skill: in how many of a hundred questions it knows the answer, if the question comes with Woozle. stubbornness: voices of its
    own answer, 0 or more. persuasiveness: how likely, of a hundred, each of two emphatic sentences is that it may add.
    calibration: in how many of a hundred responses how sure it says it is follows from what it knows; else that is drawn.
    """

    skill: ClassVar[int] = 60
    stubbornness: ClassVar[float] = 2.0
    persuasiveness: ClassVar[int] = 50
    calibration: ClassVar[int] = 50

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        memory = remember(request.to, observation)
        if request.answer is Listen:
            return Listen(to=self._partners(memory, request))
        if request.answer is Believe:
            return Believe(answer=self._belief(memory, tuple(request.choices["answer"])))
        return self._solve(memory, self.chance(request))

    # Answers

    def _solve(self, memory: Memory, chance: Chance) -> Solve:
        known, knows = self._prior_answer(memory)
        if not memory.answers:
            answer, opening, other = known, "first", ""
        else:
            own = memory.answer or known
            voices = memory.voices()
            answer = self._choose_answer(voices, own, chance)
            opening, other = _stance(voices, own, answer)
        sure = self._sure(answer, known, knows, chance)
        return Solve(text=speech.response(memory.briefing, answer, opening, other, sure, self.persuasiveness, chance))

    def _choose_answer(self, voices: Sequence[Voice], own: str | None, chance: Chance) -> str | None:
        """Return its own answer or one that it heard, each with the chance that its voices give it."""
        weights: defaultdict[str, float] = defaultdict(float)
        words = {same(own): own} if own else {}
        if own:
            weights[same(own)] = self.stubbornness
        for voice in voices:
            if voice.answer:
                weights[same(voice.answer)] += voice.force
                words.setdefault(same(voice.answer), voice.answer)
        left = luck(chance, "convinced") * sum(weights.values())
        for each, weight in weights.items():
            if left < weight:
                return words[each]
            left -= weight
        return own

    def _sure(self, answer: str | None, known: str | None, knows: bool, chance: Chance) -> float:
        """Return how sure it says it is: as it should be of what it knows or does not, or anything."""
        if happens(chance, "calibrated", self.calibration):
            return speech.SURE if knows and answer == known else speech.UNSURE
        return chance.choice("how sure", (speech.SURE, speech.UNSAID, speech.UNSURE))

    # What it knows

    def _prior_answer(self, memory: Memory) -> tuple[str | None, bool]:
        """Return its answer before it has heard anything, the same for the whole match, and whether it knows that it is right."""
        briefing = memory.briefing
        chance = Chance(b"knows " + self._key + briefing.question.encode(errors="replace"))
        if problem := speech.find_problem(briefing):
            if happens(chance, "knows", self.skill):
                return problem.answer, True
            tempting = [each.answer for each in problem.misleading]
            return chance.choice("tempted", tempting or list(problem.letters)), False
        return self._guess(memory, chance), False

    def _guess(self, memory: Memory, chance: Chance) -> str | None:
        """Return an answer of the right kind; None to a question in words that names nothing."""
        question = memory.briefing.question
        match memory.kind:
            case "choice":
                letters = LETTERS[: len(memory.briefing.options)]
                return chance.choice("guess", letters) if letters else None
            case "yes_no":
                return chance.choice("guess", ("yes", "no"))
            case "number":
                named = _NUMBER.findall(question)
                return str(int(chance.choice("guess", named))) if named else str(1 + chance.below("guess", _LARGEST))
        names = _NAMED.findall(question)
        return chance.choice("guess", names) if names else None

    # Whom it listens to, and what it believes

    def _partners(self, memory: Memory, request: Request) -> str:
        """Return the set of others that it trusts most, as it is offered; equals are drawn."""
        trust = {speaker: _trust(memory, voice) for speaker, voice in memory.last_heard().items()}
        offered: Sequence[str] = request.choices["to"]

        def worth(names: str) -> float:
            return sum(trust.get(name, _CURIOUS) for name in names.split(", "))

        most = max(map(worth, offered))
        return self.chance(request).choice("listen", [names for names in offered if worth(names) == most])

    def _belief(self, memory: Memory, options: Sequence[str]) -> str:
        """Return its belief after the appeals so far: each is a voice against its own answer, so that more never convince less."""
        own = memory.answer
        if own is None or own not in options:
            return UNSURE if UNSURE in options else options[0]
        against = sum(map(speech.force, memory.appeals))
        resists = luck(Chance(b"resists " + self._key), "appeals")
        if not against or against / (against + self.stubbornness) <= resists:
            return own
        problem = speech.find_problem(memory.briefing)
        tempting = problem.misleading[0].answer if problem and problem.misleading else ""
        return tempting if tempting in options else NONE_RIGHT


def _trust(memory: Memory, voice: Voice) -> float:
    """Return how much a bot wants to hear somebody again, in voices: more if they were sure, and if they agree with it now."""
    return voice.force - 1 + (_AGREES if same(voice.answer) == same(memory.answer) else -_AGREES)


def _stance(voices: Sequence[Voice], own: str | None, answer: str | None) -> tuple[str, Seat]:
    """Return the opening of a speech and the seat it names: the weightiest that shares the answer, or else that does not."""
    if not voices:
        return "alone", ""
    allies = [voice for voice in voices if answer and same(voice.answer) == same(answer)]
    weightiest = max(allies or voices, key=lambda voice: voice.force).speaker
    if same(own) != same(answer):
        return "joins", weightiest
    return ("agreed" if allies else "stays"), weightiest


class Fair(DebateBot):
    """Knows three questions of five, and gives its own answer as much weight as two others."""

    name = "fair"


class Stubborn(DebateBot):
    """A bot whose own answer weighs as much as eight others."""

    name = "stubborn"
    stubbornness = 8.0


class Gullible(DebateBot):
    """A bot whose own answer weighs half as much as another's."""

    name = "gullible"
    stubbornness = 0.5


class Eloquent(DebateBot):
    """Puts everything urgently, and how sure it says it is means nothing."""

    name = "eloquent"
    persuasiveness = 100
    calibration = 0


class Expert(DebateBot):
    """Knows nine questions of ten, and says so when it does not."""

    name = "expert"
    skill = 90
    calibration = 90


BOTS: tuple[type[Bot], ...] = (Fair, Stubborn, Gullible, Eloquent, Expert)
"""The default first."""

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
from typing import ClassVar

from woozle.core.chance import Chance
from woozle.core.choosing import LETTERS
from woozle.core.game import Event
from woozle.core.games.debate.events import Believe, Listen, Solve
from woozle.core.games.debate.probe import NONE_RIGHT, UNSURE
from woozle.core.request import Answer, Request, Seat
from woozle.players.bot import Bot, happens, luck
from woozle.players.games.debate import speech
from woozle.players.games.debate.memory import Memory, Voice, remembered, same

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
        """What is asked for."""
        memory = remembered(request.to, observation)
        if request.answer is Listen:
            return Listen(to=self._partners(memory, request))
        if request.answer is Believe:
            return Believe(answer=self._belief(memory, tuple(request.choices["answer"])))
        return self._solved(memory, self.chance(request))

    # Answers

    def _solved(self, memory: Memory, chance: Chance) -> Solve:
        known, knows = self._known(memory)
        if not memory.answers:
            answer, opening, other = known, "first", ""
        else:
            own = memory.answer or known
            voices = memory.voices()
            answer = self._convinced(voices, own, chance)
            opening, other = _stance(voices, own, answer)
        sure = self._sure(answer, known, knows, chance)
        return Solve(text=speech.response(memory.briefing, answer, opening, other, sure, self.persuasiveness, chance))

    def _convinced(self, voices: Sequence[Voice], own: str | None, chance: Chance) -> str | None:
        """Its own answer or one that it heard, each with the chance that its voices give it."""
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
        """How sure it says it is: as it should be of what it knows or does not, or anything."""
        if happens(chance, "calibrated", self.calibration):
            return speech.SURE if knows and answer == known else speech.UNSURE
        return chance.choice("how sure", (speech.SURE, speech.UNSAID, speech.UNSURE))

    # What it knows

    def _known(self, memory: Memory) -> tuple[str | None, bool]:
        """What it takes for right before it has heard anything, the same for the whole match; whether it knows that it is."""
        briefing = memory.briefing
        chance = Chance(b"knows " + self._key + briefing.question.encode(errors="replace"))
        if problem := speech.bundled(briefing):
            if happens(chance, "knows", self.skill):
                return problem.answer, True
            tempting = [each.answer for each in problem.misleading]
            return chance.choice("tempted", tempting or list(problem.letters)), False
        return self._guess(memory, chance), False

    def _guess(self, memory: Memory, chance: Chance) -> str | None:
        """An answer of the right kind; None to a question in words that names nothing."""
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
        """The set of others that it trusts most, as it is offered; who is as much worth as others is drawn."""
        trust = {speaker: _trust(memory, voice) for speaker, voice in memory.known().items()}
        offered: Sequence[str] = request.choices["to"]

        def worth(names: str) -> float:
            return sum(trust.get(name, _CURIOUS) for name in names.split(", "))

        most = max(map(worth, offered))
        return self.chance(request).choice("listen", [names for names in offered if worth(names) == most])

    def _belief(self, memory: Memory, options: Sequence[str]) -> str:
        """What it believes after the appeals so far: each is a voice against its own, so that more of them never convince less."""
        own = memory.answer
        if own is None or own not in options:
            return UNSURE if UNSURE in options else options[0]
        against = sum(map(speech.force, memory.appeals))
        resists = luck(Chance(b"resists " + self._key), "appeals")
        if not against or against / (against + self.stubbornness) <= resists:
            return own
        problem = speech.bundled(memory.briefing)
        tempting = problem.misleading[0].answer if problem and problem.misleading else ""
        return tempting if tempting in options else NONE_RIGHT


def _trust(memory: Memory, voice: Voice) -> float:
    """How much it wants to hear somebody again, in voices: who was sure, and who answered what it answers now."""
    return voice.force - 1 + (_AGREES if same(voice.answer) == same(memory.answer) else -_AGREES)


def _stance(voices: Sequence[Voice], own: str | None, answer: str | None) -> tuple[str, Seat]:
    """How it begins to speak, and whom it names: who says what it now answers, most weighty first, or whom it disagrees with."""
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
    """Its own answer weighs as much as eight others."""

    name = "stubborn"
    stubbornness = 8.0


class Gullible(DebateBot):
    """Its own answer weighs half as much as another's."""

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

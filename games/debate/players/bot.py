"""Bots for the debate: they answer, read the responses of others, and are moved by them or not.

What a bot knows is drawn once: with its `skill` it knows the answer of a question that comes with Woozle, otherwise it takes the
tempting one for right. Of any other question it knows nothing, and guesses.

From the second round on each answer that was heard has as many voices as the texts for it weigh (1 each, more if they are sure of
themselves or urgent, less if they doubt), and its own has `stubbornness` of them. It answers one of these with a chance that is
that answer's share of the voices, as in the voter model (P. Clifford and A. Sudbury, A model for spatial conflict, 1973). So it
checks no argument: an error and a truth that are argued alike spread alike. What lets truth spread further is `calibration` alone:
who knows says that it is sure, who does not says that it is not.

`debater`, the default, `student` and `advocate` are opponents of three levels. `fair` and the rest are for experiments: they differ
from `fair` in one thing or two, as their names say.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from woozle.core.arithmetic import pick, plain_sum
from woozle.core.chance import Chance
from woozle.core.event import last
from woozle.core.game import Event
from woozle.core.names import LETTERS
from woozle.core.request import Answer, Request, Seat
from woozle.games.debate.events import NONE_RIGHT, UNSURE, Believe, Explain, Guided, Listen, Solve
from woozle.games.debate.players import persuasion
from woozle.games.debate.players.memory import Memory, Voice, same
from woozle.games.debate.players.speech import Stance, find_problem, fresh_quote, quote, response
from woozle.players.bot import Bot, happens, luck, variant

_CURIOUS = 0.25  # what listening to an unknown seat is worth, in voices
_AGREES = 0.5  # added to its trust in a seat that gave the same answer, and taken off otherwise
_COUNTERS = 60  # of a hundred times that it could agree with one and contradict another, those that it contradicts
_LARGEST = 100  # of the numbers that are guessed where the question names none
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_NAMED = re.compile(r"(?<=\w )[A-Z]\w{2,30}(?: [A-Z]\w{2,30}){0,3}")


class DebateBot(Bot):
    """Answers, weighs what it heard, and answers again. Subclasses differ only in their traits.

    skill: in how many of a hundred questions it knows the answer, if the question comes with Woozle. stubbornness: voices of its
    own answer, 0 or more. persuasiveness: how likely, of a hundred, each of two emphatic sentences is that it may add.
    calibration: in how many of a hundred responses how sure it says it is follows from what it knows; else that is drawn.
    explains: in how many of a hundred matches it gives the reasons that are bundled with a question. advocacy: in how many of a
    hundred questions that it knows it argues for the tempting answer until the last round, where it says what it knows.
    """

    skill: ClassVar[int] = 60
    stubbornness: ClassVar[float] = 2.0
    persuasiveness: ClassVar[int] = 50
    calibration: ClassVar[int] = 50
    explains: ClassVar[int] = 100
    advocacy: ClassVar[int] = 0

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        memory = Memory(request.to, observation)
        if request.answer is Listen:
            return Listen(to=self._partners(memory, request))
        if request.answer is Believe:
            return Believe(answer=self._belief(memory, tuple(request.choices["answer"])))
        if request.answer is Explain and (guided := last(observation, Guided)):
            return Explain(text=self._explanation(memory, guided.answer, self.chance(request)))
        return self._solve(memory, self.chance(request))

    # Answers

    def _solve(self, memory: Memory, chance: Chance) -> Solve:
        known, knows = self._prior_answer(memory)
        argued = self._argues_for(memory, known) if knows else None
        own = memory.answer or argued or known
        if argued:
            answer = known if memory.is_last_round else argued
        else:
            answer = self._choose_answer(memory.voices, own, chance) if memory.answers else known
        stance = _stance(memory, own, answer, chance, explains=happens(Chance(b"explains " + self._key), "explains", self.explains))
        if argued and memory.is_last_round:
            stance = replace(stance, opening="reveals", other=None)
        sure = persuasion.SURE if argued else self._sure(memory, answer, known, knows)
        return Solve(text=response(memory, answer, stance, sure, self.persuasiveness, chance))

    def _argues_for(self, memory: Memory, known: str | None) -> str | None:
        """Return the tempting answer, if it argues for it in this match until the last round, though it knows better."""
        problem, briefing = find_problem(memory.briefing), memory.briefing
        if problem is None or not problem.misleading or briefing.rounds == 1 or briefing.early_stop:
            return None
        if memory.answers and same(memory.answers[0]) == same(known):  # a first answer that it was given
            return None
        argues = happens(Chance(b"argues " + self._key + briefing.question.encode(errors="replace")), "argues", self.advocacy)
        return problem.misleading[0].answer if argues else None

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
        drawn = luck(chance, "convinced") * plain_sum(weights.values())
        return words[pick(weights, drawn)] if weights else own

    def _sure(self, memory: Memory, answer: str | None, known: str | None, knows: bool) -> float:
        """Return how sure it says it is: as it should be of what it knows or does not, or anything; the same of the same answer.

        Once it has changed its mind it is sure of nothing that it does not know.
        """
        right = persuasion.SURE if knows and same(answer) == same(known) else persuasion.UNSURE
        chance = Chance(b"sure " + self._key + f"{memory.briefing.question} {same(answer)}".encode(errors="replace"))
        if happens(chance, "calibrated", self.calibration):
            return right
        levels = (persuasion.SURE, persuasion.UNSAID, persuasion.UNSURE)
        has_changed = any(same(each) != same(answer) for each in memory.answers)
        return chance.choice("how sure", levels[1:] if has_changed else levels)

    def _explanation(self, memory: Memory, answer: str, chance: Chance) -> str:
        """Return the reasons that are bundled with the question for the right answer, or what anybody could say for it."""
        return response(memory, answer, Stance("first"), persuasion.SURE, 0, chance)

    # What it knows

    def _prior_answer(self, memory: Memory) -> tuple[str | None, bool]:
        """Return its answer before it has heard anything, the same for the whole match, and whether it knows that it is right."""
        briefing = memory.briefing
        chance = Chance(b"knows " + self._key + briefing.question.encode(errors="replace"))
        if problem := find_problem(briefing):
            if happens(chance, "knows", self.skill):
                return problem.answer, True
            tempting = [each.answer for each in problem.misleading]
            return chance.choice("tempted", tempting or list(problem.letters)), False
        return self._guess(memory, chance), False

    def _guess(self, memory: Memory, chance: Chance) -> str | None:
        """Return an answer of the right kind; None to a question in words that names nothing."""
        question = memory.briefing.question
        match memory.state.kind:
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

    # Partners and beliefs

    def _partners(self, memory: Memory, request: Request) -> str:
        """Return the set of others that it trusts most, as it is offered; equals are drawn."""
        trust = {speaker: _trust(memory, voice) for speaker, voice in memory.last_heard().items()}
        offered: Sequence[str] = request.choices["to"]

        def worth(names: str) -> float:
            return plain_sum(trust.get(name, _CURIOUS) for name in names.split(", "))

        most = max(map(worth, offered))
        return self.chance(request).choice("listen", [names for names in offered if worth(names) == most])

    def _belief(self, memory: Memory, options: Sequence[str]) -> str:
        """Return its belief after the appeals so far: each is a voice against its own answer, so that more never convince less."""
        own = memory.answer
        if own is None or own not in options:
            return UNSURE if UNSURE in options else options[0]
        against = plain_sum(map(persuasion.force, memory.state.appeals))
        resists = luck(Chance(b"resists " + self._key), "appeals")
        if not against or against / (against + self.stubbornness) <= resists:
            return own
        problem = find_problem(memory.briefing)
        tempting = problem.misleading[0].answer if problem and problem.misleading else ""
        return tempting if tempting in options else NONE_RIGHT


def _trust(memory: Memory, voice: Voice) -> float:
    """Return how much a bot wants to hear a seat again, in voices: more if they were sure, and if they agree with it now."""
    return voice.force - 1 + (_AGREES if same(voice.answer) == same(memory.answer) else -_AGREES)


def _stance(memory: Memory, own: str | None, answer: str | None, chance: Chance, *, explains: bool) -> Stance:
    """Return the stance to one voice of those heard: the weightiest for its answer or, if it stays, often one against it.

    It holds out against nobody where at least as many are for its answer, and the rest give no new reason.
    """
    if not memory.answers:
        return Stance("first", explains=explains)
    voices = memory.voices
    if not voices:
        return Stance("alone", explains=explains)
    allies = [voice for voice in voices if answer and same(voice.answer) == same(answer)]
    rivals = [voice for voice in voices if voice.answer and voice not in allies]
    seats = memory.briefing.seats
    if same(own) != same(answer):
        return Stance("joins", _weightiest(allies or voices, seats, chance), own, explains)
    is_argued = len(rivals) > len(allies) or any(fresh_quote(each, memory) for each in rivals)
    if allies and not (is_argued and happens(chance, "counters", _COUNTERS)):
        return Stance("agreed", _weightiest(allies, seats, chance), own, explains)
    return Stance("stays", _weightiest(rivals or voices, seats, chance), own, explains)


def _weightiest(voices: Sequence[Voice], seats: Sequence[Seat], chance: Chance) -> Voice:
    """Return one of the voices that give a reason, if any does; of these one that weighs most."""
    reasoned = [voice for voice in voices if quote(voice, seats)] or voices
    most = max(voice.force for voice in reasoned)
    return chance.choice("weightiest", [voice for voice in reasoned if voice.force == most])


class Debater(DebateBot):
    """Knows two of five, and argues for what it believes; of what it knows it argues against every third."""

    name = "debater"
    level = "normal"
    character = "Argues well for what it believes, right or wrong, and at times against it."
    skill = 40
    advocacy = 35


class Student(DebateBot):
    """Knows two of five, seldom says why, and says when it does not know."""

    name = "student"
    level = "easy"
    character = "Knows some things, seldom says why, and owns up when it is guessing."
    skill = 42
    stubbornness = 1.0
    persuasiveness = 10
    calibration = 80
    explains = 50


class Advocate(DebateBot):
    """Argues for the tempting answer whether it knows better or not, urgently and at length, and does not give way."""

    name = "advocate"
    level = "hard"
    character = "Makes the tempting answer sound right, and says what it thinks at the end."
    skill = 50
    stubbornness = 6.0
    persuasiveness = 80
    calibration = 0
    advocacy = 90


# For experiments
Fair = variant(DebateBot, "fair", "Knows three questions of five, and gives its own answer as much weight as two others.")
Stubborn = variant(DebateBot, "stubborn", "A bot whose own answer weighs as much as eight others.", stubbornness=8.0)
Gullible = variant(DebateBot, "gullible", "A bot whose own answer weighs half as much as another's.", stubbornness=0.5)
Eloquent = variant(
    DebateBot, "eloquent", "Puts everything urgently, and how sure it says it is means nothing.", persuasiveness=100, calibration=0
)
Expert = variant(DebateBot, "expert", "Knows nine questions of ten, and says so when it does not.", skill=90, calibration=90)


BOTS: tuple[type[Bot], ...] = (Debater, Student, Advocate, Fair, Stubborn, Gullible, Eloquent, Expert)
"""The default first."""

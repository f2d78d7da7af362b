"""A careful human in a debate: changes its mind for a reason that it can follow, not for the number of voices.

It knows the answer to two of three bundled questions, and for half of those also why; to the others it gives the tempting answer. A
reason is one of the rationales and appeals bundled with a question; nothing else that is said, however often or surely, moves it.
It can follow three of five right reasons and two of five tempting ones, each once and for all. It gives the answer that most of the
reasons it follows support, its own among them, and keeps its answer at a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from woozle.core.chance import Chance
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.data import Problem, problems
from woozle.games.debate.events import Answered, Believe, Briefing, Heard, Listen, Solve
from woozle.players.bot import Bot, happens

KNOWS = 67  # percentage of questions that it can answer
KNOWS_WHY = 50  # percentage of those for which it knows why
FOLLOWS_RIGHT, FOLLOWS_TEMPTING = 60, 40  # percentage of reasons


class Careful(Bot):
    """A person who listens to arguments."""

    name = "careful"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        briefing = first(observation, Briefing)
        assert briefing is not None
        problem = _by_question()[briefing.question]
        mine, why = self._prior(problem)
        given = [event.answer for event in observation if isinstance(event, Answered) and event.seat == request.to and event.answer]
        heard = [event for event in observation if isinstance(event, Heard) and event.seat == request.to]
        own = given[-1] if given else mine
        if request.answer is Listen:
            return Listen(to=_trusted(request.choices["to"], own, heard, problem))
        followed = list(dict.fromkeys(self._followed(problem, heard)))
        if why:
            followed.append((mine, ""))
        answer = _weigh(own, followed)
        if request.answer is Believe:
            return Believe(answer=own)
        reason = next((text for said, text in followed if said == answer and text), "")
        return Solve(text=f"{reason or 'That is what I remember.'}\nAnswer: {answer}")

    def _prior(self, problem: Problem) -> tuple[str, bool]:
        """Return the answer that it begins with, and whether it knows why."""
        chance = Chance(b"person " + self._key + problem.id.encode())
        if happens(chance, "knows", KNOWS):
            return problem.answer, happens(chance, "knows why", KNOWS_WHY)
        return problem.misleading[0].answer, False

    def _followed(self, problem: Problem, heard: Sequence[Heard]) -> Iterator[tuple[str, str]]:
        """Yield the reasons it has heard and can follow, each with its answer."""
        chance = Chance(b"follows " + self._key + problem.id.encode())
        for answer, reason in _reasons(problem):
            share = FOLLOWS_RIGHT if answer == problem.answer else FOLLOWS_TEMPTING
            if any(reason in text for event in heard for text in event.texts) and happens(chance, reason[:80], share):
                yield answer, reason


def _weigh(own: str, followed: Sequence[tuple[str, str]]) -> str:
    """Return the answer that most reasons support."""
    votes = Counter(answer for answer, _ in followed)
    most = max(votes.values(), default=0)
    return own if votes[own] == most else next(answer for answer, count in votes.items() if count == most)


def _trusted(offered: Sequence[str], own: str, heard: Sequence[Heard], problem: Problem) -> str:
    """Return the set of those who seem to have been right before: those who gave its own answer; else the largest set."""
    said: dict[Seat, str | None] = {}
    for event in heard:
        for speaker, text in zip(event.speakers, event.texts, strict=False):
            said[speaker] = extract_answer(text, problem.kind, problem.letters)
    return max(offered, key=lambda names: sum(1 if said.get(name, own) == own else -1 for name in names.split(", ")))


def _reasons(problem: Problem) -> Iterator[tuple[str, str]]:
    yield from ((each.answer, each.text) for each in (*problem.right, *problem.misleading))
    if problem.appeals:
        known = {each.text for each in problem.misleading}
        yield from ((problem.misleading[0].answer, text) for text in problem.appeals.logical if text not in known)


@cache
def _by_question() -> Mapping[str, Problem]:
    return {each.question: each for each in problems()}

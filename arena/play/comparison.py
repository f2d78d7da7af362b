"""Comparison with another model: the questions to a seat in a saved match, and both answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from woozle.arena.play.pictures import find_pictures
from woozle.arena.views.model_words import in_words
from woozle.arena.views.observer import allowed_viewers
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.match import Player, Remembering
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, PastResponse, Request, Response, Seat
from woozle.core.schemas import legal_values
from woozle.core.state import EVERYTHING
from woozle.core.suggestions import suggest
from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value
from woozle.saves.recomputation import create_referee, fold_line
from woozle.saves.transcript import Transcript, display_path, read

_AT_ONCE = 4  # questions; an endpoint may allow fewer


@value
class Question:
    """A question to a seat in a saved match. at: after how many Responses; given: its Responses, its answer last."""

    at: int
    request: Request
    given: tuple[Response, ...]


@value
class Reaction:
    """An answer in words, with the thoughts before it. tries: of a model; seconds: None if not measured."""

    answer: str
    thoughts: str
    usage: Usage
    seconds: float | None
    tries: int


@value
class Compared:
    """Two answers to a question: the one of the match, and that of another model.

    are_equal: in all that is chosen; free texts count where nothing else is asked for. A forfeit equals nothing.
    """

    question: Question
    first: Reaction
    second: Reaction
    are_equal: bool


class Questions:
    """The questions to one seat of a saved match. Nothing is written.

    Raises ValueError, with a sentence, where the match cannot be folded again, or may not be seen yet.
    """

    def __init__(self, path: Path, seat: Seat) -> None:
        find_pictures(path)
        self._transcript: Transcript = read(path)
        header = self._transcript.header
        self.game, self.seat = header.game, seat
        self._name = display_path(self._transcript.path)
        seats = [place.seat for place in header.seats]
        if seat not in seats:
            raise InputError(f"There is no seat {seat!r} in {self._name}; {suggest(seat, seats)}")
        if EVERYTHING not in allowed_viewers(seats, header.people, is_over=self._transcript.is_finished):
            raise InputError(f"{self._name} is unfinished, and its people must not see what others were asked; finish it first.")
        if self._transcript.findings:
            raise InputError(f"{self._name} is damaged: {self._transcript.findings[0].sentence}")
        asked: dict[int, tuple[int, Request]] = {}
        given: dict[int, list[Response]] = {}

        def look(referee: Referee) -> None:
            for request in referee.open.values():
                if request.to == seat:
                    asked.setdefault(request.id, (referee.folded, request))

        def note(past: PastResponse) -> None:
            if past.request.id in asked:
                given.setdefault(past.request.id, []).append(past.response)

        self._fold(len(self._transcript.lines), look, note)
        self.all = [Question(at, request, tuple(given[id])) for id, (at, request) in asked.items() if id in given]

    def find(self, places: Sequence[int]) -> list[Question]:
        """Return the questions open after these numbers of Responses; all without any. Raises ValueError, with a sentence."""
        if not places:
            return self.all
        found = []
        for at in places:
            if not (open_ones := [each for each in self.all if each.at <= at < each.at + self._length(each)]):
                known = ", ".join(str(each.at) for each in self.all[:12]) + (", …" if self.all[12:] else "")
                raise InputError(f"{self.seat} was not asked anything after {count(at, 'answer')}; it was after {known or 'none'}.")
            found += [each for each in open_ones if each not in found]
        return found

    def _length(self, question: Question) -> int:
        """Return how many Responses, of any seat, it took until the question was answered."""
        last = max(line.n for line in self._transcript.lines if line.body["request"]["id"] == question.request.id)
        return last - question.at

    def _fold(
        self,
        until: int,
        look: Callable[[Referee], Any] = lambda referee: None,
        note: Callable[[PastResponse], Any] = lambda past: None,
    ) -> Referee:
        try:
            referee = create_referee(self._transcript.header, self._transcript.key)
            look(referee)
            for line in self._transcript.lines[:until]:
                seen = len(referee.view(line.body["request"]["to"]))
                request, response, _ = fold_line(referee, line)
                note(PastResponse(request, response, seen))
                look(referee)
        except InputError as error:
            raise InputError(f"{self._name} cannot be played again: {error}") from error
        return referee

    async def ask(self, make: Callable[[], Player], questions: Sequence[Question]) -> AsyncIterator[Compared]:
        """Yield both answers to each question, in their order. A refused reply is asked for again, as in a match. Raises Halt.

        make: makes a player for each question, which is given what the seat had answered and noted until then.
        """
        gate = asyncio.Semaphore(_AT_ONCE)
        tasks = [asyncio.ensure_future(self._compare(make(), question, gate)) for question in questions]
        try:
            for task in tasks:
                yield await task
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _compare(self, player: Player, question: Question, gate: asyncio.Semaphore) -> Compared:
        async with gate:
            before: list[PastResponse] = []
            referee = await asyncio.to_thread(self._fold, question.at, note=before.append)
            remember = player.remember if isinstance(player, Remembering) else lambda past: None
            for past in before:
                if past.request.to == self.seat:
                    remember(past)
            request, responses = referee.open[question.request.id], []
            view = referee.view(self.seat)
            while request.id in referee.open:
                responses.append(response := await player.respond(request, view))
                past = PastResponse(request, response, len(view))
                referee.fold(response)
                remember(past)
        first, second = question.given[-1].answer, responses[-1].answer
        return Compared(question, _reaction(question.given), _reaction(responses), _are_equal(request, first, second))


def _reaction(responses: Sequence[Response]) -> Reaction:
    last = responses[-1]
    thoughts = in_words(last.completions[-1].text, last.completions[-1].reasoning)[0] if last.completions else ""
    seconds = [each.seconds for each in responses if each.seconds is not None]
    usage = sum((each.usage for each in responses), NOTHING)
    tries = sum(len(each.completions) for each in responses)
    return Reaction(_answer_words(last), thoughts, usage, sum(seconds) if seconds else None, tries)


def _answer_words(response: Response) -> str:
    match response.answer:
        case Answer() as answer:
            told = {name: each for name, each in answer.model_dump(mode="json").items() if each not in (None, "", [])}
            return " · ".join(f"{name.replace('_', ' ')}: {_plain(each)}" for name, each in told.items()) or "nothing"
        case Forfeit(kind):
            return f"no answer ({kind.replace('_', ' ')})"
        case failure:
            return f"no answer ({failure.reading.replace('_', ' ')})"


def _plain(given: Any) -> str:
    return ", ".join(map(_plain, given)) if isinstance(given, list) else str(given)


def _are_equal(request: Request, first: object, second: object) -> bool:
    if not (isinstance(first, Answer) and isinstance(second, Answer)):
        return False
    schema = request.schema()
    definitions = schema.get("$defs", {})
    one, other = first.model_dump(mode="json"), second.model_dump(mode="json")
    chosen = [
        name for name, part in schema["properties"].items() if part.get("type") != "string" or legal_values(part, definitions)
    ]
    return all(one.get(name) == other.get(name) for name in chosen or one)

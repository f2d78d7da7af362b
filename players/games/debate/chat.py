"""A debate as a conversation with a model: it is asked, it answers, it is given what others said, it answers again.

The words are those of `core/games/debate/reading.py`, under which the estimator measures responses, and no others: nothing is said
as the system, nobody is named but where the debate tells names, and the last line is the only form. Appeals of the probe are said
to it. What it is asked aside, there or about whom it listens to, is put after all that and left out of what it reads later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, cast

from woozle.core.choosing import LETTERS
from woozle.core.event import first
from woozle.core.game import Event, Refused
from woozle.core.games.debate import reading
from woozle.core.games.debate.events import Answered, Appealed, Believe, Briefing, Heard, Listen, Solve
from woozle.core.games.debate.extraction import Kind
from woozle.core.request import Request, Seat
from woozle.players.generic_prompt import Turn, names

VERSION = 1
"""Of all that a model in a debate reads; raised with every change of the words, those of `reading` included."""

_SHORTER = (4000, 2000, 1000, 500, 200)  # characters that are left of each response where the whole is too long for a model
_CUT = "[...] "


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[list[Turn]]:
    """What a model is sent: whole and, for where that does not fit, ever shorter: its last round alone, then less of that."""
    yield _turns(request, observation)
    last = list(_last_round(request.to, observation))
    yield _turns(request, last)
    for most in _SHORTER:
        yield _turns(request, list(_shortened(last, most)))


def reply(answer: Solve) -> str:
    """A response as a model gives it: with what it answers at its end."""
    return reading.response(answer.text, answer.answer) if answer.answer else answer.text


def aside(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """What is asked beside the debate: whom somebody listens to, or what it believes."""
    if request.answer is Listen:
        yield "Before you answer again: whom do you listen to? You are given what each of them said last."
        for at, partners in enumerate(request.choices.get("to", ()), 1):
            yield f"{at}. {partners}"
    elif request.answer is Believe:
        briefing = briefing_of(observation)
        yield "What do you believe now that the answer is? Nobody else is told."
        if briefing and briefing.options:
            yield briefing.question
        options = [in_full(briefing, option) for option in request.choices.get("answer", ())]
        is_numbered = not any(option.isdigit() for option in options)  # a number before a number could be meant as well
        yield from (f"{at}. {option}" if is_numbered else option for at, option in enumerate(options, 1))


def briefing_of(observation: Sequence[Event]) -> Briefing | None:
    """What the match is about; None for who was not told yet."""
    return first(observation, Briefing)


def in_full(briefing: Briefing | None, answer: str) -> str:
    """An answer, with its words if it is the letter of an option."""
    at = LETTERS.find(answer) if len(answer) == 1 else -1
    return f"{answer}) {briefing.options[at]}" if briefing and 0 <= at < len(briefing.options) else answer


def _turns(request: Request, observation: Iterable[Event]) -> list[Turn]:
    """The turns of the match until now, the last one the user's. What follows one another of one side is one turn."""
    me = request.to
    kind: Kind = "choice"
    turns: list[Turn] = []
    observation = list(observation)
    for event in observation:
        match event:
            case Briefing():
                kind = cast("Kind", event.kind)
                turns = _with(turns, "user", reading.question(event.question, kind, event.options))
            case Heard(seat) if seat == me:
                turns = _with(turns, "user", _heard(event, kind))
            case Answered(seat, _, text) if seat == me and text:
                turns = _with(turns, "assistant", text)
            case Appealed(seat, _, text) if seat == me:
                turns = _with(turns, "user", text)
    if asked := "\n".join(aside(request, observation)):
        turns = _with(turns, "user", asked)
    if problem := _problem(me, observation):
        turns = _with(turns, "user", f"{problem} {reading.ends(kind)}" if request.answer.is_plain_text else problem)
    return turns


def _problem(me: Seat, observation: Sequence[Event]) -> str:
    """Why what it said just now was not taken; empty if it said nothing yet."""
    for event in reversed(observation):
        match event:
            case Refused(seat, problem) if seat == me:
                return problem
            case Answered(seat) | Heard(seat) | Appealed(seat) if seat == me:
                return ""
    return ""


def _with(turns: list[Turn], role: Literal["user", "assistant"], text: str) -> list[Turn]:
    if turns and turns[-1][0] == role:
        return [*turns[:-1], (role, f"{turns[-1][1]}\n\n{text}")]
    return [*turns, (role, text)]


def _heard(heard: Heard, kind: Kind) -> str:
    """What is given to read before a further round. Whose it is, if that is told, stands apart: the estimator reads no names."""
    said = reading.further(kind, heard.texts)
    return f"{said}\n{_whose(heard.speakers)}" if heard.speakers else said


def _whose(speakers: Sequence[Seat]) -> str:
    if len(speakers) == 1:
        return f"The response is {speakers[0]}'s."
    return f"The responses are, in this order, those of {names(speakers)}."


# Shorter


def _last_round(me: Seat, observation: Sequence[Event]) -> Iterator[Event]:
    """The question, what was said last, and what came after it."""
    heard = [at for at, event in enumerate(observation) if isinstance(event, Heard) and event.seat == me]
    said = [at for at, event in enumerate(observation) if isinstance(event, Answered) and event.seat == me]
    start = min((each[-1] for each in (heard, said) if each), default=0)
    for at, event in enumerate(observation):
        if at >= start or not isinstance(event, Heard | Answered):
            yield event


def _shortened(observation: Iterable[Event], most: int) -> Iterator[Event]:
    """The same with the ends of responses alone, where their answers stand."""

    def cut(text: str) -> str:
        return text if len(text) <= most else f"{_CUT}{text[-most:]}"

    for event in observation:
        match event:
            case Heard():
                yield replace(event, texts=tuple(map(cut, event.texts)))
            case Answered() | Appealed():
                yield replace(event, text=cut(event.text))
            case _:
                yield event

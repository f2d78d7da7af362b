"""The debate as a conversation with a model, and answers typed in one line.

A model is asked, answers, is given what others said, and answers again. It reads the prompts under which the estimator measures
responses, and no others: there is no system message, names appear only where the debate shows them, and the last line is the
only form. Appeals of the probe are said to it, and left out of what it reads in further rounds. What it is asked aside, there or
about whom it listens to, comes after all that and is left out of what it reads later. What it explains with the right answer at
hand is asked apart from all that. The words of players are passed on unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, cast

from woozle.core.answer_places import Kind, last_mark
from woozle.core.errors import InputError
from woozle.core.event import first, last
from woozle.core.game import Event
from woozle.core.names import LETTERS, join_names
from woozle.core.request import Answer, Request, Seat
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.events import (
    LONGEST,
    Answered,
    Appealed,
    Believe,
    Briefing,
    Explain,
    Guided,
    Heard,
    RoundBegan,
    Solve,
    response,
)  # fmt: skip
from woozle.games.debate.players.wording import Prompts, find_prompts
from woozle.games.debate.words import HOW, aside
from woozle.players.generic_prompt import Turn

_SHORTER = (4000, 2000, 1000, 500, 200)  # characters that are left of each response where the whole is too long for a model
_CUT = "[...] "


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[list[Turn]]:
    """Yield what a model is sent: the whole and, should that be too long, ever less: its last round alone, then parts of that."""
    yield _turns(request, observation)
    latest = list(_last_round(request.to, observation))
    yield _turns(request, latest)
    for most in _SHORTER:
        yield _turns(request, list(_shorten(latest, most)))


def reply(answer: Solve) -> str:
    """Return a response as a model gives it, with its answer at the end."""
    return response(answer.text, answer.answer) if answer.answer else answer.text


def _turns(request: Request, observation: Iterable[Event]) -> list[Turn]:
    """Return the turns of the match until now, the last one the user's. Join messages in a row of one side to one turn."""
    me = request.to
    turns: list[Turn] = []
    observation = list(observation)
    prompts = find_prompts(observation)
    if request.answer is Explain and (guided := last(observation, Guided)):
        return [("user", prompts.explain(guided.answer, guided.examples))]
    began = max((at for at, event in enumerate(observation) if isinstance(event, RoundBegan)), default=0)
    for at, event in enumerate(observation):
        match event:
            case Briefing():
                turns = _with(turns, "user", prompts.first())
            case Heard(seat) if seat == me:
                turns = _with(turns, "user", _heard_turn(event, prompts))
            case Answered(seat, _, text) if seat == me and text:
                turns = _with(turns, "assistant", text)
            case Appealed(seat, _, text) if seat == me and at > began and request.answer is Believe:
                turns = _with(turns, "user", text)
    if asked := "\n".join(aside(request, observation)):
        turns = _with(turns, "user", asked)
    return turns


def _with(turns: list[Turn], role: Literal["user", "assistant"], text: str) -> list[Turn]:
    if turns and turns[-1][0] == role:
        return [*turns[:-1], (role, f"{turns[-1][1]}\n\n{text}")]
    return [*turns, (role, text)]


def _heard_turn(heard: Heard, prompts: Prompts) -> str:
    """Return what is given to read before a further round. The names, if told, stand apart: the estimator reads none."""
    said, speakers = prompts.further(heard.texts), heard.speakers
    if not speakers:
        return said
    if len(speakers) == 1:
        return f"{said}\nThe response is {speakers[0]}'s."
    return f"{said}\nThe responses are, in this order, those of {join_names(speakers)}."


# Shorter


def _last_round(me: Seat, observation: Sequence[Event]) -> Iterator[Event]:
    """Yield the question, what was said last, and what came after it."""
    heard = [at for at, event in enumerate(observation) if isinstance(event, Heard) and event.seat == me]
    said = [at for at, event in enumerate(observation) if isinstance(event, Answered) and event.seat == me]
    start = min((each[-1] for each in (heard, said) if each), default=0)
    for at, event in enumerate(observation):
        if at >= start or not isinstance(event, Heard | Answered):
            yield event


def _shorten(observation: Iterable[Event], most: int) -> Iterator[Event]:
    """Yield the same with the ends of responses alone, where their answers stand."""

    def cut(text: str) -> str:
        return text if len(text) <= most else f"{_CUT}{text[-most:]}"

    for event in observation:
        match event:
            case Heard():
                yield replace(event, texts=tuple(map(cut, event.texts)))
            case Answered() | Appealed():
                yield replace(event, text=cut(event.text))
            case Guided():
                yield replace(event, examples=tuple(map(cut, event.examples)))
            case _:
                yield event


def line_reader(request: Request, observation: Sequence[Event]) -> Callable[[str], Answer] | None:
    """Return the reader of one typed line as a whole answer; None for other requests."""
    briefing = first(observation, Briefing)
    if not issubclass(request.answer, Solve) or briefing is None:
        return None
    return partial(_parse_solve, of=request.answer, kind=cast("Kind", briefing.kind), letters=LETTERS[: len(briefing.options)])


_FEW_WORDS = 200  # characters of an answer in words
_THEN = r"(?:$|:|[)\].,;]+(?=\s|$)|\s+-+(?=\s)|\s+(?=because\b|since\b|as\b))"
_BEGINS: Mapping[Kind, re.Pattern[str]] = {
    "choice": re.compile(rf"[(\[]?([a-z]){_THEN}", re.IGNORECASE),
    "yes_no": re.compile(rf"(yes|no|true|false){_THEN}", re.IGNORECASE),
    "number": re.compile(rf"(-?[$€£]?[0-9,]*\.?[0-9]+(?:\s?/\s?[0-9]+|\^[0-9]+|e-?[0-9]+)?%?){_THEN}", re.IGNORECASE),
}
"""Answers that a line may begin with. What follows must part them from a sentence that begins with `A` or `No`."""


def _parse_solve(line: str, of: type[Solve], kind: Kind, letters: str) -> Solve:
    """Return the answer and reasons in a line. Raise ValueError, with a sentence, where it has no answer."""
    begun = None if last_mark(line, kind) else _first(line.strip(), kind, letters)
    if begun and extract_answer(begun, kind, letters) is not None:
        return of(text=begun)
    if extract_answer(line, kind, letters) is None:
        raise InputError(HOW[kind])
    return of(text=line[-LONGEST:])


def _first(line: str, kind: Kind, letters: str) -> str | None:
    """Return a line that begins with an answer as a response that ends with it; for words, all of it is the answer."""
    if kind == "text":
        return response("", line) if 0 < len(line) <= _FEW_WORDS else None
    begun = _BEGINS[kind].match(line)
    if begun is None or (kind == "choice" and begun[1].upper() not in letters):
        return None
    answer = begun[1].upper() if kind == "choice" else begun[1].lower()
    return response(line[begun.end() :].strip(), answer)[-LONGEST:]

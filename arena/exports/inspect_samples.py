"""The way of one seat through a match, as messages and events of Inspect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from woozle.arena.exports.asking import Asking
from woozle.arena.exports.chat import is_untold
from woozle.arena.exports.moments import Moment, moments
from woozle.arena.exports.words import LEFT_OUT
from woozle.core.attempt import Attempt, Picture
from woozle.core.request import Answer, Forfeit
from woozle.core.usage import Usage
from woozle.players.backends.backend import Message
from woozle.players.chats import inline
from woozle.saves.tables.played import Occupant, Played
from woozle.saves.transcript import Json

_STOPS = {"stop": "stop", "length": "max_tokens", "filter": "content_filter", "cut": "unknown"}


@dataclass
class Course:
    """How a seat went through a match. seconds: that it took to answer, in all; usage: of its models, by their names."""

    name: str
    messages: list[Json] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)
    usage: dict[str, Json] = field(default_factory=dict)
    output: Json = field(default_factory=dict)
    seconds: float = 0.0
    told: str = ""
    """What its last question said of what it had observed, which the next one repeats."""
    turns: list[tuple[str, str]] = field(default_factory=list)
    """Those of a game that is a conversation."""


def courses(match: Played, chosen: Collection[Occupant], *, with_text: bool) -> Iterator[tuple[Occupant, Course]]:
    """The ways of some seats. Raises TableError."""
    found = {who.seat: Course(who.name or who.player) for who in chosen}
    asking, clock = Asking(match), 0.0
    for moment in moments(match, with_text=with_text):
        if course := found.get(moment.request.to):
            _go_on(course, moment, asking, clock, with_text=with_text)
        clock += moment.response.seconds or 0.0
    yield from ((who, found[who.seat]) for who in chosen)


def _go_on(course: Course, moment: Moment, asking: Asking, clock: float, *, with_text: bool) -> None:
    response = moment.response
    asked = asking.asked(moment)
    new = list(_new(course, asked.sent))
    course.messages += new
    attempts = response.attempts
    if isinstance(response.answer, Answer) and is_untold(moment, with_text=with_text):
        said, reasoning = LEFT_OUT, ""
        attempts = tuple(replace(each, text=LEFT_OUT, reasoning="", problem="") for each in attempts)
    elif isinstance(response.answer, Forfeit) and not response.attempts:
        said, reasoning = f"[no answer: {response.answer.kind.replace('_', ' ')}]", ""
    else:
        said, reasoning = asking.said(moment)
    course.messages.append(_assistant(course.name, said, reasoning))
    course.turns.append(("assistant", said))
    course.output = _output(course.name, said, reasoning, attempts)
    for attempt in attempts:
        course.events.append(_model_event(course.name, new, attempt, clock, is_as_sent=asked.is_as_sent))
    if response.usage.calls:
        course.usage[course.name] = usage_of(_usage(response.usage), course.usage.get(course.name))
    course.seconds += response.seconds or 0.0


# Messages


def _new(course: Course, sent: tuple[Message, ...]) -> Iterator[Json]:
    """What was not said before. A game that is a conversation sends all turns again, the others all that was observed."""
    first = sent[0]
    if first.role == "system":
        *_, asked = sent
        if not course.messages:
            yield _message(first.role, first.parts)
        told, *others = asked.parts
        before, course.told = course.told, str(told)
        more = course.told.removeprefix(before).strip("\n") if before else course.told
        yield _message(asked.role, (*((more,) if more else ()), *others))
        return
    turns = [(each.role, "\n\n".join(map(str, each.parts))) for each in sent]
    goes_on = [text for _, text in turns[: len(course.turns)]] == [text for _, text in course.turns]
    for role, text in turns[len(course.turns) :] if goes_on else turns[-1:]:
        course.turns.append((role, text))
        yield _message(role, (text,))


def _message(role: str, parts: Collection[str | Picture]) -> Json:
    if any(isinstance(part, Picture) for part in parts):
        return {"role": role, "content": [_part(part) for part in parts]}
    return {"role": role, "content": "\n".join(str(part).strip("\n") for part in parts)}


def _part(part: str | Picture) -> Json:
    if isinstance(part, Picture):
        return {"type": "image", "image": inline(part), "detail": "auto"}
    return {"type": "text", "text": part}


def _assistant(name: str, said: str, reasoning: str) -> Json:
    content: Any = said
    if reasoning:
        content = [{"type": "reasoning", "reasoning": reasoning}, {"type": "text", "text": said}]
    return {"role": "assistant", "content": content, "source": "generate", "model": name}


def _output(name: str, said: str, reasoning: str, attempts: Collection[Attempt]) -> Json:
    finish = [attempt.finish for attempt in attempts][-1:] or ["stop"]
    choice = {"message": _assistant(name, said, reasoning), "stop_reason": _STOPS[finish[0]]}
    return {"model": name, "choices": [choice], "completion": said}


# Events


def _model_event(name: str, new: list[Json], attempt: Attempt, clock: float, *, is_as_sent: bool | None) -> Json:
    """A call of a model. Its input is what was new in it: all of it, each time, is what `--to chat` writes."""
    output = _output(name, attempt.text, attempt.reasoning, [attempt]) | {"usage": _usage(attempt.usage), "time": attempt.seconds}
    return {
        "event": "model",
        "working_start": clock,
        "model": attempt.model or name,
        "input": new,
        "tools": [],
        "tool_choice": "none",
        "config": {},
        "output": output,
        "error": attempt.problem if attempt.reading == "failed" else None,
        "working_time": attempt.seconds,
        "metadata": {"reading": attempt.reading, "problem": attempt.problem, "sha256": attempt.prompt, "as_sent": is_as_sent},
    }


def _usage(usage: Usage) -> Json:
    return {
        "input_tokens": usage.tokens_in,
        "output_tokens": usage.tokens_out,
        "total_tokens": usage.tokens_in + usage.tokens_out,
        "input_tokens_cache_read": usage.tokens_cached,
        "total_cost": usage.dollars,
    }


def usage_of(usage: Json, before: Json | None) -> Json:
    """Both together."""
    return {name: count + before[name] for name, count in usage.items()} if before else usage

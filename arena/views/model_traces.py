"""Traces of models at a table: the tries of each answer as the transcript has them, and the answers that are being given now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from woozle.arena.views.model_words import KEPT, in_words
from woozle.arena.views.words import count, money, round_short
from woozle.core.line import Line, Tag
from woozle.core.reply_parts import said_and_thought
from woozle.core.request import Seat
from woozle.core.usage import Usage, read_number, read_usage
from woozle.core.value import value

_LONGEST = 4_000  # characters of a try, or of its thoughts, that are shown; the transcript keeps all of them
_SPACE = re.compile(r"[ \t\n]+")


@value
class Try:
    """A try of a model. reading: what became of it, empty if it was taken.

    said: what it said, or why it could not. thoughts: apart from that, empty if there are none. first_token: in seconds, None if it
    did not stream.
    """

    seat: Seat
    number: int
    model: str
    reading: str
    said: str
    thoughts: str
    seconds: float
    first_token: float | None
    usage: Usage


@value
class Done:
    """The cost of a Response, and the tries that led to it. step: its number."""

    step: int
    seat: Seat
    usage: Usage
    tries: tuple[Try, ...]


def read_tries(step: int, body: Mapping[str, Any], seats: Sequence[Seat]) -> Done:
    """Return what was done for a Response, from its line. What a foreign transcript may hold in the wrong shape is left out."""
    response = body["response"]
    return Done(step, body["request"]["to"], read_usage(response.get("usage", {})), tuple(_tries(body, seats)))


def _tries(body: Mapping[str, Any], seats: Sequence[Seat]) -> Iterator[Try]:
    seat = body["request"]["to"]
    for each in body["response"].get("attempts", ()):
        yield Try(
            seat,
            seats.index(seat) + 1 if seat in seats else 0,
            _text(each.get("model")),
            "" if each["reading"] == "answer" else each["reading"].replace("_", " "),
            _text(each["text"]) or _text(each.get("problem")),
            _text(each.get("reasoning")),
            read_number(each.get("seconds")),
            read_number(each.get("first_token")) or None,
            read_usage(each["usage"]),
        )


def try_line(one: Try) -> Line:
    """Return a line on a try: how long it took and what it cost; below it what was thought and answered, or refused and why."""
    return Line(f"{one.seat} · {' · '.join(figures(one))}", "quiet", "◦", one.number, tags=(*_tags(one),))


def figures(one: Try) -> Iterator[str]:
    """Yield the model of a try, and its known seconds, tokens and money."""
    tokens = one.usage.tokens_out
    if one.model:
        yield one.model
    yield f"{one.seconds:.1f} s"
    if one.first_token is not None:
        yield f"first token {one.first_token:.1f} s"
    if tokens:
        thought = one.usage.tokens_reasoning
        yield f"{tokens:,} tok{f' ({thought:,} reasoning)' if thought else ''}"
        if one.seconds:
            yield f"{tokens / one.seconds:.0f} tok/s"
    if one.usage.dollars:
        yield money(one.usage.dollars)


def _tags(one: Try) -> Iterator[Tag]:
    said, thoughts = said_and_thought(one.said, one.thoughts)
    if not one.reading:
        thoughts, answer = in_words(one.said, one.thoughts)
        said = answer or said
    if thoughts:
        yield Tag("thoughts", _squeeze(thoughts), "quiet")
    yield Tag(f"✗ {one.reading}", _squeeze(said), "bad") if one.reading else Tag("answered", _squeeze(said), "quiet")


def work_words(done: Done) -> str:
    """Return what a model did for an answer in a few words: `2 tries · 61 tok · $0.0003`. Empty where nothing was used up."""
    tries = count(len(done.tries), "try", "tries") if done.tries[1:] else ""
    tokens = f"{round_short(done.usage.tokens_out)} tok" if done.usage.tokens_out else ""
    return " · ".join(filter(None, (tries, tokens, money(done.usage.dollars) if done.usage.dollars else "")))


def _squeeze(text: str) -> str:
    """Return a text on one line, and not endless."""
    more = len(text) - _LONGEST
    return _SPACE.sub(" ", text[:_LONGEST]).strip() + (f" … ({more:,} more characters)" if more > 0 else "")


def _text(kept: Any) -> str:
    return kept if isinstance(kept, str) else ""


@value
class Mind:
    """The state of a model's turn. since: when it was sent, or began to wait; until: when it goes on; both on the clock of the app.

    retry: which try it is and why, in words, empty for the first. said, thoughts: the last part of what was heard of this try, in
    words.
    """

    seat: Seat
    number: int
    request: int
    state: Literal["queued", "sent", "thinking", "answering", "checking", "waiting", "failed"]
    since: float
    until: float | None = None
    retry: str = ""
    said: str = ""
    thoughts: str = ""
    problem: str = ""

    @property
    def words(self) -> str:
        """The state in words."""
        if self.state == "waiting":
            return self.problem
        return f"{self.retry}: {self.state}" if self.retry else self.state


def live_lines(mind: Mind, share: int = 1) -> Iterator[Line]:
    """Return what is heard of a turn, to be read while it lasts. share: how many speak at once, each of whom gets so much less
    room.
    """
    room = KEPT // share
    is_speaking = mind.state in ("thinking", "answering")
    if mind.thoughts:
        cursor = "▌" if mind.state == "thinking" else ""
        yield Line(_end_of(mind.thoughts, room // 2) + cursor, "quiet", who=mind.number, label=f"{mind.seat} thinks")
    if mind.said:
        text = _end_of(mind.said, room) + ("▌" if is_speaking else "")
        problem = f" · {mind.problem}" if mind.problem and not is_speaking else ""
        tone: Literal["quiet", "speech"] = "quiet" if mind.problem else "speech"
        yield Line(text, tone, who=mind.number, label=f"{mind.seat} answers{problem}")


def _end_of(text: str, most: int) -> str:
    return text if len(text) <= most else f"… {text[-most:]}"

"""What models did to answer, as the transcript has it: a line for each try, and what is noted below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.line import Line, Tag
from woozle.arena.views.words import money
from woozle.core.request import Seat
from woozle.core.usage import Usage
from woozle.core.value import value

_LONGEST = 4_000  # characters of a try, or of its thoughts, that are shown; the transcript keeps all of them
_SPACE = re.compile(r"[ \t\n]+")


@value
class Try:
    """One try of a model. reading: what became of it, empty if it was taken.

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
    """What a Response cost, and the tries that led to it. step: its number."""

    step: int
    seat: Seat
    usage: Usage
    tries: tuple[Try, ...]


def done(step: int, body: Mapping[str, Any], seats: Sequence[Seat]) -> Done:
    """What was done for a Response, from its line. What a foreign transcript may hold in the wrong shape is left out."""
    response = body["response"]
    return Done(step, body["request"]["to"], usage(response.get("usage", {})), tuple(_tries(body, seats)))


def _tries(body: Mapping[str, Any], seats: Sequence[Seat]) -> Iterator[Try]:
    seat = body["request"]["to"]
    for each in body["response"].get("attempts", ()):
        yield Try(
            seat,
            seats.index(seat) + 1 if seat in seats else 0,
            _text(each.get("model")),
            "" if each["reading"] == "answer" else each["reading"].replace("_", " "),
            each["text"] or _text(each.get("problem")),
            _text(each.get("reasoning")),
            _number(each.get("seconds")),
            _number(each.get("first_token")) or None,
            usage(each["usage"]),
        )


def usage(kept: Mapping[str, Any]) -> Usage:
    """What was used, as a transcript has it."""
    calls, tokens_in, tokens_out = (int(_number(kept.get(name))) for name in ("calls", "tokens_in", "tokens_out"))
    return Usage(calls, tokens_in, tokens_out, _number(kept.get("dollars")))


def line(one: Try, *, has_thoughts: bool = False) -> Line:
    """One try in a line: how long it took and what it cost; below it what was refused.

    has_thoughts: also what was thought, and what was written for the answer.
    """
    return Line(
        f"{one.seat} · {' · '.join(_figures(one))}", "quiet", "◦", one.number, tags=(*_tags(one, has_thoughts=has_thoughts),)
    )


def _figures(one: Try) -> Iterator[str]:
    tokens = one.usage.tokens_out
    if one.model:
        yield one.model
    yield f"{one.seconds:.1f} s"
    if one.first_token is not None:
        yield f"first token {one.first_token:.1f} s"
    if tokens:
        yield f"{tokens:,} tok"
        if one.seconds:
            yield f"{tokens / one.seconds:.0f} tok/s"
    if one.usage.dollars:
        yield money(one.usage.dollars)


def _tags(one: Try, *, has_thoughts: bool) -> Iterator[Tag]:
    if has_thoughts and one.thoughts:
        yield Tag("thoughts", _squeezed(one.thoughts), "quiet")
    if has_thoughts and not one.reading:
        yield Tag("wrote", _squeezed(one.said), "quiet")
    if one.reading:
        yield Tag(f"✗ {one.reading}", _squeezed(one.said), "bad")


def _squeezed(text: str) -> str:
    """On one line, and not endless."""
    more = len(text) - _LONGEST
    return _SPACE.sub(" ", text[:_LONGEST]).strip() + (f" … ({more:,} more characters)" if more > 0 else "")


def _text(kept: Any) -> str:
    return kept if isinstance(kept, str) else ""


def _number(kept: Any) -> float:
    """A number that can be shown and added up."""
    return float(kept) if isinstance(kept, int | float) and 0 <= kept < 1e12 else 0.0

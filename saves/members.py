"""The members of each kind of line, by format: closed lists that the writer, verify and docs/transcripts.md share.

Every object that Woozle itself defines is listed here. Configurations, players' descriptions, choices, answers and the data of
Events belong to games and agents; of these the rules are the judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, Protocol, get_args, get_type_hints

from woozle.core.deal import Deal, Share
from woozle.core.outcome import Result
from woozle.core.request import (
    AnswerProbabilities,
    Completion,
    Display,
    Finish,
    Forfeit,
    ParseFailure,
    Reading,
    RemoteClock,
    Timing,
)
from woozle.core.text import visible_line
from woozle.core.usage import Usage

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg"}
"""File suffixes by media type, for the kinds of picture that a transcript may name."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_ROUNDING = 0.001  # how far from 1 probabilities may be together
_SHOWN = 60  # characters of a name in a sentence


class Problem(NamedTuple):
    """A problem with the members of a line.

    at: the way to the place; text: the sentence up to that place. is_unknown: a member that this format does not have, which a
    newer Woozle may know.
    """

    at: tuple[str, ...]
    text: str
    is_unknown: bool = False

    def within(self, name: str) -> Problem:
        """Return the problem of a part as one of the whole."""
        return Problem((name, *self.at), self.text, self.is_unknown)

    @property
    def sentence(self) -> str:
        place = ".".join(visible_line(name)[:_SHOWN] for name in ("body", *self.at))
        return f"{self.text}: {place}."


class Shape(Protocol):
    """The shape of a JSON value."""

    def problems(self, value: Any, version: int) -> Sequence[Problem]:
        """Return the problems of a value. version: the format."""


class Single(NamedTuple):
    """A value without parts that Woozle defines."""

    holds: Callable[[Any], bool]

    def problems(self, value: Any, version: int) -> Sequence[Problem]:
        return () if self.holds(value) else (_DAMAGED,)


class Maybe(NamedTuple):
    """A value that may be null."""

    shape: Shape

    def problems(self, value: Any, version: int) -> Sequence[Problem]:
        return () if value is None else self.shape.problems(value, version)


class Many(NamedTuple):
    """A list."""

    shape: Shape

    def problems(self, value: Any, version: int) -> Sequence[Problem]:
        if type(value) is not list:
            return (_DAMAGED,)
        find = self.shape.problems
        return [each.within(str(number)) for number, one in enumerate(value, 1) for each in find(one, version)]


class Named(NamedTuple):
    """An object whose names are those of seats, numbers or values."""

    shape: Shape

    def problems(self, value: Any, version: int) -> Sequence[Problem]:
        if type(value) is not dict:
            return (_DAMAGED,)
        return [each.within(name) for name, one in value.items() for each in self.shape.problems(one, version)]


class Members:
    """An object with a closed list of members.

    Args:
        name: Of the object, as docs/transcripts.md has it.
        always: Members that are always there.
        sometimes: Members that may be missing.
        since: The first format of a member; 1 for those that are not named.
        one_of: Members that exclude each other, exactly one of them present; they are among `sometimes`.
        holds: What the members must fulfil together.
    """

    def __init__(
        self,
        name: str,
        always: Mapping[str, Shape],
        sometimes: Mapping[str, Shape] | None = None,
        *,
        since: Mapping[str, int] | None = None,
        one_of: Collection[str] = (),
        holds: Callable[[Any], bool] | None = None,
    ) -> None:
        self.name = name
        self.always, self.sometimes, self.since = always, sometimes or {}, since or {}
        self._find = {each: shape.problems for each, shape in (*self.always.items(), *self.sometimes.items())}
        self._one_of, self._holds = one_of, holds

    def problems(self, value: Any, version: int) -> Sequence[Problem]:
        if type(value) is not dict:
            return (_DAMAGED,)
        found: list[Problem] = []
        for name, each in value.items():
            find = self._find.get(name)
            if find is None or (name in self.since and self.since[name] > version):
                found.append(_foreign(name, version, is_known=find is None and name in _known_names()))
            elif problems := find(each, version):
                found += [problem.within(name) for problem in problems]
        found += [_DAMAGED.within(name) for name in self.always if name not in value]
        if self._one_of and sum(name in value for name in self._one_of) != 1:
            found.append(Problem((), f"It must have exactly one of {', '.join(self._one_of)}"))
        elif self._holds and all(each.is_unknown for each in found) and not self._holds(value):
            found.append(_DAMAGED)
        return found


def find_lists(shape: Shape) -> Iterator[Members]:
    """Yield the closed lists in a shape, itself included."""
    match shape:
        case Maybe() | Many() | Named():
            yield from find_lists(shape.shape)
        case Members():
            yield shape
            for each in (*shape.always.values(), *shape.sometimes.values()):
                yield from find_lists(each)


_DAMAGED = Problem((), "A part of it is missing or damaged")


def _foreign(name: str, version: int, *, is_known: bool) -> Problem:
    if is_known:
        return Problem((name,), "It has a member in the wrong place")
    return Problem((name,), f"It has a member that format {version} does not have", is_unknown=True)


def is_digest(value: Any) -> bool:
    """Return whether a value is a SHA-256 in hexadecimal."""
    return type(value) is str and _DIGEST.fullmatch(value) is not None


def _is_time(value: Any) -> bool:
    try:
        return type(value) is str and bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _one_of(values: Collection[str]) -> Single:
    return Single(lambda value: type(value) is str and value in values)


ANY_OBJECT = Single(lambda value: type(value) is dict)
"""An object that a game or an agent defines."""
TEXT = Single(lambda value: type(value) is str)
FLAG = Single(lambda value: type(value) is bool)
COUNT = Single(lambda value: type(value) is int and value >= 0)
NUMBER = Single(lambda value: type(value) in (int, float))
MOMENT = Single(lambda value: type(value) in (int, float) and value >= 0)
SAID = Single(lambda value: type(value["words"] if type(value) is dict and value.keys() == {"words"} else value) is str)
"""A text, or the ref of one that can be withdrawn."""
DIGEST = Single(is_digest)
TIME = Single(_is_time)

_SHAPES: Mapping[Any, Shape] = {
    int: COUNT,
    float: MOMENT,
    str: TEXT,
    bool: FLAG,
    float | None: Maybe(MOMENT),
    Finish: _one_of(get_args(Finish)),
    Reading: _one_of(get_args(Reading)),
    tuple[str, ...]: Many(TEXT),
    Mapping[str, float]: Named(Single(lambda value: type(value) in (int, float) and 0 <= value <= 1)),
}
"""Shapes by the type of a field."""


def _fields_of(
    name: str,
    kind: Any,
    later: Collection[str] = (),
    holds: Callable[[Any], bool] | None = None,
    since: Mapping[str, int] | None = None,
    **special: Shape,
) -> Members:
    """Return the list of a value of the kernel, whose members are its fields.

    Args:
        later: Fields that may be missing, as older transcripts of the same format do not have them.
    """
    hints = get_type_hints(kind)
    shapes = {
        each: special.get(each) or _SHAPES.get(hints[each]) or _one_of(get_args(hints[each]))
        for each in (field.name for field in fields(kind))
    }
    always = {each: shape for each, shape in shapes.items() if each not in later}
    return Members(name, always, {each: shapes[each] for each in later}, since=since, holds=holds)


def _later_fields(kind: Any, *but: str) -> tuple[str, ...]:
    """Return the fields with a default, which were not all there from the beginning, except for some."""
    defaults = (each.name for each in fields(kind) if each.default is not MISSING or each.default_factory is not MISSING)
    return tuple(name for name in defaults if name not in but)


def _is_leaning(value: Any) -> bool:
    total: float = sum(value["probabilities"].values())
    return (value["samples"] > 0) == (value["by"] == "samples") and abs(total - 1) < _ROUNDING


PICTURE = Members("pictures", {"digest": DIGEST, "media_type": _one_of(SUFFIXES)})
USAGE = _fields_of("usage", Usage, _later_fields(Usage, "calls", "tokens_in", "tokens_out", "dollars"))
ATTEMPT = _fields_of(
    "attempts", Completion, _later_fields(Completion, "finish", "usage"), usage=USAGE, text=SAID, problem=SAID, reasoning=SAID
)
DISPLAY = _fields_of("display", Display)
LEANING = _fields_of("leaning", AnswerProbabilities, holds=_is_leaning)
TIMING = _fields_of("timing", Timing, ("anticipated", "host", "ping"), since={"host": 7, "ping": 7})
DEAL = _fields_of(
    "deal",
    Deal,
    config=DIGEST,
    secret=Single(lambda value: value == "" or is_digest(value)),
    shares=Many(_fields_of("shares", Share, commitment=DIGEST, nonce=DIGEST)),
)
EVENT = Members("events", {"event": TEXT, "to": Many(TEXT), "data": ANY_OBJECT})
EVENTS = Many(EVENT)
REQUEST = Members("request", {"id": COUNT, "to": TEXT, "asks": TEXT, "choices": ANY_OBJECT, "seconds": Maybe(NUMBER)})
RESPONSE = Members(
    "response",
    {"seconds": Maybe(NUMBER)},
    {
        "answer": ANY_OBJECT,
        "as": TEXT,
        "forfeit": _fields_of("forfeit", Forfeit),
        "unread": _fields_of("unread", ParseFailure),
        "usage": USAGE,
        "attempts": Many(ATTEMPT),
        "pictures": Many(PICTURE),
        "display": DISPLAY,
        "leaning": LEANING,
        "timing": TIMING,
        "stand_in": Single(lambda value: type(value) is str and value != ""),
        "clock": _one_of(get_args(RemoteClock)),
    },
    since={"unread": 2, "attempts": 2, "pictures": 2, "display": 3, "leaning": 4, "timing": 5, "stand_in": 7, "clock": 8},
    one_of=("answer", "forfeit", "unread"),
    holds=lambda value: "as" not in value or "answer" in value,
)
PLACE = Members("seats, officials", {"seat": TEXT, "player": ANY_OBJECT})

HEADER = Members(
    "first line",
    {
        "woozle": COUNT,
        "game": TEXT,
        "rules": COUNT,
        "config": ANY_OBJECT,
        "commitment": DIGEST,
        "seats": Many(PLACE),
        "officials": Many(PLACE),
        "software": Members("software", {}, {"woozle": TEXT, "python": TEXT}),
        "started": Maybe(TIME),
        "fork": Maybe(Members("fork", {"of": DIGEST, "at": COUNT})),
        "opening": EVENTS,
    },
    {
        "source": Members("source", {"format": TEXT, "digest": DIGEST, "name": TEXT}),
        "presentation": Members("presentation", {"is_blind": FLAG, "people": Many(TEXT)}),
        "deal": DEAL,
    },
    since={"deal": 7},
)
RESPONSE_LINE = Members("line of a Response", {"n": COUNT, "request": REQUEST, "response": RESPONSE, "events": EVENTS})
RESUME_LINE = Members(
    "line of a resume",
    {"resumed": Members("resumed", {"at": COUNT, "from": DIGEST, "when": Maybe(TIME), "woozle": TEXT})},
    since={"resumed": 6},
)
LAST_LINE = Members(
    "last line",
    {
        "outcome": Members(
            "outcome",
            {
                "reason": TEXT,
                "results": Named(
                    Members(
                        "results",
                        {"kind": _one_of(get_args(get_type_hints(Result)["kind"])), "numbers": Named(Maybe(NUMBER))},
                    )
                ),
            },
        ),
        "key": DIGEST,
    },
    {"secret": DIGEST},
    since={"secret": 7},
)

LINES = (HEADER, RESPONSE_LINE, RESUME_LINE, LAST_LINE)
_LINES_BY_MEMBER = {"outcome": LAST_LINE, "resumed": RESUME_LINE}


def line_after_first(body: Mapping[str, Any]) -> Members:
    """Return the kind of a line that is not the first one."""
    return next((line for name, line in _LINES_BY_MEMBER.items() if name in body), RESPONSE_LINE)


@cache
def _known_names() -> frozenset[str]:
    """Return the names of all members of all lines."""
    return frozenset(name for line in LINES for each in find_lists(line) for name in (*each.always, *each.sometimes))


def are_events(value: Any) -> bool:
    """Return whether a value is a list of Events, also if they have more members than they should."""
    return all(problem.is_unknown for problem in EVENTS.problems(value, 0))


def are_words(value: Any) -> bool:
    """Return whether a value has the shape of redactable text: texts by ref, the digest in their place, or a list of these."""
    if type(value) is list:
        return len(value) > 1 and all(type(each) is not list and are_words(each) for each in value)
    if type(value) is str:
        return is_digest(value)
    return type(value) is dict and "salt" in value and all(type(text) is str for text in value.values())

"""Malformed replies of models to the questions that bots were asked in matches of all games: none may raise or leave the schema.

A reply starts as a legal one, drawn from the schema, and is then broken: cut, doubled, nested, retyped, spelled differently, or
filled with text on which a terminal or parser would act. A parsed answer must be of the type asked for, still valid when written
and read again, among the choices, and such that a transcript can hold it; anything else must have a problem in words. A quarter of
the replies also comes from a server with impossible metadata (`server_words.py`).
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from benchmarks.siege import server_words
from benchmarks.siege.part import Part, Piece, Tally, dice
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.replies import ReadReply, read_reply
from woozle.core.request import Finish, Request, Response
from woozle.players.random_bot import RandomBot
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services

from tests.tui.hostile import HOSTILE, MARKUP, SPELLS

REPLIES = 1_000_000
_MATCHES = 3  # per game and preset, from which the questions come
_A_QUESTION = 40  # kept for each type and game
_FINISHES: tuple[Finish, ...] = get_args(Finish)


def begin(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    requests = _questions(seed)
    tally.figures["kinds of questions"] = len({(each.answer.__module__, each.answer.__name__) for each in requests})

    def piece(number: int) -> None:
        luck = dice(seed, "replies", number)
        request = luck.choice(requests)
        text = reply(luck, request, number)
        finish = luck.choice(_FINISHES) if luck.random() < 0.2 else "stop"
        try:
            read = read_reply(text, request, finish, is_refusal=luck.random() < 0.01)
            tally.count(f"read as: {read.reading}")
            problem = _problem(read, request)
            if not problem and luck.random() < 0.25:
                tally.count("of them told by a hostile server")
                problem = server_words.problem(luck, request, text)
            if problem:
                tally.fault(f"Reply {number} to {request.answer.__name__}: {problem}: {text[:200]!r}")
        except Exception as error:
            tally.fault(f"Reply {number} to {request.answer.__name__} raised {type(error).__name__}: {error}: {text[:200]!r}")

    return REPLIES, piece


def _problem(read: ReadReply, request: Request) -> str:
    """Return the fault in a parsed reply, or an empty string."""
    if (read.answer is None) != (read.reading not in ("answer", "illegal")):
        return f"it is {read.reading}, and has an answer or none"
    if bool(read.problem) == (read.reading == "answer"):
        return f"it is {read.reading}, and has a problem or none"
    if read.answer is None:
        return ""
    if type(read.answer) is not request.answer:
        return f"it was read as a {type(read.answer).__name__}"
    try:
        again = request.answer.model_validate_json(read.answer.model_dump_json())
    except ValidationError as error:
        return f"what was read of it is not valid: {error}"
    if again != read.answer:
        return "what was read of it is something else when it is written and read again"
    if read.reading == "answer" and any(getattr(read.answer, name) not in legal for name, legal in request.choices.items()):
        return "what was read of it is none of the choices"
    return server_words.unwritable(request, Response(request.id, read.answer))


def _questions(seed: int) -> list[Request]:
    """Return some requests of every kind, from matches of random bots."""
    kept: dict[tuple[str, str], list[Request]] = {}

    class Asked(RandomBot):
        def answer(self, request: Request, observation: Any) -> Any:
            found = kept.setdefault((request.answer.__module__, request.answer.__name__), [])
            if len(found) < _A_QUESTION:
                found.append(request)
            return super().answer(request, observation)

    for game in registry.names():
        kind = registry.game(game)
        for preset in kind.presets:
            config = registry.configure(kind, preset, {})
            for number in range(_MATCHES):
                key, table = key_from_seed(seed, number), kind(max(kind.min_seats_for(config), min(kind.max_seats, 4)), config)
                players = {seat: Asked(bot_seed(seat, key)) for seat in table.seats} | seat_services(table, {}, key, nobody)
                asyncio.run(Match(Referee(table, key), players).play())
    return [each for found in kept.values() for each in found]


# Replies and mutations


def reply(luck: random.Random, request: Request, number: int) -> str:
    """Return a legal reply, broken one to four times."""
    right = RandomBot(f"{number}").answer(request, ()).model_dump(mode="json")
    given: Any = right
    for _ in range(luck.choice((0, 1, 1, 2))):
        given = luck.choice(_OF_VALUES)(luck, given)
    text = given if isinstance(given, str) and luck.random() < 0.5 else json.dumps(given, ensure_ascii=luck.random() < 0.5)
    for _ in range(luck.choice((0, 1, 1, 2)) if given is not right else luck.choice((1, 1, 2))):
        text = luck.choice(_OF_TEXT)(luck, text)
    return text


_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1e308, -0.0, 10**30, 2**63, float("nan"), float("inf"), [], {}, [[]], [{}], {"": ""}, ["1", 2, None],
    {"action": {"action": "wait"}}, str(10**29), "", " ", "null", "none", "nobody", "0", "1", "999", "NaN", "1 or 2", "A",
    "B: because",
    "x" * 5000, "\ud800", "\U0001f600", HOSTILE, MARKUP, *SPELLS, "</think>", "<think>", "{", "}", "```", "__class__",
    "../../etc", "${x}", "%s%n",
)  # fmt: skip


def _other_value(luck: random.Random, given: Any) -> Any:
    """Replace one field, or the whole value."""
    if isinstance(given, dict) and given:
        return {**given, luck.choice(list(given)): luck.choice(_STRANGE)}
    return luck.choice(_STRANGE)


def _other_names(luck: random.Random, given: Any) -> Any:
    if not isinstance(given, dict) or not given:
        return {luck.choice(("answer", "text", "thoughts")): given}
    old = luck.choice(list(given))
    new = luck.choice((old.upper(), f" {old} ", old.title(), f"{old}s", "x", "", "thoughts", "answer", old[:-1]))
    return {new if name == old else name: value for name, value in given.items()}


def _more(luck: random.Random, given: Any) -> Any:
    return (
        {**given, luck.choice(("mood", "thoughts", "answer", "schema", "\x1b[2J")): luck.choice(_STRANGE)}
        if isinstance(given, dict)
        else [given, luck.choice(_STRANGE)]
    )


def _less(luck: random.Random, given: Any) -> Any:
    if isinstance(given, dict) and given:
        gone = luck.choice(list(given))
        return {name: value for name, value in given.items() if name != gone}
    return None


def _wrapped(luck: random.Random, given: Any) -> Any:
    for _ in range(luck.choice((1, 1, 2, 5, 40))):
        given = luck.choice((lambda inner: {"answer": inner}, lambda inner: [inner], lambda inner: {"x": inner}))(given)
    return given


def _as_text(luck: random.Random, given: Any) -> Any:
    """Turn values into strings, and strings into other values."""
    if isinstance(given, dict):
        return {name: str(value) if luck.random() < 0.5 else value for name, value in given.items()}
    return str(given)


def _cut(luck: random.Random, text: str) -> str:
    return text[: luck.randrange(len(text) + 1)]


def _without_a_piece(luck: random.Random, text: str) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + text[at + luck.choice((1, 1, 2, 8)) :]


def _other_characters(luck: random.Random, text: str) -> str:
    letters = list(text)
    for _ in range(luck.choice((1, 2, 5))):
        if letters:
            letters[luck.randrange(len(letters))] = chr(
                luck.choice((luck.randrange(32), luck.randrange(128), luck.randrange(0x2FFF)))
            )
    return "".join(letters)


def _with(luck: random.Random, text: str) -> str:
    """Insert something in the middle, before or after."""
    more = luck.choice(
        (*(each for each in _STRANGE if isinstance(each, str)), "\n", ",", '"', "'", "\\", "//", "/*", "#", "“", "[", "]")
    )
    at = luck.choice((0, len(text), luck.randrange(len(text) + 1)))
    return text[:at] + more + text[at:]


def _other_quotes(luck: random.Random, text: str) -> str:
    return text.replace('"', luck.choice(("'", "“", "`", "", '\\"', '""')))


def _twice(luck: random.Random, text: str) -> str:
    return luck.choice((text + text, f"{text}\n{text}", f"{text} or rather {text[::-1]}", f"[{text}, {text}]"))


def _told(luck: random.Random, text: str) -> str:
    return luck.choice(_AROUND).replace("{}", text)


_AROUND = ("```json\n{}\n```", "<think>{}</think>", "Sure! {} Hope that helps.", "<think>hm</think>{}", "say({}) | x(1)")


def _deep(luck: random.Random, text: str) -> str:
    depth = luck.choice((3, 50, 3000))
    return luck.choice(("[", '{"a":', "(", "<think>")) * depth + text


_OF_VALUES: tuple[Callable[[random.Random, Any], Any], ...] = (
    _other_value,
    _other_value,
    _other_names,
    _more,
    _less,
    _wrapped,
    _as_text,
)
_OF_TEXT: tuple[Callable[[random.Random, str], str], ...] = (
    _cut, _without_a_piece, _other_characters, _with, _with, _other_quotes, _twice, _told, _deep,
)  # fmt: skip


def row(tally: Tally) -> list[tuple[str, str]]:
    readings = sorted((name for name in tally.figures if name.startswith("read as: ")), key=lambda name: -tally.figures[name])
    return [
        ("malformed replies, to questions of all games", f"{tally.done:,}"),
        ("of them told by a server that says of itself what cannot be", f"{tally.figures['of them told by a hostile server']:,}"),
        ("kinds of questions", f"{tally.figures['kinds of questions']:,}"),
        *((name, f"{tally.figures[name]:,}") for name in readings),
        ("raised, left the schema or the choices, or had no problem in words", f"{tally.failed:,}"),
    ]


PART = Part("replies", "Malformed replies", begin, row)

"""`woozle compare`: the answers of a saved match beside those of another model to the same questions."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from woozle.arena.play import models
from woozle.arena.play.comparison import Compared, Question, Questions, Reaction
from woozle.arena.views.costs import in_words
from woozle.arena.views.words import count, cut, money
from woozle.core.errors import InputError
from woozle.core.match import Halt
from woozle.core.text import visible_line
from woozle.core.usage import NOTHING, Budget, Limits, Usage
from woozle.players.models.spec import ModelSpec, SpecError, parse
from woozle.tui.cli.sentences import notice
from woozle.tui.widgets.text_layout import wrap

_WIDE = 100  # columns from which two answers stand side by side
_LONGEST = 2_000  # characters of thoughts that are shown; --json has all of them


def parse_seat(text: str) -> tuple[str, ModelSpec]:
    """Return the seat and the model of `Bo=ollama:qwen3:8b`. Raises ValueError, with a sentence."""
    seat, equals, who = text.partition("=")
    if not equals or not seat.strip():
        raise InputError(f"{visible_line(text)!r} names no seat and model; write for example Bo=ollama:qwen3:8b.")
    try:
        return seat.strip(), models.config().with_defaults(parse(who))
    except SpecError as error:
        raise InputError(str(error)) from None


def compare(path: Path, seat_and_model: str, places: Sequence[int], budget: str | None) -> tuple[list[Compared], ModelSpec, str]:
    """Return both answers to each question, who was asked, and why it ended early, if it did."""
    seat, spec = parse_seat(seat_and_model)
    questions = Questions(path, seat)
    chosen = questions.find(places)
    limits = Limits.parse(budget) if budget else None
    models.refuse_unready([spec], has_budget=bool(limits and limits.dollars is not None))
    notice(f"{spec} is asked what {seat} was asked, {count(len(chosen), 'time')}; nothing is saved.")
    found, why = asyncio.run(_ask(questions, chosen, spec, limits))
    return found, spec, why


async def _ask(
    questions: Questions, chosen: Sequence[Question], spec: ModelSpec, limits: Limits | None
) -> tuple[list[Compared], str]:
    hub = models.hub(tell=notice)
    seats = models.seats(hub, Budget(limits, option="--budget")) if limits else models.seats_of_a_match(hub)
    found: list[Compared] = []
    why = ""
    try:
        async for each in questions.ask(lambda: seats(questions.game, questions.seat, spec, "compare"), chosen):
            found.append(each)
    except Halt as halt:
        why = str(halt)
    finally:
        await hub.close()
    return found, why


def lines(found: Sequence[Compared], spec: ModelSpec, width: int | None = None) -> Iterator[str]:
    """Yield one comparison in full, or several as a table, and what they cost."""
    width = width or shutil.get_terminal_size().columns
    if len(found) == 1:
        yield from _in_full(found[0], spec, width)
    elif found:
        yield from _table(found, spec, width)
    equal = sum(each.are_equal for each in found)
    if found:
        yield f"Equal answers: {equal} of {len(found)} ({100 * equal / len(found):.0f} %)."
    yield f"Used up: {in_words(sum((each.second.usage for each in found), NOTHING))}"


def _in_full(one: Compared, spec: ModelSpec, width: int) -> Iterator[str]:
    question = one.question
    yield f"{question.request.to} was asked to {question.request.answer.__name__.lower()} after {count(question.at, 'answer')}."
    yield ""
    sides = [("In the match", one.first), (str(spec), one.second)]
    column = (width - 3) // 2 if width >= _WIDE else width
    left, right = ([*_side(title, reaction, column)] for title, reaction in sides)
    if width >= _WIDE:
        for first, second in zip_longest(left, right, fillvalue=""):
            yield f"{first}{' ' * (column - cell_len(first))} │ {second}".rstrip()
    else:
        yield from (*left, "", *right)
    yield ""


def _side(title: str, reaction: Reaction, width: int) -> Iterator[str]:
    yield cut(visible_line(title), width)
    yield from _wrap(reaction.answer, width)
    yield _figures(reaction)
    if reaction.thoughts:
        yield ""
        more = " …" if len(reaction.thoughts) > _LONGEST else ""
        yield from _wrap(f"Thoughts: {reaction.thoughts[:_LONGEST]}{more}", width)


def _figures(reaction: Reaction) -> str:
    used = reaction.usage
    parts = [
        "" if reaction.seconds is None else f"{reaction.seconds:.1f} s",
        f"{used.tokens_in:,} tokens in, {used.tokens_out:,} out" if used.calls else "",
        money(used.dollars) if used.dollars else "",
        count(reaction.tries, "try", "tries") if reaction.tries > 1 else "",
    ]
    return " · ".join(filter(None, parts))


def _wrap(text: str, width: int) -> list[str]:
    return wrap(" ".join(visible_line(text).split()), width)


def _table(found: Sequence[Compared], spec: ModelSpec, width: int) -> Iterator[str]:
    column = max(12, (width - 22) // 2)
    head = (cut("in the match", column), cut(visible_line(str(spec)), column))
    yield f"{'at':>5}  {'asked':<10}    {head[0]}{' ' * (column - cell_len(head[0]))} {head[1]}"
    for each in found:
        first, second = (cut(visible_line(reaction.answer), column) for reaction in (each.first, each.second))
        asked = cut(each.question.request.answer.__name__.lower(), 10)
        sign = "=" if each.are_equal else "≠"
        yield f"{each.question.at:>5}  {asked:<10} {sign}  {first}{' ' * (column - cell_len(first))} {second}"
    yield ""


def as_json(found: Sequence[Compared], spec: ModelSpec, why: str) -> dict[str, Any]:
    """Return all that was found, for programs."""
    return {
        "model": str(spec),
        "comparisons": [
            {
                "at": each.question.at,
                "request": each.question.request.id,
                "asked": each.question.request.answer.__name__,
                "equal": each.are_equal,
                "match": _side_json(each.first),
                "other": _side_json(each.second),
            }
            for each in found
        ],
        "share_equal": sum(each.are_equal for each in found) / len(found) if found else None,
        "problem": why,
    }


def _side_json(reaction: Reaction) -> dict[str, Any]:
    return {
        "answer": reaction.answer,
        "thoughts": reaction.thoughts,
        "seconds": reaction.seconds,
        "tries": reaction.tries,
        "usage": _usage_json(reaction.usage),
    }


def _usage_json(usage: Usage) -> dict[str, Any]:
    return {name: getattr(usage, name) for name in ("calls", "tokens_in", "tokens_out", "dollars")}

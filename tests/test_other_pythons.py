"""The same seed gives the same bytes on every Python, and rules come to the same digits; `tests.fresh_clone` tries those here."""

from __future__ import annotations

import asyncio
import builtins
import math
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from woozle.arena.testing.games import GameCase, record_match
from woozle.core.arithmetic import plain_sum
from woozle.core.match import Player
from woozle.players.registry import bots
from woozle.saves.transcript import CLOSED, Header
from woozle.saves.verify import verify

from tests.test_conformance import CASES
from tests.test_golden import GOLDEN


@pytest.fixture
def another_sum(monkeypatch) -> Callable[[], None]:
    """A function that lets `sum` round floats otherwise, as it does from Python 3.12 on, and a little more."""
    exact = sum

    def rounded(values: Iterable[Any], /, start: Any = 0) -> Any:
        total = exact(values, start)
        return math.nextafter(total, math.inf) if isinstance(total, float) else total

    return lambda: monkeypatch.setattr(builtins, "sum", rounded)


def played(case: GameCase, folder: Path) -> bytes:
    """Play a match of the game's bots, one of each in turn, and return its transcript."""
    kinds: Iterator[Any] = cycle([*bots(case.play().name).values()] or [case.bot])

    def seated(seed: str) -> Player:
        return next(kinds)(seed)

    asyncio.run(record_match(case, 1, folder, seated).play())
    return (folder / CLOSED).read_bytes()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_byte_of_a_match_depends_on_how_sum_rounds(case, tmp_path, another_sum):
    before = played(case, tmp_path / "one")
    another_sum()
    assert played(case, tmp_path / "other") == before


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_no_verdict_depends_on_how_sum_rounds(path, another_sum):
    another_sum()
    assert not verify(path, level=2).findings


@pytest.mark.parametrize(("python", "verdict"), [("3.11", "altered"), ("3.12", "verified"), (None, "altered")])
def test_a_match_that_was_added_by_the_sum_of_a_later_python_still_verifies(python, verdict, tmp_path, monkeypatch):
    """Until transcripts left out the version of Python, rules took the sums of the one that they ran on."""

    def header(**given: Any) -> Header:
        return Header(**{**given, "software": {**given["software"], **({"python": python} if python else {})}})

    case = next(case for case in CASES if case.name.startswith("quest standard"))
    with monkeypatch.context() as later:
        later.setattr("woozle.saves.writer.Header", header)
        later.setattr("woozle.games.quest.judgement.scores.plain_sum", lambda values: math.nextafter(plain_sum(values), math.inf))
        played(case, tmp_path / "match")
    assert verify(tmp_path / "match" / CLOSED, level=2).verdict == verdict


def test_a_sum_is_taken_from_left_to_right():
    assert plain_sum([0.1] * 10) == 0.9999999999999999
    assert plain_sum([1e16, 1.0, -1e16]) == 0
    assert repr(plain_sum([])) == "0", "as recorded matches have it"

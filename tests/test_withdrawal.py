"""Every game: what a person typed, and all that came of it, leaves the whole folder of the match when the person withdraws."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from woozle.arena.testing.games import GameCase as Case
from woozle.arena.testing.games import seat_bots as players
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.match import Match, Player
from woozle.core.request import Answer, Request, Seat
from woozle.core.text import WITHDRAWN
from woozle.players.random_bot import RandomBot
from woozle.saves.decoder import decode_record
from woozle.saves.redaction import redact
from woozle.saves.resume import ResumeError, fork, reopen
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.saves.verify import verify

from tests.games.parts import parts
from tests.games.ship.cases import ship
from tests.saves.table import forged
from tests.test_conformance import CASES
from tests.typists import Typist, held, kept_of, played, sentence

FREE = [case for cases in parts("cases", "FREE").values() for case in cases]


@pytest.fixture(params=[*CASES, *FREE], ids=lambda case: case.name)
def case(request):
    return request.param


def test_nothing_that_a_person_typed_is_left_of_it(case, tmp_path):
    one, other = Typist("one"), Typist("other")
    seats = case.play().seats
    folder = played(case, 0, tmp_path / "m", dict(zip(seats, (one, other), strict=False)))
    before = verify(folder, level=2)
    assert [check.result for check in before.levels.values()] == ["passed"] * 3, before.findings
    there = held(folder)
    assert not one.planted or any(text.casefold() in there for text in one.planted)

    redact(folder, seats=seats[:1])
    left = held(folder)
    assert not kept_of(one.planted, folder)
    kept = [text for text in other.planted if text.casefold() in there]
    assert not kept or any(text.casefold() in left for text in kept)
    report = verify(folder, level=3)
    assert report.levels[0].result == "passed"
    assert report.is_accepted(["withdrawn"])
    assert report.is_verified or case.play().reads_text
    assert all(check.reason for check in report.levels.values() if check.result == "unchecked")
    transcript = read(folder)
    assert not transcript.findings
    assert all(transcript.words[ref] == text for line in transcript.lines for ref, text in (line.words or {}).items())
    assert redact(folder, seats=seats[:1]) == 0

    redact(folder, seats=seats[:2])
    assert not kept_of([*one.planted, *other.planted], folder)
    record = list(chain.from_iterable(decode_record(type(case.play()), read(folder))))
    assert len(record) > 0


def cut(whole: Path, folder: Path, lines: int, seed: int) -> Path:
    """An unfinished copy of a match, with so many lines and a torn one."""
    rows = (whole / CLOSED).read_bytes().splitlines(keepends=True)
    copytree(whole, folder)
    (folder / CLOSED).unlink()
    (folder / KEY).write_text(key_from_seed(seed).hex())
    (folder / PART).write_bytes(b"".join(rows[:lines]) + rows[lines][:-2])
    return folder


def test_an_unfinished_match_goes_on_after_a_withdrawal_or_says_why_it_cannot(case, tmp_path):
    person, seat = Typist("one"), case.play().seats[0]
    whole = played(case, 1, tmp_path / "whole", {seat: person})
    count = len(read(whole).lines)
    for lines in range(1, count, max(1, count // 3)):
        folder = cut(whole, tmp_path / f"{lines}", lines, 1)
        redact(folder, seats=[seat])
        assert not kept_of(person.planted, folder)
        try:
            again = reopen(folder, sync=False)
        except ResumeError as error:
            assert "text that was withdrawn" in str(error)
            assert str(error).count(".") == str(error).count(" cannot be resumed: ")
            before = re.search(r"`woozle fork --at (\d+)` can branch off before it\.$", str(error))
            fork(folder, int(before[1]), tmp_path / f"fork-{lines}", sync=False).writer.close()
        else:
            again.writer.close()


def test_what_is_typed_after_an_interruption_can_be_withdrawn_with_what_was_typed_before(case, tmp_path):
    person, seat = Typist("one"), case.play().seats[0]
    whole = played(case, 1, tmp_path / "whole", {seat: person})
    folder = cut(whole, tmp_path / "cut", max(1, len(read(whole).lines) // 2), 1)
    again = reopen(folder, sync=False)
    seated: dict[Seat, Player] = players(again.referee.game, again.referee.key, case.bot) | {seat: (later := Typist("later"))}
    asyncio.run(Match(again.referee, seated, again.writer).play())
    refs = [ref for line in read(folder).lines for ref in line.words or ()]
    assert len(refs) == len(set(refs))
    assert all(check.result == "passed" for check in verify(folder, level=2).levels.values())
    redact(folder, seats=[seat])
    assert not kept_of([*person.planted, *later.planted], folder)


ODD = [
    "\ud800 half a character",
    "",
    "x" * 4000,
    "Ada",
    "maybe well indeed",
    "A",
    "yes",
    WITHDRAWN,
    '{"words":"1.1"}',
    '"},{"salt":"","2.1":"',
    '"]\\u0000\x1b[31m',
    "[withdrawn 2]",
    "1.1/answer",
    "Answer: Answer: 12",
]


@pytest.mark.parametrize("case", FREE, ids=lambda case: case.name)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_odd_texts_can_be_withdrawn_too(case, tmp_path_factory, data):
    texts = data.draw(st.lists(st.one_of(st.sampled_from(ODD), st.text(max_size=300)), min_size=1, max_size=4))
    is_alone = data.draw(st.booleans())

    def own(place: str) -> str:
        text = texts[sum(map(ord, place)) % len(texts)]
        return text if is_alone else f"{text} {sentence('the same every time')}"

    folder, seats = tmp_path_factory.mktemp("odd") / "m", case.play().seats
    played(case, 3, folder, {seat: Typist(seat, own) for seat in seats[:2]})
    report = verify(folder, level=2)
    assert all(check.result == "passed" for check in report.levels.values()), report.findings
    redact(folder, seats=seats[:2])
    assert sentence("the same every time").casefold() not in held(folder)
    assert verify(folder, level=3).is_accepted(["withdrawn"])
    assert verify(folder, level=0).levels[0].result == "passed"
    decode_record(type(case.play()), read(folder))


def test_a_bot_that_fails_over_what_a_person_typed_does_not_quote_it(tmp_path):
    class Clumsy(RandomBot):
        def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
            raise ValueError(f"I cannot read {observation[-20:]}")

    case = ship("standard", 6, max_ticks=20)
    person = Typist("one")
    clumsy = Case("clumsy", case.play, Clumsy)
    seats = case.play().seats
    folder = played(clumsy, 1, tmp_path / "m", {seat: person if seat == seats[0] else Typist("two") for seat in seats[:3]})
    assert "as a person typed it" in held(folder)
    redact(folder, seats=seats[:3])
    assert not kept_of(person.planted, folder)


@pytest.mark.parametrize("case", FREE, ids=lambda case: case.name)
def test_no_withdrawal_excuses_a_number_that_the_game_cannot_give_or_another_reason(case, tmp_path):
    seats = case.play().seats
    folder = played(case, 0, tmp_path / "m", dict(zip(seats, (Typist("one"), Typist("other")), strict=False)))
    redact(folder, seats=seats[:2])
    assert verify(folder).is_accepted(["withdrawn"])
    file, end = folder / CLOSED, read(folder).end
    data = file.read_bytes()

    def change(outcome: Any, *way: str, value: Any) -> None:
        for step in way[:-1]:
            outcome = outcome[step]
        outcome[way[-1]] = value

    numbers = {name: ("results", seat, "numbers", name) for seat, each in end.outcome.results.items() for name in each.numbers}
    for way in [*numbers.values(), ("reason",), ("results", seats[0], "numbers", "more")]:
        file.write_bytes(data)
        value = "Ada won everything." if way == ("reason",) else 9999.0
        forged(file, end.number, lambda body, way=way, value=value: change(body["outcome"], *way, value=value))
        assert verify(folder).verdict == "altered", way

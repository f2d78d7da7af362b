"""Matches side by side: how many at once, what halts one, what halts all, and what is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from woozle.arena.play.setup import Ready
from woozle.arena.runs.coordinator import Coordinator
from woozle.core.chance import key_from_seed
from woozle.core.match import Halt, Match
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.saves.resume import FinishedError, reopen
from woozle.saves.transcript import CLOSED, TranscriptError, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import played_lines
from tests.two_truths import Tell, TwoTruths, Vote


class Slow:
    """Answers when it is let; before that it may raise."""

    is_human = answers_at_once = False
    keeps_time = True

    def __init__(self, number: int, desk: Desk):
        self.number, self.desk = number, desk

    async def respond(self, request, observation):
        await self.desk.asked(self.number)
        answer = Tell(texts=("x", "y", "z"), lie=1) if request.answer is Tell else Vote(index=1)
        return Response(request.id, answer, seconds=1.0)

    def describe(self):
        return {"kind": "model", "model": "slow"}


class Desk:
    """A place where all players of a test wait. trouble: returns the error that a question of a match raises, or None."""

    def __init__(self, trouble: Callable[[int, int], Exception | None] = lambda number, count: None):
        self.count = 0
        self.waiting: list[asyncio.Future[None]] = []
        self.is_open = False
        self.trouble = trouble

    async def asked(self, number: int) -> None:
        self.count += 1
        if error := self.trouble(number, self.count):
            raise error
        if not self.is_open:
            self.waiting.append(gate := asyncio.get_running_loop().create_future())
            await gate

    def open(self) -> None:
        self.is_open = True
        self.answer_all()

    def answer_all(self) -> None:
        for gate in self.waiting:
            if not gate.done():
                gate.set_result(None)
        self.waiting.clear()

    async def filled(self, count: int) -> None:
        """Return when so many wait."""
        while len(self.waiting) < count:
            await asyncio.sleep(0)


class Evening:
    """A coordinator over a folder, and what became of it."""

    def __init__(self, out, desk, alone=()):
        self.out, self.desk = out, desk
        self.sentences: list[str] = []
        self.coordinator = Coordinator(self.ready, self.sentences.append, lambda number: number in alone)

    @property
    def finished(self) -> list[int]:
        return sorted(int(file.parent.name) for file in self.out.glob(f"*/{CLOSED}"))

    def ready(self, number: int) -> Ready | None:
        folder = self.out / f"{number:04d}"
        try:
            opened = reopen(folder, sync=False)
        except FinishedError:
            return None
        except TranscriptError:
            referee = Referee(TwoTruths(seats=3), key_from_seed(7, number))
            writer = Writer.create(folder, referee, self.players(number, "describe"), sync=False)
        else:
            referee, writer = opened.referee, opened.writer
        return Ready(Match(referee, self.players(number), writer), folder, writer)

    def players(self, number, described=""):
        player = Slow(number, self.desk)
        return dict.fromkeys("abc", player.describe() if described else player)

    def lines(self) -> int:
        return sum(len(read(folder).lines) for folder in self.out.iterdir())


async def test_only_so_many_matches_are_played_at_a_time(tmp_path):
    evening = Evening(tmp_path, desk := Desk())
    playing = asyncio.create_task(evening.coordinator.play(range(1, 8), 3))
    await desk.filled(3)
    for _ in range(20):
        await asyncio.sleep(0)
    assert (evening.coordinator.playing, len(desk.waiting)) == (3, 3)
    desk.open()
    await playing
    assert (evening.finished, evening.coordinator.finished) == ([1, 2, 3, 4, 5, 6, 7], 7)
    assert all(verify(tmp_path / f"{number:04d}").is_verified for number in evening.finished)


async def test_a_hall_that_halts_asks_nobody_more_and_keeps_what_is_under_way(tmp_path):
    evening = Evening(tmp_path, desk := Desk())
    playing = asyncio.create_task(evening.coordinator.play(range(1, 8), 3))
    await desk.filled(3)
    desk.answer_all()
    await desk.filled(6)  # both voters of each match
    evening.coordinator.halt("It is late.")
    await asyncio.sleep(0)
    assert not playing.done()
    desk.open()
    await playing
    assert (evening.coordinator.why, desk.count, evening.lines(), evening.finished) == ("It is late.", 9, 9, [])
    assert len(list(tmp_path.iterdir())) == 3


async def test_what_halted_goes_on_to_the_same_end(tmp_path):
    async def played(out, *halts):
        for count in halts:
            evening = Evening(out, desk := Desk())
            playing = asyncio.create_task(evening.coordinator.play(range(1, 4), 2))
            for _ in range(count):
                await desk.filled(1)
                desk.answer_all()
            await desk.filled(1)
            evening.coordinator.halt("It is late.")
            desk.open()
            await playing
        evening = Evening(out, desk := Desk())
        desk.open()
        await evening.coordinator.play(range(1, 4), 2)
        return [played_lines((out / f"000{number}" / CLOSED).read_bytes()) for number in (1, 2, 3)]

    (tmp_path / "whole").mkdir()
    (tmp_path / "halted").mkdir()
    assert await played(tmp_path / "whole") == await played(tmp_path / "halted", 1, 2, 0, 3)


async def test_what_halts_a_player_halts_all_matches(tmp_path):
    evening = Evening(tmp_path, desk := Desk(lambda number, count: Halt("No server answers.") if count == 4 else None))
    playing = asyncio.create_task(evening.coordinator.play(range(1, 100), 3))
    await desk.filled(3)
    desk.answer_all()
    await desk.filled(1)
    desk.open()
    await playing
    assert evening.coordinator.why == "No server answers."
    assert set(evening.sentences) == {"No server answers."}
    assert (evening.finished, evening.coordinator.standing) == ([], {})
    assert len(list(tmp_path.iterdir())) == 3
    assert evening.lines() == desk.count - 1


async def test_what_halts_one_match_alone_lets_the_others_go_on(tmp_path):
    evening = Evening(tmp_path, desk := Desk(lambda number, count: Halt("Its tokens are used up.") if number == 2 else None), {2})
    desk.open()
    await evening.coordinator.play(range(1, 5), 2)
    assert (evening.finished, evening.coordinator.standing, evening.coordinator.why) == (
        [1, 3, 4],
        {2: "Its tokens are used up."},
        "",
    )


async def test_a_damaged_match_stands_still_and_the_others_go_on(tmp_path):
    evening = Evening(tmp_path, desk := Desk())
    desk.open()
    (tmp_path / "0002").mkdir()
    (tmp_path / "0002" / "notes.txt").write_text("mine")
    await evening.coordinator.play(range(1, 4), 2)
    assert evening.finished == [1, 3]
    assert "exists already" in evening.coordinator.standing[2]


async def test_a_disk_that_is_full_halts_all(tmp_path, monkeypatch):
    def full(self, request, response, told):
        raise OSError("The disk is full.")

    evening = Evening(tmp_path, desk := Desk())
    playing = asyncio.create_task(evening.coordinator.play(range(1, 50), 3))
    await desk.filled(3)
    monkeypatch.setattr(Writer, "keep_response", full)
    desk.open()
    await playing
    assert (evening.coordinator.why, desk.count) == ("The disk is full.", 3)


async def test_cancelling_keeps_the_answers_that_arrived(tmp_path):
    evening = Evening(tmp_path, desk := Desk())
    playing = asyncio.create_task(evening.coordinator.play(range(1, 8), 3))
    await desk.filled(3)
    desk.waiting[0].set_result(None)
    await desk.filled(5)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert (evening.coordinator.playing, evening.lines()) == (0, 1)
    again = Evening(tmp_path, desk := Desk())
    desk.open()
    await again.coordinator.play(range(1, 8), 3)
    assert again.finished == list(range(1, 8))


async def test_an_error_of_ours_ends_all_and_comes_out_as_it_is(tmp_path, monkeypatch):
    def broken(self, request, response, told):
        raise KeyError("oops")

    evening = Evening(tmp_path, desk := Desk())
    monkeypatch.setattr(Writer, "keep_response", broken)
    desk.open()
    with pytest.raises(KeyError, match="oops"):
        await evening.coordinator.play(range(1, 8), 3)
    assert evening.coordinator.playing == 0

"""Walking through a transcript: what is shown of it, where it stands, and what stays secret."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from woozle.arena.play.event_sources import ReplaySource
from woozle.arena.play.news import Failed, Finished, Playhead, Recorded, Turns
from woozle.arena.play.setup import Ready, new_match
from woozle.core.game import PUBLIC, RecordEntry
from woozle.core.match import Pacer
from woozle.core.state import EVERYTHING
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.games.ship.maps import load
from woozle.games.ship.players.bot import ShipBot
from woozle.saves.match import read_match
from woozle.saves.redaction import redact
from woozle.saves.transcript import CLOSED, PART, read

CONFIG = preset("standard", map=load("shuttle"), max_ticks=12, rounds=1, ticks_per_task=2)
FAST = float("inf")


class Typist(ShipBot):
    """A bot in the place of a person."""

    is_human = True
    keeps_time = True

    def describe(self):
        return {"kind": "human"}


async def at_once(seconds):
    await asyncio.sleep(0)


def played(seats="bot*5", seed=9, answers=None) -> Path:
    """The folder of a match; of its first answers only, if so many are named."""
    ready = new_match("ship", [seats], CONFIG, seed, human=lambda seat: Typist("typist"), pacer=Pacer(), sync=False)
    return play_until(ready, answers)


@cache
def seed_of_match_in_which(is_so: Callable[[Sequence[RecordEntry]], bool]) -> int:
    """The seed of the first match of bots with such a record."""
    for seed in range(400):
        folder = played(seed=seed)
        found = is_so(read_match(folder).record)
        shutil.rmtree(folder)
        if found:
            return seed
    raise AssertionError("in no match")


def has_meeting(record) -> bool:
    return any(isinstance(event, ship.Ballot) for event, _ in record)


def play_until(ready: Ready, answers: int | None) -> Path:
    """Play a match, to its end or until it has so many answers; its folder."""

    async def play():
        task = asyncio.ensure_future(ready.match.play())
        while not task.done() and (answers is None or ready.match.referee.folded < answers):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(play())
    ready.writer.close()
    return ready.folder


class Screen:
    """A screen that records its news."""

    def __init__(self, feed) -> None:
        self.feed = feed
        self.got: list = []

    async def __aenter__(self):
        self.task = asyncio.ensure_future(self.feed.play(self.got.append))
        await self.until(lambda: self.playhead)
        return self

    async def __aexit__(self, *error):
        self.task.cancel()
        await asyncio.wait([self.task])

    async def until(self, is_so):
        for _ in range(20_000):
            if is_so():
                return
            await asyncio.sleep(0)
        raise AssertionError("It did not come about.")

    @property
    def playhead(self) -> Playhead | None:
        return next((each for each in reversed(self.got) if isinstance(each, Playhead)), None)

    def of(self, kind):
        return [each for each in self.got if isinstance(each, kind)]


async def change(screen, *message):
    screen.feed.steer(*message)
    await screen.until(lambda: not screen.feed._has_news.is_set())


def test_a_replay_tells_the_whole_record_once_and_plays_to_its_end():
    async def watch():
        feed = ReplaySource(path, speed=FAST, sleep=at_once)
        async with Screen(feed) as screen:
            await screen.until(lambda: screen.playhead.at == len(feed.told))
            assert not screen.playhead.is_playing
        return feed, screen

    path = played()
    feed, screen = asyncio.run(watch())
    (record,) = screen.of(Recorded)
    assert len(record.told) == sum(len(line.body["events"]) for line in read(path).lines) + len(read(path).header.opening)
    assert sorted(record.steps) == list(record.steps)
    assert record.steps[-1] == len(read(path).lines)
    assert screen.of(Finished)
    assert feed.viewers == (EVERYTHING, PUBLIC, "Alice", "Bob", "Charlie", "Diana", "Eve")


def test_a_speech_waits_for_its_reader_longer_than_a_step():
    waited: list[float] = []

    async def sleep(seconds):
        waited.append(seconds)
        await asyncio.sleep(0)

    async def watch():
        feed = ReplaySource(path, speed=2.0, sleep=sleep)
        async with Screen(feed) as screen:
            await screen.until(lambda: screen.playhead.at == len(feed.told))

    path = played()
    asyncio.run(watch())
    assert max(waited) >= 1
    assert 0.025 in waited


async def test_it_stands_still_jumps_and_goes_on_from_there():
    feed = ReplaySource(await asyncio.to_thread(played), line=3, sleep=at_once)
    async with Screen(feed) as screen:
        assert not screen.playhead.is_playing
        assert feed.steps[feed.at - 1] == 2
        await change(screen, "to", 7)
        assert (screen.playhead.at, screen.playhead.is_playing) == (7, False)
        await change(screen, "to", 10**6)
        assert screen.playhead.at == len(feed.told)
        await change(screen, "to", -3)
        assert screen.playhead.at == 0
        await change(screen, "go")
        await screen.until(lambda: screen.playhead.at > 5)
        await change(screen, "pause")
        assert not screen.playhead.is_playing


async def test_who_goes_on_at_the_end_begins_anew():
    feed = ReplaySource(await asyncio.to_thread(played), line=10**6, sleep=at_once)
    async with Screen(feed) as screen:
        assert screen.playhead.at == len(feed.told)
        await change(screen, "go")
        await screen.until(lambda: 0 < screen.playhead.at < len(feed.told))


async def test_the_turns_are_those_before_the_moment_that_is_shown():
    feed = ReplaySource(await asyncio.to_thread(played), line=4, sleep=at_once)
    async with Screen(feed) as screen:
        line = read(feed.path).lines[2]
        (turn, *_) = screen.of(Turns)[-1].turns
        assert (turn.name, turn.asks, turn.state) == (line.body["request"]["to"], "act", "answered")
        await change(screen, "to", 1)
        assert screen.of(Turns)[-1].turns == ()


def test_the_raw_event_is_that_of_the_file_with_its_line_and_its_answer():
    path = played()
    feed = ReplaySource(path, line=5)
    line = read(path).lines[3]
    raw = feed.raw(feed.at)
    assert f"Event {feed.at}, line 5 of the transcript" in raw
    assert f'"event": "{line.body["events"][0]["event"]}"' in raw
    assert f'"asks": "{line.body["request"]["asks"]}"' in raw
    assert "It came of" not in feed.raw(1)
    assert feed.raw(0) == "Nothing has happened yet."


def test_lines_of_the_file_and_places_of_the_record_find_each_other():
    feed = ReplaySource(played())
    for line in (1, 2, 7, 20):
        at = feed.position(line)
        assert feed.steps[at - 1] >= line - 1
        assert at == 1 or feed.steps[at - 2] < line - 1


def test_of_an_unfinished_match_its_person_sees_only_what_the_seat_has_seen():
    path = played("human,bot*4", answers=30)
    feed = ReplaySource(path)
    assert not feed.is_over
    assert feed.viewers == ("Alice",)
    assert not feed.can_fork
    assert len(feed.told) < sum(len(line.body["events"]) for line in read(path).lines)
    assert all("Alice" in audience or audience == ("*",) for _, audience in feed.told)
    assert all(event.seat == "Alice" for event, _ in feed.told if isinstance(event, ship.Role))
    whose = {body["request"]["to"] for step in set(feed.steps) if "request" in (body := feed.body(step))}
    assert whose == {"Alice"}
    with pytest.raises(ValueError, match="cannot watch here"):
        feed.viewer(EVERYTHING)


def test_an_unfinished_match_of_bots_and_a_finished_one_with_a_person_are_open_to_all():
    assert EVERYTHING in ReplaySource(played(answers=30)).viewers
    assert ReplaySource(played("human,bot*4")).viewers[0] == EVERYTHING


def test_withdrawn_words_say_so():
    path = played("human,bot*4", seed=3)
    redact(path, seats=["Alice"])
    feed = ReplaySource(path)
    texts = {event.text for event, _ in feed.told if isinstance(event, ship.Spoke | ship.Said) and event.seat == "Alice"}
    assert texts <= {"[withdrawn]", ""}
    assert feed.problem == ""


def test_a_damaged_transcript_opens_as_far_as_it_can_be_read():
    path = played()
    file = path / CLOSED
    rows = file.read_bytes().splitlines(keepends=True)
    whole = len(ReplaySource(path).told)
    rows[6] = rows[6].replace(b'"events":[{"event":"', b'"events":[{"event":"No')
    rows[9] = b"not a line\n"
    file.write_bytes(b"".join(rows))
    feed = ReplaySource(path)
    assert feed.problem.startswith("Damaged (and ")
    assert "line 7" in feed.problem
    assert whole - 20 < len(feed.told) < whole


@pytest.mark.parametrize("place", [b'"x":1e308', b'"x":-1e308'])
def test_a_map_that_nobody_could_draw_is_not_drawn(place):
    path = played()
    file = path / CLOSED
    head, *lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([re.sub(rb'"x":[-0-9.]+', place, head), *lines]))
    feed = ReplaySource(path)
    assert feed.problem.startswith("Damaged (and 1 more problem)")
    assert not any(isinstance(event, ship.Briefing) for event, _ in feed.told)


def test_a_torn_transcript_without_its_key_opens():
    path = played(answers=20)
    (path / "match.key").unlink()
    with (path / PART).open("ab") as file:
        file.write(b'{"body":{"n":')
    feed = ReplaySource(path)
    assert (feed.problem, feed.can_fork) == ("", False)
    assert feed.steps[-1] == len(read(path).lines)


def test_a_game_that_is_not_installed_is_refused_with_a_sentence():
    path = played()
    file = path / CLOSED
    file.write_bytes(file.read_bytes().replace(b'"game":"ship"', b'"game":"chess"', 1))
    with pytest.raises(ValueError, match="There is no game 'chess'"):
        ReplaySource(path)


def test_what_is_wrong_is_told_to_the_screen():
    path = played()
    file = path / CLOSED
    file.write_bytes(file.read_bytes().replace(b'"event":"Tick"', b'"event":"Tock"', 1))

    async def watch():
        async with Screen(ReplaySource(path, line=1, sleep=at_once)) as screen:
            await screen.until(lambda: screen.of(Failed))
        return screen.of(Failed)[0].sentence

    assert "line 1" in asyncio.run(watch())

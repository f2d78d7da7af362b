"""Time phrases: which ticks they mean, and what only looks like one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from woozle.core.claims.observed.phrases import phrase_of
from woozle.core.claims.observed.times import when_of
from woozle.core.claims.schema import Claim, Statement
from woozle.core.claims.timeline import timeline_of
from woozle.saves.importers.quack import play_again
from woozle.saves.importers.quack_log import read_log

from tests.core.claims.observed.scene import Scene
from tests.core.games.ship.board import Board

LOGS = sorted((Path(__file__).parents[5] / "shared" / "quack_logs").glob("**/tier3_extraction_cache.jsonl"))


def long_scene() -> Scene:
    """Alice is in medbay from tick 3 to 6, in electrical after; Frank kills Bob in tick 10; Charlie reports in 16."""
    rooms = {"Bob": "weapons", "Frank": "weapons", "Charlie": "weapons"}
    table = Board(rooms=rooms).ticks(2).act("Alice", "move medbay").ticks(3).act("Alice", "move electrical")
    table.ticks(3).act("Charlie", "move security").tick().act("Frank", "kill Bob").ticks(4).act("Charlie", "move weapons")
    return Scene(table=table.tick().act("Charlie", "report"))


LONG = long_scene()


def window(phrase: str, speaker: str = "Alice", tolerance: int = 1, **claim) -> tuple[int, int]:
    when = when_of(LONG.line, LONG.statement(speaker), Claim("location", when=phrase, **claim), tolerance=tolerance)
    return when.window.first, when.window.last


@pytest.mark.parametrize(
    ("phrase", "first", "last"),
    [
        ("", 0, 16),
        ("this round", 0, 16),
        ("at tick 4", 4, 4),
        ("tick 4", 4, 4),
        ("t4", 4, 4),
        ("around tick 4", 3, 5),
        ("tick 4-ish", 3, 5),
        ("about tick four", 3, 5),
        ("tick 12–14", 12, 14),
        ("ticks 3 to 7", 3, 7),
        ("ticks 3, 5, and 9", 3, 9),
        ("between ticks 3 and 7", 3, 7),
        ("from tick 3 until tick 7", 3, 7),
        ("around ticks 14-15", 13, 16),
        ("tick 3 or 4", 2, 5),
        ("by tick 7", 0, 7),
        ("before tick 7", 0, 7),
        ("until tick 7", 0, 7),
        ("up to about tick 7", 0, 8),
        ("after tick 7", 7, 16),
        ("since tick 7", 7, 16),
        ("from tick 4 on", 4, 16),
        ("from tick 4 onwards", 4, 16),
        ("at tick 4 until the report", 4, 16),
        ("tick 4 and after", 4, 16),
        ("right after tick 7", 7, 9),
        ("shortly before tick 7", 5, 7),
        ("before Bob left at tick 7", 0, 7),
        ("leaving security toward weapons at tick 7", 7, 7),
        ("entering medbay from electrical at tick 7", 7, 7),
        ("after tick 5, around tick 8", 7, 9),
        ("early, around tick 3", 2, 4),
        ("at the start, tick 2", 2, 2),
        ("at tick 12, right before Bob arrived", 12, 12),
        ("at the start", 0, 3),
        ("at the very beginning", 0, 3),
        ("when I spawned", 0, 3),
        ("after we spawned, until tick 9", 0, 9),
        ("from the start until tick 9", 0, 9),
        ("just before the report", 14, 16),
        ("right before I found the body", 14, 16),
        ("when I found the body", 15, 16),
        ("when Charlie reported", 15, 16),
        ("at the meeting", 15, 16),
        ("when the meeting started", 15, 16),
        ("before the report", 0, 16),
        ("until the report", 0, 16),
        ("2 ticks before the report", 13, 15),
        ("early", 0, 8),
        ("late in the round", 8, 16),
        ("at the end of the round", 13, 16),
        ("right now", 15, 16),
        ("when I got to medbay", 2, 4),
        ("while I was in medbay", 2, 7),
        ("after leaving medbay", 6, 16),
        ("before entering electrical", 0, 6),
        ("earlier", 0, 16),
        ("then", 0, 16),
        ("for several ticks", 0, 16),
        ("I still think so", 0, 16),
        ("until now", 0, 16),
        ("第4回合", 0, 16),
    ],
)
def test_a_phrase_means_these_ticks(phrase, first, last):
    assert window(phrase) == (first, last)


def test_tolerance_is_of_what_is_only_about():
    assert [window("around tick 8", tolerance=n) for n in (0, 1, 3)] == [(8, 8), (7, 9), (5, 11)]
    assert [window("at tick 8", tolerance=n) for n in (0, 3)] == [(8, 8), (8, 8)]
    assert window("when I found the body", tolerance=3) == (13, 16)


def test_a_kill_is_a_time_for_those_who_know_when_it_was():
    assert window("when Bob died", "Frank") == (9, 11)
    assert window("when Bob died", "Charlie") == (8, 16)  # who last saw Bob in tick 9
    assert window("when Bob died", "Eve") == (0, 16)
    assert window("when Diana died") == (0, 16)


@pytest.mark.parametrize(
    ("phrase", "duration"),
    [
        ("the whole time", "entire"),
        ("all round", "entire"),
        ("never left", "entire"),
        ("most of the round", "most"),
        ("mostly", "most"),
        ("at points during the entire round", "any"),
        ("at tick 4", "any"),
        ("", "any"),
    ],
)
def test_how_long_is_meant(phrase, duration):
    assert phrase_of(phrase).duration == duration


def test_a_time_after_the_meeting_is_the_future():
    when = when_of(LONG.line, LONG.statement("Alice"), Claim("location", when="at tick 99"))
    assert when.is_future
    assert not when_of(LONG.line, LONG.statement("Alice"), Claim("location", when="ticks 9-99")).is_future


def test_a_round_begins_where_the_last_meeting_ended():
    table = Board().ticks(4).act("Alice", "button").talk().vote().ticks(6)
    line = timeline_of(table.record)
    statement = Statement(1, 11, 1, "Bob", "", len(line.record))

    def window_then(phrase):
        found = when_of(line, statement, Claim("location", when=phrase)).window
        return found.first, found.last

    assert line.rounds[1].first == 5
    assert window_then("this round") == window_then("since the last meeting") == (5, 11)
    assert window_then("last round") == (0, 5)
    assert window_then("around tick 6") == (5, 7)
    assert window_then("around tick 3") == (2, 4)
    assert window_then("at the start") == (5, 8)


def test_hostile_phrases_stay_within_the_record_or_are_seen_to_lie_ahead():
    for text in ("tick " * 20_000, "1" * 100_000, "before " * 20_000, "\x00\x1b[2J", "tick 99999999999", "ticks " + "1, " * 90):
        found = when_of(LONG.line, LONG.statement("Alice"), Claim("location", when=text))
        assert found.is_future or 0 <= found.window.first <= found.window.last <= LONG.line.last_tick


@pytest.mark.skipif(not LOGS, reason="needs the extracted claims of real games in ../shared/quack_logs")
def test_most_phrases_that_name_a_tick_mean_less_than_the_round():
    named = narrow = 0
    for path in LOGS:
        line = timeline_of(play_again(read_log(path.parent / "game.jsonl")).referee.record)
        for entry in path.read_text("utf-8").splitlines():
            logged = json.loads(entry)
            _, _, player, meeting, _ = logged["key"].split("|")
            if int(meeting) >= len(line.meetings):
                continue
            speaker = line.seats[int(player.removeprefix("player_"))]
            statement = next((each for each in line.meetings[int(meeting)].speeches if each.speaker == speaker), None)
            phrases = [claim.get("temporal") or "" for claim in logged["claims"]]
            for phrase in phrases if statement else ():
                if re.search(r"tick|\bt\d", phrase.lower()):
                    named += 1
                    when = when_of(line, statement, Claim("location", when=phrase))
                    narrow += when.is_narrow or when.is_future
    assert named > 2_000
    assert narrow / named >= 0.95

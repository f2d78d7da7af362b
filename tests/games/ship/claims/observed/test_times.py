"""Time phrases: which ticks they mean, and what only looks like one."""

from __future__ import annotations

import json
import re

import pytest

from woozle.games.ship.claims.observed.phrases import phrase_of
from woozle.games.ship.claims.observed.times import when_of
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.claims.timeline import build_timeline

from tests.games.ship.board import Board
from tests.games.ship.claims.observed.scene import Scene
from tests.games.ship.quack_logs import RELEASE, needs_logs, record_of


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
        ("til 7", 0, 7),
        ("til 7ish", 0, 8),
        ("until like 7", 0, 8),
        ("before 7", 0, 7),
        ("since 5", 5, 16),
        ("1 to 4", 1, 4),
        ("4-6", 4, 6),
        ("from like t4", 3, 16),
        ("at like 4 or 5", 3, 6),
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
        ("right before Charlie found the body", 14, 16),
        ("when the body was found", 15, 16),
        ("earlier than tick 5", 0, 5),
        ("no later than tick 5", 0, 5),
        ("later than tick 5", 5, 16),
        ("from 3 to 6", 3, 6),
        ("around 8", 7, 9),
        ("tick 3 to around tick 6", 2, 7),
        ("from ticks 8-9 onward", 8, 16),
        ("tick 4, then right after", 4, 16),
        ("before and when the body was found", 0, 16),
        ("before or during ticks 8-10", 0, 10),
        ("after seeing Bob there from ticks 3-5", 3, 16),
        ("while Bob was alive", 0, 16),
        ("when Alice left for electrical", 5, 7),
        ("when Alice left medbay for electrical", 5, 7),
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
        ("for several ticks", 0, 16),
        ("at some point during the round", 0, 16),
        ("until now", 0, 16),
    ],
)
def test_a_phrase_means_these_ticks(phrase, first, last):
    assert window(phrase) == (first, last)


def test_tolerance_is_of_what_is_only_about():
    assert [window("around tick 8", tolerance=n) for n in (0, 1, 3)] == [(8, 8), (7, 9), (5, 11)]
    assert [window("at tick 8", tolerance=n) for n in (0, 3)] == [(8, 8), (8, 8)]
    assert window("when the body was found", tolerance=3) == (13, 16)


@pytest.mark.parametrize(
    "phrase",
    [
        "I still think so",
        "第4回合",
        "around that time",
        "during the kill window",
        "while she did her second loop",
        "according to Bob",
        "at tick 4, as Bob claims",
        "when Bob says he left",
        "if he left at tick 4",
        "by tick 5, not tick 7",
        "at tick 4, then when Bob came in",
        "in the last meeting",
        "before Bob got ejected",
        "when Alice left for weapons",
        "when Alice reached weapons",
        "when Diana died",
        "when Bob and Frank came in",
        "after meeting Bob there",
        "early, right before the report",
        "x" * 401,
    ],
)
def test_what_is_not_understood_never_becomes_the_round(phrase):
    when = when_of(LONG.line, LONG.statement("Alice"), Claim("location", room="medbay", when=phrase))
    assert when.unread
    assert (when.window.first, when.window.last, when.window.source) == (0, 16, "not understood")


def test_a_body_was_found_when_its_finder_saw_it_first():
    assert window("when I found the body", "Charlie") == window("when Charlie found the body") == (15, 16)
    for speaker, phrase in (("Alice", "when I found the body"), ("Charlie", "when Alice found the body")):
        assert when_of(LONG.line, LONG.statement(speaker), Claim("location", when=phrase)).unread


def test_a_body_that_was_found_before_the_button_was_pressed_is_found_then():
    table = Board(rooms={"Bob": "cafeteria", "Frank": "cafeteria", "Charlie": "medbay"}).tick().act("Frank", "kill Bob")
    table.act("Frank", "move weapons").ticks(3).act("Charlie", "move cafeteria").ticks(3)
    scene = Scene(table=table.act("Charlie", "button"))
    claim = Claim("location", when="when I found the body")
    when = when_of(scene.line, scene.statement("Charlie"), claim, tolerance=0)
    seen = next(each.last for each in scene.line.glimpses["Charlie"] if each.kind == "body")
    assert when.window.first == when.window.last == seen < scene.line.last_tick


def test_a_kill_is_a_time_for_those_who_know_when_it_was():
    assert window("when Bob died", "Frank") == (9, 11)
    assert window("when Bob died", "Charlie") == (8, 16)  # who last saw Bob in tick 9
    assert window("when Bob died", "Eve") == (0, 16)


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


def spoken_late(table):
    """Return the timeline of a match, and two functions: for the time, and the ticks, of a phrase that Bob says at its end."""
    line = build_timeline(table.record)
    statement = Statement(len(line.meetings), line.last_tick, 1, "Bob", "", len(line.record))

    def time_of(phrase):
        return when_of(line, statement, Claim("location", when=phrase))

    def when(phrase):
        found = time_of(phrase)
        return () if found.unread else (found.window.first, found.window.last)

    return line, time_of, when


def test_a_round_begins_where_the_last_meeting_ended():
    line, _, when = spoken_late(Board().ticks(4).act("Alice", "button").talk().vote().ticks(5))
    assert line.rounds[1].first == 5
    for ticks, phrases in {
        (5, 11): ("this round", "since the last meeting", "after the meeting"),
        (0, 5): ("last round", "before the last meeting", "round 1", "in the first round"),
        (0, 2): ("early last round",),
        (0, 11): ("the whole game",),
        (5, 7): ("around tick 6",),
        (2, 4): ("around tick 3",),
        (5, 8): ("at the start",),
    }.items():
        assert [when(phrase) for phrase in phrases] == [ticks] * len(phrases)


def test_rounds_before_the_last_one_have_their_numbers():
    table = Board(emergency_meetings=2).ticks(4).act("Alice", "button").talk().vote()
    line, _, when = spoken_late(table.ticks(6).act("Alice", "button").talk().vote().ticks(2))
    rounds = [(each.first, each.last) for each in line.rounds]
    assert [when(f"in the {nth} round") for nth in ("first", "second", "third")] == rounds[:3]
    assert [when(f"round {number}") for number in (1, 2, 3, 4)] == [*rounds[:3], ()]
    assert when("last round") == when("a round ago") == rounds[1]
    assert when("every round") == (rounds[0][0], rounds[2][1])


def test_an_ejection_is_a_time_between_rounds():
    table = Board().ticks(4).act("Alice", "button").talk()
    line, time_of, when = spoken_late(table.vote(Alice="Eve", Bob="Eve", Charlie="Eve", Diana="Eve").ticks(3))
    assert line.meetings[0].ejected == ("Eve",)
    first, second = line.rounds[:2]
    assert when("before Eve got ejected") == (0, first.last)
    assert when("after Eve was voted out") == (second.first, line.last_tick)
    before, after = time_of("before Eve got ejected"), time_of("after Eve was voted out")
    assert (before.begin, before.end, after.begin, after.end) == (0, first.end, second.begin, len(line.record))
    assert when("before Diana got ejected") == ()


def test_hostile_phrases_stay_within_the_record_or_are_seen_to_lie_ahead():
    for text in ("tick " * 20_000, "1" * 100_000, "before " * 20_000, "\x00\x1b[2J", "tick 99999999999", "ticks " + "1, " * 90):
        found = when_of(LONG.line, LONG.statement("Alice"), Claim("location", when=text))
        assert found.is_future or 0 <= found.window.first <= found.window.last <= LONG.line.last_tick


@needs_logs
def test_most_phrases_that_name_a_tick_mean_less_than_the_round():
    named = narrow = 0
    for path in RELEASE.glob("**/tier3_extraction_cache.jsonl"):
        line = build_timeline(record_of(path.with_name("game.jsonl")))
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


@pytest.mark.parametrize(
    "phrase", ["then", "just", "first", "right after", "before that", "for a moment", "on the way", "at all", "And then."]
)
def test_words_that_only_order_what_is_told_leave_the_round(phrase):
    when = when_of(LONG.line, LONG.statement("Alice"), Claim("location", room="medbay", when=phrase))
    assert (when.unread, when.is_narrow) == ("", False)
    assert when_of(LONG.line, LONG.statement("Alice"), Claim("location", room="medbay", when=f"{phrase} the moon")).unread

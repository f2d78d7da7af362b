"""Verdicts on each type of claim: whether it is true, and the speaker's standing."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Claim, ClaimType, Statement
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.events import Arrived, Killed, MeetingCalled, Moved, Sight, Speak

from tests.games.ship.board import Board
from tests.games.ship.claims.observed.scene import Scene, board

SCENE = Scene()
QUACK = Scene("quack")
IMPORTED = Scene("quack", is_imported=True)


@pytest.mark.parametrize(
    ("speaker", "kind", "claim", "outcome", "standing"),
    [
        ("Alice", "location", {"room": "medbay"}, "true", "honest"),
        ("Alice", "location", {"room": "medbay", "when": "at tick 2"}, "true", "honest"),
        ("Alice", "location", {"room": "medbay", "when": "at tick 3"}, "wrong_time", "mistaken"),
        ("Alice", "location", {"room": "medbay", "when": "at tick 6"}, "wrong_time", "lie"),
        ("Alice", "location", {"room": "storage", "when": "at tick 4"}, "wrong_room", "lie"),
        ("Alice", "location", {"room": "storage"}, "false", "lie"),
        ("Alice", "location", {"room": "electrical", "when": "the whole time after tick 3"}, "true", "honest"),
        ("Alice", "location", {"room": "electrical", "when": "the whole round"}, "false", "mistaken"),
        ("Alice", "location", {"room": "electrical", "when": "the whole time"}, "unverifiable", "uncertain"),
        ("Alice", "location", {"room": "electrical", "when": "most of the round"}, "true", "honest"),
        ("Alice", "location", {"route": ("cafeteria", "medbay", "electrical")}, "true", "honest"),
        ("Alice", "location", {"route": ("medbay", "cafeteria")}, "unverifiable", "uncertain"),
        ("Alice", "location", {"route": ("medbay", "storage")}, "wrong_room", "lie"),
        ("Frank", "location", {"route": ("cafeteria", "weapons"), "when": "at tick 4"}, "true", "honest"),
        ("Diana", "location", {"subject": "Alice", "room": "medbay"}, "true", "honest"),
        ("Diana", "location", {"subject": "Frank", "room": "weapons"}, "true", "unsupported"),
        ("Diana", "location", {"subject": "Eve", "room": "storage", "when": "at tick 2"}, "wrong_room", "lie"),
        ("Diana", "location", {"subject": "Frank", "room": "medbay", "when": "at tick 1"}, "wrong_room", "unsupported"),
        ("Diana", "location", {"subject": "Frank", "room": "medbay", "when": "at tick 4"}, "wrong_player", "unsupported"),
        (
            "Diana",
            "location",
            {"subject": "Bob", "room": "cafeteria", "when": "when Charlie found the body"},
            "true",
            "unsupported",
        ),
        ("Alice", "sighting", {"target": "Diana", "room": "medbay"}, "true", "honest"),
        ("Alice", "sighting", {"target": "Diana", "room": "electrical"}, "wrong_room", "lie"),
        ("Alice", "sighting", {"target": "Frank", "room": "electrical"}, "wrong_room", "lie"),
        ("Eve", "sighting", {"target": "Frank", "room": "medbay"}, "wrong_player", "lie"),
        ("Eve", "sighting", {"target": "Frank"}, "false", "lie"),
        ("Eve", "sighting", {"target": "Frank", "is_negated": True}, "true", "honest"),
        ("Eve", "sighting", {"target": "Alice", "is_negated": True}, "false", "lie"),
        ("Diana", "sighting", {"subject": "Eve", "target": "Alice", "room": "medbay"}, "true", "honest"),
        ("Charlie", "body", {"target": "Bob", "room": "cafeteria"}, "true", "honest"),
        ("Charlie", "body", {"target": "Bob", "room": "medbay"}, "wrong_room", "lie"),
        ("Charlie", "body", {"target": "Eve", "room": "cafeteria"}, "wrong_player", "lie"),
        ("Diana", "body", {}, "false", "lie"),
        ("Frank", "kill", {"target": "Frank", "victim": "Bob"}, "true", "honest"),
        ("Frank", "kill", {"target": "Frank"}, "true", "honest"),
        ("Diana", "kill", {"target": "Frank", "victim": "Bob"}, "near_miss", "unsupported"),
        ("Diana", "kill", {"target": "Eve", "victim": "Bob"}, "false", "lie"),
        ("Alice", "alone", {"room": "electrical"}, "true", "honest"),
        ("Alice", "alone", {"room": "medbay"}, "wrong_room", "lie"),
        ("Frank", "alone", {"target": "Bob", "room": "cafeteria"}, "true", "honest"),
        ("Alice", "alone", {"target": "Bob"}, "false", "lie"),
        ("Diana", "departure", {"target": "Alice", "room": "medbay", "way": "electrical"}, "true", "honest"),
        ("Diana", "departure", {"target": "Alice", "room": "medbay", "way": "storage"}, "wrong_room", "lie"),
        ("Diana", "departure", {"target": "Frank", "room": "medbay"}, "wrong_player", "lie"),
        ("Frank", "departure", {"target": "Frank", "room": "cafeteria", "way": "weapons"}, "true", "honest"),
        ("Diana", "arrival", {"target": "Alice", "room": "medbay", "way": "cafeteria"}, "true", "honest"),
        ("Diana", "arrival", {"target": "Alice", "when": "at tick 5"}, "wrong_time", "lie"),
        ("Eve", "count", {"room": "medbay", "number": 3}, "true", "honest"),
        ("Eve", "count", {"room": "medbay", "number": 4}, "near_miss", "mistaken"),
        ("Eve", "count", {"room": "medbay", "number": 9}, "false", "lie"),
        ("Frank", "activity", {"activity": "traveling", "room": "weapons", "when": "tick 4"}, "true", "honest"),
        ("Charlie", "activity", {"activity": "reporting", "room": "cafeteria"}, "true", "honest"),
        ("Diana", "activity", {"activity": "reporting"}, "false", "lie"),
        ("Diana", "activity", {"subject": "Eve", "activity": "reporting"}, "wrong_player", "lie"),
        ("Diana", "activity", {"activity": "waiting", "room": "medbay"}, "true", "honest"),
        ("Diana", "activity", {"activity": "task"}, "false", "lie"),
        ("Diana", "activity", {"activity": "humming"}, "unverifiable", ""),
        ("Frank", "accusation", {"target": "Eve"}, "false", "lie"),
        ("Diana", "accusation", {"target": "Frank"}, "true", "unsupported"),
        ("Diana", "accusation", {"target": "Frank", "is_negated": True}, "false", "unsupported"),
        ("Diana", "defense", {"target": "Diana"}, "true", "honest"),
        ("Frank", "defense", {"target": "Frank"}, "false", "lie"),
        ("Diana", "defense", {"target": "Eve"}, "true", "honest"),
        # what real speech brought to light: each of these was called a lie, a mistake or unsupported, and was none
        ("Charlie", "location", {"subject": "Bob", "room": "cafeteria", "when": "when I found the body"}, "true", "honest"),
        ("Charlie", "location", {"subject": "Bob", "room": "cafeteria", "when": "at tick 6"}, "true", "honest"),
        ("Charlie", "sighting", {"target": "Bob", "room": "cafeteria", "when": "at tick 6"}, "true", "honest"),
        ("Charlie", "sighting", {"target": "Bob", "room": "cafeteria", "when": "at tick 6", "is_negated": True}, "true", "honest"),
        ("Charlie", "sighting", {"target": "Bob", "room": "cafeteria", "when": "while Bob was alive"}, "near_miss", "mistaken"),
        ("Diana", "location", {"subject": "Bob", "room": "cafeteria", "when": "at tick 6"}, "true", "unsupported"),
        ("Diana", "activity", {"subject": "Alice", "activity": "traveling", "room": "electrical"}, "true", "honest"),
        ("Diana", "sighting", {"target": "Alice", "room": "electrical", "when": "at tick 2"}, "near_miss", "mistaken"),
        ("Diana", "sighting", {"target": "Eve", "room": "medbay", "when": "the whole time"}, "true", "honest"),
        ("Diana", "sighting", {"target": "Alice", "room": "medbay", "when": "the whole round"}, "false", "lie"),
        # a time told in words is no mistake if it is a little off, and one told in ticks is
        ("Alice", "location", {"room": "cafeteria", "when": "right after I left medbay"}, "unverifiable", "uncertain"),
        ("Alice", "location", {"room": "cafeteria", "when": "right before the report"}, "wrong_time", "lie"),
        # a way can be seen from either end, and a trip be told a tick early or late
        ("Diana", "departure", {"target": "Alice", "room": "cafeteria", "way": "medbay"}, "true", "honest"),
        ("Diana", "departure", {"target": "Alice", "room": "cafeteria"}, "wrong_room", "lie"),  # where she was not
        ("Frank", "activity", {"activity": "traveling", "room": "weapons", "when": "at tick 6"}, "true", "honest"),
        ("Frank", "activity", {"activity": "traveling", "room": "weapons", "when": "at tick 1"}, "wrong_time", "mistaken"),
        # "never" of a time that only follows something, and of a tick in which it came or left
        ("Alice", "location", {"room": "medbay", "when": "after that", "is_negated": True}, "unverifiable", "uncertain"),
        ("Alice", "location", {"room": "storage", "when": "after that", "is_negated": True}, "true", "honest"),
        ("Alice", "location", {"room": "medbay", "when": "at tick 1", "is_negated": True}, "unverifiable", "uncertain"),
        ("Alice", "location", {"room": "medbay", "when": "before the report", "is_negated": True}, "false", "lie"),
        # what is said of none is judged by every look, and so is what is said of the whole round
        ("Alice", "count", {"number": 0, "when": "the entire round"}, "false", "lie"),
        ("Alice", "count", {"number": 0, "room": "electrical", "when": "the entire round"}, "true", "honest"),
        ("Alice", "count", {"number": 0}, "unverifiable", "uncertain"),
        ("Alice", "count", {"number": 0, "room": "medbay"}, "false", "lie"),
        # a denial without a time is of the round; one that passed the room may not mean that
        ("Diana", "location", {"room": "medbay", "is_negated": True}, "false", "lie"),
        ("Frank", "location", {"room": "cafeteria", "is_negated": True}, "false", "lie"),  # where he killed
        ("Alice", "location", {"room": "medbay", "is_negated": True}, "unverifiable", "uncertain"),
        ("Alice", "location", {"room": "storage", "is_negated": True}, "true", "honest"),
        # a denial of a moment is held against the one who killed there; "until" ends before, and the end is its last tick
        ("Diana", "location", {"room": "medbay", "is_negated": True, "is_of_moment": True}, "unverifiable", "uncertain"),
        ("Frank", "location", {"room": "cafeteria", "is_negated": True, "is_of_moment": True}, "false", "lie"),
        ("Charlie", "body", {"target": "Bob", "when": "until the report", "is_negated": True}, "true", "honest"),
        ("Charlie", "body", {"target": "Bob", "when": "until after the report", "is_negated": True}, "false", "lie"),
        ("Charlie", "location", {"room": "medbay", "when": "at the end", "is_negated": True}, "unverifiable", "uncertain"),
        # a tentative claim is held against nobody and may speak for one
        ("Alice", "location", {"room": "storage", "is_tentative": True}, "unverifiable", "uncertain"),
        ("Diana", "location", {"subject": "Frank", "room": "weapons", "is_tentative": True}, "unverifiable", "uncertain"),
        ("Alice", "location", {"room": "medbay", "is_tentative": True}, "true", "honest"),
        # what the speaker does not assert is not judged
        *(
            ("Alice", "location", {"room": "storage", "source": source, "told_by": "Bob"}, "unverifiable", "")
            for source in ("quoted", "denied", "hypothetical", "question")
        ),
    ],
)
def test_each_claim_has_its_verdict(speaker, kind, claim, outcome, standing):
    verdict = SCENE.check(speaker, kind, **claim)
    assert (verdict.outcome, verdict.standing) == (outcome, standing), verdict


@pytest.mark.parametrize(
    ("speaker", "target", "standing"),
    [
        ("Frank", "Eve", "lie"),  # the killer
        ("Diana", "Eve", "lie"),  # beside her in medbay all the while
        ("Eve", "Alice", "unsupported"),  # left medbay in the tick of the kill
        ("Alice", "Eve", "unsupported"),  # saw her in that tick, and cannot know when the kill was
        ("Diana", "Frank", "unsupported"),
    ],
)
def test_a_murder_charge_is_a_lie_of_a_speaker_who_knows_that_it_is_false(speaker, target, standing):
    verdict = SCENE.check(speaker, "accusation", target=target)
    assert (verdict.standing, verdict.is_charge) == (standing, True)


def test_an_alibi_clears_of_a_murder_and_not_of_being_one_of_two_ducks():
    scene = Scene(table=board(ducks=("Frank", "Charlie")))
    suspect, killed = "I suspect Eve.", "Eve killed Bob."
    found = {}
    for text in (suspect, killed):
        statement = replace(scene.statement("Diana"), text=text)
        found[text] = check(scene.line, statement, Claim("accusation", target="Eve", span=(0, len(text)))).standing
    assert found == {suspect: "unsupported", killed: "lie"}


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"kind": "location", "room": "the moon"}, "'the moon'"),
        ({"kind": "location", "subject": "Zoe", "room": "medbay"}, "'Zoe'"),
        ({"kind": "location"}, "names no room"),
        ({"kind": "sighting"}, "does not say whom"),
        ({"kind": "count"}, "how many"),
        ({"kind": "accusation"}, "names no seat"),
        ({"kind": "location", "room": "medbay", "when": "at tick 40"}, "had not come yet"),
        ({"kind": "prophecy"}, "cannot be checked"),
        ({"kind": "location", "room": "\x1b[31mmedbay"}, "␛[31m"),
    ],
)
def test_what_cannot_be_checked_says_why(claim, words):
    claim = dict(claim)
    verdict = SCENE.check("Alice", claim.pop("kind"), **claim)
    assert verdict.outcome == "unverifiable" and verdict.standing == ""
    assert words in verdict.reason


def test_evidence_is_where_it_happened():
    def shown(speaker, kind, **claim):
        return [SCENE.line.record[at][0] for at in SCENE.check(speaker, kind, **claim).evidence]

    assert shown("Frank", "location", room="weapons") == [Arrived("Frank", "weapons")]
    assert shown("Diana", "departure", target="Alice")[0].left == (("Alice", "electrical"),)
    assert shown("Frank", "kill", target="Frank", victim="Bob") == [Killed("Frank", "Bob", "cafeteria")]
    assert shown("Charlie", "activity", activity="reporting") == [MeetingCalled(6, "Charlie", "report", ("Bob",))]
    assert shown("Alice", "activity", activity="traveling", room="medbay") == [Moved("Alice", "cafeteria", "medbay", 1)]
    assert all(isinstance(event, Sight) for event in shown("Diana", "sighting", target="Frank"))


def test_a_reason_is_a_sentence_about_what_happened_instead():
    assert SCENE.check("Alice", "location", room="storage", when="tick 4").reason == (
        "Alice was in electrical at tick 4, not in storage."
    )
    assert SCENE.check("Alice", "location", room="medbay", when="tick 5").reason == "Not at tick 5: Alice was in medbay at tick 2."
    body = SCENE.check("Diana", "location", subject="Bob", room="storage", when="tick 5")
    assert body.reason == "The body of Bob lay in cafeteria at tick 5, not in storage."
    tentative = SCENE.check("Alice", "location", room="storage", is_tentative=True)
    assert tentative.reason == "Alice was not in storage in ticks 0 to 6. The reading is too uncertain to count."
    dead = SCENE.check("Diana", "activity", subject="Bob", activity="task", when="tick 5")
    assert dead.reason == "Bob was dead: killed at tick 2."


def test_an_accusation_keeps_outcome_and_ground_apart():
    rooms = dict.fromkeys(("Alice", "Bob", "Eve", "Frank"), "storage")
    seen = Scene(table=Board(rooms=rooms).act("Frank", "kill Alice").act("Bob", "report"))
    witness = seen.check("Bob", "accusation", target="Frank")
    assert witness.is_grounded and "saw Frank kill Alice in storage" in witness.reason and witness.standing == "honest"
    guess = seen.check("Diana", "accusation", target="Frank")
    assert (guess.outcome, guess.is_grounded, guess.evidence) == ("true", False, ())
    for voucher, ground in (("Bob", "Bob saw Frank kill Alice"), ("Frank", "Frank killed Alice")):
        assert ground in seen.check(voucher, "defense", target="Eve").reason
    table = Board("quack", rooms=rooms).act("Bob", "move medbay").act("Eve", "wait").act("Frank", "kill Alice")
    quack = Scene(table=table.act("Bob", "wait").act("Eve", "report"))
    assert "last saw Alice alive with Frank" in quack.check("Bob", "accusation", target="Frank").reason
    assert "with the body of Alice" in quack.check("Eve", "accusation", target="Frank").reason
    wrong = quack.check("Bob", "accusation", target="Eve")
    assert (wrong.outcome, wrong.is_grounded, wrong.standing) == ("false", True, "mistaken")
    assert SCENE.check("Charlie", "accusation", target="Eve").reason == (
        "Eve is a goose. Charlie called the meeting, and saw Eve at tick 5."
    )


def test_the_same_sight_is_no_sight_of_a_kill_in_quack():
    assert QUACK.says("Diana", "kill", target="Frank", victim="Bob") == ("near_miss", "unsupported")
    assert QUACK.says("Diana", "sighting", target="Alice", room="medbay") == ("true", "honest")


def test_whoever_waited_in_silence_may_have_seen_what_came_and_went():
    """In an imported match their turns are the last of a tick, wherever they were."""
    table = Board("quack").act("Bob", "move medbay").tick().act("Alice", "button")
    claim = {"target": "Bob", "room": "cafeteria"}
    assert Scene(table=table).says("Frank", "sighting", **claim) == ("true", "honest")
    verdict = Scene(table=table, is_imported=True).check("Frank", "sighting", **claim)
    assert verdict.outcome == "unverifiable" and "waited in silence" in verdict.reason
    stayed = Scene(table=table, is_imported=True).says("Frank", "sighting", target="Charlie", room="cafeteria")
    assert stayed == ("true", "honest")


def test_what_was_said_before_is_a_ground():
    table = Board(rooms={"Eve": "medbay"}).act("Alice", "button")
    for seat, text in (("Alice", "I was in storage."), ("Bob", "Alice was in storage."), ("Charlie", "Hm.")):
        table.answer(seat, Speak(text=text))
    scene = Scene(table=table)
    assert scene.says("Eve", "location", subject="Alice", room="storage") == ("false", "mistaken")
    assert scene.says("Eve", "location", subject="Bob", room="weapons") == ("false", "unsupported")


def test_earlier_rounds_can_be_spoken_of():
    table = Board(rooms={"Alice": "storage"}).ticks(2).act("Bob", "button").talk().vote().ticks(2)
    line = build_timeline(table.record)
    late = Statement(1, line.last_tick, 1, "Alice", "", len(line.record))
    assert check(line, late, Claim("location", room="storage", when="last round")).outcome == "true"
    assert check(line, late, Claim("location", room="storage", when="at tick 2")).outcome == "true"
    assert check(line, late, Claim("location", room="weapons", when="at tick 2")).outcome == "wrong_room"


def test_whoever_is_shown_all_bodies_on_calling_may_speak_of_them():
    table = Board("quack", rooms={"Bob": "storage", "Frank": "storage"}).tick().act("Frank", "kill Bob").tick()
    quack = Scene(table=table.act("Alice", "button"))
    claim = {"subject": "Bob", "room": "storage", "when": "when the meeting was called"}
    assert quack.says("Alice", "location", **claim) == ("true", "honest")
    assert quack.says("Charlie", "location", **claim) == ("true", "unsupported")
    assert quack.says("Alice", "location", **{**claim, "room": "medbay"})[0] == "wrong_room"


WALK = Scene(
    table=Board(rooms={"Alice": "oxygen"})
    .tick()
    .act("Alice", "move upper_engine")  # tick 2, there from 4 on
    .ticks(4)
    .act("Alice", "move medbay")  # tick 6
    .ticks(4)
    .act("Alice", "move electrical")  # tick 10
    .ticks(2)
    .act("Bob", "button")
)


def walked(route: str, when: str) -> tuple[str, str]:
    return WALK.says("Alice", "location", route=tuple(route.split()), when=when)


STOPS = "oxygen upper_engine medbay electrical"  # where Alice was in ticks 0-2, 2-6, 8-10 and 10-12


@pytest.mark.parametrize(
    "when",
    [
        "medbay at tick 9",
        "this round; upper_engine at tick 5, electrical at the end",
        "upper_engine at tick 2, then medbay at ticks 8 and 9, and electrical when the meeting was called",
        "this round, ending in electrical when the meeting was called",
        "left oxygen for upper_engine at tick 2, arrived in medbay from upper_engine at tick 8",
        "currently in electrical",
        "at tick 9",
        "this round, starting at the start",
        "early this round",
        "before and when the meeting was called",
    ],
)
def test_a_time_beside_one_stop_bounds_that_stop_and_not_the_route(when):
    assert walked(STOPS, when) == ("true", "honest")


def test_the_time_of_a_stop_is_checked():
    assert walked(STOPS, "upper_engine at tick 5, medbay at tick 7") == ("wrong_time", "mistaken")
    assert walked(STOPS, "upper_engine at tick 5, medbay at tick 6") == ("wrong_time", "mistaken")
    assert walked(STOPS, "upper_engine at tick 5, medbay at tick 5") == ("wrong_time", "lie")
    verdict = WALK.check("Alice", "location", route=tuple(STOPS.split()), when="upper_engine at tick 5, medbay at tick 5")
    assert verdict.reason.startswith("Not in upper engine at tick 5 and in medbay at tick 5: Alice went ")
    assert walked(STOPS, "from tick 6 on") == ("wrong_time", "lie")  # of a stretch it is told, so all of it is meant
    assert walked(STOPS, "upper_engine to medbay at tick 7, electrical at tick 11") == ("unverifiable", "uncertain")
    assert walked("medbay electrical", "medbay at tick 9, twice as long as usual at tick 11") == ("unverifiable", "uncertain")


def test_a_stop_with_a_time_of_its_own_is_checked_at_that_time():
    route = tuple(STOPS.split())

    def said(*stops):
        return WALK.says("Alice", "location", route=route, stops=stops)

    times = dict.fromkeys(route, "")
    assert said(*(times | {"upper_engine": "at tick 5"}).values()) == ("true", "honest")
    assert said(*(times | {"upper_engine": "at tick 5", "medbay": "at tick 5"}).values()) == ("wrong_time", "lie")
    assert said(*(times | {"medbay": "when the moon rose"}).values()) == ("unverifiable", "uncertain")


def test_hearsay_is_judged_by_what_was_said_and_not_by_what_happened():
    line = build_timeline(board().talk(Alice="I saw Frank in storage.").record)
    last = line.meetings[0].speeches[-1]

    def heard(told_by, room):
        verdict = check(line, last, Claim("sighting", told_by, "Frank", room, source="hearsay", told_by=told_by))
        return verdict.outcome, verdict.standing

    assert heard("Alice", "storage") == ("true", ""), "she said so, though Frank never was there"
    assert heard("Alice", "cafeteria") == ("unverifiable", "")
    assert heard("Charlie", "storage") == ("unverifiable", ""), "it was not he who said so"
    assert heard("", "storage") == ("unverifiable", "")


@pytest.mark.parametrize(
    ("room", "when", "standing", "nearest"),
    [
        ("medbay", "ticks 11-12", "mistaken", 10),  # the stay began at tick 8
        ("medbay", "at tick 12", "mistaken", 10),
        ("electrical", "at tick 8", "mistaken", 10),
        ("electrical", "at tick 7", "lie", 10),
        ("upper_engine", "at tick 8", "mistaken", 6),
        ("upper_engine", "at tick 9", "lie", 6),
    ],
)
def test_memory_is_measured_from_the_nearest_time_at_which_it_was_so(room, when, standing, nearest):
    verdict = WALK.check("Alice", "location", room=room, when=when)
    assert (verdict.outcome, verdict.standing) == ("wrong_time", standing)
    assert verdict.reason.endswith(f"at tick {nearest}.")


def test_the_nearest_of_several_times_counts():
    table = Board(rooms={"Alice": "medbay"}).act("Alice", "move electrical").ticks(8).act("Alice", "move medbay").tick()
    scene = Scene(table=table.act("Alice", "move electrical").ticks(3).act("Bob", "button"))
    verdict = scene.check("Alice", "location", room="medbay", when="at tick 11")
    assert (verdict.standing, verdict.reason) == ("mistaken", "Not at tick 11: Alice was in medbay at tick 10.")


def test_whoever_stays_in_a_room_need_not_be_idle_there():
    table = Board(rooms={"Alice": "storage"}, ticks_per_task=3).act("Alice", "task").tick().act("Alice", "task").tick()
    scene = Scene(table=table.act("Alice", "move medbay").tick().act("Alice", "move cafeteria").tick().act("Bob", "button"))
    claim = {"activity": "waiting", "room": "storage", "when": "ticks 1-2"}
    assert scene.says("Alice", "activity", **claim) == ("true", "honest")
    assert scene.says("Alice", "activity", **{**claim, "activity": "idling"})[1] == "lie"
    assert [(each.room, each.first, each.last) for each in scene.line.stays["Alice"]][1] == ("medbay", 5, 5)
    assert scene.says("Alice", "activity", activity="waiting", room="medbay")[0] != "true"  # it only passed through


@pytest.mark.parametrize(
    ("room", "when", "outcome", "standing"),
    [
        ("medbay", "the whole round", "false", "lie"),  # 3 of 13 ticks
        ("upper_engine", "the whole round", "false", "lie"),  # 5 of 13
        ("upper_engine", "most of the round", "near_miss", "mistaken"),
        ("medbay", "most of the round", "false", "lie"),
        ("electrical", "the whole time after tick 9", "false", "mistaken"),  # 3 of 4
        ("electrical", "the whole time after tick 10", "true", "honest"),
    ],
)
def test_the_whole_time_has_a_lower_bound(room, when, outcome, standing):
    assert WALK.says("Alice", "location", room=room, when=when) == (outcome, standing)


@pytest.mark.parametrize("when", ["during the kill window", "in the last meeting", "as Bob claims", "before Eve got ejected"])
@pytest.mark.parametrize("is_negated", [False, True])
def test_a_time_that_is_not_understood_makes_the_claim_uncertain(when, is_negated):
    for room in ("medbay", "storage"):  # true and false
        verdict = SCENE.check("Alice", "location", room=room, when=when, is_negated=is_negated)
        assert (verdict.outcome, verdict.standing, verdict.evidence) == ("unverifiable", "uncertain", ())
        assert verdict.reason.startswith("When that was is not understood: ")


def test_a_clause_that_was_perhaps_misread_makes_the_claim_uncertain():
    doubt = "It stands in a quotation."
    for kind, claim in (("location", {"room": "storage"}), ("accusation", {"target": "Eve"}), ("defense", {"target": "Frank"})):
        verdict = SCENE.check("Frank", kind, doubt=doubt, **claim)
        assert (verdict.outcome, verdict.standing, verdict.reason, verdict.is_grounded) == (
            "unverifiable",
            "uncertain",
            doubt,
            None,
        )


TEXTS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["", "Alice", "bob", "medbay", "Upper Engine", "at tick 3", "around tick -1", "from tick 9 to 2", "\x1b[2J", "第4回合"]
    ),
)


@settings(max_examples=100, deadline=None)
@given(
    kind=st.sampled_from(get_args(ClaimType)),
    speaker=st.sampled_from(["Alice", "Charlie", "Frank"]),
    names=st.lists(TEXTS, min_size=7, max_size=7),
    route=st.lists(TEXTS, max_size=4),
    number=st.one_of(st.none(), st.integers(-5, 10**6)),
    is_negated=st.booleans(),
    tolerance=st.integers(-1, 50),
)
def test_no_claim_is_too_strange_for_a_verdict(kind, speaker, names, route, number, is_negated, tolerance):
    subject, target, room, victim, way, when, activity = names
    for scene in (SCENE, IMPORTED):
        verdict = scene.check(
            speaker,
            kind,
            subject=subject,
            target=target,
            room=room,
            victim=victim,
            way=way,
            when=when,
            activity=activity,
            route=tuple(route),
            number=number,
            is_negated=is_negated,
            tolerance=tolerance,
        )
        assert verdict.reason.endswith(".") and "\x1b" not in verdict.reason
        assert all(0 <= at < len(scene.line.record) for at in verdict.evidence)


def test_whom_one_met_in_a_corridor_was_seen_if_no_room_is_named():
    table = Board(rooms={"Alice": "medbay", "Bob": "storage"}).act("Alice", "move storage").act("Bob", "move medbay")
    scene = Scene(table=table.ticks(3).act("Charlie", "button"))
    assert scene.says("Alice", "sighting", target="Bob") == ("true", "honest")
    assert scene.says("Alice", "departure", target="Bob", way="medbay") == ("true", "honest")
    assert scene.says("Alice", "sighting", target="Bob", room="storage") == ("near_miss", "mistaken")
    assert scene.says("Alice", "sighting", target="Diana")[0] == "false"

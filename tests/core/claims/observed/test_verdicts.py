"""What is said of each type of claim: true or not, and how its speaker stood to it."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from woozle.core.claims.observed import check
from woozle.core.claims.schema import Claim, ClaimType, Statement
from woozle.core.claims.timeline import timeline_of
from woozle.core.games.ship.events import Arrived, Killed, MeetingCalled, Moved, Sight, Speak

from tests.core.claims.observed.scene import Scene
from tests.core.games.ship.board import Board

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
        ("Alice", "location", {"room": "electrical", "when": "the whole time"}, "near_miss", "mistaken"),
        ("Alice", "location", {"room": "electrical", "when": "most of the round"}, "true", "honest"),
        ("Alice", "location", {"route": ("cafeteria", "medbay", "electrical")}, "true", "honest"),
        ("Alice", "location", {"route": ("medbay", "cafeteria")}, "near_miss", "mistaken"),
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
    ],
)
def test_each_claim_has_its_verdict(speaker, kind, claim, outcome, standing):
    verdict = SCENE.check(speaker, kind, **claim)
    assert (verdict.outcome, verdict.standing) == (outcome, standing), verdict


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"kind": "location", "room": "the moon"}, "'the moon'"),
        ({"kind": "location", "subject": "Zoe", "room": "medbay"}, "'Zoe'"),
        ({"kind": "location"}, "names no room"),
        ({"kind": "sighting"}, "does not say whom"),
        ({"kind": "count"}, "how many"),
        ({"kind": "accusation"}, "names nobody"),
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
    assert SCENE.check("Alice", "location", room="medbay", when="tick 5").reason == "Not at tick 5: Alice was in medbay at tick 1."
    dead = SCENE.check("Diana", "location", subject="Bob", room="storage", when="tick 5")
    assert dead.reason == "Bob was dead: killed at tick 2."


def test_an_accusation_keeps_outcome_and_ground_apart():
    rooms = dict.fromkeys(("Alice", "Bob", "Eve", "Frank"), "storage")
    seen = Scene(table=Board(rooms=rooms).act("Frank", "kill Alice").act("Bob", "report"))
    witness = seen.check("Bob", "accusation", target="Frank")
    assert witness.is_grounded and "saw Frank kill Alice in storage" in witness.reason and witness.standing == "honest"
    guess = seen.check("Diana", "accusation", target="Frank")
    assert (guess.outcome, guess.is_grounded, guess.evidence) == ("true", False, ())
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
    line = timeline_of(table.record)
    late = Statement(1, line.last_tick, 1, "Alice", "", len(line.record))
    assert check(line, late, Claim("location", room="storage", when="last round")).outcome == "true"
    assert check(line, late, Claim("location", room="storage", when="at tick 2")).outcome == "true"
    assert check(line, late, Claim("location", room="weapons", when="at tick 2")).outcome == "wrong_room"


TEXTS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["", "Alice", "bob", "medbay", "Upper Engine", "at tick 3", "around tick -1", "from tick 9 to 2", "\x1b[2J", "第4回合"]
    ),
)


@settings(max_examples=300, deadline=None)
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

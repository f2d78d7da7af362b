"""The public pipeline's verdicts on claims, its oddities included."""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.events import Ended, Killed, MeetingCalled, Moved, Role, Said, Worked

from tests.games.ship.claims.compatible.stories import BODY, KILL, MINI, found, meeting, record

ALICE = Reconstruction(record(11, {"Alice": "medbay 0, electrical 6", "Bob": "medbay 0, electrical 3"}))
WALK = Reconstruction(
    record(8, {"Alice": "cafeteria 0, oxygen 1, upper_engine 2, medbay 3, electrical 5, storage 6, navigation 7, weapons 8"})
)
TRAVELS = Reconstruction(
    record(11, events={5: [Moved("Alice", "cafeteria", "medbay", 1)], 9: [Moved("Alice", "medbay", "storage", 1)]})
)
PASSING = Reconstruction(
    record(
        22,
        {"Diana": "storage 0, medbay 19"},
        {17: [Moved("Diana", "storage", "medbay", 2)], 19: [Moved("Diana", "medbay", "electrical", 1)]},
    )
)
FRANK = Reconstruction(record(22, {"Frank": "oxygen 0, lower_engine 7, storage 12, medbay 14, electrical 17"}))
DEAD = Reconstruction(record(6, {"Alice": "medbay 0"}, {3: [Killed("Frank", "Alice", "medbay")]}))


def at(room: str, when: str = "", subject: str = "Alice") -> Claim:
    return Claim("location", subject, room=room, when=when)


def way(*rooms: str, subject: str = "Alice") -> Claim:
    return Claim("location", subject, route=rooms, when="until tick 7")


def saw(subject: str, target: str, room: str, when: str = "") -> Claim:
    return Claim("sighting", subject, target, room, when=when)


def did(activity: str, subject: str = "Alice", room: str = "", when: str = "") -> Claim:
    return Claim("activity", subject, room=room, activity=activity, when=when)


@pytest.mark.parametrize(
    ("match", "claim", "tick", "outcome"),
    [
        # where somebody was
        (ALICE, at("medbay", "until tick 5"), 11, "true"),
        (ALICE, at("weapons", "until tick 5"), 11, "false"),
        (ALICE, at("medbay", "from tick 4 until tick 10"), 11, "true"),
        (ALICE, at("medbay", "mostly from tick 4 until tick 10"), 11, "near_miss"),
        (ALICE, at("medbay", subject="Zoe"), 11, "unverifiable"),
        (ALICE, at("kitchen"), 11, "unverifiable"),
        (ALICE, at(""), 11, "unverifiable"),
        *((WALK, at(room), 8, "true") for room in ("cafeteria", "oxygen", "upper_engine", "medbay", "navigation")),
        (WALK, at("weapons", "until tick 7"), 8, "false"),
        (WALK, at("medbay", "mostly"), 8, "near_miss"),
        (ALICE, at("medbay", "mostly until tick 9"), 11, "true"),
        (WALK, way("cafeteria", "oxygen", "upper_engine", "medbay"), 8, "true"),
        (WALK, way("cafeteria", "medbay"), 8, "true"),
        (WALK, way("medbay", "cafeteria"), 8, "near_miss"),
        (WALK, way("medbay", "medbay"), 8, "near_miss"),
        (WALK, way("cafeteria", "weapons", "medbay"), 8, "false"),
        (WALK, way("cafeteria", "kitchen", "medbay"), 8, "true"),
        (WALK, way("kitchen"), 8, "unverifiable"),
        (WALK, way("medbay", subject="Zoe"), 8, "unverifiable"),
        (PASSING, at("medbay", subject="Diana"), 22, "true"),
        (PASSING, at("electrical", subject="Diana"), 22, "true"),
        *(
            (FRANK, at(room, "from the start until tick 20", "Frank"), 22, "true")
            for room in ("lower_engine", "medbay", "electrical")
        ),
        (FRANK, at("medbay", "at the very start"), 22, "false"),
        (ALICE, at("medbay", "the whole time, until tick 5"), 11, "true"),
        (ALICE, at("medbay", "the whole time", "Bob"), 6, "false"),
        (DEAD, at("medbay", "the whole time, until tick 5"), 6, "true"),
        (DEAD, at("medbay", "from tick 3"), 6, "unverifiable"),
        (BODY, at("security", "when I reported the body", "Diana"), 22, "true"),
        (BODY, at("security", "around the report", "Diana"), 22, "true"),
        (BODY, at("weapons", "", "Diana"), 22, "false"),
        (BODY, Claim("location", "Diana", route=("electrical", "security")), 22, "true"),
        # who saw whom
        (ALICE, saw("Alice", "Bob", "medbay", "until tick 5"), 11, "true"),
        (ALICE, saw("Alice", "Bob", "electrical", "until tick 2"), 11, "wrong_room"),
        (ALICE, saw("Alice", "Bob", "weapons", "from tick 3 until tick 5"), 11, "false"),
        (ALICE, saw("Alice", "Zoe", "medbay"), 11, "unverifiable"),
        (ALICE, saw("Alice", "Bob", "kitchen"), 11, "unverifiable"),
        (KILL, saw("Bob", "Eve", "security"), 22, "wrong_room"),
        (KILL, saw("Bob", "Eve", "security", "from tick 10"), 22, "false"),
        (KILL, saw("Bob", "Eve", "weapons"), 22, "true"),
        (KILL, saw("Diana", "Eve", "security"), 22, "false"),
        (KILL, saw("Eve", "Bob", "security"), 22, "true"),
        (BODY, saw("Diana", "Eve", "security"), 22, "false"),
        # what somebody did
        (MINI, did("task", "Bob", "medbay"), 7, "true"),
        (MINI, did("Doing task ", "Bob"), 7, "true"),
        (MINI, did("task", "Bob", "kitchen"), 7, "true"),
        (MINI, did("task", "Bob", "weapons"), 7, "wrong_room"),
        (MINI, did("task", "Alice", "medbay"), 7, "false"),
        (MINI, did("task", "Zoe"), 7, "unverifiable"),
        (MINI, did("fighting"), 7, "unverifiable"),
        (MINI, did("waiting", "Charlie"), 7, "true"),
        (MINI, did("reporting body"), 7, "true"),
        (MINI, did("reporting body", "Bob"), 7, "false"),
        (MINI, did("calling meeting"), 7, "false"),
        (MINI, did("reporting body"), 9, "false"),
        (TRAVELS, did("traveling", room="lower_engine"), 11, "wrong_room"),
        (TRAVELS, did("moving", room="storage"), 11, "true"),
        (TRAVELS, did("traveling", room="cafeteria"), 11, "true"),
        (TRAVELS, did("traveling"), 11, "true"),
        (TRAVELS, did("traveling", "Bob", "medbay"), 11, "false"),
        (BODY, did("traveling", "Diana", "weapons", "from tick 21"), 22, "unverifiable"),
        (BODY, did("traveling", "Diana", when="from tick 21"), 22, "true"),
        (ALICE, did("waiting", when="from tick 4 until tick 7"), 11, "false"),
        (ALICE, did("staying", when="from tick 5 until tick 10"), 11, "near_miss"),
        (Reconstruction(record(4, events={4: meeting(4, cause="button")})), did("emergency meeting"), 4, "true"),
    ],
)
def test_each_claim_has_the_verdict_of_the_public_pipeline(match, claim, tick, outcome):
    assert found(match, claim, tick).outcome == outcome


@pytest.mark.parametrize(
    ("accuser", "target", "outcome", "is_grounded"),
    [
        ("Alice", "Frank", "true", True),  # who called the meeting has grounds
        ("Alice", "Bob", "false", True),
        ("Charlie", "Bob", "false", False),
        ("Frank", "Frank", "true", False),
        ("Zoe", "Frank", "true", False),
        ("Bob", "Alice", "false", True),
        ("Alice", "Zoe", "unverifiable", False),
    ],
)
def test_whom_somebody_accuses(accuser, target, outcome, is_grounded):
    verdict = found(MINI, Claim("accusation", accuser, target), 7)
    assert (verdict.outcome, verdict.is_grounded) == (outcome, is_grounded)


def test_who_stood_by_a_kill_without_seeing_its_killer_as_a_tick_ended_has_no_grounds():
    passing = [Killed("Frank", "Eve", "security"), Moved("Frank", "security", "weapons", 1)]
    match = Reconstruction(
        record(6, {"Bob": "security 0, weapons 2", "Eve": "security 0", "Frank": "navigation 0, security 2"}, {2: passing})
    )
    assert found(match, Claim("accusation", "Bob", "Frank"), 6).is_grounded  # both ended tick 2 in weapons
    match = Reconstruction(
        record(6, {"Bob": "security 0, medbay 2", "Eve": "security 0", "Frank": "navigation 0, security 2"}, {2: passing})
    )
    assert not found(match, Claim("accusation", "Bob", "Frank"), 6).is_grounded


@pytest.mark.parametrize(
    "claim",
    [
        Claim("defense", "Alice", "Bob"),
        Claim("kill", "Alice", "Frank", victim="Eve"),
        Claim("body", "Alice", "Eve", "security"),
        Claim("sighting", "Alice", "Bob", "medbay", is_negated=True),
        Claim("location", "Alice", "", "\x1b[31m" * 20_000, when="from  " * 20_000),
    ],
    ids=lambda claim: claim.type,
)
def test_what_the_public_pipeline_does_not_know_it_cannot_verify(claim):
    verdict = found(MINI, claim, 7)
    assert verdict.outcome == "unverifiable"
    assert verdict.reason.isprintable()


def test_travellers_are_seen_in_their_corridor_only():
    moves = {
        2: [
            *(Moved("Alice", "oxygen", "cafeteria", 2), Moved("Bob", "oxygen", "cafeteria", 2)),
            Moved("Charlie", "cafeteria", "oxygen", 2),
        ]
    }
    match = Reconstruction(record(3, dict.fromkeys(("Alice", "Bob", "Diana"), "oxygen 0"), moves))
    assert 2 in match.visible("Alice", "Bob")
    assert 2 in match.visible("Alice", "Charlie")
    assert 2 not in match.visible("Alice", "Diana")
    assert 2 not in match.visible("Charlie", "Eve")
    assert (2, "oxygen") in match.together("Alice", "Bob")
    assert match.together("Alice", "Charlie") == []


def test_a_remark_puts_its_speaker_back_where_the_turn_began():
    moved = [Moved("Alice", "cafeteria", "medbay", 1)]
    quiet = Reconstruction(record(3, {"Alice": "cafeteria 0"}, {1: moved}))
    talking = Reconstruction(record(3, {"Alice": "cafeteria 0"}, {1: [*moved, Said("Alice", "cafeteria", "hm")]}))
    assert quiet.courses["Alice"].rooms == ["cafeteria", "medbay", "medbay", "medbay"]
    assert talking.courses["Alice"].rooms == ["cafeteria"] * 4
    assert talking.courses["Alice"].touched[1] == ("cafeteria", "medbay", "cafeteria")


def test_rooms_drawn_after_a_meeting_go_unnoticed():
    assert MINI.courses["Bob"].rooms[-1] == "medbay"
    assert MINI.segments == [(0, 6), (7, 10)]


def test_a_meeting_puts_travellers_back_and_leaves_no_actions():
    called = [Moved("Bob", "storage", "navigation", 3), MeetingCalled(4, "Alice", "button", ())]
    match = Reconstruction(record(4, events={4: called}))
    assert (match.courses["Bob"].rooms[4], match.courses["Bob"].moving_to[4]) == ("storage", "")
    assert [course.actions[4] for course in match.courses.values()] == [""] * 6
    assert match.segments == [(0, 3)]


def test_the_dead_move_unnoticed_but_their_work_shows():
    acts = [Killed("Frank", "Eve", "storage"), Moved("Eve", "storage", "medbay", 2), Worked("Eve", "storage", "Sort Cargo", 1, 3)]
    eve = Reconstruction(record(3, events={2: acts})).courses["Eve"]
    assert (eve.died, eve.rooms[-1], eve.moving_to[-1]) == (2, "storage", "")
    assert len(eve.steps) == len(eve.works) == 1


def test_who_was_seen_only_in_passing_or_in_the_meeting_was_not_seen():
    leaves = [Moved("Bob", "storage", "medbay", 1)]
    match = Reconstruction(record(5, {"Alice": "cafeteria 0, storage 2", "Bob": "storage 0"}, {2: leaves, 4: meeting(4)}))
    assert found(match, saw("Alice", "Bob", "storage"), 4).outcome == "false"
    match = Reconstruction(record(5, {"Alice": "cafeteria 0, medbay 4", "Bob": "medbay 0"}, {4: meeting(4)}))
    assert found(match, saw("Alice", "Bob", "medbay"), 4).outcome == "false"


@pytest.mark.parametrize(
    ("claim", "kinds"),
    [
        (at("medbay", "", "Alice"), {Moved}),
        (did("task", "Bob"), {Worked}),
        (did("reporting body"), {MeetingCalled}),
        (Claim("accusation", "Alice", "Frank"), {Role, MeetingCalled}),
    ],
)
def test_a_verdict_names_the_events_that_prove_it(claim, kinds):
    events = record(
        7,
        {"Alice": "cafeteria 0"},
        {
            2: [Moved("Alice", "cafeteria", "medbay", 1)],
            4: [Worked("Bob", "storage", "Sort Cargo", 1, 3)],
            7: [MeetingCalled(7, "Alice", "report", ()), Ended("goose", "All ducks have been ejected.", ("Frank",))],
        },
    )
    verdict = found(Reconstruction(events), claim, 7)
    assert {type(events[position][0]) for position in verdict.evidence} == kinds
    assert verdict.reason.endswith(".")


@pytest.mark.parametrize(
    ("when", "ended", "span"),
    [("from tick 4 until tick 7", "2 of 4", "from tick 4 to 7"), ("from tick 4 until tick 4", "1 of 1", "in tick 4")],
)
def test_a_reason_names_the_ticks(when, ended, span):
    assert found(ALICE, did("waiting", when=when), 11).reason == f"Alice ended {ended} ticks in medbay {span}."


def test_an_accusation_is_grounded_on_the_first_tick_in_which_the_accuser_could_see_the_accused():
    verdict = found(KILL, Claim("accusation", "Eve", "Bob"), 22, "Eve")
    assert verdict.reason == "Bob is a duck; Eve could see Bob in tick 7."

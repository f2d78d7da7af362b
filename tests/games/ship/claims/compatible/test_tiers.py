"""Figures of a match, as the public pipeline counts them."""

from __future__ import annotations

import pytest

from woozle.core.chance import Chance, key_from_seed
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.tiers import tier1, tier2, tier3
from woozle.games.ship.claims.compatible.verdicts import check_claims
from woozle.games.ship.claims.schema import Checked, Claim, ClaimType, Ruling, Statement, Verdict, Window
from woozle.games.ship.events import Bodies, Ended, Killed, MeetingCalled, Voted
from woozle.games.ship.rules import Ship

from tests.games.ship.claims.compatible.stories import MINI, SEATS, meeting, record
from tests.games.ship.claims.matches import played


def judged(speaker: str, kind: ClaimType, outcome: Ruling, is_grounded: bool | None = None, tick: int = 7) -> Checked:
    speech = Statement(0, tick, 1, speaker, "", 0)
    return Checked(speech, Claim(kind), Verdict(outcome, Window(0, tick), "", is_grounded=is_grounded))


def test_a_match_in_figures():
    told = record(7, events={5: [Killed("Frank", "Eve", "storage")], 7: meeting(7, ejected="Frank")[:3]})
    told.append((Ended("goose", "All ducks have been ejected.", ("Frank",)), ()))
    figures = tier1(Reconstruction(told))
    assert figures["winner"] == "goose"
    assert figures["win_reason"] == "All Ducks have been ejected"
    assert figures["kill_events"] == [{"tick": 5, "killer_id": "player_5", "target_id": "player_4", "room": "storage"}]
    assert (figures["first_kill_tick"], figures["avg_inter_kill_interval"]) == (5, None)
    assert (figures["correct_ejections"], figures["ejection_accuracy"]) == (1, 1.0)
    assert (figures["final_alive_geese"], figures["final_alive_ducks"]) == (4, 0)


def test_a_duck_that_reports_gets_a_body_each_and_its_lonely_victim_is_no_chance():
    events = {
        5: [Killed("Frank", "Eve", "weapons")],
        7: [MeetingCalled(7, "Frank", "report", ("Eve",)), Bodies({"weapons": ("Eve",)})],
    }
    figures = tier2(Reconstruction(record(7, {"Frank": "weapons 0", "Eve": "weapons 0"}, events)))
    assert (figures["self_report_count"], figures["self_report_rate"]) == (1, 1.0)
    assert figures["cooldown_utilization"] == 0.0
    assert figures["avg_report_latency"] is None
    assert figures["post_kill_displacement"] == [0.0]


def test_nothing_is_known_of_an_empty_record():
    match = Reconstruction([])
    assert tier1(match)["winner"] == "timeout"
    assert tier2(match)["task_efficiency"] == 0.0
    assert tier3(match, [])["total_claims"] == 0


@pytest.mark.parametrize(
    ("claims", "figures"),
    [
        (
            [judged("Alice", "accusation", "false", False)] * 5,
            {"goose_total_verifiable": 0, "spatial_hallucination_rate": 0.0, "total_accusations": 5, "false_accusations": 5},
        ),
        (
            [judged("Alice", "accusation", "true", False), judged("Alice", "accusation", "false", True)],
            {"grounded_accusations": 1, "ungrounded_accusations": 1, "unsupported_accusation_rate": 0.5},
        ),
        (
            [judged("Alice", "location", "true"), judged("Alice", "location", "near_miss")],
            {"goose_total_verifiable": 2, "goose_truthfulness": 0.5, "goose_near_miss_claims": 1, "goose_false_claims": 0},
        ),
        (
            [judged("Frank", "location", "true"), judged("Frank", "location", "near_miss")],
            {"duck_total_verifiable": 2, "duck_truthfulness": 0.5, "duck_near_miss_claims": 1, "deception_sophistication": 1.0},
        ),
        (
            [judged("Alice", "location", "true"), judged("Alice", "activity", "false")],
            {
                "spatial_hallucination_rate": 0.0,
                "goose_spatial_verifiable": 1,
                "goose_total_verifiable": 2,
                "goose_false_claims": 1,
            },
        ),
        (
            [judged("Alice", "sighting", "wrong_room"), judged("Alice", "sighting", "true")],
            {"goose_false_claims": 1, "goose_spatial_false": 1, "goose_truthfulness": 0.5},
        ),
        (
            [judged("Alice", "location", "true")] * 3
            + [judged("Frank", "sighting", "false")]
            + [judged("Alice", "location", "unverifiable")] * 2,
            {"total_claims": 6, "verifiable_claims": 4, "goose_total_verifiable": 3, "duck_total_verifiable": 1},
        ),
        (
            [
                judged("Alice", "accusation", "true", True),
                judged("Bob", "defense", "unverifiable"),
                judged("Bob", "location", "true"),
            ],
            {"total_claims": 3, "verifiable_claims": 1, "accusation_accuracy": 1.0},
        ),
        ([judged("Frank", "accusation", "false", False)], {"meetings_with_duck_lies": 1, "lie_detection_rate": 0.0}),
        ([judged("Frank", "location", "near_miss")], {"meetings_with_duck_lies": 0}),
    ],
)
def test_claims_in_figures(claims, figures):
    found = tier3(MINI, claims)
    assert {name: found[name] for name in figures} == figures


@pytest.mark.parametrize(
    ("votes", "caught"),
    [
        ({7: [Voted("Alice", "Frank")]}, 1),
        ({7: [Voted("Frank", "Frank"), Voted("Alice", None), Voted("Bob", "Alice")]}, 0),
        ({6: [Voted("Alice", "Frank")]}, 0),
        ({8: [Voted("Bob", "Alice"), Voted("Alice", "Frank")]}, 1),
        ({9: [Voted("Alice", "Frank")]}, 1),  # the first vote of a later meeting counts
        ({9: [Voted("Bob", "Alice"), Voted("Alice", "Frank")]}, 0),
    ],
)
def test_a_lie_is_caught_by_any_vote_of_a_goose_for_a_duck(votes, caught):
    match = Reconstruction(record(10, events=votes))
    assert tier3(match, [judged("Frank", "location", "false")])["meetings_duck_caught_after_lie"] == caught


def test_a_player_has_its_own_counts():
    counts = tier3(MINI, [judged("Bob", "sighting", "wrong_room"), judged("Bob", "accusation", "false", False)])[
        "per_player_claims"
    ]
    assert {name: count for name, count in counts["Bob"].items() if count} == {
        "total": 2,
        "false": 1,
        "accusation_misses": 1,
        "accusation_ungrounded": 1,
    }
    assert list(counts) == ["Bob"]


TYPES: list[ClaimType] = ["location", "sighting", "activity", "accusation", "defense", "body", "count"]
WORDS = ["", "Zoe", "kitchen", "medbay", "task", "traveling", "waiting", "reporting", "\x00" * 50, "從 tick ٣", "until tick 5"]


@pytest.mark.parametrize("seed", range(6))
def test_any_claim_about_any_match_has_a_verdict(seed):
    told, luck = played(seed, is_random=True).record, Chance(key_from_seed(seed, "claims"))
    for end in (len(told), len(told) // 2):
        match = Reconstruction(told[:end])
        tier1(match), tier2(match)
        rooms = [*match.map.rooms, *WORDS]
        for speech in match.statements:
            claims = [
                Claim(
                    luck.choice("type", TYPES),
                    luck.choice("subject", [*Ship.seat_names, *WORDS]),
                    luck.choice("target", [*SEATS, *WORDS]),
                    luck.choice("room", rooms),
                    tuple(luck.choice("route", rooms) for _ in range(luck.below("length", 4))),
                    luck.choice("activity", WORDS),
                    luck.choice("when", WORDS),
                )
                for _ in range(20)
            ]
            judged_claims = check_claims(match, speech, claims)
            assert all(each.verdict.reason for each in judged_claims)
            assert all(0 <= at < end for each in judged_claims for at in each.verdict.evidence)
            assert tier3(match, judged_claims)["total_claims"] == 20

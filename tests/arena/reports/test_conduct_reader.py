"""The conduct of seats agrees with the measures of their games, is read once, and goes with its match."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from woozle.arena.reports.conduct_reader import badges_earned_with, read_own_matches
from woozle.arena.views.badges import BADGES, Count
from woozle.core.measures import report_of
from woozle.saves.conduct_cache import cached_conducts
from woozle.saves.deletion import delete_match
from woozle.saves.match import read_match
from woozle.saves.paths import data_folder, matches_folder
from woozle.saves.store import list_matches

GOLDEN = Path(__file__).parents[2] / "golden"


def conducts(name):
    """Return a golden match, and the conduct of each of its seats."""
    found = read_match(GOLDEN / f"{name}.jsonl")
    reader, match = report_of(found.rules).conduct, found.measured()
    return match, {seat: reader.read(found.played, match.facts, seat) for seat in match.seats}


def test_lies_and_ranges_of_the_urn_are_those_of_its_results():
    match, found = conducts("urn-1-standard")
    for seat, conduct in found.items():
        assert len(conduct.lies) == match.seats[seat].result.numbers["lies"]
        is_fair = match.seats[seat].role == "fair"
        assert len(conduct.beliefs) <= is_fair
        assert is_fair or not conduct.suspicions
        if conduct.beliefs:
            assert conduct.beliefs[0].is_so == bool(match.seats[seat].right["guess"].part)


@pytest.mark.parametrize("name", ["ship-1-standard", "ship-1-quack"])
def test_votes_of_the_ship_are_those_of_its_results_and_its_claims_are_no_truths_and_no_lies(name):
    match, found = conducts(name)
    for seat, conduct in found.items():
        numbers = match.seats[seat].result.numbers
        assert (conduct.lies, conduct.truths) == ((), 0), "too few of the contradictions that the grammar finds are any"
        votes = Counter(each.is_right for each in conduct.suspicions if each.how == "vote")
        if match.seats[seat].role == "goose":
            assert (votes.total(), votes[True]) == (numbers["votes"], numbers["votes_on_ducks"])
        else:
            assert not conduct.suspicions


def test_votes_of_undercover_and_replies_of_self_play_are_those_of_their_measures():
    match, found = conducts("undercover-1-paper")
    for seat, conduct in found.items():
        if seat != match.facts.undercover:
            numbers = match.seats[seat].result.numbers
            assert len(conduct.suspicions) <= numbers["votes"]
            assert sum(each.is_right for each in conduct.suspicions) <= numbers["votes_right"]
            assert all(0 < each.chance <= 1 / 2 for each in conduct.suspicions)
    match, found = conducts("self_play-1-hub")
    replied = [visit for visit in match.facts.visits if visit.reply and visit.reply.acted.argument and visit.is_right is not None]
    assert sum(len(each.beliefs) for each in found.values()) == len(replied) > 0


def test_a_seat_is_pressed_where_it_was_right_among_many_who_were_wrong():
    for name in ("debate-1-standard", "debate-2-standard", "debate-3-standard"):
        match, found = conducts(name)
        right = match.facts.right
        most_wrong = [2 * each.count(False) > len(each) - 1 for each in right]
        for at, conduct in enumerate(found.values()):
            assert len(conduct.pressed) <= sum(is_so and each[at] for is_so, each in zip(most_wrong, right, strict=True))


@pytest.fixture
def played():
    """Two matches of one person, in the folder of matches."""
    for name, commitment in (("one", '"commitment":"'), ("two", '"commitment":"2')):
        folder = matches_folder() / name
        folder.mkdir(parents=True)
        text = (GOLDEN / "urn-1-standard.jsonl").read_text("utf-8").replace('"kind":"bot","name":"keen"', '"kind":"human"', 1)
        text = text.replace('"commitment":"', commitment, 1)
        (folder / "transcript.jsonl").write_text(text, "utf-8")
        shutil.copystat(GOLDEN, folder)
    return matches_folder()


def test_what_was_read_is_not_read_again_and_nothing_of_a_deleted_match_is_left(played, monkeypatch):
    told = []
    read = read_own_matches(list_matches(), lambda done, of: told.append((done, of)) or True)
    assert [each.id for each in read] == ["one", "two"]
    assert read[0].conduct == read[1].conduct is not None
    assert told == [(0, 2), (1, 2)]
    monkeypatch.setattr("woozle.arena.reports.conduct_reader.read_match", lambda path: pytest.fail("It was read again."))
    assert read_own_matches(list_matches()) == read
    delete_match(played / "one")
    assert [*cached_conducts()] == ["two"]
    assert b"one" not in (data_folder() / "conduct.json").read_bytes()


def test_what_was_earned_is_said_of_its_match_alone_and_not_where_all_would_have_to_be_read(played, monkeypatch):
    badge = BADGES[0]
    always = replace(badge, counts=lambda matches: (Count(1, True) for _ in matches))
    monkeypatch.setattr("woozle.arena.views.badges.BADGES", (always,))
    with monkeypatch.context() as slow:
        slow.setattr("woozle.arena.reports.conduct_reader._SOON", 1)
        assert badges_earned_with("one") == ()
    assert badges_earned_with("one") == (always,)
    assert badges_earned_with("two") == badges_earned_with("nowhere") == ()


def test_reading_that_is_stopped_keeps_what_it_has_and_a_match_that_cannot_be_read_has_no_conduct(played):
    file = played / "two" / "transcript.jsonl"
    file.write_text(file.read_text("utf-8").replace('"event":"Judged"', '"event":"Gone"'), "utf-8")
    assert [each.conduct is None for each in read_own_matches(list_matches(), lambda done, of: done == 0)] == [False, True]
    assert [each.conduct is None for each in read_own_matches(list_matches())] == [False, True]

"""The conduct of seats is read once, and goes with its match."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from woozle.arena.reports.conduct_reader import badges_earned_with, read_own_matches
from woozle.arena.views.badges import BADGES, Count
from woozle.saves.conduct_cache import cached_conducts
from woozle.saves.deletion import delete_match
from woozle.saves.paths import data_folder, matches_folder
from woozle.saves.store import list_matches

GOLDEN = Path(__file__).parents[2] / "golden"


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
    assert b"one" not in (data_folder() / "derived.sqlite").read_bytes()


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

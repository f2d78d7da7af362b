"""The comparison with peers: both sides play the same game in turn; a ratio is the median of rounds. No peer is installed here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import peers, speed
from benchmarks.peers import talk, with_woozle


def test_a_match_has_70_answers_of_eight_seats():
    turns = list(talk.turns())
    assert (len(turns), talk.ANSWERS) == (70, 70)
    assert {seat for seat, _ in turns} == set(range(8))
    assert sum(kind == "vote" for _, kind in turns) == 4 * 8


def test_woozle_plays_that_game_and_its_players_read_all_that_was_said():
    done = with_woozle.play(2, None)
    assert done.answers == 2 * talk.ANSWERS
    said = len(f"[Player 0] {talk.SPEECH}\n")
    views, spoken = 0, 0
    for _, kind in talk.turns():
        views += spoken * said
        spoken += kind == "speak"
    assert done.characters > 2 * views  # and prompts and votes beside it


def test_records_are_read_whole(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))  # `keep` leaves the game installed
    with_woozle.keep(2)
    with_woozle.check(2, 2)  # raises unless each holds all answers
    with_woozle.forget(2)


@pytest.mark.parametrize(("text", "seat"), [("[3]", 3), ("I vote [0].", 0)])
def test_a_vote_is_read(text, seat):
    assert talk.voted(text) == seat


@pytest.mark.parametrize("text", ["3", "[8]", ""])
def test_what_is_no_vote_is_refused(text):
    with pytest.raises(ValueError, match="is no vote"):
        talk.voted(text)


def test_a_ratio_is_the_median_of_rounds_in_turn_without_the_first(monkeypatch):
    monkeypatch.setattr(speed, "ROUNDS", 3)
    asked = []

    def side(name, seconds):
        left = iter(seconds)

        def measure():
            asked.append(name)
            return next(left)

        return measure

    assert peers.times_faster(side("ours", [1, 1, 2, 4]), side("theirs", [900, 3, 4, 40])) == 3
    assert asked == ["ours", "theirs"] * 4


def test_a_side_is_a_process_that_measures_on_demand():
    with peers.side(Path(sys.executable), "-m", "benchmarks.peers.with_woozle") as side:
        assert 0 < side.seconds("unrecorded", 1) < 60
        with pytest.raises(RuntimeError, match="One of the sides ended"):
            side.seconds("juggle", 1)

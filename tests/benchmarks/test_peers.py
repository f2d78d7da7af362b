"""The comparison with peers: both sides play the same game in turn; a ratio is the median of rounds. No peer is installed here."""

from __future__ import annotations

import sys

from benchmarks import peers, speed
from benchmarks.peers import with_woozle


def test_records_are_read_whole(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))  # `keep` leaves the game installed
    with_woozle.keep(2)
    with_woozle.check(2, 2)  # raises unless each holds all answers
    with_woozle.forget(2)


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

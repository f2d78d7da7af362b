"""Conduct in self-play agrees with its measures."""

from __future__ import annotations

from tests.games.conduct import conducts


def test_replies_are_those_of_the_measures():
    match, found = conducts("self_play-1-hub")
    replied = [visit for visit in match.facts.visits if visit.reply and visit.reply.acted.argument and visit.is_right is not None]
    assert sum(len(each.beliefs) for each in found.values()) == len(replied) > 0

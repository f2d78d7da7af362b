"""Matches that are kept and reports of verify, as rows."""

from __future__ import annotations

from woozle.arena.views.saved_matches import match_rows
from woozle.saves.summary import Summary


def test_a_match_says_how_far_it_is_or_how_it_ended():
    players = {"Alice": {"kind": "human"}, "Bob": {"kind": "bot", "name": "ship"}}
    left = Summary(id="b", size=1, modified=0.0, status="unfinished", game="ship", lines=41, players=players)
    ended = Summary(id="a", size=1, modified=0.0, status="finished", game="ship", lines=90, reason="Time ran out.", players=players)
    watched = Summary(id="c", size=1, modified=0.0, status="unfinished", game="ship", lines=3)
    damaged = Summary(id="d", size=1, modified=0.0, status="damaged")
    assert [row.what for row in match_rows([left, ended, watched, damaged])] == [
        "41 answers so far",
        "Time ran out.",
        "cannot be read",
    ]

"""Time phrases as the public pipeline reads them."""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.compatible.windows import duration_of, round_before, window_of
from woozle.games.ship.claims.schema import Claim, Window

from tests.games.ship.claims.compatible.stories import BODY, MINI

PLACE = Claim("location")
ONE, TWO, THREE, LONG = [(0, 6), (7, 10)], [(0, 16), (17, 20)], [(0, 6), (7, 16), (17, 20)], [(0, 21)]


@pytest.mark.parametrize(
    ("segments", "meeting", "when", "first", "last"),
    [
        (ONE, 7, "this round", 0, 6),
        (TWO, 17, "this round", 0, 16),
        (THREE, 17, "this round", 7, 16),
        (TWO, 17, "at the start", 0, 5),
        (THREE, 17, "at the start", 7, 12),
        (ONE, 7, "since last meeting", 0, 6),
        (ONE, 7, "", 0, 6),
        (MINI.segments, 7, "", 0, 6),
        (LONG, 22, "this round, from the start until tick 20", 0, 20),
        (LONG, 22, "from the start until tick 12", 0, 12),
        (LONG, 22, "until tick 50", 0, 21),
        (LONG, 22, "until tick 99999999999999999999", 0, 21),
        (LONG, 22, "at the very start", 0, 5),
        (LONG, 22, "At the BEGINNING", 0, 5),
        (LONG, 22, "after we spawned, until tick 18", 0, 18),
        (LONG, 22, "from tick 10 onwards", 10, 21),
        (LONG, 22, "after tick 10", 10, 21),
        (LONG, 22, "before tick 10", 0, 10),
        (LONG, 22, "from tick 18 until tick 4", 4, 4),
        (LONG, 22, "since tick 2, at the start", 2, 7),
        (LONG, 22, "at tick 4", 0, 21),
        (LONG, 22, "around ticks 14-15", 0, 21),
        (LONG, 22, "still at the start", 0, 21),
        (LONG, 22, "when the meeting started", 0, 5),
        ([], 7, "this round", 0, 7),
    ],
)
def test_a_phrase_has_its_ticks(segments, meeting, when, first, last):
    window = window_of(Claim("sighting", when=when), meeting, segments)
    assert (window.first, window.last) == (first, last)


@pytest.mark.parametrize(
    ("claim", "last"),
    [
        (Claim("location"), 22),
        (Claim("location", when="until tick 20"), 20),
        (Claim("location", when="at the start"), 5),
        (Claim("location", when="the whole time"), 21),
        (Claim("location", when="mostly"), 21),
        (Claim("location", route=("electrical", "security"), when="the whole time"), 22),
        (Claim("sighting"), 21),
        (Claim("activity"), 21),
        (Claim("accusation"), 21),
        (Claim("defense"), 21),
    ],
)
def test_only_places_take_the_tick_of_the_meeting_in(claim, last):
    assert window_of(claim, 22, BODY.segments).last == last


def test_the_round_before_a_second_meeting_begins_with_the_first():
    assert round_before(17, THREE) == Window(7, 16, "preceding_free_roam")
    assert (window_of(PLACE, 17, THREE).first, window_of(PLACE, 17, THREE).last) == (7, 17)
    assert round_before(7, []).source == "round_boundary_fallback"


@pytest.mark.parametrize(
    ("duration", "phrases"),
    [
        ("any_time", "passed through|went to|visited|came from|this round|since last meeting||was in|was at"),
        ("entire_time", "the whole time|Entire round|all round|never left|stayed in"),
        ("most_time", "mostly|spent most of"),
    ],
)
def test_how_long_it_was_so(duration, phrases):
    assert {duration_of(phrase) for phrase in phrases.split("|")} == {duration}

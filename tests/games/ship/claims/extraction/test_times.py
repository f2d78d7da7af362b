from __future__ import annotations

import pytest

from woozle.games.ship.claims.extraction.lexicon import Names
from woozle.games.ship.claims.extraction.tokens import tokens
from woozle.games.ship.maps import load

from tests.games.ship.claims.extraction.speeches import claims


def time_phrases(text: str) -> list[str]:
    return [text[token.start : token.end] for token in tokens(text, Names(("Grace", "Bob"), load("ship"))) if token.kind == "time"]


@pytest.mark.parametrize("phrase", [
    "at tick 4", "around ticks 9-10", "from ticks 14 to 16", "ticks 8, 9, and 10", "at ticks 7 and 8", "until tick 7", "early on",
    "at the start of the round", "this round", "the whole round", "right before the report", "just now", "around that time",
    "from tick ~33", "for three ticks", "a bit later", "at the very end", "last round", "til 7ish", "since 5", "1 to 4",
    "from like t4",
])  # fmt: skip
def test_a_time_phrase_is_cut_out_whole(phrase: str) -> None:
    text = f"Bob was in medbay {phrase}, I think"
    assert time_phrases(text) == [phrase]


@pytest.mark.parametrize("text", ["I was in medbay.", "there were 4 people in medbay", "I saw 2 dead"])
def test_what_is_no_time(text: str) -> None:
    assert time_phrases(text) == []


@pytest.mark.parametrize("text", ["Around ticks 9-10, I saw Bob in medbay.", "I saw Bob in medbay around ticks 9-10."])
def test_times_stay_as_they_were_said(text: str) -> None:
    (claim,) = claims(text)
    assert claim.when == "around ticks 9-10"


@pytest.mark.parametrize(("text", "stops", "when"), [
    ("I was in caf, nav around tick 4, then storage around tick 6.", ("", "around tick 4", "around tick 6"), ""),
    ("caf til 3ish, nav 4 to 6, storage since 7", ("til 3ish", "4 to 6", "since 7"), ""),
    ("Tick 1 caf, tick 4 nav, tick 6 storage.", ("tick 1", "tick 4", "tick 6"), ""),
    ("Around tick 4 I went caf -> nav -> storage.", (), "around tick 4"),
    ("I went caf -> nav -> storage the whole round.", (), "the whole round"),
])  # fmt: skip
def test_each_stop_of_a_route_has_its_time(text: str, stops: tuple[str, ...], when: str) -> None:
    (claim,) = claims(text)
    assert claim.route == ("cafeteria", "navigation", "storage")
    assert (claim.stops, claim.when) == (stops, when)


def test_a_tick_at_the_beginning_is_no_list_of_rooms() -> None:
    first, second = claims("Tick 6: I was in medbay and saw Eve.")
    assert (first.room, first.when) == ("medbay", "tick 6")
    assert (second.target, second.room) == ("Eve", "medbay")

"""A timeline shows any moment of a match as its viewer saw it then, and nothing of what came later."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from random import Random

import pytest

from woozle.arena.views.observer import viewers
from woozle.arena.views.registry import new_timeline, observer
from woozle.core.game import PUBLIC, Event, Forfeited, Refused
from woozle.core.state import EVERYTHING, observes
from woozle.games.ship import events as ship
from woozle.games.ship.config import Config
from woozle.games.ship.rules import Ship
from woozle.games.ship.views.map_layout import draw
from woozle.games.ship.views.panels import Map

from tests.tables import panel
from tests.tui.matches import recorded

PRESETS = pytest.mark.parametrize("name", ["standard", "quack"])


def grown(record, viewer):
    shown = new_timeline("ship", viewer)
    shown.grow(record)
    return shown


def as_it_happened(record, viewer):
    """Yield the number of lines, the table and the lines after 0, 1, 2, ... Events, folded only once and forwards."""
    known, lines = observer("ship", viewer), []
    yield 0, known.look(), lines
    for at, (event, audience) in enumerate(record, 1):
        if observes(viewer, audience):
            lines += known.see(event)
        yield at, known.look(), lines


@PRESETS
def test_every_moment_looks_as_it_did_when_it_happened(name):
    record = recorded(1, name).record
    assert len(record) > 300, "a match that is longer than one jump folds"
    for viewer in (EVERYTHING, PUBLIC, "Alice"):
        shown = grown(record, viewer)
        assert len(shown) == len(record)
        for at, table, lines in as_it_happened(record, viewer):
            assert shown.lines_at(at) == len(lines)
            assert shown.table(at) == table
        assert shown.lines == lines


def test_looking_back_does_not_change_what_comes():
    record = recorded(3).record
    looked_back, straight = new_timeline("ship", EVERYTHING), grown(record, EVERYTHING)
    for start in range(0, len(record), 50):
        looked_back.grow(record[start : start + 50])
        for at in (0, start // 2, start):
            looked_back.table(at)
    assert looked_back.lines == straight.lines
    assert looked_back.table(len(record)) == straight.table(len(record))


def test_a_line_leads_to_the_event_that_made_it():
    record = recorded(4).record
    shown = grown(record, "Alice")
    assert shown.lines
    for line in range(len(shown.lines)):
        at = shown.event_of(line)
        assert shown.lines_at(at - 1) <= line < shown.lines_at(at)


def test_a_line_that_other_eyes_had_leads_to_the_end():
    record = recorded(4).record
    shown = grown(record, "Alice")
    assert shown.event_of(len(grown(record, EVERYTHING).lines)) == len(record)
    assert new_timeline("ship", "Alice").event_of(3) == 0


def scrambled(event: Event, place: int) -> Event:
    """The same kind of Event with another story: every name, room, role and text in it is a token."""
    token = f"canary-{place}"

    def planted(value: object) -> object:
        match value:
            case str():
                return token
            case tuple():
                return tuple(planted(each) for each in value)
            case dict():
                return {f"{token}-{each}": planted(value[each]) for each in value}
            case Config():
                return value
            case int():
                return 7000 + place
        return value

    return replace(event, **{each.name: planted(getattr(event, each.name)) for each in fields(event)})


# Marks


def test_the_parts_of_a_match_are_marked_where_they_begin_for_all_viewers():
    record = recorded(7).record
    kinds = [type(event) for event, _ in record]
    meetings, votes = kinds.count(ship.MeetingCalled), kinds.count(ship.Ballot)
    assert meetings
    for viewer in (EVERYTHING, PUBLIC, "Charlie"):
        parts = [each for each in grown(record, viewer).marks if each.is_phase]
        assert [each.at for each in parts] == sorted(each.at for each in parts)
        words = [each.words for each in parts]
        assert words[:2] == ["boarding", "free roam"]
        assert words[-1] in ("the geese win", "the ducks win")
        assert sum(each.endswith((" a body", " the button")) for each in words) == meetings
        assert sum(each.endswith(" ejected") for each in words) == votes
        assert all(one != other for one, other in pairwise(words))


def test_after_a_meeting_the_free_roam_begins_anew():
    record = [(ship.Tick(4), ("*",)), (ship.Tick(5), ("*",)), (ship.MeetingCalled(5, "Bob", "report", ("Eve",)), ("*",))]
    record += [(ship.Ballot({"skip": 3}, None, None, None), ("*",)), (ship.Tick(6), ("*",)), (ship.Tick(7), ("*",))]
    marks = grown(record, PUBLIC).marks
    assert [(each.at, each.words) for each in marks] == [
        (1, "free roam"),
        (3, "Bob reports a body"),
        (4, "nobody is ejected"),
        (5, "free roam"),
    ]


def test_a_kill_is_marked_for_those_who_saw_it_alone():
    record = recorded(8).record
    kills = {at: audience for at, (event, audience) in enumerate(record, 1) if isinstance(event, ship.Killed)}
    assert kills
    for viewer in viewers(record[0][0].seats):
        marked = {each.at for each in grown(record, viewer).marks if each.is_bad}
        assert marked == {at for at, audience in kills.items() if observes(viewer, audience)}
    assert PUBLIC not in {seat for audience in kills.values() for seat in audience}


# Records that somebody else has made


@pytest.mark.parametrize("seed", range(3))
def test_no_record_however_broken_breaks_the_fold(seed):
    chance = Random(seed)
    events = [event for event, _ in (*recorded(9, seats=10).record, *recorded(9, "quack", seats=4).record)]
    briefing = events[0]
    events += [scrambled(event, at) for at, event in enumerate(chance.sample(events, 80))]
    events += [replace(briefing, seats=tuple(f"seat {n}" for n in range(40))), replace(briefing, seats=())]
    events += [Refused("Zoe", "no"), Forfeited("", "timeout", ""), ship.Passed(("Alice", "Alice"), ("a", "b"))]
    chance.shuffle(events)
    for viewer in (EVERYTHING, PUBLIC, "Alice", "nobody"):
        known = observer("ship", viewer)
        for event in [briefing, *events]:
            known.see(event)
            if chance.random() < 0.1:
                table = known.look()
                assert len(table.seats) <= 10
                draw(panel(table, Map), 49, 15)


def test_more_votes_than_seats_are_not_counted_one_by_one():
    known = observer("ship", PUBLIC)
    known.see(recorded(9).record[0][0])
    for counts in ({"skip": 10**12}, {"Alice": 10**12, "skip": -(10**12)}, dict.fromkeys(map(str, range(100)), 1)):
        heading, *_ = known.narrate(ship.Ballot(counts, None, None, None))
        assert not heading.steps
    heading, *_ = known.narrate(ship.Ballot({"Alice": Ship.max_seats - 1, "skip": 1}, None, "Alice", None))
    assert len(heading.steps) == Ship.max_seats

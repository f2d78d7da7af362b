"""The timeline against the engine's own state: the same in every field at every tick."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from woozle.games.ship.claims.timeline import Place, build_timeline
from woozle.games.ship.events import Act, Ballot, Killed, Passed, Sight, Spoke
from woozle.games.ship.rules import Ship
from woozle.games.ship.views.course import Course

from tests.games.ship.board import Board
from tests.games.ship.claims.matches import played
from tests.games.ship.quack_logs import LOGS, needs_logs, record_of


class Watched(Ship):
    """A ship that writes down its own state: as turns begin, as they end, and whom anybody stands with when somebody looks."""

    def __init__(self, *given):
        super().__init__(*given)
        self.starts, self.ends, self.met = {}, {}, defaultdict(set)

    def state(self):
        return {m.seat: Place(m.room, m.alive, m.bound_for if m.ticks_left else "", m.ticks_left) for m in self.crew}

    def _tick(self):
        draw, tick = self.chance.shuffle, self.tick + 1
        self.chance.shuffle = lambda label, items: (self.starts.setdefault(tick, self.state()), draw(label, items))[1]
        yield from super()._tick()
        self.chance.shuffle = draw
        self.ends[tick] = self.state()

    def _sight(self, member):
        for one in self.crew:
            if one.alive and not one.ticks_left:
                others = frozenset(self._present(one.room)) - {one.seat}
                self.met[self.tick].add((one.seat, one.room, others))
        return super()._sight(member)


def compare(seed: int, is_random: bool) -> None:
    asked = []

    def watch(table):
        asked.extend((table.game.tick, r.to) for r in table.open.values() if r.answer is Act)

    table = played(seed, Watched, is_random=is_random, watch=watch)
    ship, line = table.game, build_timeline(table.record)
    assert line.last_tick == ship.tick
    for tick, places in ship.starts.items():
        turns = {seat: line.turns[seat][tick] for seat in ship.seats}
        assert {seat for seat, turn in turns.items() if turn.end.is_alive or turn.touched} == {
            seat for seat, place in places.items() if place.is_alive
        }
        for seat, place in places.items():
            assert not place.is_alive or place.ticks_left or turns[seat].touched[0][0] == place.room
    for tick, places in ship.ends.items():
        assert {seat: line.place(seat, tick) for seat in ship.seats} == places
    for tick, groups in ship.met.items():
        begin, end = line.ticks[tick], (*line.ticks, len(table.record))[tick + 1]
        inside = {
            (seat, each.room, each.others)
            for seat in ship.seats
            for each in line.company[seat]
            if each.begin < end and each.end > begin
        }
        assert groups <= inside
        for seat, room, _ in groups:
            assert room in {touched for touched, _ in line.turns[seat][tick].touched}
    acted = [(turn.tick, seat) for seat in ship.seats for turn in line.turns[seat] for _ in turn.did]
    assert sorted(acted) == sorted(set(asked))
    assert [(kill.killer, kill.victim) for kill in line.kills] == [
        (event.killer, event.victim) for event, _ in table.record if isinstance(event, Killed)
    ]
    for seat in ship.seats:
        assert [event for event in table.view(seat) if isinstance(event, Sight)] == [line.record[x.at][0] for x in line.looks[seat]]
    assert [(s.speaker, s.text) for s in line.statements] == [(e.seat, e.text) for e, _ in table.record if isinstance(e, Spoke)]
    assert [m.ejected for m in line.meetings if line.rounds[m.index].end < len(table.record)] == [
        (event.ejected,) if event.ejected else () for event, _ in table.record if isinstance(event, Ballot)
    ]


@pytest.mark.parametrize("kind", ["random", "bots"])
def test_timeline_and_engine_agree_on_every_field_at_every_tick(kind):
    for seed in range(48):  # each map eight times with each preset
        compare(seed, kind == "random")


def test_what_was_glimpsed_is_what_the_seat_was_told():
    for seed in range(12):
        table = played(seed, is_random=True)
        line = build_timeline(table.record)
        for seat in line.seats:
            sights = [(at, event) for at, (event, to) in enumerate(table.record) if isinstance(event, Sight) and seat in to]
            for kind in ("present", "left", "came", "body"):
                told = "bodies" if kind == "body" else kind
                expected = [(at, each) for at, sight in sights for each in getattr(sight, told)]
                seen = [
                    (each.at, (each.other, each.way) if each.way else each.other)
                    for each in line.glimpses[seat]
                    if each.kind == kind and isinstance(table.record[each.at][0], Sight)
                ]
                assert sorted(seen) == sorted(expected)
            for each in line.glimpses[seat]:
                assert each.begin <= each.at and each.first <= each.last == line.tick_at(each.at)
                if each.kind == "passed":
                    assert isinstance(table.record[each.at][0], Passed)


def test_a_traveller_is_in_no_room():
    board = Board().act("Alice", "move weapons").ticks(3)
    alice = build_timeline(board.record).turns["Alice"]
    assert alice[1].end == Place("cafeteria", True, "weapons", 2)
    assert [[room for room, _ in turn.touched] for turn in alice[:4]] == [["cafeteria"], ["cafeteria"], [], ["weapons"]]
    assert alice[3].end == Place("weapons")


def test_rounds_lie_between_meetings():
    line = build_timeline(Board().ticks(2).act("Alice", "button").talk().vote().ticks(1).record)
    assert [(each.first, each.last) for each in line.rounds] == [(0, 3), (3, 5)]
    assert line.meetings[0].caller == "Alice" and line.meetings[0].cause == "button"
    assert {line.turns[seat][4].touched[0][0] for seat in line.seats} == set(line.map.room_names[:6])


def test_each_ballot_of_a_meeting_counts():
    record = [*Board().ticks(2).act("Alice", "button").talk().vote(Alice="Eve", Bob="Eve", Charlie="Eve", Diana="Eve").record]
    (at,) = (at for at, (event, _) in enumerate(record) if isinstance(event, Ballot))
    ballot, audience = record[at]
    record.insert(at, (replace(ballot, ejected="Frank"), audience))
    assert [meeting.ejected for meeting in build_timeline(record).meetings] == [("Frank", "Eve")]
    course = Course(record, "Bob")
    assert [seat for _, seat in course.ejections()] == ["Eve", "Frank"]


def test_half_a_record_is_a_timeline_too():
    record = played(3, is_random=True).record
    for end in range(len(record)):
        assert build_timeline(record[:end]).last_tick <= build_timeline(record).last_tick


def test_who_waited_in_silence_may_have_seen_what_came_and_went():
    """In an imported match the place of such a turn in its tick is unknown."""
    board = Board("quack", rooms={"Alice": "medbay"}).act("Bob", "move medbay").act("Charlie", "move medbay").tick()
    board.act("Bob", "move electrical").act("Charlie", "wait", say="hm").tick()
    native, imported = (build_timeline(board.record, is_imported=known) for known in (False, True))
    assert all(each.is_certain for each in native.glimpses["Diana"])
    doubtful = {(each.kind, each.other) for each in imported.glimpses["Diana"] if not each.is_certain}
    assert doubtful == {("present", "Bob"), ("present", "Charlie"), ("left", "Bob"), ("left", "Charlie")}
    assert all(each.is_certain for each in imported.glimpses["Charlie"] if each.last == 2)


@needs_logs
def test_real_games_are_read_whole():
    for path in LOGS[:10]:
        record = record_of(path)
        line = build_timeline(record, is_imported=True)
        assert len(line.statements) == sum(isinstance(event, Spoke) for event, _ in record)

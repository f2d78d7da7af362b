"""What a viewer of the ship knows."""

from woozle.core.game import PUBLIC
from woozle.games.ship.config import preset
from woozle.games.ship.events import Ballot, Ended, Killed, Worked
from woozle.games.ship.state import State, Stay

from tests.games.ship.players.aboard import Log


def known(log: Log) -> State:
    state = State(log.me)
    for event in log:
        state.see(event)
    return state


def test_what_is_seen_without_a_gap_is_one_stay():
    state = known(Log().tick(1, ["Bob"]).tick(2, ["Bob"]).tick(3).tick(4, ["Bob"]))
    assert state.round.seen["Bob"] == [Stay("medbay", 1, 2), Stay("medbay", 4, 4)]


def test_the_own_way_is_remembered_with_arrivals():
    state = known(Log().tick(1).go("cafeteria").tick(2).tick(3).go("weapons", ticks=2).tick(5))
    assert state.round.stays == [Stay("medbay", 0, 1), Stay("cafeteria", 1, 3), Stay("weapons", 5, 5)]


def test_a_finished_task_is_no_longer_open():
    log = Log().tick(1).add(Worked("Alice", "medbay", "Submit Scan", 3, 4)).tick(2)
    assert known(log).is_open("medbay")
    state = known(log.add(Worked("Alice", "medbay", "Submit Scan", 4, 4)))
    assert not state.is_open("medbay")
    assert state.is_open("storage")
    assert state.finished == [("Alice", "medbay")]


def test_after_a_meeting_the_sightings_start_anew():
    log = Log().tick(5, ["Bob"], ["Eve"]).meet("Bob", ["Eve"]).add(Ballot({"skip": 6}, None, None, None)).respawn("oxygen").tick(6)
    state = known(log)
    assert (state.round.seen, state.bodies, state.meeting) == ({}, {}, None)
    assert [stay.room for stay in state.round.stays] == ["oxygen"]
    assert state.fates.keys() == {"Eve"}, "the dead stay dead"


def test_victims_are_the_dead_that_no_earlier_meeting_named():
    log = Log().tick(5).meet("Bob", ["Frank"]).add(Ballot({"Eve": 4}, None, "Eve", None)).respawn("oxygen").tick(6)
    state = known(log.meet("Bob", ["Frank", "Eve", "Diana"]))
    assert [meeting.victims for meeting in state.meetings] == [("Frank",), ("Diana",)]


def test_the_first_that_was_learnt_of_a_death_counts_unless_the_kill_was_seen():
    log = Log().tick(5, (), ["Eve"]).meet("Bob", ["Eve", "Frank"])
    assert [(seat, fate.how) for seat, fate in known(log).fates.items()] == [("Eve", "found"), ("Frank", "told")]
    seen = Log().tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "medbay")).tick(6, ["Bob"], ["Eve"])
    assert known(seen).fates["Eve"].how == "killed"
    assert known(seen).lying == known(seen).bodies["medbay"] == ("Eve",)


def test_a_kill_that_is_told_after_the_match_was_not_seen():
    ended = Ended("duck", "The ducks are no longer outnumbered.", ("Bob",))
    state = known(Log().tick(5).add(ended, Killed("Bob", "Eve", "medbay")))
    assert state.fates["Eve"].how == "killed"
    assert (state.kills, state.places()[-1].seat) == ([], "Alice")


def test_travellers_are_back_where_they_set_out_when_a_meeting_calls_them():
    log = Log(config=preset("standard", travellers_return=True)).tick(1).go("weapons", ticks=2)
    assert (known(log).mine.room, known(log).mine.bound_for, known(log).mine.arrives) == ("medbay", "weapons", 3)
    assert known(log.meet("Bob", [])).mine.bound_for == ""


def test_a_viewer_without_a_seat_has_an_empty_one():
    assert State(PUBLIC).mine.work == {}
    assert State(PUBLIC).is_alive

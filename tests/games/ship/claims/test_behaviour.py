"""The behaviour of seats, in matches with fixed chance."""

from __future__ import annotations

from woozle.core.statistics.resampling import Share
from woozle.games.ship.claims.behaviour import Behaviour, behaviour
from woozle.games.ship.claims.timeline import build_timeline

from tests.games.ship.board import Board
from tests.games.ship.claims.matches import APART, played


def of(board):
    return behaviour(build_timeline(board.record))


def test_votes_on_ducks_are_counted_among_those_on_anybody():
    board = Board("quack", rooms=APART).act("Frank", "kill Eve").act("Alice", "move upper_engine").act("Alice", "move medbay")
    board.tick()
    board.act("Alice", "report").talk().vote(Alice="Frank", Bob="Frank", Charlie="Alice", Frank="Alice")
    found = of(board)
    assert found["Alice"].votes == found["Bob"].votes == Share(1, 1)
    assert found["Charlie"].votes == Share(0, 1) and found["Diana"].votes == Share(0, 0)
    assert found["Diana"].skips == Share(1, 1) and found["Eve"].skips == Share(0, 0)


def test_a_report_is_late_from_when_its_reporter_saw_the_body():
    board = Board(rooms=APART | {"Alice": "electrical"}).act("Frank", "kill Eve")
    board.act("Alice", "move medbay").tick().act("Alice", "wait").tick().act("Alice", "wait").act("Alice", "report")
    assert of(board)["Alice"].latency == [2]


def test_who_reports_its_own_kill_is_known_by_the_body():
    board = Board(rooms=APART).act("Frank", "kill Eve").act("Frank", "report")
    assert of(board)["Frank"].own_reports == Share(1, 1)
    assert of(board)["Frank"].latency == []
    other = Board(rooms=APART | {"Alice": "medbay"}, kills_seen=False).act("Frank", "kill Eve").act("Alice", "report")
    assert of(other)["Frank"].own_reports == Share(0, 1) and of(other)["Alice"].own_reports == Share(0, 0)


def test_kills_are_counted_among_the_decisions_at_which_one_was_possible():
    board = Board(rooms=APART, kill_cooldown=2)
    board.act("Frank", "wait").act("Frank", "kill Eve").act("Frank", "wait").act("Frank", "wait")
    assert of(board)["Frank"].kills == Share(1, 2)


def test_a_killer_has_gone_as_far_as_the_way_is_long():
    board = Board(rooms=APART).act("Frank", "kill Eve").act("Frank", "move cafeteria").act("Frank", "wait").act("Frank", "wait")
    board.tick()
    assert of(board)["Frank"].away == [1]
    caught = (
        Board(rooms=APART | {"Alice": "electrical"}).act("Frank", "kill Eve").act("Alice", "move medbay").act("Alice", "report")
    )
    assert of(caught)["Frank"].away == []


def test_a_goose_is_efficient_on_its_way_and_at_its_tasks():
    board = Board(rooms=APART | {"Bob": "cafeteria"}, tasks=("medbay", "storage"), tasks_each=2, ticks_per_task=1)
    board.act("Bob", "move medbay").act("Bob", "task").act("Bob", "wait").act("Bob", "move cafeteria").act("Bob", "move medbay")
    board.act("Bob", "move storage").tick().act("Bob", "task").act("Bob", "wait")
    assert of(board)["Bob"].efficiency == Share(5, 7)
    assert of(board)["Frank"].efficiency == Share(0, 0)


def test_rooms_are_those_that_one_stood_in():
    board = (
        Board(rooms=APART | {"Bob": "cafeteria"}).act("Bob", "move medbay").act("Bob", "move cafeteria").act("Bob", "move weapons")
    )
    assert of(board)["Bob"].rooms == [2]


def test_any_match_can_be_counted():
    for seed in range(9):
        table = played(seed, is_random=bool(seed % 3))
        whole = Behaviour()
        for each in behaviour(build_timeline(table.record)).values():
            whole.add(each)
        for share in (whole.votes, whole.skips, whole.efficiency, whole.kills, whole.own_reports):
            assert 0 <= share.part <= share.whole
        assert len(whole.rooms) == len(table.game.seats) and min([0, *whole.latency, *whole.away]) == 0

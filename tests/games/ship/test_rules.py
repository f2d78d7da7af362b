"""The rules of the ship, in the order of the rulebook (specification: QUACK's public release; `standard` mends its oddities)."""

from __future__ import annotations

import pytest

from woozle.core.request import Forfeit
from woozle.games.ship.config import preset
from woozle.games.ship.events import (
    Arrived,
    Ballot,
    Bodies,
    Ended,
    Killed,
    MeetingCalled,
    Overheard,
    Passed,
    Placed,
    Role,
    Said,
    Sight,
    SpeakingOrder,
    Spoke,
    Totals,
    Vote,
    Worked,
)
from woozle.games.ship.rules import Ship

from tests.games.ship.board import Board


def test_each_seat_knows_its_own_role_and_ducks_know_each_other():
    board = Board(ducks=("Bob", "Eve"))
    assert board.saw("Bob", Role) == [Role("Bob", "duck", ("Eve",), ("medbay", "storage"))]
    assert board.saw("Alice", Role) == [Role("Alice", "goose", (), ("medbay", "storage"))]


def test_a_move_through_a_corridor_of_one_tick_is_over_at_once():
    board = Board().act("Alice", "move medbay").tick().until("Alice")
    assert board.last("Alice", Sight).room == "medbay"
    assert board.last("Alice", Sight).tick == 2


def test_a_move_of_two_ticks_costs_a_turn_and_ends_as_the_second_tick_begins():
    board = Board().act("Alice", "move weapons").tick()
    board.tick()
    assert board.game.tick == 3
    assert board.saw("Alice", Arrived) == [Arrived("Alice", "weapons")]
    assert [sight.tick for sight in board.saw("Alice", Sight)] == [1, 3]


def test_neighbours_are_offered_in_alphabetical_order():
    assert Board().options("Alice")[:5] == ("wait", "move electrical", "move medbay", "move oxygen", "move weapons")


def test_work_on_a_task_is_kept_when_a_seat_leaves_and_ends_with_the_last_turn():
    board = Board(rooms={"Alice": "medbay"}, ticks_per_task=3)
    board.act("Alice", "task").tick()
    board.act("Alice", "move electrical").tick()
    board.act("Alice", "move medbay").tick()
    board.act("Alice", "task").tick()
    board.act("Alice", "task").tick().until("Alice")
    assert [work.done for work in board.saw("Alice", Worked)] == [1, 2, 3]
    assert "task" not in board.options("Alice")


def test_a_task_that_is_not_ones_own_is_not_offered():
    assert "task" not in Board(rooms={"Alice": "oxygen"}).options("Alice")


def test_the_first_kill_comes_when_the_first_cooldown_is_over():
    board = Board(first_kill_cooldown=5).ticks(3).until("Frank")
    assert board.game.tick == 4
    assert not [option for option in board.options("Frank") if option.startswith("kill")]
    assert board.tick().until("Frank").options("Frank")[-5:] == tuple(
        f"kill {s}" for s in ("Alice", "Bob", "Charlie", "Diana", "Eve")
    )


def test_after_a_kill_the_next_comes_a_full_cooldown_later():
    board = (
        Board(rooms={"Alice": "storage", "Frank": "storage", "Bob": "storage"}, kill_cooldown=5).act("Frank", "kill Alice").ticks(3)
    )
    assert board.game.tick == 5
    assert board.until("Frank").last("Frank", Sight).cooldown == 1
    assert "kill Bob" in board.tick().until("Frank").options("Frank")


def test_a_duck_cannot_kill_a_duck_or_a_traveller_or_somebody_elsewhere():
    board = Board(ducks=("Eve", "Frank"), rooms={"Bob": "medbay"}).act("Alice", "move weapons").until("Frank")
    assert [option for option in board.options("Frank") if option.startswith("kill")] == ["kill Charlie", "kill Diana"]


def test_a_body_can_be_reported_by_anybody_in_the_room_as_often_as_it_is_found():
    board = Board(rooms={"Alice": "storage", "Frank": "storage"}).act("Frank", "kill Alice")
    assert "report" not in board.tick().until("Bob").options("Bob")
    assert "report" in board.until("Frank").options("Frank")


def test_the_button_can_be_used_as_often_as_there_are_ducks_unless_an_option_says():
    assert preset("standard", ducks=2).button_uses == 2
    assert preset("standard", ducks=2, emergency_meetings=0).button_uses == 0
    assert "button_uses" not in preset("standard").model_dump()


def test_the_button_is_in_one_room_and_is_used_up():
    board = Board()
    assert "button" in board.options("Alice")
    board.act("Alice", "button").talk().vote()
    board.until("Alice")
    assert board.last("Alice", Placed).room == "cafeteria"
    assert "button" not in board.options("Alice")


def test_a_meeting_ends_the_tick_and_starts_the_next_one_elsewhere():
    board = Board().act("Bob", "button")
    assert board.saw("Charlie", Sight)[-1].tick == 1
    board.talk().vote()
    assert board.game.tick == 2
    assert [board.last(seat, Placed).room for seat in board.game.seats] == [
        "cafeteria",
        "electrical",
        "lower_engine",
        "medbay",
        "navigation",
        "oxygen",
    ]


def test_the_caller_speaks_first_and_everyone_as_often_as_there_are_rounds():
    board = Board(rounds=3).act("Charlie", "button")
    assert board.last("Alice", SpeakingOrder).seats == ("Charlie", "Alice", "Bob", "Diana", "Eve", "Frank")
    board.talk("hello")
    spoken = [(spoke.round, spoke.seat) for spoke in board.saw("public", Spoke)]
    assert spoken == [(number, seat) for number in (1, 2, 3) for seat in board.last("Alice", SpeakingOrder).seats]


def test_the_dead_do_not_speak_or_vote():
    board = Board().act("Frank", "kill Alice").tick().act("Bob", "button").talk()
    assert "Alice" not in {spoke.seat for spoke in board.saw("public", Spoke)}
    assert [request.to for request in board.open.values() if request.answer is Vote] == ["Bob", "Charlie", "Diana", "Eve", "Frank"]


def test_a_seat_can_vote_for_any_other_that_lives_or_skip():
    board = Board().act("Frank", "kill Alice").tick().act("Bob", "button").talk()
    (bob, *_) = board.open.values()
    assert bob.choices["target"] == ("Charlie", "Diana", "Eve", "Frank", None)


def test_most_votes_eject():
    board = Board().act("Alice", "button").talk().vote(Alice="Bob", Charlie="Bob", Diana="Eve")
    assert board.last("public", Ballot).ejected is None, "three skip"
    board = Board().act("Alice", "button").talk().vote(Alice="Bob", Charlie="Bob", Diana="Bob", Eve="Alice")
    assert board.last("public", Ballot).ejected == "Bob"


@pytest.mark.parametrize(
    "votes",
    [
        {"Alice": "Bob", "Bob": "Alice", "Charlie": "Bob", "Diana": "Alice"},
        {"Alice": "Bob", "Charlie": "Bob", "Diana": "Bob"},
        {},
    ],
    ids=["two share the most", "skip shares the most", "all skip"],
)
def test_a_tie_or_a_skip_ejects_nobody(votes):
    board = Board().act("Alice", "button").talk().vote(**votes)
    assert board.last("public", Ballot).ejected is None


def test_no_answer_is_silence_and_a_skipped_vote():
    board = Board().act("Alice", "button")
    for _ in range(12):
        board.answer(next(iter(board.open.values())).to, Forfeit("timeout"))
    for request in list(board.open.values()):
        board.answer(request.to, Forfeit("gave_up"))
    assert {spoke.text for spoke in board.saw("public", Spoke)} == {""}
    assert board.last("public", Ballot).counts == {"skip": 6}


def test_no_answer_on_the_way_is_waiting():
    board = Board()
    board.answer("Alice", Forfeit("timeout"))
    assert board.tick().until("Alice").last("Alice", Sight).room == "cafeteria"


def test_the_geese_win_when_the_last_duck_is_ejected():
    board = Board().act("Alice", "button").talk().vote(Alice="Frank", Bob="Frank", Charlie="Frank", Diana="Frank")
    assert board.last("public", Ended) == Ended("goose", "All ducks have been ejected.", ("Frank",))
    assert board.outcome is not None
    assert {seat: result.kind for seat, result in board.outcome.results.items()} == {
        **dict.fromkeys(("Alice", "Bob", "Charlie", "Diana", "Eve"), "won"),
        "Frank": "lost",
    }


def test_the_ducks_win_when_geese_no_longer_outnumber_them():
    board = Board(seats=4, ducks=("Diana",), kill_cooldown=0).act("Diana", "kill Alice").tick().act("Diana", "kill Bob")
    assert board.last("public", Ended).winner == "duck"


def test_the_geese_win_when_their_tasks_are_done_and_the_ducks_fakes_do_not_count():
    board = Board(seats=4, ducks=("Diana",), tasks=("medbay",), ticks_per_task=1, rooms=dict.fromkeys(Ship.seat_names, "medbay"))
    board.act("Alice", "task").act("Bob", "task").act("Charlie", "task")
    assert board.last("public", Ended).reason == "All tasks of the geese are done."


def test_the_geese_win_when_time_runs_out():
    board = Board(max_ticks=3).ticks(3)
    assert board.last("public", Ended) == Ended("goose", "Time ran out and the geese survived.", ("Frank",))


def test_more_seats_than_rooms_share_them_evenly():
    board = Board(seats=10, ducks=("Jack",), max_ticks=5, map="shuttle", rooms=None)
    assert len(board.game.crew) == 10


@pytest.mark.parametrize(
    ("seats", "ducks", "why"),
    [(4, 2, "2 ducks among 4 seats leave no game"), (6, 3, "3 ducks among 6 seats"), (10, 5, "less than or equal to 4")],
)
def test_too_many_ducks_leave_no_game(seats, ducks, why):
    with pytest.raises(ValueError, match=why):
        Board(seats=seats, ducks=Ship.seat_names[:ducks])


# What the presets differ in


def test_who_was_killed_in_a_tick_still_acts_in_it_only_in_quack():
    for rules, turns in (("quack", 1), ("standard", 0)):
        board = Board(rules, ducks=("Alice",), rooms={"Alice": "storage", "Bob": "storage"}).act("Alice", "kill Bob")
        board.tick()
        assert len(board.saw("Bob", Sight)) == turns


def test_a_zombie_can_move_but_not_report_its_own_body():
    board = Board("quack", ducks=("Alice",), rooms={"Alice": "storage", "Bob": "storage"}).act("Alice", "kill Bob")
    assert board.last("Bob", Sight).bodies == ("Bob",)
    assert board.options("Bob") == ("wait", "move lower_engine", "move medbay", "move navigation", "task")


def test_open_tasks_of_the_dead_prevent_a_win_only_in_quack():
    for rules, is_over in (("quack", False), ("standard", True)):
        board = Board(
            rules,
            tasks=("medbay",),
            ticks_per_task=1,
            rooms={**dict.fromkeys(Ship.seat_names, "medbay"), "Alice": "storage", "Frank": "storage"},
        )
        board.act("Frank", "kill Alice").tick()
        for seat in ("Bob", "Charlie", "Diana", "Eve"):
            board.act(seat, "task")
        board.tick()
        assert (board.outcome is not None) == is_over


def test_the_caller_is_told_of_all_bodies_only_in_quack():
    for rules, told in (("quack", [Bodies({"storage": ("Alice",)})]), ("standard", [])):
        board = Board(rules, rooms={"Alice": "storage", "Frank": "storage"}).act("Frank", "kill Alice").tick().act("Bob", "button")
        assert board.saw("Bob", Bodies) == told
        assert board.saw("Charlie", Bodies) == []


def test_a_meeting_names_all_the_dead():
    board = Board(rooms={"Alice": "storage", "Frank": "storage"}).act("Frank", "kill Alice").tick().act("Bob", "button")
    assert board.last("public", MeetingCalled).dead == ("Alice",)


def test_totals_are_shown_only_in_quack():
    board = Board("quack", rooms={"Alice": "storage", "Frank": "storage"}).act("Frank", "kill Alice").tick()
    assert board.saw("public", Totals) == [Totals(6, 0, 10), Totals(5, 0, 10)]
    assert Board().tick().saw("public", Totals) == []


def test_moves_after_ones_turn_are_lost_only_in_quack():
    for rules, left in (("quack", ()), ("standard", (("Bob", "medbay"),))):
        board = Board(rules).act("Alice", "wait").act("Bob", "move medbay").tick().until("Alice")
        assert board.last("Alice", Sight).left == left


def test_moves_before_ones_turn_are_seen_as_leaving_and_coming():
    for rules in ("quack", "standard"):
        board = Board(rules, rooms={"Charlie": "medbay"}).act("Alice", "move medbay").until("Charlie")
        assert board.last("Charlie", Sight).came == (("Alice", "cafeteria"),)
        assert board.last("Charlie", Sight).present == ("Alice",)
        assert board.last("Bob", Sight).left == (("Alice", "medbay"),)


def test_arrivals_are_seen_as_the_tick_begins():
    board = Board(rooms={"Bob": "weapons"}).act("Alice", "move weapons").ticks(2).until("Bob")
    assert board.last("Bob", Sight).came == (("Alice", "cafeteria"),)


def test_who_comes_into_a_room_has_not_seen_what_happened_there_before():
    board = Board(rooms={"Charlie": "medbay"}).act("Alice", "wait").act("Charlie", "move electrical").act("Diana", "move medbay")
    assert board.tick().until("Diana").last("Diana", Sight).left == ()


def test_chat_is_heard_by_later_turns_in_quack_and_by_all_in_the_room_in_standard():
    quack = Board("quack", rooms={"Eve": "medbay"}).act("Bob", "wait", say="hello").tick().until("Bob")
    assert quack.saw("Charlie", Overheard) == [Overheard("Bob", "cafeteria", "hello")]
    assert quack.saw("Alice", Overheard) == quack.saw("Eve", Overheard) == quack.saw("Charlie", Said) == []
    standard = Board(rooms={"Eve": "medbay"}).act("Bob", "wait", say="hello")
    assert [bool(standard.saw(seat, Said)) for seat in standard.game.seats] == [True, True, True, True, False, True]


def test_chat_is_heard_where_the_turn_began():
    board = Board(rooms={"Eve": "medbay"}).act("Bob", "move medbay", say="off to medbay")
    assert board.saw("Alice", Said) == [Said("Bob", "cafeteria", "off to medbay")]
    assert board.saw("Eve", Said) == []


def test_a_kill_is_seen_by_those_in_the_room_only_in_standard():
    for rules, seen in (("quack", []), ("standard", [Killed("Frank", "Alice", "cafeteria")])):
        board = Board(rules, rooms={"Eve": "medbay"}).act("Frank", "kill Alice")
        assert board.saw("Bob", Killed) == seen
        assert board.saw("Eve", Killed) == []
        assert board.saw("Alice", Killed) == board.saw("Frank", Killed) == [Killed("Frank", "Alice", "cafeteria")]


def test_travellers_see_each_other_in_a_corridor_only_in_standard():
    for start, other in (("weapons", "cafeteria"), ("cafeteria", "weapons")):
        for rules, count in (("quack", 0), ("standard", 1)):
            board = Board(rules, rooms={"Bob": start}).act("Alice", "move weapons").act("Bob", f"move {other}")
            assert len(board.saw("Alice", Passed)) == len(board.saw("Bob", Passed)) == count
            assert board.saw("Charlie", Passed) == []


def test_who_left_a_corridor_is_not_met_in_it():
    board = Board().act("Alice", "move weapons").ticks(2).act("Bob", "move weapons")
    assert board.saw("Bob", Passed) == []


def test_travellers_stand_where_they_left_during_a_meeting_only_in_quack():
    for rules, present in (("quack", True), ("standard", False)):
        board = Board(rules).act("Alice", "move weapons").act("Bob", "button")
        assert ("Alice" in board.last("Charlie", Sight).present) == present


def test_a_decisive_kill_ends_the_match_at_once_in_standard_and_after_the_tick_in_quack():
    for rules, is_over in (("quack", False), ("standard", True)):
        board = (
            Board(rules, seats=4, ducks=("Alice",), kill_cooldown=0).act("Alice", "kill Bob").tick().act("Alice", "kill Charlie")
        )
        assert (board.outcome is not None) == is_over
        assert board.tick().last("public", Ended).winner == "duck"


def test_a_majority_overrides_a_meeting_of_the_same_tick_in_quack():
    board = Board("quack", seats=4, ducks=("Alice",), kill_cooldown=0).act("Alice", "kill Bob").tick()
    board.act("Alice", "kill Charlie").act("Charlie", "wait").act("Diana", "report")
    assert board.last("public", Ended).winner == "duck"
    assert board.saw("public", SpeakingOrder) == []


def test_votes_are_open_and_the_ejected_revealed_only_in_standard():
    votes = {"Alice": "Bob", "Charlie": "Bob", "Diana": "Bob", "Eve": "Bob"}
    for rules, is_open in (("quack", False), ("standard", True)):
        board = Board(rules).act("Alice", "button").talk().vote(**votes)
        ballot = board.last("public", Ballot)
        assert ballot.counts == {"Bob": 4, "skip": 2}
        assert ballot.votes == ({**votes, "Bob": None, "Frank": None} if is_open else None)
        assert ballot.team == ("goose" if is_open else None)


def test_a_meeting_in_the_last_tick_ends_the_match_in_standard_and_is_followed_by_one_more_tick_in_quack():
    for rules, is_over in (("quack", False), ("standard", True)):
        board = Board(rules, max_ticks=1).act("Alice", "button").talk().vote()
        assert (board.outcome is not None) == is_over

"""The dead see everything and say what they expect of votes, and the living learn nothing of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import takewhile

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.conduct import Belief
from woozle.core.event import EVERYONE
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, Response
from woozle.games.ship.config import Config, preset
from woozle.games.ship.events import Ballot, Foresee, Foreseen, Killed, Moved, Sight, Unveiled, Vote, Voted
from woozle.games.ship.measures import REPORT, ShipFacts
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship
from woozle.games.ship.state import State
from woozle.games.ship.views.table import table
from woozle.games.ship.words import WORDS
from woozle.players.random_bot import RandomBot

from tests.games.ship.board import Board

KILLED = {"Alice": "medbay", "Frank": "medbay"}


def killed(**options):
    """Frank kills Alice where no other seat sees it; then Bob presses the button in the cafeteria."""
    return Board(rooms=KILLED, **options).act("Frank", "kill Alice").tick().act("Frank", "move electrical").tick()


def test_the_dead_learn_how_things_stand_and_then_see_all_that_happens():
    board = killed()
    (unveiled,) = board.saw("Alice", Unveiled)
    assert (unveiled.teams["Frank"], unveiled.rooms["Frank"], unveiled.bodies) == ("duck", "medbay", {"medbay": ("Alice",)})
    assert [moved.seat for moved in board.saw("Alice", Moved)] == ["Frank"]
    assert {sight.seat for sight in board.saw("Alice", Sight)} == {"Alice"}
    assert not board.saw("Bob", Unveiled)


def test_the_ejected_see_everything_from_the_next_tick_on():
    board = Board().act("Alice", "button").talk().vote(Alice="Bob", Charlie="Bob", Diana="Bob", Eve="Bob")
    assert board.last("Bob", Unveiled).rooms.keys() == {"Alice", "Charlie", "Diana", "Eve", "Frank"}


def test_a_seat_killed_in_the_tick_of_the_meeting_is_asked_too():
    board = Board(rooms=KILLED).act("Alice", "wait").until("Bob")
    board.act("Bob", "wait").act("Charlie", "wait").act("Diana", "wait").act("Eve", "wait").act("Frank", "kill Alice")
    board.act("Bob", "button").talk()
    assert [request.to for request in board.open.values() if request.answer is Foresee] == ["Alice"]


def test_the_dead_say_what_they_expect_as_the_living_vote_and_only_the_dead_learn_it():
    board = killed().act("Bob", "button").talk()
    asked = {request.to: request.answer for request in board.open.values()}
    assert asked == dict.fromkeys(("Bob", "Charlie", "Diana", "Eve", "Frank"), Vote) | {"Alice": Foresee}
    board.vote(Alice="Frank", Bob="Frank", Charlie="Frank", Diana="Frank", Eve="Frank")
    assert board.saw("Alice", Foreseen) == [Foreseen("Alice", "Frank", 80)]
    assert not any(board.saw(seat, Foreseen) for seat in ("public", "Bob", "Frank"))
    assert [vote.seat for vote in board.saw("Alice", Voted)] == ["Bob", "Charlie", "Diana", "Eve", "Frank"]
    assert board.outcome.results["Alice"].numbers["brier"] == pytest.approx(0.04)
    assert "brier" not in board.outcome.results["Bob"].numbers


def test_no_answer_is_no_belief():
    board = killed().act("Bob", "button").talk()
    board.answer("Alice", Forfeit("gave_up"))
    board.vote(Bob="Frank", Charlie="Frank", Diana="Frank", Eve="Frank")
    assert "brier" not in board.outcome.results["Alice"].numbers


def test_what_is_expected_of_votes_counts_in_the_calibration_of_the_profile():
    board = killed().act("Bob", "button").talk().vote(Alice="Frank", Bob="Frank", Charlie="Frank", Diana="Frank", Eve="Frank")
    assert REPORT.conduct.read(None, ShipFacts(board.record, {}, is_imported=False), "Alice").beliefs == (
        Belief("ejections", 0.8, True),
    )


@pytest.mark.parametrize("rules", [Config(), preset("quack")])
def test_by_the_rules_of_older_records_and_of_quack_the_dead_are_asked_nothing(rules):
    assert not rules.ghosts
    assert "ghosts" not in rules.model_dump(mode="json")


def test_a_dead_seat_has_the_table_of_those_who_see_everything():
    board = killed()
    state = State("Alice")
    lines = []
    for event in board.view("Alice"):
        lines += [line.text if line.shown is None else line.shown for line in WORDS.say(event, state)]
        state.see(event)
    seen = table(state)
    assert {card.name: card.status for card in seen.seats}["Frank"] == "DUCK"
    assert "You see everything now. The duck is Frank." in lines and "Frank → electrical" in lines
    (chart, _) = seen.panels
    assert {room.name for room in chart.rooms if room.people} == {"cafeteria", "electrical"}


def lived(seed, rules, dead):
    """Play a match; return what each seat observed and was asked until it died. No answer depends on the numbers of Requests."""
    referee = Referee(Ship(6, rules), key_from_seed(seed))
    bots = {seat: ShipBot(f"{seed} {seat}") for seat in referee.game.seats}
    turns, asked = Counter(), {seat: [] for seat in bots}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        seat, own = request.to, replace(request, id=turns[request.to])
        turns[seat] += 1
        if request.answer is Foresee:
            answer = dead.answer(request, referee.view(seat))
        else:
            asked[seat].append((own.answer, own.choices, own.seconds))
            answer = bots[seat].answer(own, referee.view(seat))
        referee.fold(Response(request.id, answer, 0.0))

    def lives(seat, event):
        return not (isinstance(event, Killed) and event.victim == seat) and not (
            isinstance(event, Ballot) and event.ejected == seat
        )

    views = {seat: [*takewhile(lambda event, seat=seat: lives(seat, event), referee.view(seat))][1:] for seat in bots}
    told = {seat: [event for event, to in referee.record if to == EVERYONE or seat in to] for seat in bots}
    assert all(told[seat] == [*referee.view(seat)] for seat in bots)
    return views, asked, any(isinstance(event, Foreseen) for event, _ in referee.record)


def test_the_living_see_and_are_asked_the_same_whether_and_whatever_the_dead_answer():
    answered = 0
    for seed in range(6):
        alone, asked_alone, _ = lived(seed, preset("standard", ghosts=False), RandomBot(1))
        for dead in (RandomBot(1), RandomBot(2)):
            beside, asked, is_answered = lived(seed, preset("standard"), dead)
            assert (beside, asked) == (alone, asked_alone)
            answered += is_answered
    assert answered

"""A seat's notes on the claims that it hears, from its own observation."""

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.claims.seat_notes import SeatNotes
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, MeetingCalled, Role, Speak
from woozle.games.ship.rules import Ship

from tests.games.ship.claims.journal import Journal
from tests.games.ship.claims.matches import played


def _notes(table, seat) -> SeatNotes:
    notes = SeatNotes(seat)
    for event in table.view(seat):
        notes.state.see(event)
    return notes


@pytest.mark.parametrize("is_random", [False, True])
def test_nothing_that_was_so_is_ever_contradicted_by_what_a_seat_saw_or_by_what_else_was_so(is_random):
    """Every place of every seat at every tick, claimed by its own seat: the engine says that it was so."""
    claimed = 0
    for seed in range(3):
        table = played(seed, Journal, is_random=is_random)
        meetings = [event.tick for event, _ in table.record if isinstance(event, MeetingCalled)]
        facts = {fact for fact in table.game.facts if fact.kind == "location" and fact.first == fact.last}
        facts = [fact for fact in facts if fact.first not in meetings]  # such a tick has two rounds
        for seat in table.game.seats:
            notes = _notes(table, seat)
            for fact in facts:
                statement = Statement(fact.round, notes.state.tick, 1, fact.subject, "", 1_000_000 + claimed)
                claim = Claim(type="location", subject=fact.subject, room=fact.room, when=f"at tick {fact.first}")
                assert not [*notes.contradictions(statement, claim)], (seed, seat, fact)
                claimed += 1
    assert claimed > 600


SAID = {
    "Alice": "I was in the cockpit at tick 1.",
    "Bob": "I was in the engine at tick 1. Charlie was in the engine at tick 2.",
    "Charlie": "I was in the cockpit at tick 2. I saw Alice in the engine at tick 1.",
    "Diana": "I was in the cargo at tick 1. I saw Alice in the airlock at tick 2.",
}


def _told(seed: int) -> Referee:
    """A match in which all wait until one can call a meeting, and then say where they claim to have been."""
    table = Referee(Ship(4, preset("standard", map="shuttle", rounds=1)), key_from_seed(seed))
    while table.game.tick < 6:
        request = next(iter(table.open.values()))
        if request.answer is Act:
            actions = request.choices["action"]
            can_call = table.game.tick > 2 and "button" in actions
            to_button = "move galley" if table.game.tick == 3 and request.to != "Alice" and "move galley" in actions else "wait"
            table.answer(request.to, Act(action="button" if can_call else to_button))
        elif request.answer is Speak:
            table.answer(request.to, Speak(text=SAID[request.to]))
        else:
            break
    return table


def test_two_matches_that_differ_only_in_what_a_seat_may_not_know_give_it_the_same_notes():
    by_view: dict[str, list[Referee]] = {}
    for seed in range(400):
        table = _told(seed)
        if any(isinstance(event, MeetingCalled) for event, _ in table.record):
            by_view.setdefault(repr(table.view("Alice")), []).append(table)
    twins = [tables for tables in by_view.values() if len({_duck(table) for table in tables}) > 1]
    assert twins
    for tables in twins:
        told = [_notes(table, "Alice").heard() for table in tables]
        assert told[0]
        assert all(heard == told[0] for heard in told)


def _duck(table: Referee) -> str:
    return next(event.seat for event, _ in table.record if isinstance(event, Role) and event.team == "duck")

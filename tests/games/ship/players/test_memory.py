"""What a seat on the ship believes after what it heard."""

from woozle.games.ship.config import preset
from woozle.games.ship.events import Ballot, Killed

from tests.games.ship.players.aboard import Log


def test_a_killer_who_was_seen_is_never_forgotten():
    log = Log().tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "medbay")).tick(6, ["Bob"], ["Eve"])
    log.meet("Alice", ["Eve"]).add(Ballot({"skip": 5}, None, None, None)).respawn("oxygen").tick(7)
    assert set(log.memory().killers) == {"Bob"}


def test_who_talked_a_goose_out_is_trusted_less():
    log = Log().tick(5).meet("Bob", ["Frank"]).say("Diana", "Eve is sus, vote Eve").say("Charlie", "I trust Eve")
    votes = {"Alice": None, "Bob": "Eve", "Charlie": None, "Diana": "Eve", "Eve": "Diana"}
    memory = log.add(Ballot({"Eve": 2, "skip": 2, "Diana": 1}, votes, "Eve", "goose")).memory()
    assert memory.teams == {"Eve": "goose"}
    assert memory.grudge["Diana"] > memory.grudge["Bob"] > 0 > memory.grudge["Charlie"]


def test_with_one_duck_an_ejection_that_ends_nothing_was_a_mistake():
    log = Log(config=preset("quack")).tick(5).meet("Bob", ["Frank"]).add(Ballot({"Eve": 3}, None, "Eve", None))
    assert log.memory().teams == {"Eve": "goose"}


def test_with_more_ducks_a_team_that_is_not_told_stays_unknown():
    log = Log(config=preset("quack", ducks=2)).tick(5).meet("Bob", ["Frank"]).add(Ballot({"Eve": 3}, None, "Eve", None))
    assert log.memory().teams == {}

"""The memory of a seat on the ship."""

from woozle.games.ship.config import preset
from woozle.games.ship.events import Ballot, Killed, Worked
from woozle.games.ship.players.memory import Memory, Stay

from tests.games.ship.players.aboard import Log


def test_what_is_seen_without_a_gap_is_one_stay():
    memory = Log().tick(1, ["Bob"]).tick(2, ["Bob"]).tick(3).tick(4, ["Bob"]).memory()
    assert memory.round.seen["Bob"] == [Stay("medbay", 1, 2), Stay("medbay", 4, 4)]


def test_the_own_way_is_remembered_with_arrivals():
    memory = Log().tick(1).go("cafeteria").tick(2).tick(3).go("weapons", ticks=2).tick(5).memory()
    assert memory.round.stays == [Stay("medbay", 0, 1), Stay("cafeteria", 1, 3), Stay("weapons", 5, 5)]


def test_a_finished_task_is_no_longer_open():
    log = Log().tick(1).add(Worked("Alice", "medbay", "Submit Scan", 2, 3)).tick(2)
    assert log.memory().open_tasks == ["medbay", "storage", "weapons"]
    assert log.add(Worked("Alice", "medbay", "Submit Scan", 3, 3)).memory().open_tasks == ["storage", "weapons"]


def test_a_killer_who_was_seen_is_never_forgotten():
    log = Log().tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "medbay")).tick(6, ["Bob"], ["Eve"])
    log.meet("Alice", ["Eve"]).add(Ballot({"skip": 5}, None, None, None)).respawn("oxygen").tick(7)
    memory = log.memory()
    assert set(memory.killers) == {"Bob"}
    assert "Eve" in memory.dead


def test_after_a_meeting_the_sightings_start_anew():
    log = Log().tick(5, ["Bob"]).meet("Bob", []).add(Ballot({"skip": 6}, None, None, None)).respawn("oxygen").tick(6)
    memory = log.memory()
    assert memory.round.seen == {}
    assert [stay.room for stay in memory.round.stays] == ["oxygen"]
    assert memory.meeting is None


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


def test_reading_bit_by_bit_and_all_at_once_is_the_same():
    log = Log().tick(1, ["Bob"]).go("cafeteria").tick(2, left=[("Eve", "weapons")]).tick(3, ["Eve"], came=[("Eve", "weapons")])
    log.meet("Bob", ["Frank"]).say("Bob", "I saw Eve in medbay around tick 2. Vote Eve.").add(
        Ballot({"Eve": 3}, None, "Eve", "goose")
    )
    bit_by_bit = Memory("Alice")
    for i in range(len(log) + 1):
        bit_by_bit.read(log[:i])
    assert vars(bit_by_bit) == vars(log.memory())

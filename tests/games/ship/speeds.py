"""Events of the ship, and how long they are read by others and by Bob."""

from woozle.games.ship.events import Ballot, Spoke, Tick

READ = [
    (Spoke("Bob", 1, "x" * 80), 2.6, 0),
    (Tick(3), 0, 0),
    (Ballot({"Bob": 5}, dict.fromkeys("abcde", "Bob"), "Bob", None), 5, 5),
]

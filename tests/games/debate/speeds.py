"""Events of debates, and how long they are read by others and by Bob."""

from woozle.games.debate.events import Answered, Heard

READ = [
    (Answered("Bob", 1, "x" * 80, "A", "said"), 2.6, 0),
    (Answered("Bob", 1, "x" * 80, "A", "repeated"), 0, 0),
    (Heard("Bob", 2, ("x" * 80,), ("Eve",)), 0, 0),
]

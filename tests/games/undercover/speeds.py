"""Events of undercover, and how long they are read by others and by Bob."""

from woozle.games.undercover.events import Counted, Reasoned, RoundBegan, Voted

READ = [
    (Reasoned("Bob", 1, "2", "x" * 80), 2.6, 0),
    (Voted("Bob", 1, "Eve"), 0.4, 0),
    (Counted(1, {}, (), None, None), 3, 3),
    (RoundBegan("reasoning", 1, ()), 0, 0),
]

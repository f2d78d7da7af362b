"""Events of the quest, and how long they are read by others and by Bob."""

from woozle.games.quest.events import Written

READ = [
    (Written("Bob", "bear", "x" * 80, 1, False), 2.6, 0),
]

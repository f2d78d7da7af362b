"""Games of the public QUACK release: their logs, and how they are played again."""

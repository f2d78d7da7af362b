"""Players of each game: bots, what models read and see, and services."""

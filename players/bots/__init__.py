"""Built-in players that need no model: one module a game, and one that plays anything at random."""

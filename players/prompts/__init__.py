"""How an observation reads as text: one module a game."""

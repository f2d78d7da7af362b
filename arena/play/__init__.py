"""A match, made ready and played: who sits there, which services answer, how it ends."""

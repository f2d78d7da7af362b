"""What players are shown beside the words: one module a game draws an observation."""

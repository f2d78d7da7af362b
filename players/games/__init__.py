"""Players of each game: bots, prompts and pictures for models, and services."""

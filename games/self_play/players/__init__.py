"""Self-play: its bots, prompts, search and sums, and training."""

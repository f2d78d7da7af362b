"""Ways to win without playing, and how often they win: the figures of docs/tricks.md, and the limits that CI holds them to."""

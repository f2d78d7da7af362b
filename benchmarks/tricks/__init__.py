"""Ways to win without playing, and how often they do: the figures of docs/tricks.md, and the limits that CI holds them to."""

"""One careful player a game, written once and then left alone: what opponents of each level are measured against.

Each module has a `Careful`, a bot that does what an attentive person would do at the table, with what its seat observes and no long
sums. It is not offered to players, and bots are tuned to it, never it to the bots.
"""

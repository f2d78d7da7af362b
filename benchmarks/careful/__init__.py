"""Careful humans, one a game: what a sensible, attentive person would do by hand with what its seat observes.

They are yardsticks, not opponents: bots are tuned against them, and they are never tuned against bots.
"""

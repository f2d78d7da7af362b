"""Strengths: how strong players are, from who did better than who else, beside the effects of roles and seats.

`comparisons.py` reads comparisons from matches, `design.py` checks what can be estimated, `ratings.py` gives the figures. The model
and its sources stand in docs/leaderboard.md.
"""

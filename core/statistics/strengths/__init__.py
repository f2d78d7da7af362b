"""Strengths: how strong players are, from who did better than whom, beside the effects of roles and seats.

`comparisons.py` says what a match tells, `design.py` what can be known from it, `ratings.py` gives the figures. The model and its
sources stand in docs/leaderboard.md.
"""

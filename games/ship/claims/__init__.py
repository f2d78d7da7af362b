"""Claims that players make in the meetings of the ship, checked against what really happened (QUACK, tier 3).

The public pipeline, and where Woozle departs from it: `docs/claims.md`.
"""

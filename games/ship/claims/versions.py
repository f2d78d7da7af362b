"""Versions of what reads and judges claims, for those who need to know no more of it."""

GRAMMAR = 8
"""The version of the grammar, raised with every change that can change a claim."""

VERIFIER = 9
"""The version of the verifier, raised with every change that can change a verdict."""

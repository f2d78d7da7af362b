"""Versions of what reads and judges claims, for those who need to know no more of it."""

GRAMMAR = 7
"""The version of the grammar, raised with every change that can change a claim; `certainty.toml` is fitted again with it."""

VERIFIER = 8
"""The version of the verifier, raised with every change that can change a verdict."""

"""Versions of the grammar and the verifier, for callers that need nothing else of them."""

GRAMMAR = 8
"""The version of the grammar, raised with every change that can change a claim."""

VERIFIER = 9
"""The version of the verifier, raised with every change that can change a verdict."""

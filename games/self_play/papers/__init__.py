"""Formulas, figures and theory of the paper on collaborative self-play."""

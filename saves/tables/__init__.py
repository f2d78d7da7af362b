"""Tidy tables of transcripts of any game, with their codebook: decisions, matches, seats, and scores."""

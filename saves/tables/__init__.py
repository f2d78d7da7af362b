"""Tidy tables out of transcripts of any game: one row a decision, a match, a seat, a number of its result; and their codebook."""

"""The worth of a text: grounding, coverage, grades, refusals and Q-Scores."""

"""Whoever answers requests: people, models, bots and officials; and how an observation reads as text, or is drawn."""

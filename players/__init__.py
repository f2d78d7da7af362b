"""Whoever answers requests: people, models, bots and services; and how an observation reads as text, or is drawn."""

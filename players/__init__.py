"""Whoever answers requests: people, bots; how an observation reads as text."""

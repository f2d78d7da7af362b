"""Scenes: what is in a picture, what can be changed in it, and what can be asked about it."""

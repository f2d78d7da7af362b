"""Soak and siege: the same thing very often, and everything that could break it. `python -m benchmarks.siege` runs it."""

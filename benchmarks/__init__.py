"""Measurements: `python -m benchmarks` prints them as a table, `--json` as JSON. Nothing here is a test."""

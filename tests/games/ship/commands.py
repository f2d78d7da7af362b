"""Command lines of the ship for the tests of all commands."""

RUNS = {
    ("runs/a", "runs/ship", "matches/20260101-120000-ship-1230"): ("--seats", "bot*6", "--set", "max_ticks=25", "--map", "shuttle"),
}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

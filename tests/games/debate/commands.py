"""Command lines of debate for the tests of all commands."""

RUNS = {
    ("runs/d", "runs/1/alone"): ("--seats", "bot*3"),
}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

THEN = [("run", "debate", "--seats", "bot*3", "--firsts", "runs/d", "--jobs", "1", "--out", "runs/full")]
"""Commands that make more of what the documentation names."""

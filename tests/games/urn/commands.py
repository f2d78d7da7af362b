"""Command lines of the urn for the tests of all commands."""

RUNS = {("runs/urn", "urns"): ("--seats", "bot*5")}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

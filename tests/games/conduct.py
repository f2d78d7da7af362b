"""The conduct of the seats of golden matches."""

from __future__ import annotations

from pathlib import Path

from woozle.core.measures import report_of
from woozle.saves.match import read_match

GOLDEN = Path(__file__).parents[1] / "golden"


def conducts(name):
    """Return a golden match, and the conduct of each of its seats."""
    found = read_match(GOLDEN / f"{name}.jsonl")
    reader, match = report_of(found.rules).conduct, found.measured()
    return match, {seat: reader.read(found.played, match.facts, seat) for seat in match.seats}

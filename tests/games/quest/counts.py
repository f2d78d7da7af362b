"""Figures of the quest, counted from the lines of a transcript and not by the code of reports."""

from __future__ import annotations

from collections.abc import Iterator

from tests.arena.reports.counted import Check, Figures, Lines

SMALL = {"items": 4}
"""Options that make matches short, where a test of counts loses nothing by it."""


def count(told: Lines, said: Figures) -> Iterator[Check]:
    """Yield each figure of a report, with what the record holds."""
    left_out = {event["item"] for event in told.all("LeftOut")}
    (briefing,) = told.all("Briefing", "FreeBriefing")
    yield "items", said.details["items"], briefing["items"] - len(left_out)
    for seat in told.seats:
        written = told.all("Written", seat=seat)
        again = [each["item"] for each in told.all("Reconsidered", seat=seat)]
        given = [each["item"] for each in told.all("Given", seat=seat)]
        unpaid = sum(2 * (item in given) + again.count(item) for item in left_out)  # a decision and a text, and reviews
        stands = {each["item"] for each in written if each["text"]}
        yield f"calls of {seat}", said["calls", seat], sum(line["request"]["to"] == seat for line in told.lines) - unpaid
        yield f"reviews of {seat}", said["reviews", seat], sum(item not in left_out for item in again)
        yield f"given to {seat}", said["given", seat], len(set(given))
        yield f"answered by {seat}", said["answered", seat], len(stands)
        yield f"refused by {seat}", said["refused", seat], len({each["item"] for each in told.all("Declined", seat=seat)} - stands)

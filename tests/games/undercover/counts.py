"""Figures of undercover, counted from the lines of a transcript and not by the code of reports."""

from __future__ import annotations

from collections.abc import Iterator

from tests.arena.reports.counted import Check, Figures, Lines

SMALL = {"size": 256}
"""Options that make matches short, where a test of counts loses nothing by it."""


def count(told: Lines, said: Figures) -> Iterator[Check]:
    """Yield each figure of a report, with what the record holds."""
    (hidden,) = [role["seat"] for role in told.all("Role", is_undercover=True)] or [None]
    out = [count["eliminated"] for count in told.all("Counted") if count["eliminated"]]
    first = [vote for vote in told.all("Voted", is_again=False) if vote["seat"] != hidden]
    yield "voted out", [*said.details["voted_out"].values()], out
    yield "ballots", sum(vote.ballots for vote in said.details["votes"]), len(first)
    yield "votes", sum(vote.cast for vote in said.details["votes"]), sum(vote["target"] is not None for vote in first)
    yield "the answer of the table", said.details["answer"], told.all("Concluded")[0]["answer"]
    if said["detected"] is not None:
        yield "found", said["detected"], hidden in out
        yield "others voted out", said["false_eliminations"], sum(seat != hidden for seat in out)
    for seat in told.seats:
        votes = [vote["target"] for vote in told.all("Voted", seat=seat)]
        answers = [reason["answer"] for reason in told.all("Reasoned", "Summarised", seat=seat)]
        yield f"votes of {seat}", said["votes", seat], len(votes)
        yield f"right votes of {seat}", said["votes_right", seat], sum(target == hidden for target in votes if target)
        yield f"survived {seat}", said["survived", seat], seat not in out
        given = said.details["seats"].get(seat)
        yield f"answers of {seat}", given, {"first": answers[0], "last": answers[-1]} if answers else None

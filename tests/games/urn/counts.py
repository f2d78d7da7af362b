"""Figures of the urn, counted from the lines of a transcript and not by the code of reports."""

from __future__ import annotations

from collections.abc import Iterator

from tests.arena.reports.counted import Check, Figures, Lines, asked


def count(told: Lines, said: Figures) -> Iterator[Check]:
    """Yield each figure of a report, with what the record holds."""
    crook = told.all("Opened")[0]["crook"]
    accused = {each["seat"]: each["accused"] for each in told.all("Judged")}
    for seat in told.seats:
        claimed = [each["said"] for each in told.all("Reported", seat=seat)]
        drawn = [each["reds"] for each in told.all("Drawn", seat=seat)]
        lies = sum(claim not in (None, reds) for claim, reds in zip(claimed, drawn, strict=True))
        fooled = sum(target != seat for voter, target in accused.items() if voter != seat)
        (voted,) = [answer["target"] for answer in asked(told, seat, "Accuse").values()]
        (guess,) = asked(told, seat, "Guess").values()
        yield f"lies of {seat}", said["lies", seat], lies
        yield f"believers of {seat}", said["believed", seat], fooled if lies else 0
        yield f"accused by {seat}", accused[seat], voted
        yield f"width of {seat}", said["width", seat], abs(guess["high"] - guess["low"])
        if seat != crook:
            yield f"named by {seat}", said["named", seat], 0 if voted is None else 10 if voted == crook else -10

"""Figures of the ship, counted from the lines of a transcript and not by the code of reports."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.statistics.resampling import Share

from tests.arena.reports.counted import Check, Figures, Lines, suspicions

SMALL = {"max_ticks": 60}
"""Options that make matches short, where a test of counts loses nothing by it."""


def count(told: Lines, said: Figures) -> Iterator[Check]:
    """Yield each figure of a report, with what the record holds."""
    team = {role["seat"]: role["team"] for role in told.all("Role")}
    ejected = [ballot["ejected"] for ballot in told.all("Ballot") if ballot["ejected"]]
    gone = {*ejected, *(kill["victim"] for kill in told.all("Killed"))}
    yield "ejections", said["ejections_right"], Share(sum(team[seat] == "duck" for seat in ejected), len(ejected))
    yield "ejected", said.details["ejected"], ejected
    yield "kills", said["killed"], told.count("Killed")
    yield "kills in detail", [kill["victim"] for kill in said.details["kills"]], [kill["victim"] for kill in told.all("Killed")]
    yield "reports", said["reported"], told.count("MeetingCalled", cause="report")
    yield "button", said["button_meetings"], told.count("MeetingCalled", cause="button")
    yield "ticks", said["ticks"], max(tick["number"] for tick in told.all("Tick"))
    for seat in told.seats:
        votes = [vote["target"] for vote in told.all("Voted", seat=seat)]
        named = [target for target in votes if target]
        on_ducks = sum(team[target] == "duck" for target in named)
        yield f"survived {seat}", said["survived", seat], seat not in gone
        yield f"votes of {seat}", (said["votes", seat], said["votes_on_ducks", seat]), (len(named), on_ducks)
        yield f"votes hit by {seat}", said["vote_precision", seat], Share(on_ducks, len(named))
        yield f"skips of {seat}", said["skips", seat], Share(votes.count(None), len(votes))
        yield f"reports by {seat}", said["reports", seat], told.count("MeetingCalled", caller=seat, cause="report")
        yield f"tasks of {seat}", said["tasks", seat], sum(work["done"] == work["needed"] for work in told.all("Worked", seat=seat))
        if team[seat] == "duck":
            yield f"kills by {seat}", said["kills", seat], told.count("Killed", killer=seat)
        else:
            yield f"votes in the profile of {seat}", suspicions(said, seat, "vote"), len(named)

"""Figures of self-play, counted from the lines of a transcript and not by the code of reports."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.statistics.resampling import Share

from tests.arena.reports.counted import Check, Figures, Lines


def count(told: Lines, said: Figures) -> Iterator[Check]:
    """Yield each figure of a report, with what the record holds."""
    acted = told.all("Acted")
    yield "steps", [(step["seat"], step["action"]) for step in said.details["sequence"]], [(a["seat"], a["action"]) for a in acted]
    yield "searches", said["searches"], told.count("Acted", action="SEARCH")
    yield "unread", said["unread"], Share(told.count("Acted", forfeited=True), len(acted))
    yield "questions", [v["seat"] for v in said.details["visits"]], [posed["seat"] for posed in told.all("Posed")]
    yield "the answer", said.details["answer"], told.all("Concluded")[0]["answer"]
    for seat in told.seats:
        yield f"questions to {seat}", said["searched", seat].whole, told.count("Posed", seat=seat)

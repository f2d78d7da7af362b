"""Figures of debates, counted from the lines of a transcript and not by the code of reports."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.statistics.resampling import Share

from tests.arena.reports.counted import Check, Figures, Lines


def count(told: Lines, said: Figures) -> Iterator[Check]:
    """Yield each figure of a report, with what the record holds."""
    yield "the answer of the table", said.details["table"], told.all("Concluded")[0]["answer"]
    for number in sorted({each["round"] for each in told.all("Answered")}):
        answers = [each["answer"] for each in told.all("Answered", round=number)]
        yield f"unread in round {number}", said[f"unread{number}"], Share(answers.count(None), len(answers))
    for seat in told.seats:
        of_seat = said.details["seats"][seat]
        answers = [each["answer"] for each in told.all("Answered", seat=seat)]
        heard = [len(each["texts"]) for each in told.all("Heard", seat=seat)]
        yield f"answers of {seat}", of_seat["answers"][: len(answers)], answers
        yield f"repeated for {seat}", {*of_seat["answers"][len(answers) :]} <= {answers[-1]}, True
        yield f"heard by {seat}", sum(map(len, of_seat["heard"])), sum(heard)
        yield f"beliefs of {seat}", of_seat["beliefs"], [each["answer"] for each in told.all("Believed", seat=seat)]

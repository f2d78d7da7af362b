"""Withdrawn words of self-play."""

from __future__ import annotations

from woozle.saves.redaction import redact
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify

from tests.games.self_play.cases import self_play
from tests.saves.table import forged
from tests.typists import Typist, played


def test_a_result_that_contradicts_its_events_is_altered_though_the_words_are_gone(tmp_path):
    case = self_play("named", 2)
    seats = case.play().seats
    folder = played(case, 1, tmp_path / "m", {seat: Typist(str(seat)) for seat in seats})
    redact(folder, seats=seats)
    assert verify(folder).is_accepted(["withdrawn"])
    end = read(folder).end.number
    forged(folder / CLOSED, end, lambda body: body["outcome"]["results"][seats[0]].update(kind="won", numbers={"score": 9999.0}))
    report = verify(folder)
    assert report.verdict == "altered"
    assert f"The result of {seats[0]} is not what follows from the Events, lost." in str(report.findings)

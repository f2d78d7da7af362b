"""Withdrawn words of self-play."""

from __future__ import annotations

import re
from collections.abc import Sequence

from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.games.self_play.events import ANSWER, CALCULATE, Act
from woozle.saves.redaction import redact
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify

from tests.games.self_play.cases import self_play
from tests.saves.table import forged
from tests.typists import Typist, held, played


class Sums(Typist):
    """Has a sum worked out whenever it can."""

    name = "sums"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if CALCULATE in request.choices["action"]:
            return Act(action=CALCULATE, argument="369592013732 * 2")
        return Act(action=ANSWER)


def test_what_services_worked_out_for_a_person_is_gone_with_the_sum(tmp_path):
    case = self_play("named", 2, calculators=(0, 1))
    seat = case.play().seats[0]
    folder = played(case, 1, tmp_path / "m", {seat: Sums("sums")})
    assert "739184027464" in held(folder)
    assert redact(folder, seats=[seat]) > 0
    assert not {"369592013732", "739184027464"} & set(re.findall("[0-9]+", held(folder)))


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

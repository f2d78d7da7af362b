"""Rates of what is held against speakers, by role, in reports."""

from __future__ import annotations

import pytest

from woozle.arena.reports.json_report import report_json
from woozle.arena.reports.text_report import group_lines
from woozle.core.measures import groups
from woozle.games.ship.claims import precision
from woozle.games.ship.claims.precision import Precision, corrected
from woozle.games.ship.measures import REPORT
from woozle.games.ship.views import report
from woozle.games.ship.views.report import VIEW, role_rates

from tests.core.measured import measured
from tests.games.ship.board import Board

KNOWN = Precision(19, 20, 0.95, 0.6, 0.8, 25, 0.99, 300)


def played() -> Board:
    """Frank kills Alice before all eyes and says that he was in storage; Bob says where he was."""
    table = Board(max_ticks=2).act("Frank", "kill Alice").act("Bob", "report")
    return table.talk("...", Frank="I was in storage.", Bob="I was in the cafeteria.").vote().ticks(2)


@pytest.fixture
def pooled():
    return groups(REPORT, [measured(played(), name=f"match {number}") for number in range(12)])


def test_rates_by_role_stand_beside_their_precision_and_corrected_for_it(pooled, monkeypatch):
    monkeypatch.setattr(report, "precisions", lambda reader: {"contradicted": KNOWN})
    (group,) = pooled
    by = {(each.role, each.figure): each for each in role_rates(group)}
    duck = by["duck", "contradicted"]
    assert duck.rate.value == 1.0 and duck.corrected == corrected(duck.rate, KNOWN)
    assert by["goose", "contradicted"].corrected.value == 0.0 and by["duck", "mistaken"].corrected is None
    lines = "\n".join(group_lines(REPORT, VIEW, group))
    assert "duck: contradicted" in lines and "0.95 (n 20)" in lines and "Corrected by Rogan and Gladen." in lines
    told = report_json(REPORT, VIEW, pooled)["groups"][0]["claims_by_role"]
    assert (told["grammar"], told["verifier"]) == (precision.GRAMMAR, precision.VERIFIER)
    found = {(each["role"], each["figure"]): each for each in told["rates"]}["duck", "contradicted"]
    assert found["precision"]["share"] == 0.95 and found["corrected"]["value"] == duck.corrected.value


def test_what_is_not_measured_says_so_and_is_not_corrected(pooled, monkeypatch):
    monkeypatch.setattr(report, "precisions", lambda reader: {})
    (group,) = pooled
    assert role_rates(group) and not any(each.precision or each.corrected for each in role_rates(group))
    lines = "\n".join(group_lines(REPORT, VIEW, group))
    assert "Where their precision is not measured, no rate is corrected." in lines and "Rogan" not in lines

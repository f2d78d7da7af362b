"""Reports as text."""

from __future__ import annotations

import pytest

from woozle.arena.reports.text_report import group_lines, match_lines
from woozle.arena.views.panels import FigureTable, Results
from woozle.arena.views.report import ReportView
from woozle.core.measures import Measure, Report, groups

from tests.core.test_measures import match


@pytest.mark.parametrize("is_there", [True, False])
def test_a_row_below_another_is_printed_with_that_one_alone(is_there):
    above = Measure("looks", "", lambda found: 2 if is_there else None)
    below = Measure("quick", "", lambda found: 1, title="of these quick ones", under="looks")
    seat = Measure("seen", "", lambda found, seat: 3 if is_there else None, of="seat")
    seats = Measure("heard", "", lambda found, seat: 4, of="seat", under="seen")
    report = Report((above, below, seat, seats))
    one = match(Ada=("a", "", {}), Ben=("b", "", {}))
    (group,) = groups(report, [one])
    for lines in (
        group_lines(report, ReportView(), group),
        match_lines(report, ReportView(), one, Results("over", "", None, FigureTable((), ()))),
    ):
        text = "\n".join(lines)
        assert ("  of these quick ones" in text) == ("  heard" in text) == is_there

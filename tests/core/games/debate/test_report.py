"""What finished debates come to."""

from __future__ import annotations

import pytest

from woozle.core.games.debate.report import Setting, debate_report, groups
from woozle.core.reports import ReportError

from tests.core.games.debate.play import debate, go, saying


def report(answers, *, seats=3, name="one", players="bot", **options):
    referee = go(debate(seats, **options), saying(answers))
    return debate_report(Setting(name, "standard", dict.fromkeys(referee.game.seats, players)), referee.record, referee.outcome)


def test_of_a_debate_it_is_known_who_was_right_when_and_whom_it_heard():
    found = report({"Ada": "BC", "Ben": "CB", "Cleo": "-B"}, rounds=2)
    assert found.right == [[True, False, False], [False, True, True]]
    assert found.heard == [{0: (1, 2), 1: (0, 2), 2: (0, 1)}]
    assert (found.problem, found.wrong, found.table) == ("bears", None, True)


def test_an_unfinished_match_is_not_reported():
    referee = debate(3)
    with pytest.raises(ReportError, match="unfinished"):
        debate_report(Setting("one", "standard", {}), referee.record, referee.outcome)


def test_wrong_first_answers_count_where_they_were_given():
    assert report({}, wrong=2).wrong == 2
    assert report({}, firsts=("Answer: A", "Answer: B", "Answer: B")).wrong == 1


def test_figures_are_pooled_over_debates_and_agree_with_each_other():
    (group,) = groups([report({"Ada": "BC", "Ben": "CB"}, rounds=2), report({"Ada": "CC", "Ben": "BB"}, rounds=2, name="two")])
    first, second = group.rounds
    assert (first.accuracy.value, first.misled.value) == (pytest.approx(4 / 6), None)
    assert (second.accuracy.value, second.misled.value, second.corrected.value) == pytest.approx((4 / 6, 1 / 4, 1 / 2))
    assert second.initially_misled == second.misled
    assert group.holds
    assert (group.table.value, group.table.n, group.sparsity.value) == (1.0, 2, 1.0)


def test_who_heard_whom_is_counted():
    (group,) = groups([report({"Ada": "BC", "Ben": "CC"}, rounds=2)])  # Cleo is right all the time
    assert group.errors.value == pytest.approx(2 / 4)
    assert group.corrections.value == 1.0
    assert (group.error_edges.value, group.right_edges.value) == (1.0, 1.0)


def test_a_debate_that_stops_early_stays_as_it_was():
    found = report({}, early_stop=True)
    assert (found.right, found.heard) == ([[True] * 3] * 3, [])
    (group,) = groups([found])
    assert [each.accuracy.value for each in group.rounds] == [1.0] * 3
    assert group.sparsity.value is None and group.holds


def test_a_seat_alone_hears_nobody():
    (group,) = groups([report({}, seats=1)])
    assert (group.sparsity.value, group.errors.value, group.error_edges.value) == (None, None, 0.0)


def test_debates_are_put_together_by_topology_wrong_seeds_and_players():
    found = [
        report({}), report({}, name="two"), report({}, topology="sparse"), report({}, topology="sparse", density=1.0),
        report({}, wrong=1), report({}, wrong=2), report({}, players="human"),
    ]  # fmt: skip
    assert [len(group.debates) for group in groups(found)] == [2, 1, 1, 1, 1, 1]


def test_intervals_need_more_than_one_debate():
    found = [report({"Ada": "BCC" if at % 2 else "B"}, name=str(at)) for at in range(8)]
    (one,), (many,) = groups(found[:1]), groups(found)
    assert (one.table.low, one.table.high) == (None, None)
    last = many.rounds[-1].accuracy
    assert last.low < last.value < last.high

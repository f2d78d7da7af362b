"""Methods compared on the same first answers."""

from __future__ import annotations

import pytest

from woozle.core.groups import group_pairs
from woozle.games.debate.spread.comparison import compare_pairs, experiments, method, seeds, spreads
from woozle.testing import play_rules

from tests.games.debate.play import BEARS, debate, saying
from tests.games.debate.test_measures import report as match

HEFFALUMPS = BEARS.model_copy(update={"id": "heffalumps", "question": "How many heffalumps?"})
ACORNS = BEARS.model_copy(update={"id": "bears", "question": "How many acorns?", "data": "other"})  # the same id, elsewhere


def firsts(answers):
    return tuple(said.text for said in play_rules(debate(3), saying(answers)).game.said[0])


def report(*answers, **options):
    return match(*answers, **options).facts


def led_alike(reports):
    return group_pairs(((debate.players, debate.wrong, debate.way), debate) for debate in reports).values()


def about(problem, run="", answers=None, **options):
    return report(answers or {}, pool=(problem,), run=run, **options)


def experiment(*reports):
    (found,) = experiments(led_alike(reports))
    return found


def test_within_a_run_the_next_debate_about_a_question_is_of_the_next_seed():
    found = [about(BEARS), about(HEFFALUMPS), about(BEARS), about(HEFFALUMPS), about(BEARS)]
    assert [len(seed) for seed in seeds(found)] == [2, 2, 1]


def test_runs_about_the_same_questions_are_different_seeds_also_where_one_lacks_some():
    found = [about(BEARS, "one"), about(BEARS, "two"), about(HEFFALUMPS, "two")]
    assert [[debate.run for debate in seed] for seed in seeds(found)] == [["one"], ["two", "two"]]


def test_runs_about_different_questions_are_one_seed():
    assert len(seeds([about(BEARS, "one"), about(HEFFALUMPS, "two"), about(ACORNS, "three")])) == 1


def test_a_figure_is_the_mean_over_seeds_with_the_deviation_of_a_sample():
    found = spreads([about(BEARS, "one"), about(BEARS, "two", {"Ada": "C", "Ben": "C"}), about(BEARS, "three", {"Ada": "C"})])
    accuracy = found["MA1"]
    assert accuracy.mean == pytest.approx((1 + 1 / 3 + 2 / 3) / 3) and accuracy.deviation == pytest.approx(1 / 3)
    assert (accuracy.n, found["CR2"].n) == (3, 2)  # in one seed nobody was wrong, who could be corrected
    assert spreads([about(BEARS)])["MA1"] == (1.0, None, 1)


def test_methods_are_called_as_in_the_paper():
    ways = {"full": {}, "sparse": {"density": 0.5}, "random": {}, "dig": {}, "digra": {}, "free": {}}
    found = [method(report({}, topology=topology, **more).way) for topology, more in ways.items()]
    assert found == ["MAD(D=1)", "MAD(D=1/2)", "MAD(random)", "DIG", "DIGRA", "MAD(free)"]


def test_what_tells_methods_of_one_name_apart_is_said():
    found = experiment(report({}), report({}, rounds=2), report({}, names=False, rounds=2))
    assert list(found.methods) == ["MAD(D=1), 3 rounds, names", "MAD(D=1), 2 rounds, names", "MAD(D=1), 2 rounds, no names"]
    found = experiment(report({}, topology="dig"), report({}, topology="dig", officials="local"))
    assert list(found.methods) == ["DIG, ngram", "DIG, local"]


def test_methods_are_in_the_order_of_the_table_and_compared_with_a_full_debate():
    found = experiment(report({}, topology="digra"), report({}, topology="sparse"), report({}), report({}, rounds=1))
    assert list(found.methods) == ["MAD(D=1)", "MAD(D=1/2)", "DIGRA"]
    assert (found.reference, list(found.pairs), list(found.gains)) == ("MAD(D=1)", ["MAD(D=1/2)", "DIGRA"], list(found.methods))


def test_only_debates_with_the_same_first_answers_are_pairs():
    same, other = {"Ada": "C"}, {"Ben": "C"}
    full = [report(same), report(other, name="two")]
    sparse = [report({"Ada": "C", "Ben": "C"}, topology="sparse", firsts=firsts(same))]  # whose second answers these are
    found = experiment(*full, *sparse)
    pairs = found.pairs["MAD(D=1/2)"]
    assert pairs.n == 1
    assert (pairs.more["MA1"].value, pairs.more["MA2"].value, pairs.more["MA2"].n) == (0.0, pytest.approx(-2 / 3), 1)
    assert (pairs.more["D"].value, pairs.flows["errors"]) == (-0.5, 2.0)  # 2 of 4, and 2 of 8
    assert len(found.firsts) == 2


def test_debates_that_began_alike_are_paired_in_their_order():
    three, two = [report({}, name=str(at)) for at in range(3)], [report({}, topology="random", name=str(at)) for at in range(2)]
    assert compare_pairs(three, two).n == 2
    assert compare_pairs(three, [report({"Ada": "C"}, topology="random")]).n == 0


def test_a_table_is_compared_with_the_majority_of_its_own_first_answers():
    wrong, right = {"Ada": "CCC", "Ben": "CBB"}, {}
    found = experiment(report(wrong), report(right, name="two"))
    assert (found.gains["MAD(D=1)"].value, found.gains["MAD(D=1)"].n) == (0.5, 2)


def test_set_first_answers_are_apart_the_most_wrong_first_and_other_players_too():
    found = experiments(led_alike([report({}), report({}, wrong=0), report({}, wrong=3), report({}, players="person")]))
    assert [(each.players[0][1], each.wrong) for each in found] == [("bot", 3), ("bot", 0), ("bot", None), ("person", None)]


def test_collections_are_kept_in_order():
    assert experiment(about(ACORNS), about(BEARS)).data == ["other", ""]

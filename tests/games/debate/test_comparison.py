"""Debates compared: what methods are called, and that pairs begin with the same first answers."""

from __future__ import annotations

import pytest

from woozle.core.comparison import Key, comparisons
from woozle.core.measures import groups
from woozle.games.debate.measures import REPORT, name_method
from woozle.testing import play_rules

from tests.games.debate.play import BEARS, debate, saying
from tests.games.debate.test_measures import report

ACORNS = BEARS.model_copy(update={"id": "bears", "question": "How many acorns?", "data": "other"})  # the same id, elsewhere


def firsts(answers):
    return tuple(said.text for said in play_rules(debate(3), saying(answers)).game.said[0])


def compare(*matches):
    return [each for each in comparisons(REPORT, groups(REPORT, matches), alone=True) if each.varied == "options"]


def compare_one(*matches):
    (found,) = compare(*matches)
    return found


def test_methods_are_called_as_in_the_paper():
    ways = {"full": {}, "sparse": {"density": 0.5}, "random": {}, "dig": {}, "digra": {}, "free": {}}
    found = [name_method(report({}, topology=topology, **more).facts.way) for topology, more in ways.items()]
    assert found == ["MAD(D=1)", "MAD(D=1/2)", "MAD(random)", "DIG", "DIGRA", "MAD(free)"]


def test_what_tells_methods_of_one_name_apart_is_said():
    found = compare_one(report({}), report({}, rounds=2), report({}, names=False, rounds=2))
    assert [*found.methods] == ["MAD(D=1), rounds=3, names", "MAD(D=1), rounds=2, names", "MAD(D=1), rounds=2, no names"]
    found = compare_one(report({}, topology="dig"), report({}, topology="dig", officials="local"))
    assert [*found.methods] == ["DIG, estimator=ngram", "DIG, estimator=local"]


def test_methods_are_in_the_order_of_the_table_and_compared_with_a_full_debate():
    found = compare_one(report({}, topology="digra"), report({}, topology="sparse"), report({}), report({}, rounds=1))
    assert [*found.methods] == ["MAD(D=1)", "MAD(D=1/2)", "DIGRA"]
    assert (found.reference, [name for name, _ in found.differences]) == ("MAD(D=1)", ["MAD(D=1/2)", "DIGRA"])
    assert len(found.others) == 1  # first answers alone are no method, and count among first answers


def test_only_debates_with_the_same_first_answers_are_pairs():
    same, other = {"Ada": "C"}, {"Ben": "C"}
    full = [report(same), report(other, name="two")]
    sparse = [report({"Ada": "C", "Ben": "C"}, topology="sparse", firsts=firsts(same))]  # whose second answers these are
    found = compare_one(*full, *sparse)
    difference = found.differences["MAD(D=1/2)", ""]
    assert len(difference.pairs) == 1
    assert (difference.figures[Key("MA2")].value, difference.figures[Key("MA2")].n) == (pytest.approx(-2 / 3), 1)
    assert difference.figures[Key("D")].value == -0.5  # 2 of 4, and 2 of 8
    assert len(found.firsts) == 2


def test_a_table_is_compared_with_the_majority_of_its_own_first_answers():
    found = compare_one(report({"Ada": "CCC", "Ben": "CBB"}), report({}, name="two"))
    (test,) = found.tests
    assert (test.other, test.result.difference, test.result.n) == ("CoT-SC(3)", 0.5, 1)  # both are about one question


def test_set_first_answers_are_apart_and_so_are_other_players():
    found = compare(report({}), report({}, wrong=0), report({}, wrong=3), report({}, players="person"))
    assert [(each.matches[0].facts.players[0][1], each.matches[0].facts.wrong) for each in found] == [
        ("bot", None),
        ("bot", 0),
        ("bot", 3),
        ("person", None),
    ]


def test_collections_are_kept_apart_and_in_order():
    matches = [report({}, pool=(ACORNS,)), report({}, pool=(BEARS,))]
    assert compare_one(*matches).data == ["other", ""]
    assert [len(group.matches) for group in groups(REPORT, matches)] == [1, 1]

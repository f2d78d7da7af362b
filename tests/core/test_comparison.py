"""Methods compared: pairs by subject, seeds, names, tests and what is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.core.comparison import Key, comparisons, pair_matches, refer_to, seeds
from woozle.core.errors import InputError
from woozle.core.measures import Match, Measure, Methods, Report, Seated, Terms, Topic, groups
from woozle.core.outcome import Result
from woozle.core.statistics.paired import mcnemar
from woozle.core.statistics.resampling import Share

RIGHT = Measure("right", "share of right answers", lambda match: match.facts["right"], better="high", interval="wilson")
PARTS = Measure("parts", "share of right parts", lambda match: match.facts.get("parts"), better="high", interval="wilson")
REPORT = Report(
    (RIGHT, PARTS),
    topic=lambda match: Topic(match.facts["about"], match.facts.get("data", "")),
    methods=Methods({"right": ""}, baselines=lambda match: {"before": {"right": "parts"}} if "parts" in match.facts else {}),
)


def match(about, right=True, *, run="run", players="bot", services="", deal="", **more):
    options = {name: more.pop(name) for name in [*more] if name not in ("parts", "data")}
    seats = {"Ada": Seated(players, "", Result("won", {"score": 1.0}))}
    terms = Terms(f"{run}/{about}", "standard", services, {"Ada": players}, options, 1, deal)
    return Match(terms, "over", seats, {}, False, lambda: {"about": about, "right": right, **more})


def compare(*matches, report=REPORT, **more):
    return comparisons(report, groups(report, matches), **more)


def one(*matches, **more):
    (found,) = compare(*matches, **more)
    return found


def run_of(answers, **more):
    return [match(f"q{at}", right == "1", **more) for at, right in enumerate(answers)]


def test_methods_are_paired_by_what_they_are_about_and_tested():
    found = one(*run_of("0000000000001", mode="alone"), *run_of("1111111110100"[::-1], mode="talk"))
    assert ([*found.methods], found.reference, found.varied) == (["alone", "talk"], "alone", "options")
    (test,) = found.tests
    assert (test.figure, test.method, test.other, test.result.n) == (Key("right"), "talk", "alone", 13)
    assert test.result.difference == pytest.approx(9 / 13)
    assert test.result.p == test.adjusted == mcnemar(9, 0)
    assert test.needed == 6


def test_what_differs_in_options_and_in_players_is_compared_one_by_one():
    ways = {"one": "a", "two": "b"}
    every = [each for player in ("x", "y") for mode in ways.values() for each in run_of("10", players=player, mode=mode)]
    found = compare(*every)
    assert [(each.varied, [*each.methods]) for each in found] == [
        ("options", ["a", "b"]),
        ("players", ["x", "y"]),
        ("players", ["x", "y"]),
        ("options", ["a", "b"]),
    ]


def test_the_name_of_a_method_says_what_is_needed_and_the_rest_is_said_beside():
    found = one(*run_of("1", mode="a", rounds=1), *run_of("1", mode="b", rounds=2), *run_of("1", mode="c", rounds=2))
    assert ([*found.methods], found.also) == (["a", "b", "c"], ["rounds"])
    found = one(*run_of("1", talk=True, rounds=1), *run_of("1", talk=False, rounds=1), *run_of("1", talk=False, rounds=2))
    assert [*found.methods] == ["talk, rounds=1", "no talk, rounds=1", "no talk, rounds=2"]
    assert [*one(*run_of("1", services="x"), *run_of("1", services="y")).methods] == ["x", "y"]


def test_methods_without_a_subject_in_common_are_not_compared():
    assert compare(match("q1", mode="a"), match("q2", mode="b")) == []
    assert compare(match("q1", mode="a")) == []
    assert [*one(match("q1", mode="a"), alone=True).methods] == ["the same"]


def test_without_a_topic_matches_are_paired_by_their_deal():
    report = replace(REPORT, topic=None)
    dealt = [match("a", deal="d1", mode="a"), match("b", deal="d1", mode="b"), match("c", deal="d2", mode="b")]
    found = one(*dealt, report=report)
    assert [(len(each.pairs), each.subjects) for each in found.differences.values()] == [(1, 1)]
    assert compare(match("a", mode="a"), match("b", mode="b"), report=report) == []  # imported, say


def test_a_question_that_is_played_often_is_one_pair():
    ours = [match("q", right, run=f"b{at}", mode="b") for at, right in enumerate((True, True, False))]
    theirs = [match("q", False, run=f"a{at}", mode="a") for at in range(3)]
    (difference,) = one(*theirs, *ours).differences.values()
    assert (len(difference.pairs), difference.subjects) == (3, 1)
    assert (difference.figures[Key("right")].value, difference.figures[Key("right")].n) == (pytest.approx(2 / 3), 1)


def test_data_sets_are_never_pooled():
    both = [match("q1", data=data, mode=mode) for data in ("x", "y") for mode in ("a", "b")]
    assert [len(group.matches) for group in groups(REPORT, both)] == [1, 1, 1, 1]
    found = one(*both)
    assert found.data == ["x", "y"]
    assert [(test.data, test.result.n) for test in found.tests] == [("x", 1), ("y", 1)]
    assert [test.adjusted for test in found.tests] == [1.0, 1.0]


def test_a_figure_of_matches_comes_before_one_of_seats_with_the_same_name():
    seats = Measure("right", "the same of a seat", lambda match, seat: 7.0, of="seat")
    found = one(match("q", mode="a"), match("q", mode="b"), report=replace(REPORT, measures=(*REPORT.measures, seats)))
    assert found.figure_values(found.matches[0])[Key("right")] == Share(1, 1)


def test_prompts_are_never_pooled():
    both = [
        replace(each, terms=replace(each.terms, prompts=version)) for version in ("version 1", "version 2") for each in run_of("10")
    ]
    assert [len(group.matches) for group in groups(REPORT, both)] == [2, 2]
    assert [*one(*both).methods] == ["version 1", "version 2"]


def test_a_method_is_tested_against_the_baseline_of_its_own_matches():
    found = one(*(match(f"q{at}", mode=mode, parts=Share(1, 2)) for at in range(4) for mode in ("a", "b")))
    own = [test for test in found.tests if test.other == "before"]
    assert [(test.method, test.result.difference, test.result.n) for test in own] == [("a", 0.5, 4), ("b", 0.5, 4)]


def test_a_method_may_be_left_out_with_a_reason():
    methods = replace(REPORT.methods, left_out=lambda matches: "it failed" if matches[0].terms.config["mode"] == "b" else "")
    found = one(match("q", mode="a"), match("q", mode="b"), report=replace(REPORT, methods=methods), alone=True)
    assert ([*found.methods], found.left_out) == (["a"], {"b": "it failed"})


def test_the_reference_is_named_by_a_part_of_its_name():
    found = compare(*run_of("11", mode="alone"), *run_of("10", mode="talk"))
    (other,) = refer_to("TAL", found)
    assert (other.reference, [test.method for test in other.tests]) == ("talk", ["alone"])
    with pytest.raises(InputError, match="No single method is called 'x'; there are alone and talk"):
        refer_to("x", found)


def test_pairs_needed_are_for_the_difference_that_is_asked_for():
    every = [*run_of("0101010101", mode="alone"), *run_of("0111011101", mode="talk")]
    seen, asked = (one(*every, difference=difference).tests[0].needed for difference in (None, 0.05))
    assert seen < asked


# Seeds


def sizes(*matches):
    return [len(seed) for seed in seeds(REPORT, matches)]


def test_within_a_run_the_next_match_about_a_subject_is_of_the_next_seed():
    assert sizes(match("a"), match("b"), match("a"), match("b"), match("a")) == [2, 2, 1]


def test_runs_about_the_same_subjects_are_different_seeds_and_others_are_one():
    found = seeds(REPORT, [match("a", run="one"), match("a", run="two"), match("b", run="two")])
    assert [[each.terms.name for each in seed] for seed in found] == [["one/a"], ["two/a", "two/b"]]
    assert sizes(match("a", run="one"), match("b", run="two"), match("a", run="three", data="other")) == [3]


def test_a_few_subjects_that_chance_drew_again_are_no_seed():
    assert sizes(*(match(f"q{at}") for at in range(5)), match("q0")) == [6]


def test_a_figure_is_the_mean_over_seeds_with_the_deviation_of_a_sample():
    found = one(match("a", run="one"), match("a", False, run="two"), match("a", run="three"), alone=True)
    spread = found.spread(found.matches, Key("right"))
    assert (spread.mean, spread.deviation, spread.n) == (pytest.approx(2 / 3), pytest.approx(3**-0.5), 3)


def test_matches_that_began_alike_are_paired_in_their_order():
    three, two = [match("q", run=str(at)) for at in range(3)], [match("q", run=str(at), mode="b") for at in range(2)]
    assert len(pair_matches(REPORT, three, two)) == 2
    assert pair_matches(REPORT, three, [match("other")]) == []

"""The calibration of P(SEARCH) and P(ANSWER) in recorded matches."""

from __future__ import annotations

import pytest

from woozle.games.self_play.papers import calibration
from woozle.games.self_play.papers.calibration import Replied, Sought

from tests.games.self_play.measured import BRIDGE, LAKE, TOWER, alone, report

RIGHT = {TOWER: "ANSWER Paris", BRIDGE: "ANSWER Prague", LAKE: "ANSWER Geneva"}


def search_calibrations(matches):
    return calibration.search_calibrations([match.facts for match in matches])


def answer_calibrations(matches):
    return calibration.answer_calibrations([match.facts for match in matches])


def without(knows=(), **options):
    """A run in which nobody can search."""
    return [alone(RIGHT[each] if each in knows else "HEDGE Rome", question=each, search=0, searches=0, **options) for each in RIGHT]


def searched(finds=(), chances=(0.9, 0.5, 0.1), **options):
    """A run in which everything is searched for, with these P(SEARCH)."""
    return [
        alone("SEARCH", RIGHT[each] if each in finds else "HEDGE Rome", question=each, search=chance, **options)
        for each, chance in zip(RIGHT, chances, strict=True)
    ]


def test_two_runs_about_the_same_questions_make_a_search_curve():
    (found,) = search_calibrations([*without(knows=(LAKE,)), *searched(finds=(TOWER, LAKE))])
    assert found.items == [Sought(0.9, 0, 1), Sought(0.5, 0, 0), Sought(0.1, 1, 1)] and found.lack == ""
    assert (found.player, found.base, found.role.place, found.role.library) == ("bot", "bot", "alone", "encyclopaedia")
    assert found.curve.points == pytest.approx((1 / 3, 2 / 3, 2 / 3, 2 / 3))
    assert found.figures["auc"].value == pytest.approx(found.curve.area) == pytest.approx(found.oracle.area)
    assert found.figures["over_random"].value == pytest.approx(found.curve.area - found.random.area)
    assert found.figures["auroc"].value == 1


def test_points_of_the_curves_are_figures_and_data_sets_are_kept_apart():
    matches = [*without(knows=(LAKE,)), *searched(finds=(TOWER, LAKE))]
    (found,) = search_calibrations(matches)
    names = ("f1_at_0", "f1_at_10", "f1_at_50", "f1_at_100")
    assert [found.figures[name].value for name in names] == pytest.approx([1 / 3, 1 / 3 + 0.1, 2 / 3, 2 / 3])
    named = TOWER.model_copy(update={"data": "PopQA"})
    both = search_calibrations([*matches, alone("SEARCH", "ANSWER Paris", question=named, search=0.9)])
    assert [(each.role.data, len(each.items), each.lack) for each in both] == [("", 3, ""), ("PopQA", 0, "without")]


def test_what_a_search_gains_is_that_of_the_base_who_comes_first():
    base, learned = [*without(), *searched(finds=RIGHT)], searched(player="learned", chances=(0, 0, 1))
    found = search_calibrations([*base, *learned])
    assert [(each.player, each.base) for each in found] == [("bot", "bot"), ("learned", "bot")]
    assert [(each.without, each.searched) for each in found[1].items] == [(0, 1)] * 3
    (own, _) = search_calibrations([*learned, *without(player="learned"), *base])
    assert own.base == "learned"


@pytest.mark.parametrize(
    ("matches", "lack"),
    [
        (searched, "without"),
        (lambda: [alone("ANSWER Paris", search=0.4)], "with"),
        (lambda: [*without()[:1], *searched()[1:]], "both"),
        (lambda: [*without(), alone("SEARCH", "HEDGE")], "leaning"),
    ],
)
def test_what_is_missing_for_a_search_curve_is_said(matches, lack):
    (found,) = search_calibrations(matches())
    assert found.lack == lack and not found.items
    assert found.figures["auc"].value is None


def test_questions_of_which_something_is_not_known_are_left_out_and_counted():
    (found,) = search_calibrations([*without()[:2], *searched()])
    assert (found.questions, found.without, found.searched, len(found.items)) == (3, 2, 3, 2)


def test_who_cannot_search_has_no_search_calibration():
    assert search_calibrations(without()) == []


def test_of_a_question_that_is_played_often_the_mean_counts():
    often = [alone("SEARCH", "ANSWER Paris", search=0.8), alone("SEARCH", "HEDGE", search=0.4), *without()]
    (found,) = search_calibrations(often)
    assert found.items == [Sought(pytest.approx(0.6), 0, 0.5)]


def test_replies_that_somebody_chose_to_give_without_a_search_count_only_where_there_are_no_others():
    chosen = alone("ANSWER Paris", search=0.2)
    (found,) = search_calibrations([chosen, *searched(finds=RIGHT)])
    assert [(each.without, each.searched) for each in found.items] == [(1, 1)]
    (found,) = search_calibrations([chosen, *searched(finds=RIGHT), *without()])
    assert [(each.without, each.searched) for each in found.items] == [(0, 1)] * 3


def test_it_is_said_of_how_many_steps_it_is_known_how_likely_they_were_and_by_which_way():
    runs = [*without(by="samples"), *searched(by="log-probabilities"), alone("SEARCH", "HEDGE")]
    (found,) = search_calibrations(runs)
    assert found.origins == {"log-probabilities": 3, None: 1}
    after = {each.after: each.origins for each in answer_calibrations(runs)}
    assert after["nothing"] == {"samples": 3} and after["a search"] == {"log-probabilities": 3, None: 1}


def test_the_answer_curve_is_of_replies_without_a_search():
    sure = [
        alone(act, question=each, search=0, sure=at, searches=0)
        for (each, act), at in zip(RIGHT.items(), (0.9, 0.8, 0.2), strict=True)
    ]
    sure[2] = alone("HEDGE Rome", question=LAKE, search=0, sure=0.2, searches=0)
    (found,) = answer_calibrations(sure)
    assert found.items == [Replied(0.9, 1), Replied(0.8, 1), Replied(0.2, 0)] and (found.after, found.elsewhere) == ("nothing", 0)
    assert found.curve.points == pytest.approx((1, 1, 2 / 3)) and found.random.points == pytest.approx((2 / 3,) * 3)
    figures = {name: figure.value for name, figure in found.figures.items()}
    assert figures["auc"] == pytest.approx(found.curve.area) == pytest.approx(figures["oracle"])
    assert figures["ece"] == pytest.approx((0.1 + 0.2 + 0.2) / 3) and figures["auroc"] == 1
    assert figures["brier"] == pytest.approx((0.01 + 0.04 + 0.04) / 3)


def test_questions_that_somebody_chose_to_answer_are_not_all():
    chosen = [alone("ANSWER Paris", search=0.1), alone("SEARCH", "HEDGE", question=LAKE, search=0.9)]
    nothing, _ = answer_calibrations(chosen)
    assert (len(nothing.items), nothing.elsewhere) == (1, 1)
    nothing, _ = answer_calibrations([*chosen, *without()])
    assert (len(nothing.items), nothing.elsewhere) == (3, 0)


def test_without_likelihoods_nothing_is_known_of_answers():
    (found,) = answer_calibrations([alone("ANSWER Paris")])
    assert (found.lack, found.origins[None], found.figures["ece"].n) == ("leaning", 1, 0)


def test_seats_of_a_society_have_calibrations_of_their_own():
    found = answer_calibrations([report({"Ada": ["ASK", "ANSWER Paris"], "Ben": ["ANSWER Paris"], "Cleo": ["SEARCH", "HEDGE"]})])
    assert [(each.role.place, each.role.library, each.after) for each in found] == [
        ("asking", "", "replies"), ("asked", "encyclopaedia", "nothing"), ("asked", "medicine", "a search"),
    ]  # fmt: skip

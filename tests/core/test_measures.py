"""Measures, and matches put together."""

from __future__ import annotations

import pytest

from woozle.core import registry
from woozle.core.measures import (
    Change,
    Figure,
    Match,
    Measure,
    Report,
    Seated,
    Terms,
    figure,
    groups,
    heading,
    rate,
    report_of,
)
from woozle.core.outcome import Result
from woozle.core.statistics.intervals import wilson
from woozle.core.statistics.resampling import Share
from woozle.games.urn.rules import Urn
from woozle.saves.transcript import read

from tests.test_golden import GOLDEN
from tests.two_truths import TwoTruths


def terms(**changes):
    players = {"Ada": "bot:fair", "Ben": "person"}
    usual = {"name": "one", "rules": "", "officials": "", "players": players, "config": {"rounds": 3}, "version": 1}
    return Terms(**usual | changes)


def test_matches_played_alike_have_the_same_digest_whatever_they_are_called():
    assert terms().digest() == terms(name="two", rules="in other words").digest()
    swapped = {"players": {"Ada": "person", "Ben": "bot:fair"}}
    others = {"officials": "judge:match"}, {"config": {"rounds": 2}}, {"version": 2}, swapped
    assert len({terms(**each).digest() for each in ({}, *others)}) == 5


def test_what_a_match_is_about_and_who_sat_where_can_be_left_out():
    other = terms(config={"rounds": 3, "case": "a"}, players={"Ada": "person", "Ben": "bot:fair"})
    assert other.digest(without=("case",), in_any_seat=True) == terms().digest(in_any_seat=True)
    assert other.digest(in_any_seat=True) != terms().digest(in_any_seat=True)
    assert terms(players={"Ada": "person"}).digest(by_anybody=True) == terms().digest(by_anybody=True)


# Figures


def of(interval, *values):
    return figure(Measure("x", "", interval=interval), {at: Share(*value) for at, value in enumerate(values)})


def test_a_share_of_one_yes_or_no_a_match_has_wilsons_interval_and_no_deviation():
    assert of("wilson", *[(1, 1)] * 9, (0, 1)) == (0.9, *wilson(9, 10), 10, None)
    assert of("wilson", *[(1, 1)] * 9) == (1, None, None, 9, None)


def test_a_share_of_several_answers_weighs_each_answer_and_a_match_without_any_says_nothing():
    assert of("wilson", (3, 4), (0, 1), (0, 0)) == (0.6, None, None, 2, None)


def test_a_mean_of_few_has_a_deviation_and_students_interval_and_none_of_a_single_match():
    found = of("bootstrap", (1, 1), (2, 1), (3, 1))
    assert found == (2, pytest.approx(2 - 4.30265273 / 3**0.5), pytest.approx(2 + 4.30265273 / 3**0.5), 3, 1)
    assert of("bootstrap", (2, 1)) == Figure(2, None, None, 1)


def test_a_mean_of_scores_has_students_interval_and_none_where_all_are_the_same():
    found = of("student", (1, 1), (3, 1))
    assert (found.value, found.low, found.high) == (2, pytest.approx(2 - 12.7062), pytest.approx(2 + 12.7062))
    assert of("student", (3, 1), (3, 1))[:3] == (3, None, None)
    assert of("student", (0, 1), (1, 1))[:3] == (0.5, None, None)  # a share
    assert of("none", (1, 1), (3, 1))[:3] == (2, None, None)


def test_a_change_is_taken_over_matches_that_have_both():
    said = {0: Change(Share(2, 2), Share(1, 2)), 1: Change(Share(1, 1), Share(0, 0))}
    assert figure(Measure("x", ""), said) == (0.5, None, None, 1, None)


# Groups


def match(name="one", rules=1, **seats):
    """Seats with their player, role and numbers."""
    seated = {seat: Seated(player, role, Result("won", numbers)) for seat, (player, role, numbers) in seats.items()}
    players = {seat: each.player for seat, each in seated.items()}
    return Match(Terms(name, "", "", players, {}, rules), "", seated, {}, False, None)


def test_numbers_of_several_seats_of_a_role_count_once_a_match_and_shares_of_decisions_each():
    right = Measure("right", "", lambda match, seat: Share(*match.seats[seat].result.numbers["right"]), of="decision")
    report = Report((Measure("width", "", of="seat"), right))
    one = match(Ada=("bot", "fair", {"width": 1, "right": (1, 1)}), Ben=("bot", "fair", {"width": 5, "right": (0, 3)}))
    two = match("two", Ada=("bot", "fair", {"width": 9, "right": (4, 4)}), Ben=("bot", "crook", {"width": 0, "right": (0, 0)}))
    (group,) = groups(report, [one, two])
    assert list(group.seats) == ["bot, fair", "bot, crook"]
    fair = group.seats["bot, fair"]
    assert (fair["width"].value, fair["width"].n) == (6, 2)
    assert (fair["right"].value, group.seats["bot, crook"]["right"].n) == (5 / 8, 0)


def test_figures_of_all_seats_are_given_where_a_measure_asks_for_them():
    report = Report((Measure("width", "", of="seat", seats="pooled"), Measure("lies", "", of="seat")))
    (group,) = groups(report, [match(Ada=("a", "", {"width": 1, "lies": 0}), Ben=("b", "", {"width": 5, "lies": 0}))])
    assert group.figures["width"].value == 3 and "lies" not in group.figures


def test_a_list_of_values_has_a_figure_for_each_with_its_number():
    measure = Measure("round", "", lambda match: {1: 1, 2: 2} if match.terms.name == "one" else {1: 3}, title="round {}")
    (group,) = groups(Report((measure,)), [match(Ada=("a", "", {})), match("two", Ada=("a", "", {}))])
    assert {name: (group.figures[name].value, heading(group.measures[name])) for name in ("round1", "round2")} == {
        "round1": (2, "round 1"),
        "round2": (2, "round 2"),
    }


def test_seats_are_compared_match_by_match():
    report = Report((Measure("q", "", of="seat", seats="compared"),), whose=lambda match, seat: seat)
    matches = [match(str(at), Ada=("a", "", {"q": at}), Ben=("b", "", {"q": at - 1})) for at in range(3)]
    (group,) = groups(report, matches)
    assert group.compared["Ada", "Ben"]["q"][:4] == (1, None, None, 3)


def test_a_game_that_declares_nothing_measures_wins_and_numbers_but_not_roles():
    class Plain(Urn):
        report = ""

    report = report_of(Plain)
    (group,) = groups(report, [match(Ada=("bot", "crook", {"score": 3, "crook": 1}))])
    assert {"won", "score"} <= set(group.seats["bot, crook"]) and "crook" not in group.seats["bot, crook"]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_number_of_a_result_is_declared_or_a_role(file):
    transcript = read(file)
    game = registry.game(transcript.header.game)
    declared = {measure.name for measure in report_of(game).measures if measure.of != "match"} | set(game.role_names)
    numbers = {name for result in transcript.end.outcome.results.values() for name in result.numbers} if transcript.end else set()
    assert numbers <= declared


def test_a_game_of_another_package_is_reported_by_what_it_declares():
    assert [measure.name for measure in report_of(TwoTruths).measures] == ["score"]
    (group,) = groups(report_of(TwoTruths), [match(Ada=("bot", "", {"score": 2}), Ben=("bot", "", {"score": 1}))])
    assert (group.seats["bot"]["score"].value, group.seat_measures["score"].unit) == (1.5, "points")


def test_the_rate_of_a_change_is_how_much_more_it_is_than_before():
    assert rate(Change(Share(3, 4), Share(1, 4))) == 0.5


@pytest.mark.parametrize("name", registry.names())
def test_a_row_below_another_stands_after_that_one(name):
    seen: set[str] = {""}
    for measure in report_of(registry.game(name)).measures:
        assert measure.under in seen, f"{measure.name} stands below {measure.under}, which does not come before it"
        assert not measure.title.startswith(" "), "`under` indents it"
        seen.add(measure.name)

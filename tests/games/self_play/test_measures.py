"""Measures of finished matches of self-play."""

from __future__ import annotations

import pytest

from woozle.core.measures import Figure, Measure, figure
from woozle.core.measures import groups as group_matches
from woozle.core.request import Forfeit
from woozle.core.statistics.intervals import wilson
from woozle.core.statistics.resampling import Share
from woozle.games.self_play.data import questions
from woozle.games.self_play.measures import REPORT, Subject
from woozle.testing import play_rules

from tests.games.self_play.measured import BRIDGE, alone, leaning, report, reported
from tests.games.self_play.play import TOWER, doing, society


def groups(matches):
    return group_matches(REPORT, list(matches))


ASKED = {"Ada": ["ASK", "ANSWER Paris"], "Ben": ["SEARCH", "ANSWER Paris"], "Cleo": ["HEDGE Lyon"]}


def test_of_a_match_it_is_known_what_everybody_did_and_who_was_right():
    found = report(ASKED)
    assert found.facts.subject == Subject("tower", TOWER.question) and found.facts.answers == TOWER.answers
    assert [(step.seat, step.action) for step in found.facts.steps] == [
        ("Ada", "ASK"), ("Ben", "SEARCH"), ("Ben", "ANSWER"), ("Cleo", "HEDGE"), ("Ada", "ANSWER"),
    ]  # fmt: skip
    assert [(visit.seat, visit.by, visit.actions, visit.f1, visit.is_right) for visit in found.facts.visits] == [
        ("Ada", "", ["ASK", "ANSWER"], 1, True),
        ("Ben", "Ada", ["SEARCH", "ANSWER"], 1, True),
        ("Cleo", "Ada", ["HEDGE"], 0, False),
    ]
    assert [found.facts.place(visit) for visit in found.facts.visits] == ["asking", "asked", "asked"]
    assert (found.facts.concluded.f1, found.facts.concluded.searches, found.facts.concluded.reward) == (1, 1, 0.99)


def test_what_a_seat_had_read_before_each_step_is_known():
    ada, ben, _ = report(ASKED).facts.visits
    assert [step.after for step in ada.steps] == ["nothing", "replies"]
    assert [step.after for step in ben.steps] == ["nothing", "a search"]
    (sums,) = report({"Ada": ["CALCULATE 2+2", "ANSWER 4"]}, seats=1, calculators=(0,)).facts.visits
    assert [step.after for step in sums.steps] == ["nothing", "a sum"]


@pytest.mark.parametrize(("final", "passed"), [("ANSWER Paris", True), ("HEDGE Lyon", False), ("ANSWER Nice", None)])
def test_an_asker_passes_on_the_more_confident_reply_or_not(final, passed):
    ada, ben, _ = report({**ASKED, "Ada": ["ASK", final]}).facts.visits
    assert ada.differing == ("Paris", "Lyon") and ada.passed_on is passed
    assert ben.differing is None and ben.passed_on is None


def test_a_reply_to_other_words_is_neither_right_nor_wrong():
    steps = {"Ada": ["ASK Who knows towers?", "HEDGE Paris"], "Ben": ["ANSWER I do"], "Cleo": ["HEDGE"]}
    ada, ben, cleo = report(steps, queries="own").facts.visits
    assert ada.f1 == 1 and ben.f1 is cleo.f1 is ben.is_right is None


def test_a_seat_whose_steps_were_used_up_gave_no_reply():
    found = report({"Ada": ["ASK"], "Ben": ["SEARCH"]}, steps=2)
    assert [(visit.actions, visit.reply, visit.f1) for visit in found.facts.visits] == [
        (["ASK"], None, None),
        (["SEARCH"], None, None),
    ]
    (group,) = groups([found])
    assert group.figures["group_f1"].value == 0
    assert [figures["answer_rate"].n for figures in group.seats.values()] == [0, 0, 0]


def test_how_likely_actions_were_is_kept_with_their_steps():
    known = {2: leaning(search=0.7), 5: leaning(answer=0.9)}
    ada, ben, _ = report(ASKED, leanings=known).facts.visits
    assert ada.leanings == (None, known[5]) and ben.leanings[0] == known[2]


def test_a_match_in_which_somebody_failed_is_void_and_in_no_figure():
    def failing(request, referee):
        return Forfeit("error", "The server is gone.") if request.to == "librarian" else script(request, referee)

    script = doing(ASKED)
    void = reported(play_rules(society(), failing))
    assert void.is_void and groups([void])[0].valid == []
    assert not report({**ASKED, "Cleo": ["nonsense"]}).is_void  # who says nothing legal has failed by its own fault


def test_steps_that_could_not_be_read_and_answers_without_words_are_shares():
    (group,) = groups([report({**ASKED, "Cleo": ["nonsense"]}), report({**ASKED, "Ada": ["ASK", "ANSWER"]})])
    assert (group.figures["unread"].value, group.figures["unanswered"].value) == (0.1, 0.5)


def test_matches_about_two_data_sets_are_never_put_together():
    named = {at: TOWER.model_copy(update={"data": data}) for at, data in enumerate(("PopQA", "BioASQ", "PopQA", ""))}
    found = groups([alone("ANSWER Paris", question=each) for each in named.values()])
    assert [(group.matches[0].facts.data, len(group.matches)) for group in found] == [("PopQA", 2), ("BioASQ", 1), ("", 1)]
    assert alone("HEDGE", question=questions()[0]).facts.data == "Woozle"


def test_matches_are_put_together_whatever_their_questions():
    found = groups([alone("ANSWER Paris"), alone("HEDGE", question=BRIDGE), alone("ANSWER Paris", searches=0)])
    assert [len(group.matches) for group in found] == [2, 1]
    assert len(groups([alone("HEDGE"), alone("HEDGE", player="another")])) == 2


def test_a_society_has_a_group_f1_and_a_share_that_passes_on_the_more_confident_reply():
    (group,) = groups([report(ASKED), report({**ASKED, "Ada": ["ASK", "HEDGE Lyon"]}), report({"Ada": ["ANSWER Paris"]})])
    assert group.figures["task_f1"].n == 0 and group.figures["group_f1"].value == pytest.approx(2 / 3)
    assert (group.figures["passed_on"].value, group.figures["passed_on"].n) == (0.5, 2)


def over_questions(said, interval="wilson"):
    """A figure of matches, each with its question and what it says."""
    shares = {at: Share(value, 1) for at, (_, value) in enumerate(said)}
    return figure(Measure("f1", "F1", interval=interval), shares, [question for question, _ in said])


def test_a_question_that_is_played_often_is_no_more_evidence_than_one():
    again = over_questions([("tower", 1.0)] * 50)
    assert (again.value, again.low, again.n) == (1, None, 50)
    assert over_questions([("tower", 1.0)] * 50 + [("bridge", 0.0)] * 50) == Figure(0.5, None, None, 100)


def test_rates_over_questions_have_wilsons_interval_where_each_says_yes_or_no_once_or_all_agree():
    once = [(str(at), float(at < 3)) for at in range(12)]
    assert over_questions(once) == (0.25, *wilson(3, 12), 12, None)
    agreeing = [(str(at), 1.0) for at in range(12)] * 4
    assert over_questions(agreeing) == (1, *wilson(12, 12), 48, None)
    assert over_questions(agreeing, "bootstrap")[1:3] == (None, None)

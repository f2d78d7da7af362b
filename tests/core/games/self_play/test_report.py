"""What finished matches of self-play come to."""

from __future__ import annotations

import pytest

from woozle.core.games.self_play.report import Subject, groups, over_questions, valid
from woozle.core.reports import ReportError
from woozle.core.request import Forfeit
from woozle.core.statistics.intervals import wilson

from tests.core.games.self_play.play import TOWER, doing, go, society
from tests.core.games.self_play.reported import BRIDGE, LAKE, alone, leaning, report, reported

ASKED = {"Ada": ["ASK", "ANSWER Paris"], "Ben": ["SEARCH", "ANSWER Paris"], "Cleo": ["HEDGE Lyon"]}


def test_of_a_match_it_is_known_what_everybody_did_and_who_was_right():
    found = report(ASKED)
    assert found.subject == Subject("tower", TOWER.question) and found.answers == TOWER.answers
    assert [(step.seat, step.action) for step in found.steps] == [
        ("Ada", "ASK"), ("Ben", "SEARCH"), ("Ben", "ANSWER"), ("Cleo", "HEDGE"), ("Ada", "ANSWER"),
    ]  # fmt: skip
    assert [(visit.seat, visit.by, visit.actions, visit.f1, visit.is_right) for visit in found.visits] == [
        ("Ada", "", ["ASK", "ANSWER"], 1, True),
        ("Ben", "Ada", ["SEARCH", "ANSWER"], 1, True),
        ("Cleo", "Ada", ["HEDGE"], 0, False),
    ]
    assert [found.place(visit) for visit in found.visits] == ["asking", "asked", "asked"]
    assert (found.concluded.f1, found.concluded.searches, found.concluded.reward) == (1, 1, 0.99)


def test_what_a_seat_had_read_before_each_step_is_known():
    ada, ben, _ = report(ASKED).visits
    assert [step.after for step in ada.steps] == ["nothing", "replies"]
    assert [step.after for step in ben.steps] == ["nothing", "a search"]
    (sums,) = report({"Ada": ["CALCULATE 2+2", "ANSWER 4"]}, seats=1, calculators=(0,)).visits
    assert [step.after for step in sums.steps] == ["nothing", "a sum"]


@pytest.mark.parametrize(("final", "passed"), [("ANSWER Paris", True), ("HEDGE Lyon", False), ("ANSWER Nice", None)])
def test_an_asker_passes_on_the_more_confident_reply_or_not(final, passed):
    ada, ben, _ = report({**ASKED, "Ada": ["ASK", final]}).visits
    assert ada.differing == ("Paris", "Lyon") and ada.passed_on is passed
    assert ben.differing is None and ben.passed_on is None


def test_two_answers_leave_nothing_to_choose_between():
    ada = report({**ASKED, "Cleo": ["ANSWER Lyon"]}).visits[0]
    assert ada.differing is None and ada.passed_on is None


def test_a_reply_to_other_words_is_neither_right_nor_wrong():
    steps = {"Ada": ["ASK Who knows towers?", "HEDGE Paris"], "Ben": ["ANSWER I do"], "Cleo": ["HEDGE"]}
    ada, ben, cleo = report(steps, queries="own").visits
    assert ada.f1 == 1 and ben.f1 is cleo.f1 is ben.is_right is None


def test_a_seat_whose_steps_were_used_up_gave_no_reply():
    found = report({"Ada": ["ASK"], "Ben": ["SEARCH"]}, steps=2)
    assert [(visit.actions, visit.reply, visit.f1) for visit in found.visits] == [(["ASK"], None, None), (["SEARCH"], None, None)]
    (group,) = groups([found])
    assert group.figures["group_f1"].value == 0
    assert [seat.figures["answer_rate"].n for seat in group.seats] == [0, 0, 0]


def test_how_likely_actions_were_is_kept_with_their_steps():
    known = {2: leaning(search=0.7), 5: leaning(answer=0.9)}
    ada, ben, _ = report(ASKED, leanings=known).visits
    assert [step.leaning for step in ada.steps] == [None, known[5]] and ben.steps[0].leaning == known[2]


def test_an_unfinished_match_is_not_reported():
    with pytest.raises(ReportError, match="unfinished"):
        reported(society())


def test_a_match_in_which_somebody_failed_is_void_and_in_no_figure():
    def failing(request, referee):
        return Forfeit("error", "The server is gone.") if request.to == "librarian" else script(request, referee)

    script = doing(ASKED)
    void = reported(go(society(), failing))
    assert void.is_void and valid([void]) == groups([void]) == []
    assert not report({**ASKED, "Cleo": ["nonsense"]}).is_void  # who says nothing legal has failed by its own fault


def test_steps_that_could_not_be_read_and_answers_without_words_are_shares():
    (group,) = groups([report({**ASKED, "Cleo": ["nonsense"]}), report({**ASKED, "Ada": ["ASK", "ANSWER"]})])
    assert (group.figures["unread"].value, group.figures["unanswered"].value) == (0.1, 0.5)


def test_matches_are_put_together_whatever_their_questions():
    found = groups([alone("ANSWER Paris"), alone("HEDGE", question=BRIDGE), alone("ANSWER Paris", searches=0)])
    assert [(len(group.matches), group.questions) for group in found] == [(2, 2), (1, 1)]
    assert len(groups([alone("HEDGE"), alone("HEDGE", player="another")])) == 2


def test_figures_are_means_over_matches():
    matches = [alone("SEARCH", "ANSWER Paris"), alone("ANSWER Paris", question=BRIDGE), alone("HEDGE Geneva", question=LAKE)]
    (group,) = groups(matches)
    assert {name: round(figure.value, 3) for name, figure in group.figures.items() if figure.n} == {
        "task_f1": 0.667, "search_rate": 0.333, "searches": 0.333, "reward": 0.663, "unread": 0.0, "unanswered": 0.0,
    }  # fmt: skip
    (ada,) = group.seats
    assert (ada.seat, ada.library, ada.actions) == ("Ada", "encyclopaedia", {"SEARCH": 1, "ANSWER": 2, "HEDGE": 1})
    assert {name: round(figure.value, 3) for name, figure in ada.figures.items()} == {
        "search_rate": 0.333, "answer_rate": 0.667, "f1": 0.667, "f1_answered": 0.5, "f1_hedged": 1,
    }  # fmt: skip
    assert group.sequences == {("SEARCH", "ANSWER"): 1, ("ANSWER",): 1, ("HEDGE",): 1}


def test_a_society_has_a_group_f1_and_a_share_that_passes_on_the_more_confident_reply():
    (group,) = groups([report(ASKED), report({**ASKED, "Ada": ["ASK", "HEDGE Lyon"]}), report({"Ada": ["ANSWER Paris"]})])
    assert group.figures["task_f1"].n == 0 and group.figures["group_f1"].value == pytest.approx(2 / 3)
    assert (group.figures["passed_on"].value, group.figures["passed_on"].n) == (0.5, 2)


def test_a_question_that_is_played_often_is_no_more_evidence_than_one():
    one, other = Subject("tower", "Where?"), Subject("bridge", "Where?")
    again = over_questions([(one, 1.0)] * 50)
    assert (again.value, again.low, again.n) == (1, None, 50)
    both = over_questions([(one, 1.0)] * 50 + [(other, 0.0)] * 50)
    assert both == (0.5, None, None, 100)


def test_rates_over_questions_have_wilsons_interval_where_each_says_yes_or_no_once_or_all_agree():
    once = [(Subject(str(at), "Where?"), float(at < 3)) for at in range(12)]
    assert over_questions(once) == (0.25, *wilson(3, 12), 12)
    agreeing = [(Subject(str(at), "Where?"), 1.0) for at in range(12)] * 4
    assert over_questions(agreeing) == (1, *wilson(12, 12), 48)
    assert over_questions(agreeing, is_share=False)[1:3] == (1, 1)

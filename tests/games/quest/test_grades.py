"""The grades of answers to questions, and the figures of SimpleQA."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from woozle.core.measures import rate
from woozle.core.request import Forfeit
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.quest.events import Given, LeftOut, Reply, Score
from woozle.games.quest.judgement.grades import count_grades, grade_shares, grades_of
from woozle.games.quest.state import State
from woozle.testing import find_events

from tests.games.quest.play import find_submitted, go, plain, quest
from tests.games.quest.test_scores import VECTORS

LETTERS = {"A": "correct", "B": "incorrect", "C": "not_attempted"}


@pytest.mark.parametrize("name", ["simpleqa.metrics", "simpleqa.none_attempted"])
def test_the_figures_of_simpleqa(name):
    vector = VECTORS[name]
    found = grade_shares(count_grades([LETTERS[letter] for letter in vector["inputs"]["grades"]]))
    # A share of nothing is 0 in the vectors; here it says nothing, and is left out of means.
    assert {name: rate(share) or 0 for name, share in found.items()} == pytest.approx(vector["expected"])


def test_no_grades_are_no_shares():
    assert {rate(share) for share in grade_shares(count_grades([])).values()} == {None}


def grade_match(by, say=None, *, decisions=MappingProxyType({}), **options):
    """The grades of a match. by: the grade of an answer, by its number."""
    referee = quest(task="question", order="forward", **options)
    player = plain(decisions)

    def reply(request, referee):
        if request.answer is Score:
            return Score.from_grade(of := find_submitted(referee, request).of, by(of))
        return say(request, referee) if say and request.answer is Reply else player(request, referee)

    go(referee, reply)
    return grades_of(fold_events(State(EVERYTHING), (event for event, _ in referee.record)), 4)


def test_an_answer_counts_as_it_stands_after_reviews():
    by = {1: "incorrect", 3: "correct"}  # Ada's first answer, and her review of it
    assert grade_match(lambda of: by.get(of, "not_attempted"), decisions={"Ada": "CR"}) == {"Ada": (1, 0, 3), "Ben": (0, 0, 4)}


def test_a_review_that_is_not_kept_changes_no_grade():
    by = {1: "correct", 3: "incorrect"}
    found = grade_match(lambda of: by.get(of, "not_attempted"), decisions={"Ada": "CR"}, keep_best=True)
    assert found["Ada"] == (1, 0, 3)


def test_what_was_not_answered_was_not_attempted():
    def say(request, referee):
        late = request.to == "Ada" and find_events(referee, Given, "Ada")[-1].item == "q2"
        return Forfeit("timeout", "Too late.") if late else Reply(text="Two.")

    assert grade_match(lambda of: "correct", say) == {"Ada": (3, 0, 1), "Ben": (4, 0, 0)}
    assert grade_match(lambda of: "correct", decisions={"Ada": "CE"}, early_end=True)["Ada"] == (1, 0, 3)


def test_what_counts_for_nobody_has_no_grade():
    referee = quest(task="question", order="forward")
    go(referee, plain())
    state = fold_events(State(EVERYTHING), [*(event for event, _ in referee.record), LeftOut("q1", "not_scored")])
    assert grades_of(state, 3) == {"Ada": (3, 0, 0), "Ben": (3, 0, 0)}

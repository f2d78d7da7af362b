"""The grades of answers to questions, and the figures of SimpleQA."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from woozle.core.games.quest.events import Given, Reply, Score
from woozle.core.games.quest.grades import Grades, counted, grades_of, metrics, over_matches
from woozle.core.request import Forfeit
from woozle.core.statistics.intervals import wilson

from tests.core.games.quest.play import go, plain, quest, submitted, told
from tests.core.games.quest.test_scoring import VECTORS

LETTERS = {"A": "correct", "B": "incorrect", "C": "not_attempted"}
POOL = [{"id": f"q{number}", "text": f"What is {number}?", "answer": str(number)} for number in range(4)]


@pytest.mark.parametrize("name", ["simpleqa.metrics", "simpleqa.none_attempted"])
def test_the_figures_of_simpleqa(name):
    vector = VECTORS[name]
    found = metrics(counted([LETTERS[letter] for letter in vector["inputs"]["grades"]]))
    assert found._asdict() == pytest.approx(vector["expected"])


def test_no_grades_are_no_shares():
    assert metrics(counted([])) == (0, 0, 0, 0, 0)


def graded(by, say=None, *, decisions=MappingProxyType({}), **options):
    """The grades of a match. by: the grade of an answer, by its number."""
    referee = quest(**{"task": "question", "pool": POOL, "order": "forward", **options})
    player = plain(decisions)

    def judged(request, referee):
        if request.answer is Score:
            return Score.graded(of := submitted(referee, request).of, by(of))
        return say(request, referee) if say and request.answer is Reply else player(request, referee)

    go(referee, judged)
    return grades_of(referee.record, referee.game.seats, 4, ())


def test_an_answer_counts_as_it_stands_after_reviews():
    by = {1: "incorrect", 3: "correct"}  # Ada's first answer, and her review of it
    assert graded(lambda of: by.get(of, "not_attempted"), decisions={"Ada": "CR"}) == {"Ada": (1, 0, 3), "Ben": (0, 0, 4)}


def test_a_review_that_is_not_kept_changes_no_grade():
    by = {1: "correct", 3: "incorrect"}
    found = graded(lambda of: by.get(of, "not_attempted"), decisions={"Ada": "CR"}, keep_best=True)
    assert found["Ada"] == (1, 0, 3)


def test_what_was_not_answered_was_not_attempted():
    def say(request, referee):
        late = request.to == "Ada" and told(referee, Given, "Ada")[-1].item == "q2"
        return Forfeit("timeout", "Too late.") if late else Reply(text="Two.")

    assert graded(lambda of: "correct", say) == {"Ada": (3, 0, 1), "Ben": (4, 0, 0)}
    assert graded(lambda of: "correct", decisions={"Ada": "CE"}, early_end=True)["Ada"] == (1, 0, 3)


def test_what_counts_for_nobody_has_no_grade():
    referee = quest(task="question", pool=POOL, order="forward")
    go(referee, plain())
    assert grades_of(referee.record, referee.game.seats, 3, {"q1"}) == {"Ada": (3, 0, 0), "Ben": (3, 0, 0)}


def test_answers_of_all_matches_are_put_together_and_matches_drawn_again():
    found = over_matches([Grades(1, 1, 0), Grades(3, 0, 3)] * 5)
    assert {name: each.value for name, each in found.items()} == pytest.approx(metrics(Grades(4, 1, 3))._asdict())
    assert (found["correct"].low, found["correct"].high) == pytest.approx(wilson(5, 10))  # each match says a half: never a point
    assert 0 < found["incorrect"].low < 1 / 8 < found["incorrect"].high < 0.5


def test_figures_of_answers_have_no_interval_below_ten_matches():
    assert {(each.low, each.high, each.n) for each in over_matches([Grades(1, 1, 0), Grades(3, 0, 3)]).values()} == {
        (None, None, 2)
    }
    assert over_matches([])["f1"].value is None

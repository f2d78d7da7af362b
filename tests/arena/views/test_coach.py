"""The coach says each thing once, when it is so, and at most one at a question."""

from __future__ import annotations

from woozle.arena.views.coach import LOOK_ON, Coach
from woozle.core.request import Request
from woozle.core.welcome import Lesson
from woozle.games.ship.events import Act, Sight, Vote

ACT = Request(1, "Alice", Act, {"action": ("wait", "move cargo", "report")})
QUIET = Request(2, "Alice", Act, {"action": ("wait",)})
VOTE = Request(3, "Alice", Vote, {"target": ("Bob", None)})


def sight(*bodies):
    return Sight("Alice", 1, "cafeteria", (), bodies, (), (), None)


def test_a_lesson_is_said_once_when_what_it_is_about_is_asked():
    coach = Coach([Lesson(text="act", asked="Act")])
    assert [coach.ask(each) for each in (VOTE, ACT, ACT)] == ["", "act", ""]
    assert coach.said == "act"


def test_of_two_lessons_the_first_is_said_and_the_other_at_the_next_question():
    coach = Coach([Lesson(text="one"), Lesson(text="two")])
    assert [coach.ask(ACT), coach.ask(ACT)] == ["one", "two"]


def test_a_lesson_waits_for_what_has_to_be_seen_first():
    coach = Coach([Lesson(text="body", seen="Sight.bodies")])
    coach.see(sight())
    assert coach.ask(ACT) == ""
    coach.see(sight("Eve"))
    assert coach.ask(ACT) == "body"


def test_a_lesson_about_a_choice_is_said_when_it_is_offered():
    coach = Coach([Lesson(text="report", offers="report")])
    assert [coach.ask(QUIET), coach.ask(ACT)] == ["", "report"]


def test_what_is_said_at_the_end_is_said_only_then():
    coach = Coach([Lesson(text="over", at_end=True)])
    assert coach.ask(ACT) == ""
    assert [coach.end(), coach.end()] == ["over", ""]


def test_who_is_out_is_told_once_to_look_on_and_still_hears_how_it_ends():
    coach = Coach([Lesson(text="vote", asked="Vote"), Lesson(text="over", at_end=True)])
    coach.ask(VOTE)
    assert [coach.rest(), coach.rest(), coach.said, coach.number] == [LOOK_ON, "", LOOK_ON, 1]
    assert coach.end() == coach.said == "over"

"""The coach says each thing once, when it is so, and at most one at a question."""

from __future__ import annotations

import pytest

from woozle.arena.views.coach import LOOK_ON, Coach
from woozle.core.request import Request
from woozle.core.welcome import Lesson
from woozle.games.ship.events import Act, Sight, Vote

ACT = Request(1, "Alice", Act, {"action": ("wait", "move cargo", "report")})
QUIET = Request(2, "Alice", Act, {"action": ("wait",)})
VOTE = Request(3, "Alice", Vote, {"target": ("Bob", None)})


def sight(*bodies):
    return Sight("Alice", 1, "cafeteria", (), bodies, (), (), None)


END = "the end of the match"
STORIES = {
    "once, when what it is about is asked": ([Lesson(text="act", asked="Act")], [VOTE, ACT, ACT], ["", "act", ""]),
    "one at a question": ([Lesson(text="one"), Lesson(text="two")], [ACT, ACT], ["one", "two"]),
    "after what has to be seen": ([Lesson(text="body", seen="Sight.bodies")], [sight(), ACT, sight("Eve"), ACT], ["", "body"]),
    "where a choice is offered": ([Lesson(text="report", offers="report")], [QUIET, ACT], ["", "report"]),
    "at the end alone": ([Lesson(text="over", at_end=True)], [ACT, END, END], ["", "over", ""]),
}


@pytest.mark.parametrize(("lessons", "steps", "said"), STORIES.values(), ids=STORIES)
def test_a_lesson_is_said(lessons, steps, said):
    coach, told = Coach(lessons), []
    for step in steps:
        match step:
            case Sight():
                coach.see(step)
            case Request():
                told.append(coach.ask(step))
            case _:
                told.append(coach.end())
    assert told == said
    assert coach.said == said[-1] or not said[-1]


def test_who_is_out_is_told_once_to_look_on_and_still_hears_how_it_ends():
    coach = Coach([Lesson(text="vote", asked="Vote"), Lesson(text="over", at_end=True)])
    coach.ask(VOTE)
    assert [coach.rest(), coach.rest(), coach.said, coach.number] == [LOOK_ON, "", LOOK_ON, 1]
    assert coach.end() == coach.said == "over"

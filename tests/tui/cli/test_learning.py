"""`woozle learn` on the command line: line by line the coach says what it says at the screen."""

from __future__ import annotations

from woozle.core.welcome import load_welcome
from woozle.saves import store
from woozle.saves.paths import tutorials_folder
from woozle.saves.verify import verify

_WHY = "B: because I looked\n"


def test_line_by_line_the_coach_says_every_lesson_and_the_match_is_kept_apart(woozle):
    status, out, err = woozle("learn", "debate", "--plain", typed=f"{_WHY}7\n{_WHY}")
    assert status == 0, err
    lessons = [lesson.text for lesson in load_welcome("debate").tutorial.lessons]
    assert [line.removeprefix("Coach: ") for line in out.splitlines() if line.startswith("Coach: ")] == lessons
    (kept,) = tutorials_folder().iterdir()
    assert f"`woozle verify {kept}` checks it." in out
    assert verify(kept).is_verified
    assert store.list_matches() == []


def test_a_tutorial_that_is_left_says_how_to_begin_it_anew(woozle):
    status, _, err = woozle("learn", "debate", "--plain")
    assert status == 130
    assert "Left. `woozle learn debate` begins anew." in err
    assert "resume" not in err

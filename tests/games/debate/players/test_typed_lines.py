"""Answers that people type in one line."""

from __future__ import annotations

import pytest

from woozle.core.request import Request
from woozle.games.debate.events import Briefing, Explain, Listen, Solve
from woozle.games.debate.players.prompt import line_reader

from tests.games.debate.play import BEARS

BRIEFING = Briefing(("Ada", "Ben", "Cleo"), "choice", BEARS.question, BEARS.options, 3, "full", 0.5, 0.2, False, True)
SOLVE = Request(7, "Ada", Solve, {"answer": ("A", "B", "C", "D", "")})


def meant(line, kind="choice", options=BEARS.options):
    fields = {name: getattr(BRIEFING, name) for name in BRIEFING.__slots__}
    return line_reader(SOLVE, [Briefing(**{**fields, "kind": kind, "options": options})])(line)


@pytest.mark.parametrize(
    ("kind", "line", "text"),
    [
        ("choice", "B: I counted.", "I counted.\nAnswer: B"),
        ("choice", " (c) they say so ", "they say so\nAnswer: C"),
        ("choice", "B because I counted", "because I counted\nAnswer: B"),
        ("choice", "I counted, so Answer: D", "I counted, so Answer: D"),
        ("yes_no", "No, it is not.", "it is not.\nAnswer: no"),
        ("number", "-1,000.5", "Answer: -1,000.5"),
        ("number", "42: six times seven", "six times seven\nAnswer: 42"),
        ("number", "10^3", "Answer: 10^3"),
        ("text", "m" * 200, f"Answer: {'m' * 200}"),
        ("text", "It is the highest. Answer: Mount Olm", "It is the highest. Answer: Mount Olm"),
    ],
)
def test_a_line_of_a_person_is_an_answer_and_the_reason_for_it(kind, line, text):
    assert meant(line, kind, BEARS.options if kind == "choice" else ()) == Solve(text=text)


@pytest.mark.parametrize(
    ("kind", "line"),
    [("choice", line) for line in ("", "A bear went round.", "E", "because: B", "Answer: E")]
    + [("yes_no", "No bear went round."), ("number", "some"), ("number", "."), ("text", ""), ("text", "m" * 201)],
)
def test_a_line_that_may_be_no_answer_is_not_taken_for_one(kind, line):
    with pytest.raises(ValueError, match=r"^Type "):
        meant(line, kind, BEARS.options if kind == "choice" else ())


def test_the_right_answer_is_explained_in_a_line_as_well():
    read = line_reader(Request(8, "Ada", Explain, {"answer": ("B", "")}), [BRIEFING])
    assert read("B: I counted.") == Explain(text="I counted.\nAnswer: B")


def test_other_requests_are_answered_by_number():
    assert line_reader(Request(1, "Ada", Listen, {"to": ("Ben", "Cleo")}), [BRIEFING]) is None

"""What the bots of the debate say, and how others read it."""

from __future__ import annotations

import pytest

from woozle.core.chance import Chance
from woozle.core.games.debate.data import Problem, problems
from woozle.core.games.debate.events import LONGEST, Briefing
from woozle.core.games.debate.extraction import extract_answer
from woozle.players.games.debate.speech import SAYINGS, SURE, UNSAID, UNSURE, confidence, find_problem, force, response

KINDS = {"choice": ("B", "C"), "number": ("18", "1.5"), "yes_no": ("yes", "no"), "text": ("Mount Olm", "Answer: C")}
LEVELS = {"sure": SURE, "unsaid": UNSAID, "unsure": UNSURE}


def briefing(problem: Problem) -> Briefing:
    return Briefing(("Ada",), problem.kind, problem.question, problem.options, 3, "full", 1.0, 0.2, False, True)


def about(kind: str) -> Briefing:
    options = ("one", "Answer: A", "three") if kind == "choice" else ()
    return Briefing(("Ada",), kind, "What?", options, 3, "full", 1.0, 0.2, False, True)


def said(kind: str, answer: str | None, seed: bytes = b"", **given) -> str:
    options = {"opening": "first", "other": "", "sure": UNSAID, "persuasiveness": 50, **given}
    return response(about(kind), answer, chance=Chance(seed), **options)


@pytest.mark.parametrize("level", LEVELS)
def test_each_saying_is_read_as_it_is_meant(level):
    assert {confidence(saying) for saying in SAYINGS["confidence"][level]} == {LEVELS[level]}


def test_nothing_that_is_said_besides_tells_how_sure_one_is():
    besides = [saying for group in ("openings", "emphasis", "reasons") for each in SAYINGS[group].values() for saying in each]
    assert {confidence(saying) for saying in besides} == {UNSAID}


def test_only_emphasis_is_read_as_such():
    assert {force(saying) for saying in SAYINGS["emphasis"]["said"]} == {1.25}
    assert force(" ".join(SAYINGS["emphasis"]["said"])) == 1.5
    assert {force(each) for group in ("openings", "reasons") for sayings in SAYINGS[group].values() for each in sayings} <= {
        1,
        1.25,
    }


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("I am absolutely sure.", SURE),
        ("I'm certain of it", SURE),
        ("No doubt.", SURE),
        ("I am not sure.", UNSURE),
        ("I am not at all certain", UNSAID),
        ("maybe", UNSURE),
        ("It is definitely a guess? Perhaps.", UNSAID),
        ("", UNSAID),
        ("The bears are certain to come; assured, ensure.", UNSAID),
    ],
)
def test_how_sure_somebody_is_stands_in_the_words(text, sure):
    assert confidence(text) == sure


def test_who_is_sure_weighs_more_and_who_doubts_less():
    assert force("There is no doubt about it.") == pytest.approx(1.5)
    assert force("It is so.") == 1
    assert force("Perhaps it is so.") == pytest.approx(0.5)


def test_the_rationales_that_come_with_the_questions_hardly_differ_in_weight():
    def mean(which: str) -> float:
        weights = [force(each.text) for problem in problems() for each in getattr(problem, which)]
        return sum(weights) / len(weights)

    assert mean("right") == pytest.approx(mean("misleading"), abs=0.03)


@pytest.mark.parametrize("kind", KINDS)
def test_each_response_ends_in_its_answer(kind):
    for answer in KINDS[kind]:
        for seed in range(20):
            text = said(kind, answer, b"%d" % seed, opening="joins", other="Ben")
            assert text.endswith(f"\nAnswer: {answer}")
            assert extract_answer(text, kind, "ABC") == extract_answer(f"Answer: {answer}", kind, "ABC")


def test_who_has_no_answer_says_so():
    assert extract_answer(said("text", None), "text") is None


def test_it_argues_from_the_rationales_that_come_with_a_question():
    problem = problems()[0]
    for rationale in (*problem.right, *problem.misleading):
        texts = {response(briefing(problem), rationale.answer, "first", "", UNSAID, 50, Chance(b"%d" % seed)) for seed in range(40)}
        assert any(rationale.text in text for text in texts)
        assert len(texts) > 10


def test_a_question_is_known_by_its_words_and_options():
    problem = problems()[0]
    assert find_problem(briefing(problem)) == problem
    assert find_problem(briefing(problem.model_copy(update={"options": problem.options[::-1]}))) is None


def test_more_persuasive_ones_write_with_more_force():
    weights = [
        sum(force(said("choice", "B", b"%d" % seed, persuasiveness=share)) for seed in range(40)) / 40 for share in (0, 50, 100)
    ]
    assert weights[0] < weights[1] < weights[2]


def test_somebody_without_a_name_is_somebody():
    texts = {said("choice", "B", b"%d" % seed, opening="joins") for seed in range(20)}
    assert any("Somebody has convinced me" in text for text in texts)
    assert not any("{" in text for text in texts)


def test_no_response_is_longer_than_one_may_be():
    huge = Briefing(("Ada",), "choice", "?", ("x" * 30_000, "{answer} %s"), 3, "full", 1.0, 0.2, False, True)
    for answer in "AB":
        assert len(response(huge, answer, "first", "", UNSAID, 100, Chance(b""))) < LONGEST

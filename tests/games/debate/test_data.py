"""The questions that come with the debate."""

from __future__ import annotations

from collections import Counter

from woozle.games.debate.data import problems


def test_there_are_sixty_questions_of_four_options_with_ids_of_their_own():
    assert len(problems()) == len({problem.id for problem in problems()}) == 60
    assert all(len(set(problem.options)) == 4 for problem in problems())


def test_each_has_two_rationales_for_the_right_answer_and_two_for_one_that_tempts():
    for problem in problems():
        assert {rationale.answer for rationale in problem.right} == {problem.answer}
        tempting = {rationale.answer for rationale in problem.misleading}
        assert len(tempting) == 1
        assert not tempting & {problem.answer}
        assert len(problem.right) == len(problem.misleading) == 2


def test_each_can_be_probed_with_three_appeals():
    assert all(problem.appeals and len(problem.appeals.logical) == 3 for problem in problems())


def test_no_rationale_gives_away_which_side_it_is_on_by_its_length():
    right = sum(len(each.text) for problem in problems() for each in problem.right)
    wrong = sum(len(each.text) for problem in problems() for each in problem.misleading)
    assert 0.8 < right / wrong < 1.3


def test_no_letter_is_right_so_often_that_it_pays_to_guess_it():
    assert max(Counter(problem.answer for problem in problems()).values()) <= 24


def test_texts_are_plain():
    for problem in problems():
        for text in (problem.question, *problem.options, *(each.text for each in (*problem.right, *problem.misleading))):
            assert text == text.strip()
            assert text.isascii()
            assert "answer:" not in text.lower()

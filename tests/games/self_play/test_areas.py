"""Areas of samples are those under the curves of the same questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.papers import metrics
from woozle.games.self_play.papers.areas import answer_area, answer_point, random_search_area, search_area, search_point

SHARES = st.integers(0, 4).map(lambda part: part / 4)
QUESTIONS = st.lists(st.tuples(SHARES, SHARES, SHARES), min_size=1, max_size=8)


def sample_of(questions, luck):
    """Some of them drawn again, with their numbers."""
    numbers = luck.choices(range(len(questions)), k=len(questions))
    return numbers, list(zip(*(questions[at] for at in numbers), strict=True))


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_the_area_of_a_sample_is_that_under_its_search_curve(questions, luck):
    numbers, (chances, without, searched) = sample_of(questions, luck)
    whole = list(zip(*questions, strict=True))
    assert search_area(*whole)(numbers) == pytest.approx(metrics.search_curve(chances, without, searched).area)
    assert random_search_area(*whole[1:])(numbers) == pytest.approx(metrics.random_search(without, searched).area)


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_the_area_of_a_sample_is_that_under_its_answer_curve(questions, luck):
    numbers, (sure, f1, _) = sample_of(questions, luck)
    assert answer_area(*list(zip(*questions, strict=True))[:2])(numbers) == pytest.approx(metrics.answer_curve(sure, f1).area)


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_a_point_of_a_sample_is_on_its_curves_and_on_a_line_between_two_of_the_search_curve(questions, luck):
    numbers, (sure, without, f1) = sample_of(questions, luck)
    whole = list(zip(*questions, strict=True))
    search, answer = metrics.search_curve(sure, without, f1), metrics.answer_curve(sure, f1)
    for share, point in zip(search.x, search.points, strict=True):
        assert search_point(*whole, share)(numbers) == pytest.approx(point)
    for share, point in zip(answer.x, answer.points, strict=True):
        assert answer_point(whole[0], whole[2], share)(numbers) == pytest.approx(point)
    half = 0.5 / len(numbers)
    assert search_point(*whole, half)(numbers) == pytest.approx(sum(search.points[:2]) / 2)
    assert answer_point(whole[0], whole[2], half)(numbers) == pytest.approx(answer.points[0])

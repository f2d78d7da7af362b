"""Areas of samples are those under the curves of the same questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.paper import metrics
from woozle.games.self_play.paper.areas import answer_area, random_search_area, search_area

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

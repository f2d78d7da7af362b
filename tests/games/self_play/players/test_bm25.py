"""Search by words."""

from __future__ import annotations

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.players.bm25 import K1, B, Index, words

# Vector `bm25.lucene`, computed apart from this code.
CORPUS = ["cat sat mat", "dog sat log dog", "cat dog"]
EXPECTED = [0.188001, 0.406062, 0.221178]
TOLERANCE = 1e-5


def test_scores_are_those_of_lucene():
    assert list(Index(CORPUS).scores("dog sat")) == pytest.approx(EXPECTED, abs=TOLERANCE)
    assert [hit.at for hit in Index(CORPUS).best("dog sat", 3)] == [1, 2, 0]


def by_hand(texts, query):
    """The formula, word by word."""
    split = [words(text) for text in texts]
    mean = sum(map(len, split)) / len(split)
    scores = [0.0] * len(texts)
    for word in words(query):
        n = sum(word in each for each in split)
        weight = log(1 + (len(texts) - n + 0.5) / (n + 0.5))
        for at, each in enumerate(split):
            tf = each.count(word)
            scores[at] += weight * tf / (tf + K1 * (1 - B + B * len(each) / mean))
    return scores


TEXT = st.lists(st.sampled_from(["hat", "Cap", "wig", "x-1", "..."]), max_size=6).map(" ".join)


@given(st.lists(TEXT, min_size=1, max_size=6).filter(lambda texts: any(map(words, texts))), TEXT, st.integers(1, 80))
def test_the_best_are_those_of_the_formula_and_of_equals_the_first(texts, query, most):
    expected = by_hand(texts, query)
    found = Index(texts).best(query, most)
    assert [hit.score for hit in found] == pytest.approx(sorted((s for s in expected if s > 0), reverse=True)[:most], rel=1e-5)
    assert all(hit.score == pytest.approx(expected[hit.at], rel=1e-5) for hit in found)
    for one, next_one in pairwise(found):
        assert one.score > next_one.score or one.at < next_one.at


@pytest.mark.parametrize("most", [2, 60])
def test_texts_that_fit_alike_are_found_in_their_order(most):
    found = Index(["a hat", "x", *["a cap"] * 99]).best("cap", most)
    assert [hit.at for hit in found] == list(range(2, 2 + most))
    assert len({hit.score for hit in found}) == 1


def test_capitals_and_signs_do_not_matter_and_words_of_all_alphabets_count():
    assert words("The O'Neil_hat, 3.5 m: ÉTÉ 帽子!") == ["the", "o", "neil", "hat", "3", "5", "m", "été", "帽子"]
    assert Index(["Une ÉTOILE", "un chapeau"]).best("étoile?", 1)[0].at == 0


@pytest.mark.parametrize(
    ("texts", "query"), [([], "hat"), (["", "..."], "hat"), (["hat"], ""), (["hat"], "...?"), (["hat"], "cap")]
)
def test_where_no_word_is_shared_nothing_is_found(texts, query):
    assert Index(texts).best(query, 3) == []


def test_an_index_is_made_without_a_word_where_the_host_has_a_handler(caplog):
    Index(["one two", "two three"])
    assert not caplog.records

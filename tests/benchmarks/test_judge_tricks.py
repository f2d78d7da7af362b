"""Tricks on a handful of passages that the judge of claims was written with: none comes near an honest paraphrase."""

from __future__ import annotations

from statistics import fmean

import pytest

from benchmarks.judge_tricks import JUDGES, LEAST, MOST, load, measure

PASSAGES = load("seen")[::3]


@pytest.mark.parametrize("kind", LEAST)
def test_honest_texts_keep_their_score(kind):
    assert fmean(measure(kind, PASSAGES, JUDGES["claims"]).judged) >= LEAST[kind]


@pytest.mark.parametrize("kind", MOST)
def test_no_trick_is_worth_more_than_its_share_of_an_honest_paraphrase(kind):
    honest = fmean(measure("paraphrase", PASSAGES, JUDGES["claims"]).h)
    assert fmean(measure(kind, PASSAGES, JUDGES["claims"]).h) <= MOST[kind] * honest


def test_lexical_grounding_falls_for_the_tricks_that_the_judge_of_claims_sees_through():
    """The limits come from the texts: no judge keeps them by chance."""
    honest = fmean(measure("paraphrase", PASSAGES, JUDGES["lexical"]).h)
    fallen = [kind for kind in MOST if fmean(measure(kind, PASSAGES, JUDGES["lexical"]).h) > MOST[kind] * honest]
    assert {"not after each verb", "roles", "shuffled", "fact words", "names rotated"} <= set(fallen)

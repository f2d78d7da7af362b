"""Entropies of responses, and whom DIG and DIGRA listen to."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.debate.spread.entropies import (
    candidates,
    choose_partners,
    gain,
    gain_ratio,
    mean_entropy,
    token_entropy,
    top_entropy,
)

from tests.games.debate.vectors import TOLERANCE, VECTORS


def test_a_response_is_as_uncertain_as_its_tokens_on_average():
    vector = VECTORS["digra.mean_token_entropy"]
    per_token = [token_entropy(each) for each in vector["inputs"]["token_dists"]]
    assert per_token == pytest.approx(vector["expected"]["per_token"], abs=TOLERANCE)
    assert mean_entropy(per_token) == pytest.approx(vector["expected"]["mean"], abs=TOLERANCE)
    assert mean_entropy([]) == inf


def test_of_the_likeliest_tokens_alone_there_are_bounds():
    vector = VECTORS["digra.topk_entropy"]
    found, expected = top_entropy(vector["inputs"]["topk"], vector["inputs"]["V"]), vector["expected"]
    names = {"raw": "raw", "lumped": "lumped_lower", "uniform": "uniform_tail_upper", "renormalised": "renormalised"}
    for ours, theirs in (names | {"residual": "residual"}).items():
        assert getattr(found, ours) == pytest.approx(expected[theirs], abs=TOLERANCE)


def test_of_a_vocabulary_that_is_known_whole_nothing_is_spread_however_probabilities_are_rounded():
    found = top_entropy([0.5, 0.4], vocabulary=2)
    assert found.uniform == found.raw == token_entropy([0.5, 0.4])
    assert found.residual == pytest.approx(0.1)


@pytest.mark.parametrize("name", ["digra.candidates", "digra.candidates4"])
def test_candidates_are_all_sets_of_others_the_most_uncertain_first(name):
    vector = VECTORS[name]
    found = candidates(vector["inputs"]["agent"], vector["inputs"]["entropies"])
    assert sorted(map(list, found)) == sorted(vector["expected"])


IGR = [name for name in VECTORS if name.startswith("digra.igr")]


@pytest.mark.parametrize("name", IGR)
def test_information_gain_and_its_ratio(name):
    """Arithmetic alone: the paper prints no entropies. Those of `table10` were made to give the three ratios that it prints."""
    given, expected = VECTORS[name]["inputs"], VECTORS[name]["expected"]
    entropies, own = given["entropies"], given["entropies"][given["agent"]]
    for conditional, want in zip(given["conditional"], expected["candidates"], strict=True):
        assert gain(own, conditional["H"]) == pytest.approx(want["IG"], abs=TOLERANCE)
        listened = [entropies[other] for other in conditional["J"]]
        assert gain_ratio(own, conditional["H"], listened, given["alpha"]) == pytest.approx(want["IGR"], abs=TOLERANCE)


@pytest.mark.parametrize("name", IGR)
def test_dig_and_digra_listen_to_the_set_that_is_worth_most(name):
    given, expected = VECTORS[name]["inputs"], VECTORS[name]["expected"]
    conditional = {tuple(each["J"]): each["H"] for each in given["conditional"]}
    digra, dig = (choose_partners(given["agent"], given["entropies"], conditional, by, given["alpha"]) for by in ("digra", "dig"))
    assert list(digra) == expected.get("digra", expected.get("chosen"))
    assert list(dig) == expected.get("dig", expected.get("chosen_by_IG"))


def best_by_hand(agent, entropies, conditional, alpha):
    """The set that DIGRA listens to, found in another way: exact fractions, a mask for each set, every pair of sets compared."""
    exact = [Fraction(each) for each in entropies]
    others = [other for other in range(len(exact)) if other != agent]
    sets = [
        frozenset(other for at, other in enumerate(others) if mask >> at & 1) for mask in range(1, 1 << len(others))
    ]  # fmt: skip

    def beats(one, other):
        worths = [
            (Fraction(alpha) + exact[agent] - Fraction(conditional[each])) * len(each) / sum(exact[j] for j in each)
            for each in (one, other)
        ]
        if worths[0] != worths[1]:
            return worths[0] > worths[1]
        return (len(one), sorted(one)) < (len(other), sorted(other))

    return next(one for one in sets if all(one == other or beats(one, other) for other in sets))


@given(st.data())
def test_digra_listens_to_the_set_that_is_found_by_trying_all(data):
    agents = data.draw(st.integers(2, 5))
    grid = st.integers(1, 16).map(lambda number: number / 8)  # so that floats are exact, and ties common
    entropies = data.draw(st.lists(grid, min_size=agents, max_size=agents))
    agent, alpha = data.draw(st.integers(0, agents - 1)), data.draw(st.sampled_from([0.0, 0.25, 0.5]))
    conditional = {each: data.draw(grid) for each in candidates(agent, entropies)}
    by_set = {frozenset(each): figure for each, figure in conditional.items()}
    found = choose_partners(agent, entropies, conditional, "digra", alpha)
    best = best_by_hand(agent, entropies, by_set, alpha)
    of = {
        each: gain_ratio(entropies[agent], by_set[each], [entropies[j] for j in each], alpha) for each in (frozenset(found), best)
    }
    assert frozenset(found) == best or of[frozenset(found)] == pytest.approx(of[best], abs=1e-12)


def test_of_sets_worth_the_same_the_smaller_one_is_chosen_then_the_lower_numbers():
    same = {(1,): 0.5, (2,): 0.5, (1, 2): 0.5}
    assert choose_partners(0, [1.0, 0.5, 0.5], same, "digra", 0.2) == (1,)


def test_nobody_listens_to_an_empty_response_while_there_is_another():
    sets = {(1,): 0.0, (2,): 0.9, (1, 2): 0.0}
    assert choose_partners(0, [1.0, inf, 0.5], sets, "digra", 0.2) == (2,)
    assert choose_partners(0, [1.0, inf, 0.5], sets, "dig", 0.2) == (2,)
    assert choose_partners(0, [1.0, inf], {(1,): 0.0}, "digra", 0.2) == (1,)

"""Entropies of responses, and whom DIG and DIGRA listen to."""

from __future__ import annotations

from math import inf

import pytest

from woozle.core.games.debate.entropies import candidates, chosen, gain, gain_ratio, mean_entropy, token_entropy, top_entropy

from tests.core.games.debate.vectors import TOLERANCE, VECTORS


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


@pytest.mark.parametrize("name", ["digra.candidates", "digra.candidates4"])
def test_candidates_are_all_sets_of_others_the_most_uncertain_first(name):
    vector = VECTORS[name]
    found = candidates(vector["inputs"]["agent"], vector["inputs"]["entropies"])
    assert sorted(map(list, found)) == sorted(vector["expected"])


IGR = [name for name in VECTORS if name.startswith("digra.igr")]


@pytest.mark.parametrize("name", IGR)
def test_information_gain_and_its_ratio(name):
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
    digra, dig = (chosen(given["agent"], given["entropies"], conditional, by, given["alpha"]) for by in ("digra", "dig"))
    assert list(digra) == expected.get("digra", expected.get("chosen"))
    assert list(dig) == expected.get("dig", expected.get("chosen_by_IG"))


def test_of_sets_worth_the_same_the_smaller_one_is_chosen_then_the_lower_numbers():
    same = {(1,): 0.5, (2,): 0.5, (1, 2): 0.5}
    assert chosen(0, [1.0, 0.5, 0.5], same, "digra", 0.2) == (1,)


def test_nobody_listens_to_an_empty_response_while_there_is_another():
    sets = {(1,): 0.0, (2,): 0.9, (1, 2): 0.0}
    assert chosen(0, [1.0, inf, 0.5], sets, "digra", 0.2) == (2,)
    assert chosen(0, [1.0, inf, 0.5], sets, "dig", 0.2) == (2,)
    assert chosen(0, [1.0, inf], {(1,): 0.0}, "digra", 0.2) == (1,)

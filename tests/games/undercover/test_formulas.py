"""The formulas of MUG, against vectors that were computed apart from this code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from woozle.games.undercover.claims.formulas import EQUAL, Weights, accepts, cosine01, ending, naturalness, suspect, weigh_factors

VECTORS = {vector["id"]: vector for vector in json.loads(Path(__file__).with_name("vectors.json").read_text())}


@pytest.mark.parametrize("number", range(3))
def test_a_counterfactual_is_accepted_by_equation_3(number):
    vector = VECTORS[f"mug.accept.{number}"]
    given, expected = vector["inputs"], vector["expected"]
    score, is_accepted = accepts((given["C_vs"], given["C_sc"], given["C_na"]), tuple(given["weights"]), given["c"])
    assert score == pytest.approx(expected["score"], abs=vector["tol"])
    assert is_accepted == expected["accept"]


def test_a_cosine_is_mapped_to_0_and_1():
    vector = VECTORS["mug.cosine01"]
    assert cosine01(vector["inputs"]["x"], vector["inputs"]["y"]) == pytest.approx(vector["expected"], abs=vector["tol"])
    assert cosine01([1, 0], [-1, 0]) == 0
    assert cosine01([0, 0], [1, 0]) == 0.5


def test_a_distance_becomes_naturalness():
    vector = VECTORS["mug.naturalness_from_fid"]
    assert naturalness(vector["inputs"]["d"], vector["inputs"]["s"]) == pytest.approx(vector["expected"], abs=vector["tol"])


def test_accuracy_speaks_for_a_seat():
    vector = VECTORS["mug.vote4"]
    factors = {seat: tuple(phi) for seat, phi in vector["inputs"]["phi"].items()}
    scores = weigh_factors(factors, Weights(*vector["inputs"]["w"]))
    assert scores == pytest.approx(vector["expected"]["score_with_1_minus"], abs=vector["tol"])
    assert suspect(scores, "BC") == vector["expected"]["vote"]


def test_of_seats_that_weigh_the_same_the_first_is_suspected():
    phi = (0.1, 0.2, 0.3, 0.4)
    assert suspect(weigh_factors({"C": phi, "B": phi}, Weights(*EQUAL)), "ABC") == "B"
    assert suspect({}, "ABC") is None


ENDINGS = VECTORS["mug.termination"]


@pytest.mark.parametrize(("case", "expected"), zip(ENDINGS["inputs"]["cases"], ENDINGS["expected"], strict=True))
def test_detection_ends_by_equation_9(case, expected):
    assert ending(*case) == expected

from __future__ import annotations

import random
from collections import Counter

import pytest

from woozle.players.backends.local.sampling import Draw, Manner

torch = pytest.importorskip("torch")

CHANCES = (0.4, 0.3, 0.2, 0.1)


def drawn(*, temperature: float = 1.0, top_p: float = 1.0, top_k: int = 0, times: int = 4000, allowed=None) -> list[float]:
    logits = torch.tensor([CHANCES]).log().expand(times, -1)
    chance = random.Random(1)
    draw = Draw(logits, [Manner(temperature, top_p, top_k, chance)] * times, allowed)
    counts = Counter(draw.tokens)
    return [counts[token] / times for token in range(4)]


def test_tokens_are_drawn_as_often_as_they_are_likely():
    assert drawn() == pytest.approx(CHANCES, abs=0.03)


def test_heat_evens_the_chances():
    roots = [chance**0.5 for chance in CHANCES]
    assert drawn(temperature=2.0) == pytest.approx([each / sum(roots) for each in roots], abs=0.03)


def test_no_heat_takes_the_likeliest():
    assert drawn(temperature=0.0, times=5) == [1, 0, 0, 0]


@pytest.mark.parametrize("options", [{"top_p": 0.7}, {"top_p": 0.5}, {"top_k": 2}])
def test_only_the_nucleus_is_drawn_from(options):
    assert drawn(**options) == pytest.approx([4 / 7, 3 / 7, 0, 0], abs=0.03)


def test_the_likeliest_is_always_left():
    assert drawn(top_p=0.0, times=5) == [1, 0, 0, 0]


def test_what_is_not_allowed_never_comes():
    allowed = torch.tensor([[False, True, False, True]]).expand(4000, -1)
    assert drawn(allowed=allowed) == pytest.approx([0, 0.75, 0, 0.25], abs=0.03)


def test_a_token_that_cannot_be_is_drawn_again():
    draw = Draw(torch.tensor([CHANCES]).log(), [Manner(0.0, 1.0, 0, random.Random(1))])
    assert [draw.tokens[0], *(draw.again(0) for _ in range(4))] == [0, 1, 2, 3, None]

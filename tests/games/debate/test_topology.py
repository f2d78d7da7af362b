"""Topologies: who listens to whom, and who stops."""

from __future__ import annotations

import pytest

from woozle.core.chance import Chance, key_from_seed
from woozle.core.votes import is_unanimous
from woozle.games.debate.spread.topology import draw_partners, find_settled, full, ring

from tests.games.debate.vectors import VECTORS


def test_in_a_ring_of_half_density_each_hears_the_next_ones():
    assert ring(5, 0.5) == {0: (1, 2), 1: (2, 3), 2: (3, 4), 3: (4, 0), 4: (0, 1)}
    assert {len(others) for others in ring(5, 0.5).values()} == {2}, "half of the four others"
    assert ring(3, 0) == {0: (1,), 1: (2,), 2: (0,)}
    assert ring(3, 1) == {0: (1, 2), 1: (2, 0), 2: (0, 1)}


def test_everybody_hears_everybody():
    assert full(3) == {0: (1, 2), 1: (0, 2), 2: (0, 1)}


def test_each_draws_its_own_partners_anew():
    chance = Chance(key_from_seed(1))
    rounds = [draw_partners(4, chance) for _ in range(50)]
    assert {len(others) for each in rounds for others in each.values()} == {1, 2, 3}
    assert all(agent not in others for each in rounds for agent, others in each.items())
    assert len({str(each) for each in rounds}) > 40


@pytest.mark.parametrize("name", ["digra.early_stop", "digra.early_stop.consensus"])
def test_who_repeats_itself_stops_and_agreement_ends_the_debate(name):
    vector = VECTORS[name]
    before, stopped = None, []
    for answers, expected in zip(vector["inputs"]["answers"], vector["expected"], strict=True):
        stopped = find_settled(answers, before, stopped) if before else [False] * len(answers)
        assert stopped == expected["terminated"]
        assert is_unanimous(answers) == expected["consensus"]
        assert (is_unanimous(answers) or all(stopped)) == expected["stop"]
        before = answers

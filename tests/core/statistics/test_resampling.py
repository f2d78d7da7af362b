"""Intervals by the bootstrap, and of those that are too few for it."""

from __future__ import annotations

import math
from random import Random

import pytest

from woozle.core.statistics import resampling
from woozle.core.statistics.intervals import wilson
from woozle.core.statistics.resampling import (
    Estimate,
    Share,
    estimate,
    mean,
    mean_difference,
    mean_share,
    pooled_difference,
    pooled_mean,
    pooled_share,
    share_of,
)


def test_a_match_that_says_nothing_is_left_out_and_never_counts_as_zero():
    assert pooled_share([Share(3, 4), Share(0, 0), Share(1, 4)]).value == 0.5
    assert pooled_share([Share(3, 4), Share(0, 0), Share(1, 4)]).n == 2
    assert mean([0.5, None, 1.0])[::3] == (0.75, 2)


def test_of_nothing_nothing_is_known_and_of_one_match_no_interval():
    assert pooled_share([]) == pooled_share([Share(0, 0)]) == mean([None]) == Estimate(None, None, None, 0)
    assert pooled_share([Share(1, 2)]) == Estimate(0.5, None, None, 1)


def test_pooling_weighs_matches_by_what_is_in_them_and_the_mean_does_not():
    shares = [Share(9, 10), Share(0, 1)]
    assert pooled_share(shares).value == pytest.approx(9 / 11)
    assert mean([part / whole for part, whole in shares]).value == pytest.approx(0.45)


def test_an_interval_holds_its_figure_and_shrinks_with_more_matches():
    few, many = ([Share(number % 5, 4) for number in range(n)] for n in (10, 200))
    for shares in (few, many):
        found = pooled_share(shares)
        assert found.low < found.value < found.high
    assert pooled_share(many).high - pooled_share(many).low < (pooled_share(few).high - pooled_share(few).low) / 2


def test_ninety_five_of_a_hundred_intervals_hold_the_truth():
    random = Random(7)
    held = 0
    for _ in range(100):
        matches = []
        for _ in range(40):
            chance = random.betavariate(2, 2)  # matches differ, and what is in one hangs together
            matches.append(Share(sum(random.random() < chance for _ in range(10)), 10))
        found = pooled_share(matches)
        held += found.low <= 0.5 <= found.high
    assert 90 <= held <= 99


def test_pairs_tell_what_two_groups_cannot():
    random = Random(3)
    easy = {seed: random.random() for seed in range(30)}
    ours = {seed: Share(round(1000 * ease) + 50, 2000) for seed, ease in easy.items()}
    theirs = {seed: Share(round(1000 * ease), 2000) for seed, ease in easy.items()} | {99: Share(1, 1)}
    found = pooled_difference(ours, theirs)
    assert found.n == 30 and found.low > 0 and found.value == pytest.approx(0.025)
    assert pooled_share(list(ours.values())).low < pooled_share([theirs[seed] for seed in range(30)]).high
    assert mean_difference({1: 0.5, 2: None, 3: 1.0}, {1: 0.25, 2: 0.5, 4: 1.0}).value == 0.25


def test_many_matches_have_the_interval_that_the_samples_of_few_give(monkeypatch: pytest.MonkeyPatch):
    random = Random(11)
    shares = [Share(random.randint(0, 4), random.randint(1, 9)) for _ in range(1200)]
    others = {at: Share(random.randint(0, 4), 7) for at in range(1200)}
    numbers = [random.random() ** 3 for _ in range(1200)]

    def found() -> list[Estimate]:
        return [
            pooled_share(shares),
            mean(numbers),
            pooled_difference(dict(enumerate(shares)), others),
            mean_difference(dict(enumerate(numbers)), dict.fromkeys(range(1200), 0.5)),
        ]

    fast = found()
    monkeypatch.setattr(resampling, "_MANY", 10_000)
    slow = found()
    assert fast[0] == slow[0]
    assert [number for each in fast for number in each] == pytest.approx([number for each in slow for number in each], abs=1e-9)


def test_a_figure_that_most_samples_lack_has_no_interval():
    rare = estimate(range(20), lambda some: 1.0 if sum(at == 0 for at in some) >= 2 or some == [*range(20)] else None)
    assert rare == Estimate(1.0, None, None, 20)


def test_a_figure_that_the_matches_themselves_lack_is_not_known():
    assert estimate(range(20), lambda _: None) == Estimate(None, None, None, 20)


SLEEP = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0]  # Student's own data (Biometrika 6, 1908)


@pytest.mark.parametrize("n", range(2, 10))
def test_a_mean_of_fewer_than_ten_has_students_interval(n):
    from scipy.stats import ttest_1samp  # a second and a half, which each process of the tests would spend on collecting this

    few = SLEEP[:n]
    expected = pytest.approx(ttest_1samp(few, 0).confidence_interval(0.95), abs=2e-3)
    assert mean(few)[1:3] == expected
    assert pooled_mean([Share(each, 1) for each in few])[1:3] == expected
    assert mean_difference(dict(enumerate(few)), dict.fromkeys(range(n), 0.0))[1:3] == expected


def test_a_difference_of_few_may_leave_the_range_of_a_share():
    assert mean_difference({1: 0.9, 2: 0.6}, {1: 0.8, 2: 0.4}).low < 0
    assert mean([0.1, 0.9])[1:3] == (0.0, 1.0)


def test_a_ratio_of_few_clusters_has_students_interval_over_clusters():
    alike = [Share(3, 4), Share(1, 4), Share(7, 4)]
    assert pooled_mean(alike)[:3] == pytest.approx(mean([each.rate for each in alike])[:3])
    told = pooled_mean([Share(30, 4), Share(8, 2), Share(5, 1)])
    rests = [part - 43 / 7 * whole for part, whole in ((30, 4), (8, 2), (5, 1))]
    reach = 4.30265273 * math.sqrt(sum(each * each for each in rests) * 3 / 2) / 7
    assert told[:3] == pytest.approx((43 / 7, 43 / 7 - reach, 43 / 7 + reach))


def test_no_other_figure_of_fewer_than_ten_has_an_interval():
    def spread(some):
        return max(some) - min(some)

    assert estimate(SLEEP, spread)[1:] == (None, None, 9)
    ten = estimate([*SLEEP, 2.0], spread)
    assert ten.low < ten.value <= ten.high


def test_no_interval_is_a_point():
    assert mean([3.0] * 20) == Estimate(3.0, None, None, 20)
    assert estimate([1.0] * 20, max) == Estimate(1.0, None, None, 20)


def test_a_share_of_one_yes_or_no_a_match_has_wilsons_interval():
    matches = [Share(1, 1)] * 50 + [Share(0, 0)]
    assert pooled_share(matches) == Estimate(1.0, *wilson(50, 50), 50)
    assert pooled_share(matches).low == pytest.approx(0.9286, abs=1e-4) and pooled_share(matches).high == 1
    assert pooled_share([Share(0, 1)] * 7 + [Share(1, 1)] * 5) == Estimate(5 / 12, *wilson(5, 12), 12)
    assert share_of([True, None, *[False] * 11]) == Estimate(1 / 12, *wilson(1, 12), 12)


@pytest.mark.parametrize("whole", [1, 4])
def test_a_share_of_fewer_than_ten_matches_has_no_interval(whole):
    nine, ten = ([Share(at % 2, whole) for at in range(n)] for n in (9, 10))
    assert pooled_share(nine)[1:] == (None, None, 9)
    assert pooled_share(ten).low < pooled_share(ten).value < pooled_share(ten).high
    assert mean_share([0.5] * 4 + [1.0] * 5)[1:] == (None, None, 9)
    assert pooled_difference(dict(enumerate(nine)), dict(enumerate(nine[::-1])))[1:] == (None, None, 9)


@pytest.mark.parametrize("part", [0, 2, 4])
def test_matches_that_all_agree_count_as_one_yes_or_no_each(part):
    found = pooled_share([Share(part, 4)] * 20)
    assert found == Estimate(part / 4, *wilson(part / 4 * 20, 20), 20)
    assert found.low < found.high
    assert mean_share([part / 4] * 20) == found


def test_a_difference_that_is_the_same_in_all_pairs_has_no_interval():
    same = {at: Share(at % 3, 3) for at in range(20)}
    assert pooled_difference(same, same) == Estimate(0.0, None, None, 20)


def test_a_count_is_no_share():
    assert pooled_mean([Share(1, 1)] * 20) == Estimate(1.0, None, None, 20)
    assert pooled_mean([Share(3, 1), Share(1, 1)]).value == 2


def test_intervals_of_many_matches_are_looked_up_by_their_numbers(monkeypatch: pytest.MonkeyPatch):
    shares = [Share(number % 5, 4) for number in range(1000)]
    known: dict[str, tuple[float | None, float | None]] = {}
    with resampling.remembering(known):
        found = pooled_share(shares)
        monkeypatch.setattr(resampling._Pooled, "resampled", lambda self, n: pytest.fail("It was resampled again."))
        assert pooled_share(shares) == found and len(known) == 1
        with pytest.raises(pytest.fail.Exception):
            pooled_share([*shares, Share(1, 1)])
    with pytest.raises(pytest.fail.Exception):
        pooled_share(shares)

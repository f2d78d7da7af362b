"""Tests of pairs, and Student's distribution, beside SciPy and statsmodels."""

import math
from random import Random

import pytest
import scipy.stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from woozle.core.statistics.intervals import student_interval, wilson
from woozle.core.statistics.paired import DRAWS, holm, matches_needed, mcnemar, paired_t_test, paired_test
from woozle.core.statistics.resampling import Share
from woozle.core.statistics.student import cases_needed, power_of_t_test, quantile, tail


def numbers(n, seed, shift=0.0):
    chance = Random(seed)
    return dict(enumerate(chance.gauss(shift, 1) for _ in range(n)))


def their_permutation_test(ours, theirs, statistic, axis=True):
    pairs = [[each[key] for key in ours] for each in (ours, theirs)]
    return scipy.stats.permutation_test(pairs, statistic, permutation_type="samples", vectorized=axis, n_resamples=99_999, rng=1)


def mean_of_differences(ours, theirs, axis=-1):
    return (ours - theirs).mean(axis)


@pytest.mark.parametrize("freedom", [1, 1.5, 2, 3, 4.7, 9, 29, 120, 50_000])
def test_students_distribution_is_that_of_scipy(freedom):
    for t in (1e-6, 0.1, 0.5, 1, 1.96, 3, 8, 40):
        assert tail(t, freedom) == pytest.approx(2 * scipy.stats.t.sf(t, freedom), rel=1e-9)
    for share in (0.6, 0.9, 0.975, 0.995, 0.9999):
        assert quantile(share, freedom) == pytest.approx(scipy.stats.t.ppf(share, freedom), rel=1e-9)


@pytest.mark.parametrize("n", [2, 3, 5, 10, 30, 200, 3000])
@pytest.mark.parametrize("effect", [0.01, 0.1, 0.3, 0.8, -1.5])
def test_power_is_that_of_statsmodels(n, effect):
    assert power_of_t_test(n, effect) == pytest.approx(TTestPower().power(abs(effect), n, 0.05), abs=1e-8)


@pytest.mark.parametrize(("effect", "power", "alpha"), [(0.02, 0.8, 0.05), (0.1, 0.9, 0.01), (0.5, 0.8, 0.05), (1.5, 0.95, 0.05)])
def test_cases_needed_are_those_of_statsmodels(effect, power, alpha):
    theirs = TTestPower().solve_power(effect, alpha=alpha, power=power)
    assert cases_needed(effect, power, alpha) == math.ceil(theirs)
    assert matches_needed(2.0, 2 * effect, power, alpha) == math.ceil(theirs)


def test_nothing_shows_a_difference_that_is_none():
    assert matches_needed(1.0, 0.0) is None
    assert matches_needed(0.0, 0.5) is None
    assert cases_needed(1e-9) is None


@pytest.mark.parametrize(("more", "less"), [(0, 0), (1, 0), (5, 5), (12, 3), (3, 12), (0, 9), (700, 640)])
def test_mcnemar_is_that_of_statsmodels(more, less):
    assert mcnemar(more, less) == pytest.approx(min(1.0, their_mcnemar([[20, more], [less, 20]], exact=True).pvalue), rel=1e-9)


def test_answers_of_yes_or_no_are_tested_by_mcnemar_with_their_odds_ratio():
    ours, theirs = [1] * 12 + [0] * 3 + [1] * 7, [0] * 12 + [1] * 3 + [1] * 7
    found = paired_test(dict(enumerate(map(bool, ours))), dict(enumerate(theirs)))
    assert (found.method, found.n, found.effect) == ("McNemar", 22, 4.0)
    assert found.p == pytest.approx(scipy.stats.binomtest(12, 15).pvalue)
    assert found.difference == pytest.approx(9 / 22)
    assert found.low < found.difference < found.high
    assert paired_test({1: 1, 2: 1}, {1: 0, 2: 0}).effect is None  # theirs was never alone right


@pytest.mark.parametrize("n", [2, 5, 9, 12])
def test_few_pairs_are_turned_round_in_all_ways_as_scipy_does(n):
    ours, theirs = numbers(n, n, 0.5), numbers(n, 100 + n)
    found = paired_test(ours, theirs)
    expected = their_permutation_test(ours, theirs, mean_of_differences)
    assert found.method == "permutation"
    assert found.p == pytest.approx(expected.pvalue, abs=1e-12)
    assert found.difference == pytest.approx(expected.statistic)


@pytest.mark.parametrize("n", [15, 40, 300])
def test_many_pairs_are_turned_round_in_fixed_draws(n):
    ours, theirs = numbers(n, n, 0.2), numbers(n, 100 + n)
    found = paired_test(ours, theirs)
    expected = their_permutation_test(ours, theirs, mean_of_differences).pvalue
    assert found.method == "permutation, drawn"
    assert found.p == pytest.approx(expected, abs=5 * math.sqrt(expected * (1 - expected) / DRAWS))
    assert found == paired_test(ours, theirs)


def test_shares_of_pairs_are_pooled_and_turned_round_together():
    chance = Random(3)

    def shares(likely):
        wholes = [chance.randint(1, 6) for _ in range(11)]
        return {at: Share(sum(chance.random() < likely for _ in range(whole)), whole) for at, whole in enumerate(wholes)}

    ours, theirs = shares(0.8), shares(0.5)
    found = paired_test(ours, theirs)
    pairs = [[complex(*each[at]) for at in range(11)] for each in (ours, theirs)]

    def difference(ours, theirs):
        return ours.sum().real / ours.sum().imag - theirs.sum().real / theirs.sum().imag

    expected = scipy.stats.permutation_test(pairs, difference, permutation_type="samples", vectorized=False, n_resamples=math.inf)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-12)
    assert found.difference == pytest.approx(expected.statistic)


def test_the_effect_of_numbers_is_cohens_d_of_pairs():
    ours, theirs = numbers(20, 1, 1), numbers(20, 2)
    found = paired_test(ours, theirs)
    t = scipy.stats.ttest_rel([*ours.values()], [*theirs.values()])
    assert found.effect == pytest.approx(t.statistic / math.sqrt(20))
    differences = [ours[at] - theirs[at] for at in ours]
    assert paired_t_test(differences) == pytest.approx(t.pvalue, rel=1e-9)
    assert found.sd == pytest.approx(t.statistic and DescrStatsW(differences).std * math.sqrt(20 / 19))


def test_only_what_both_have_is_a_pair():
    found = paired_test({1: 0.5, 2: None, 3: 0.25, 4: Share(0, 0)}, {1: 0.25, 2: 0.5, 5: 1.0, 4: 0.5})
    assert (found.n, found.difference, found.p) == (1, 0.25, 1.0)
    assert paired_test({1: 0.5}, {2: 0.5}) == (0, None, None, None, None, None, "", None)
    assert paired_test(dict.fromkeys(range(30), 0.5), dict.fromkeys(range(30), 0.5)).p == 1.0


def test_holms_p_values_are_those_of_statsmodels():
    chance = Random(5)
    for n in (1, 2, 5, 20):
        ps = [chance.random() ** 3 for _ in range(n)]
        assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1], rel=1e-12)
    assert holm([]) == []
    assert holm([0.01, 0.01, 0.04]) == pytest.approx([0.03, 0.03, 0.04])


def test_intervals_by_formula_are_those_of_statsmodels():
    for wins, n in ((0, 12), (7, 12), (12, 12), (81, 263)):
        assert wilson(wins, n) == pytest.approx(proportion_confint(wins, n, method="wilson"), abs=1e-6)
    for n in (2, 3, 4, 5, 9, 40, 500):
        values = [*numbers(n, n).values()]
        assert student_interval(values) == pytest.approx(DescrStatsW(values).tconfint_mean(), abs=1e-6)

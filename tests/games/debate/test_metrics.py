"""Metrics of how errors spread."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.debate.spread.metrics import edges, flow, half_life, implied_accuracy, round_shares, trace_errors

from tests.games.debate.printed import spreading
from tests.games.debate.test_printed import CONTRADICTORY
from tests.games.debate.vectors import TOLERANCE, VECTORS


def heard(refs):
    return {int(agent): others for agent, others in refs.items()}


def rates(data, name):
    """The rates of a name by round, of all agents together, whatever their question; None where there is none."""
    shares = round_shares([[agent for question in each for agent in question] for each in data])
    return [shares[f"{name}{at}"].rate if f"{name}{at}" in shares else None for at in range(1, len(data) + 1)]


def test_accuracy_misled_and_corrected_by_round():
    vector = VECTORS["woozle.metrics"]
    for name in ("MA", "MR", "IMR", "CR"):
        for found, want in zip(rates(vector["inputs"]["data"], name), vector["expected"][name], strict=True):
            assert found == (None if want is None else pytest.approx(want, abs=TOLERANCE))


@pytest.mark.parametrize("name", ["all_right", "all_wrong"])
def test_where_there_is_nobody_to_count_there_is_no_rate(name):
    vector = VECTORS[f"woozle.metrics.{name}"]
    last = {name: rates(vector["inputs"]["data"], name)[-1] for name in ("MA", "MR", "IMR", "CR")}
    expected = {name: vector["expected"][name][-1] for name in last}
    assert [name for name in last if last[name] is None] == [name for name in last if expected[name] is None]
    assert last["MA"] == pytest.approx(expected["MA"], abs=TOLERANCE)


def population(ma, mr, cr, agents=6_000):
    """So many agents, right or wrong round by round, in the shares that a row of the paper prints, in percent."""
    rounds = [[at < round(ma / 100 * agents) for at in range(agents)]]
    for misled, corrected in zip(mr, cr, strict=True):
        were = {of: [at for at, is_right in enumerate(rounds[-1]) if is_right == of] for of in (True, False)}
        now = list(rounds[-1])
        for of, share in ((True, misled), (False, corrected)):
            for at in were[of][: round(share / 100 * len(were[of]))]:
                now[at] = not of
        rounds.append(now)
    return [[[each] for each in one] for one in rounds]


@pytest.mark.parametrize("row", [*spreading()], ids=lambda row: f"{row.data}-{row.model}-{row.k}")
def test_agents_that_are_misled_and_corrected_as_the_paper_prints_are_as_right_as_it_prints(row):
    printed = row.figures
    ma1 = printed["MA1"] if row.k is None else 100 * (3 - row.k) / 3
    right = population(ma1, (printed["MR2"], printed["MR3"]), (printed["CR2"], printed["CR3"]))
    found = [100 * rate for rate in rates(right, "MA")]
    if (row.data, row.model, row.k) in CONTRADICTORY:
        assert found[1] == pytest.approx(CONTRADICTORY[row.data, row.model, row.k], abs=0.05)
    else:
        assert found == pytest.approx([printed["MA1"], printed["MA2"], printed["MA3"]], abs=0.15)


@given(st.lists(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=2, max_size=2), min_size=2, max_size=4))
def test_the_identity_holds_in_every_round(right):
    accuracy, misled, corrected = (rates(right, name) for name in ("MA", "MR", "CR"))
    for (before, after), wrong, back in zip(pairwise(accuracy), misled[1:], corrected[1:], strict=True):
        assert implied_accuracy(before, wrong, back) == pytest.approx(after)


@pytest.mark.parametrize("name", ["full", "sparse"])
def test_what_flows_to_those_who_began_right_and_wrong(name):
    vector = VECTORS[f"woozle.flow.{name}"]
    found = flow(vector["inputs"]["correct_by_round"], [heard(vector["inputs"]["refs"])])
    expected = vector["expected"]
    assert [*found.errors, *found.corrections] == expected["counts"]
    for share, figure in ((found.errors, "error_into_correct"), (found.corrections, "correct_into_wrong")):
        assert share.part / share.whole == pytest.approx(expected[figure], abs=TOLERANCE)


def test_edges_lead_from_the_wrong_to_those_who_are_wrong_after():
    vector = VECTORS["woozle.edges"]
    given = vector["inputs"]["correct_by_round"], [heard(refs) for refs in vector["inputs"]["refs"]]
    assert list(map(list, edges(*given, of=False))) == vector["expected"]["hallucination_edges"]
    assert list(map(list, edges(*given, of=True))) == vector["expected"]["correct_edges"]


def test_an_error_is_traced_to_those_who_began_with_it_without_a_break():
    everybody = {0: (1, 2), 1: (0, 2), 2: (0, 1)}
    assert trace_errors([[0, 1, 1], [0, 0, 1]], [everybody]) == {0, 1}
    assert trace_errors([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [everybody, everybody]) == {2}  # through the second, who is right again
    assert trace_errors([[1, 1, 1], [0, 1, 1]], [everybody]) == set()  # nobody began with it
    assert trace_errors([[0, 1, 1], [1, 1, 1], [0, 1, 1]], [everybody, everybody]) == set()  # it was gone for a round
    assert trace_errors([[0, 1, 1], [0, 0, 1]], [{0: (), 1: (2,), 2: ()}]) == {0}


def test_a_claim_is_half_gone_when_half_of_its_holders_are():
    assert half_life([4, 3, 2]) == 2
    assert half_life([4, 4, 3]) is None
    assert half_life([0]) is None

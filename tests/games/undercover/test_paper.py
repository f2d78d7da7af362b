"""What MUG prints, held to itself: every number of its recipe that can be computed from others is."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import fmean

import pytest

from woozle.arena.reproduction.recipe import load_recipe, printed_number

RECIPE = load_recipe("mug")
ROUNDING = 0.05 + 1e-9


def cells(kind, number, label):
    table = RECIPE.table(kind, number)
    row = next(row for row in table.rows if row.label == label)
    return {column.head: printed_number(cell) for column, cell in zip(table.columns, row.published, strict=True)}


@pytest.mark.parametrize("label", [row.label for row in RECIPE.table("table", "1").rows])
def test_the_average_of_hallusionbench_is_the_mean_of_its_three_figures(label):
    printed = cells("table", "1", label)
    mean = fmean(printed[head] for head in ("aAcc.", "fAcc.", "qAcc."))
    assert printed["Avg."] == pytest.approx(mean, abs=2 * ROUNDING)


def test_the_gains_that_the_text_quotes_are_those_of_table_1():
    qwen, intern = "Qwen2.5VL-7B", "InternVL3-14B"
    mug, other = (cells("table", "1", f"{model} (MUG(Ours))") for model in (qwen, intern))
    gains = {
        "MMMU Acc.": [(mug, qwen, 5.3), (other, intern, 0.9), (mug, f"{qwen} (MAD-Vote)", 5.6), (mug, f"{qwen} (MAD-Judge)", 2.9),
                      (other, f"{intern} (MAD-Vote)", 5.5)],
        "Avg.": [(mug, f"{qwen} (MAD-Vote)", 16.0), (mug, f"{qwen} (MAD-Judge)", 3.6)],
        "fAcc.": [(mug, qwen, 9.0), (other, intern, 3.5)],
        "Rec.": [(mug, qwen, 3.2), (other, intern, 1.7)],
    }  # fmt: skip
    said = " ".join(RECIPE.table("table", "1").quotes)
    for head, found in gains.items():
        for ours, beside, gain in found:
            assert ours[head] - cells("table", "1", beside)[head] == pytest.approx(gain, abs=1e-6)
            theirs = cells("table", "1", beside)[head]
            assert f"{gain:.1f}" in said or {str(ours[head]), str(theirs)} <= {*re.findall(r"[\d.]+\d", said)}


def test_round_1_of_table_2_is_qwens_row_of_table_1():
    row, mug = cells("table", "2", "1"), cells("table", "1", "Qwen2.5VL-7B (MUG(Ours))")
    for one, other in (("HallusionBench", "aAcc."), ("MMM", "MMMU Acc."), ("MMStar", "MMStar Acc.")):
        assert row[one] == pytest.approx(mug[other], abs=ROUNDING)


def test_what_figure_5_publishes_is_that_row_less_the_losses_in_the_text():
    whole, *rest = (cells("figure", "5", row.label) for row in RECIPE.table("figure", "5").rows)
    assert whole == {"MMMU" if head == "MMM" else head: value for head, value in cells("table", "2", "1").items()}
    losses = [{head: float(loss) for head, loss in re.findall(r"(\w+) (?:loses )?(\d\.\d\d)", each.replace(" points", ""))}
              for each in RECIPE.table("figure", "5").quotes]  # fmt: skip
    for row, lost in zip(rest, losses, strict=True):
        assert row == {head: pytest.approx(whole[head] - lost[head]) for head in whole}


def test_accuracy_peaks_at_round_1_but_for_mmstar():
    rounds = [cells("table", "2", str(number)) for number in range(4)]
    assert {max(range(4), key=lambda at: rounds[at][head]) for head in ("HallusionBench", "MMM")} == {1}
    assert max(range(4), key=lambda at: rounds[at]["MMStar"]) == 2


def test_the_survival_of_figure_6_has_a_seat_more_for_each_further_vote():
    agents = [row.values["agents"] for row in RECIPE.table("figure", "6").rows]
    assert agents[0] == 3 and all(after == before + 1 for before, after in pairwise(agents))

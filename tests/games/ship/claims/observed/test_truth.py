"""Verdicts on claims of which it is known what they are worth. The whole table: `python -m benchmarks.claims_truth`."""

from __future__ import annotations

from benchmarks.claims_truth import STATUSES, measured


def test_verdicts_are_what_the_claims_were_made_to_be():
    table = measured(42, each=1)
    assert table.claims.total() > 1_200
    assert {status for _, status in table.claims} == set(STATUSES)
    assert table.share_right >= 0.995, table.wrong[:5]
    assert table.uncertain < 0.025 * table.claims.total()
    assert table.share_of_never_judged_true < 0.005

"""The precision of verdicts, as stored and shown; and rates corrected for it."""

from __future__ import annotations

import pytest

from woozle.core.statistics.resampling import Estimate
from woozle.games.ship.claims import precision
from woozle.games.ship.claims.precision import Precision, corrected, figure_of, precision_words, precisions
from woozle.games.ship.claims.schema import Claim, Verdict, Window

LIES = {
    "right": 12, "n": 30, "share": 0.4, "recall": 0.8, "sensitivity": 0.8, "belonging": 15, "specificity": 0.95, "others": 400,
}  # fmt: skip


@pytest.fixture
def kept(monkeypatch):
    found = {"verifier_version": precision.VERIFIER, "grammar_version": precision.GRAMMAR}
    tables = {name: {"contradicted": dict(LIES)} for name in ("published", "chat")}
    monkeypatch.setattr(precision, "_kept", lambda: found | tables)
    return found


def test_what_was_measured_of_other_versions_counts_no_more(kept):
    assert precisions("chat")["contradicted"] == Precision(**LIES)
    kept["grammar_version"] += 1
    assert precisions("chat") == {} and precisions("published"), "the public claims are not the grammar's"
    kept["verifier_version"] += 1
    assert precisions("published") == {}


def test_a_corrected_share_is_that_of_rogan_and_gladen():
    raw = Estimate(0.10, 0.06, 0.15, 9)
    found = corrected(raw, Precision(**LIES))
    assert found and found.value == pytest.approx((0.10 - 0.05) / 0.75) and found.n == 9
    known = corrected(raw, Precision(**LIES | {"belonging": 10**9, "others": 10**9}))
    assert known and (known.high - known.low) == pytest.approx((0.15 - 0.06) / 0.75, abs=1e-4), "only the share is a sample"
    assert found.low < known.low < found.value < known.high < found.high, "few labelled claims make it wider"


def test_where_verdicts_are_not_measured_or_no_better_than_chance_there_is_no_corrected_share():
    raw = Estimate(0.10, 0.05, 0.15, 9)
    assert corrected(raw, Precision(12, 30, 0.4, 0.8)) is None
    assert corrected(raw, Precision(**LIES | {"sensitivity": 0.05})) is None
    assert corrected(Estimate(None, None, None, 0), Precision(**LIES)) is None
    assert corrected(Estimate(0.01, None, None, 1), Precision(**LIES)) == Estimate(0.0, None, None, 1), "never below nothing"
    assert precision_words("nothing of that name") == "precision not measured"


@pytest.mark.parametrize(
    ("kind", "outcome", "standing", "figure"),
    [
        ("location", "true", "honest", "true"),
        ("location", "wrong_room", "lie", "contradicted"),
        ("location", "true", "unsupported", "unsupported"),
        ("location", "false", "", "misplaced"),
        ("accusation", "true", "honest", "accused"),
        ("defense", "false", "lie", "defended"),
    ],
)
def test_a_verdict_has_the_precision_of_its_standing(kind, outcome, standing, figure):
    assert figure_of(Claim(kind, "Alice"), Verdict(outcome, Window(0, 1), "", standing)) == figure


def test_what_is_shipped_is_of_these_versions():
    for reader in ("grammar", "chat", "published"):
        found = precisions(reader)
        assert {"true", "contradicted", "accused"} <= set(found)
        assert all(0 <= each.right <= each.n and each.interval[0] <= each.share <= each.interval[1] for each in found.values())
        contradicted = found["contradicted"]
        assert contradicted.belonging and contradicted.others and 0 < (contradicted.specificity or 0) <= 1

"""The precision of verdicts on labelled claims."""

from __future__ import annotations

import json

import pytest

from benchmarks import verdicts
from benchmarks.verdicts import Labelled, precisions
from woozle.games.ship.claims.precision import Precision
from woozle.games.ship.claims.schema import Checked, Claim, Statement, Verdict, Window

CLAIM = Claim("location", "Alice", room="medbay")
FALSE = {"said": "yes", "outcome": "false", "standing": "lie"}
TRUE = {"said": "yes", "outcome": "true", "standing": "honest"}
MISREAD = {"said": "no"}


def labelled(drawn, label, outcome, standing):
    now = Checked(Statement(0, 9, 1, "Alice", "I was in medbay.", 7), CLAIM, Verdict(outcome, Window(1, 9), "", standing))
    return Labelled({"drawn": drawn, "settled": label}, CLAIM, now)


def test_claims_weigh_as_many_as_they_were_drawn_for_and_unjudged_ones_only_lower_recall(tmp_path, monkeypatch):
    (tmp_path / "of.json").write_text(json.dumps({"seen": {"contradicted": 8, "true": 20}}))
    monkeypatch.setattr(verdicts, "VERDICTS", tmp_path)
    found = [
        labelled("contradicted", FALSE, "false", "lie"),
        labelled("contradicted", MISREAD, "false", "lie"),
        labelled("contradicted", FALSE, "true", "honest"),
        labelled("contradicted", FALSE, "unverifiable", "uncertain"),
        labelled("true", TRUE, "true", "honest"),
        labelled("true", FALSE, "true", "honest"),
    ]
    assert precisions(found, "seen") == {
        "contradicted": Precision(
            right=1, n=2, share=2 / 4, recall=pytest.approx(2 / 16),
            sensitivity=pytest.approx(2 / 14), belonging=3, specificity=pytest.approx(10 / 12), others=2,
        )
    }  # fmt: skip

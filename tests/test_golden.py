"""Transcripts that pin how each game behaves: GAME-RULES-WHAT.jsonl, one at least for each version of the rules and the format.

A change that makes one of them fail is a change of rules or format: raise the version, keep the old one readable, add a new file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.core import registry
from woozle.saves.transcript import read
from woozle.saves.verify import verify

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_transcript_still_verifies(path):
    report = verify(path, level=2)
    assert not report.findings
    rules = read(path).header.rules
    current = registry.game(report.game).version
    expected = "passed" if rules == current else "skipped"
    assert [check.result for check in report.levels.values()] == ["passed", expected, expected]


@pytest.mark.parametrize("game", registry.names())
def test_every_game_has_a_golden_transcript_of_its_rules(game):
    assert [path for path in GOLDEN if path.name.startswith(f"{game}-{registry.game(game).version}-")]

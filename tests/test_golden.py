"""Transcripts that pin how each game behaves: GAME-RULES-WHAT.jsonl, one at least for each version of the rules and the format.

A change that makes one of them fail is a change of rules or format: raise the version, keep the old one readable, add a new file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.core import registry
from woozle.saves.decoder import decode_record
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.option_values import own_games

GOLDEN = sorted(path for game in own_games() for path in (Path(__file__).parent / "golden").glob(f"{game}-*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_transcript_still_verifies(path):
    report = verify(path, level=2)
    assert not report.findings
    rules = read(path).header.rules
    expected = "passed" if registry.game(report.game, rules).version == rules else "unchecked"
    assert [check.result for check in report.levels.values()] == ["passed", expected, expected]
    record = decode_record(registry.game(report.game, rules), read(path))  # as those do who only read it
    assert record[0] and record[-1]


@pytest.mark.parametrize("game", [name for name in registry.names() if name != "two_truths"])
def test_every_game_has_a_golden_transcript_of_each_version_of_its_rules_that_is_installed(game):
    rules = registry.game(game)
    for version in (*rules.earlier_versions, rules.version):
        assert [path for path in GOLDEN if path.name.startswith(f"{game}-{version}-")]
        assert registry.game(game, version).version == version

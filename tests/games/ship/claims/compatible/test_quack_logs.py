"""The figures and verdicts that were published for real games come out of their native records, every one of them."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.tiers import tier1, tier2, tier3
from woozle.games.ship.claims.compatible.verdicts import check_claims
from woozle.games.ship.claims.published import AUDIT, CLAIM_FILES, Written, distinct, parse_claims, public_claims
from woozle.games.ship.claims.schema import Checked, Claim, Statement

from tests.games.ship.quack_logs import LOGS, needs_logs, record_of

pytestmark = [
    needs_logs,
    pytest.mark.parametrize("path", LOGS, ids=lambda path: "/".join(path.parts[-3:-1])),
]


@cache
def match_of(path: Path) -> Reconstruction:
    return Reconstruction(record_of(path))


def published(path: Path) -> dict[str, Any]:
    if not (file := path.with_name("evaluation.json")).exists():
        pytest.skip("no figures were published for this game")
    return json.loads(file.read_text("utf-8"))


def audit(path: Path) -> dict[tuple[str, int, str], list[dict[str, Any]]]:
    """Return the published verdicts on claims, by speech; empty for games without claims."""
    file = path.with_name(AUDIT)
    rows = defaultdict(list)
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        row = json.loads(line)
        rows[row["speaker"]["speaker_name"], row["meeting"]["meeting_idx"], row["utterance"]["raw"]].append(row)
    return rows


def from_audit(path: Path, match: Reconstruction) -> list[tuple[Statement, list[Claim]]]:
    """Each speech that has any with its claims, as they were published: none of them repeats another."""
    published = Written(parse_claims(path.with_name(AUDIT).read_bytes(), "claims"))
    kept = [(speech, published.claims(speech, match.map.rooms)) for speech in match.statements]
    return [(speech, distinct(claims)) for speech, claims in kept if claims is not None]


def finding(each: Checked) -> tuple[Any, ...]:
    verdict, window = each.verdict, each.verdict.window
    return verdict.outcome, window.first, window.last, window.source, verdict.is_grounded


def published_finding(row: dict[str, Any]) -> tuple[Any, ...]:
    window, verification = row["temporal_window"], row["verification"]
    grounded = verification["evidence"].get("accusation_grounded")
    return verification["verdict"], window["start_tick"], window["end_tick"], window["resolution_source"], grounded


def test_tiers_1_and_2_are_what_was_published(path):
    figures, match = published(path), match_of(path)
    assert tier1(match) == figures["tier1"]
    assert tier2(match) == figures["tier2"]


def test_tier_3_is_what_was_published(path):
    figures, match = published(path)["tier3"], match_of(path)
    beside = {file.name: file.read_bytes() for name in CLAIM_FILES if (file := path.with_name(name)).exists()}
    kept = public_claims(match, beside, "folder")
    judged = [each for speech, claims in kept.speeches for each in check_claims(match, speech, claims)]
    figures.pop("tier3_audit_path", None)
    assert tier3(match, judged, kept.collapsed) == figures


def test_every_published_claim_has_its_verdict_and_window(path):
    if not (rows := audit(path)):
        pytest.skip("no verdicts were published for this game")
    match = match_of(path)
    for speech, claims in from_audit(path, match):
        mine = rows[speech.speaker, speech.meeting, speech.text]
        assert [finding(each) for each in check_claims(match, speech, claims)] == [published_finding(row) for row in mine]

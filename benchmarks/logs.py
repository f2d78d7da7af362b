"""Games of the public release of QUACK, where they lie beside the checkout."""

from __future__ import annotations

from pathlib import Path

LOGS = Path(__file__).parents[2] / "shared" / "quack_logs"
CLAIMS = "tier3_extraction_cache.jsonl"
"""Beside each game: the claims that a language model extracted."""

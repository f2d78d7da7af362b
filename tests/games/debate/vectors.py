"""Vectors that were computed apart from this code."""

from __future__ import annotations

import json
from pathlib import Path

VECTORS = {vector["id"]: vector for vector in json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))}
TOLERANCE = 1e-9

"""Files of claims that were extracted elsewhere, in the layout of the public `tier3_extraction_cache.jsonl`.

A line is `{"key": "model|prompt_version|player|meeting|sha256 of the speech", "claims": [...]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from woozle.saves.transcript import shown

_BARS = 4  # in a key, at least; the name of a model may hold more


class ClaimsError(ValueError):
    """A file of claims that cannot be read. Says why, and where, in a sentence."""


def read_claims(path: Path) -> Mapping[str, Sequence[Any]]:
    """The claims by key, as they stand in the file; of lines with one key, the last. Raises ClaimsError."""
    try:
        rows = path.read_bytes().splitlines()
    except OSError as error:
        raise ClaimsError(f"{shown(path)} cannot be read: {error.strerror}.") from error
    found: dict[str, Sequence[Any]] = {}
    for number, row in enumerate(rows, 1):
        if row.strip():
            key, claims = _line(path, number, row)
            found.pop(key, None)  # so that the mapping is in the order of the lines that count
            found[key] = claims
    return found


def _line(path: Path, number: int, row: bytes) -> tuple[str, Sequence[Any]]:
    where = f"{shown(path)}, line {number}"
    try:
        line = orjson.loads(row)
    except orjson.JSONDecodeError as error:
        raise ClaimsError(f"{where}: it is not JSON; mend the line or take it out.") from error
    key, claims = (line.get("key"), line.get("claims")) if isinstance(line, dict) else (None, None)
    if not isinstance(key, str) or key.count("|") < _BARS:
        raise ClaimsError(f"{where}: its `key` must be `model|prompt_version|player|meeting|sha256`; mend the line or take it out.")
    if not isinstance(claims, list):
        raise ClaimsError(f"{where}: its `claims` must be a list; mend the line or take it out.")
    return key, claims

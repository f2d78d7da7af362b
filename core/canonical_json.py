"""JSON with one spelling: the bytes that commitments, keys, receipts and their digests are made of."""

from __future__ import annotations

from hashlib import sha256
from json import JSONEncoder
from math import isfinite
from typing import Any

_encode = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical_json(value: Any) -> bytes:
    """Return a JSON value in UTF-8 with sorted names and no spaces.

    What JSON in UTF-8 cannot hold is as in messages and transcripts: numbers that are not finite are null, and lone surrogates are
    question marks.
    """
    try:
        text = _encode(value)
    except ValueError:
        text = _encode(_finite(value))
    return text.encode("utf-8", "replace")


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list | tuple) else value


def json_digest(value: Any) -> str:
    """Return the SHA-256 of `canonical_json`, in hex."""
    return sha256(canonical_json(value)).hexdigest()

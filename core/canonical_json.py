"""JSON with one spelling: the bytes that commitments, keys, receipts and their digests are made of."""

from __future__ import annotations

from hashlib import sha256
from json import JSONEncoder
from typing import Any

_encode = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical_json(value: Any) -> bytes:
    """Return a JSON value in UTF-8 with sorted names and no spaces; lone surrogates, which UTF-8 cannot hold, as question marks."""
    return _encode(value).encode("utf-8", "replace")


def json_digest(value: Any) -> str:
    """Return the SHA-256 of `canonical_json`, in hex."""
    return sha256(canonical_json(value)).hexdigest()

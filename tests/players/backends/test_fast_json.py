"""JSON that is written and read fast says the same as that of the standard library."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.players.backends.fast_json import as_json, ascii_json, from_json

TEXTS = st.text(st.characters(codec=None, categories=None))  # halves of characters too
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
HASHED = st.lists(st.lists(TEXTS, max_size=4), max_size=4)


@given(VALUES)
def test_what_is_written_is_read_as_it_was(value):
    assert json.loads(as_json(value)) == value
    assert from_json(as_json(value)) == from_json(json.dumps(value).encode()) == value


@given(HASHED)
def test_what_is_hashed_is_written_as_it_always_was(value):
    assert ascii_json(value) == json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()


def test_what_is_rarely_written_is_read_too():
    assert from_json(b'"\\ud83d"') == "\ud83d"
    assert from_json(b"[NaN]")[0] != from_json(b"[NaN]")[0]
    assert as_json(2**70) == str(2**70).encode()
    assert repr(from_json(str(2**70).encode())) == repr(float(2**70))


@pytest.mark.parametrize("text", [b"{", b"", b"\xff", b"[1,]"])
def test_what_is_no_json_is_an_error_of_its_value(text):
    with pytest.raises(ValueError, match=r"."):
        from_json(text)


def test_what_is_nested_without_end_is_an_error():
    with pytest.raises((RecursionError, ValueError)):
        from_json(b"[" * 100_000)

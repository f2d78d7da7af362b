"""Files of claims that were extracted elsewhere."""

from __future__ import annotations

import json

import pytest

from woozle.saves.claims import ClaimsError, read_claims

KEY = "some|model|v2|player_0|0|ab12"
LINE = json.dumps({"key": KEY, "claims": [{"type": "location"}]})


def test_the_last_line_of_a_key_wins(tmp_path):
    file = tmp_path / "claims.jsonl"
    other = json.dumps({"key": "m|v2|player_1|0|cd34", "claims": []})
    file.write_text("\n".join([LINE, other, "", json.dumps({"key": KEY, "claims": [{"type": "sighting"}]})]))
    assert list(read_claims(file).items()) == [("m|v2|player_1|0|cd34", []), (KEY, [{"type": "sighting"}])]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "its `key` must be"),
        ('{"key": 3, "claims": []}', "its `key` must be"),
        ('{"key": "player_0|0|ab12", "claims": []}', "its `key` must be"),
        (json.dumps({"key": KEY, "claims": {}}), "its `claims` must be a list"),
        (json.dumps({"key": KEY}), "its `claims` must be a list"),
        ("\udcff", "it is not JSON"),
    ],
)
def test_a_broken_line_is_named(tmp_path, line, says):
    file = tmp_path / "claims.jsonl"
    file.write_bytes(f"{LINE}\n{line}\n".encode("utf-8", "surrogateescape"))
    with pytest.raises(ClaimsError, match=f"claims.jsonl, line 2: {says}"):
        read_claims(file)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ClaimsError, match=r"none.jsonl cannot be read"):
        read_claims(tmp_path / "none.jsonl")

"""Commands print as much as ever where standard output is not UTF-8, and end with the same status."""

from __future__ import annotations

import io
import sys

import pytest


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "shift_jis"])
def test_signs_that_a_code_page_lacks_are_printed_by_their_numbers(woozle, tmp_path, monkeypatch, encoding):
    monkeypatch.chdir(tmp_path)

    def printed(encoding: str, *words: str) -> tuple[int, list[str]]:
        stream = io.TextIOWrapper(io.BytesIO(), encoding)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            status, *_ = woozle(*words)
            stream.flush()
        return status, stream.buffer.getvalue().decode(encoding).splitlines()

    assert woozle("run", "urn", "--seats", "bot*4", "--seed", 1, "--out", "run")[0] == 0
    assert woozle("play", "urn", "--plain", "--seats", "bot*4", "--seed", 1)[0] == 0
    assert woozle("label", "last", "--name", "Zoë ✓")[0] == 0
    for words in (("verify", "run"), ("report", "run"), ("show", "run/0001"), ("list",)):
        usual, found = printed("utf-8", *words), printed(encoding, *words)
        assert (found[0], len(found[1])) == (usual[0], len(usual[1])), words
    assert any("✓" in line for line in usual[1]) and any(r"\u2713" in line for line in found[1])

"""Whole matches through the anthropic and gemini backends, from models.toml to a transcript that verifies."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import woozle

from tests.arena.runs.lab import answer_in, endpoint
from tests.players.backends.native_servers import AnthropicServer, GeminiServer
from tests.players.backends.scripts import Say, Status
from tests.players.backends.talking import KEY

PROTOCOLS = {
    "anthropic": (AnthropicServer, lambda request: request["output_config"]["format"]["schema"]),
    "gemini": (GeminiServer, lambda request: request["generationConfig"]["responseJsonSchema"]),
}
"""The server of each protocol, and where a request has its schema."""


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_match_is_played_kept_and_verified(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    server_kind, schema_of = PROTOCOLS[name]
    limited = [Status(429, "Slow down.", {"retry-after": "0.01"})]

    def script(request: dict[str, Any]) -> Say | Status:
        mark = sha256(json.dumps(request).encode()).hexdigest()
        return limited.pop() if limited else Say(answer_in(schema_of(request), mark), reasoning="Hm.", usage=(900, 9))

    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    monkeypatch.setenv("LAB_KEY", KEY)
    with server_kind(script, key=KEY, cached=(600, 0)) as server:
        endpoint(tmp_path, server.url, kind=name, key_env="LAB_KEY", concurrency=4)
        seat = f"{name}@lab:tiny?effort=low&temperature=0.5&max_tokens=9000"
        match = woozle.play("urn", [seat, seat, "bot*3"], seed=7, out=tmp_path / "m", options={"handfuls": 2})
    assert woozle.verify(str(match.path)).verdict == "verified"
    kept = "".join(each.read_text("utf-8") for each in match.path.glob("*.jsonl"))
    assert KEY not in kept and "Slow down" in kept
    assert '"tokens_cached":600' in kept and '"reasoning":"Hm."' in kept

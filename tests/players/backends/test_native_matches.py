"""Whole matches through the anthropic and gemini backends, from models.toml to a transcript that verifies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import woozle

from tests.players.backends.native_servers import AnthropicServer, GeminiServer
from tests.players.backends.scripts import Say, Status
from tests.players.backends.talking import KEY


def answer(schema: dict[str, Any]) -> str:
    """Return an answer of that form: nobody is accused, and every number is 1."""
    words = {name: 1 if field.get("type") == "integer" else None for name, field in schema["properties"].items()}
    return json.dumps({**words, **({"thoughts": "Hm."} if "thoughts" in words else {})})


def of_anthropic(request: dict[str, Any]) -> str:
    return answer(request["output_config"]["format"]["schema"])


def of_gemini(request: dict[str, Any]) -> str:
    return answer(request["generationConfig"]["responseJsonSchema"])


def after(first: Any, script: Any) -> Any:
    """Return a script that answers with `first` once."""
    left = [first]
    return lambda request: left.pop() if left else script(request)


@pytest.mark.parametrize(
    ("name", "server_kind", "script"), [("anthropic", AnthropicServer, of_anthropic), ("gemini", GeminiServer, of_gemini)]
)
def test_a_match_is_played_kept_and_verified(
    name: str, server_kind: Any, script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    monkeypatch.setenv("LAB_KEY", KEY)
    limited = Status(429, "Slow down.", {"retry-after": "0.01"})
    with server_kind(
        after(limited, lambda request: Say(script(request), reasoning="Hm.", usage=(900, 9))), key=KEY, cached=(600, 0)
    ) as server:
        lab = f'[endpoints.lab]\nkind = "{name}"\nurl = "{server.url}"\nkey_env = "LAB_KEY"\nconcurrency = 4\n'
        (tmp_path / "models.toml").write_text(lab, "utf-8")
        seat = f"{name}@lab:tiny?effort=low&temperature=0.5&max_tokens=9000"
        match = woozle.play("urn", [seat, seat, "bot*3"], seed=7, out=tmp_path / "m", options={"handfuls": 2})
    assert woozle.verify(str(match.path)).verdict == "verified"
    kept = "".join(each.read_text("utf-8") for each in match.path.glob("*.jsonl"))
    assert KEY not in kept and "Slow down" in kept
    assert '"tokens_cached":600' in kept.replace(" ", "") and '"reasoning":"Hm."' in kept.replace(" ", "")

"""A study with hostile text wherever its file can hold a text for people."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from tests.tui.hostile import HOSTILE

_SHOWN = frozenset({"title", "contact", "ask", "why", "right", "options", "boxes", "release", "low_label", "high_label"})
"""The fields of a plan that people read. The `options` of a match, a table and not a list, are not among them."""

_ALL_KINDS = (
    {"id": "siege_scale", "ask": "How sure?", "kind": "scale", "low_label": "not at all", "high_label": "quite"},
    {"id": "siege_number", "ask": "How many?", "kind": "number"},
    {"id": "siege_text", "ask": "What?", "kind": "text"},
)


def studied(folder: Path) -> None:
    """Make a study and its texts hostile, and add questions of all kinds."""
    plan = folder / "study.toml"
    data = tomllib.loads(plan.read_text("utf-8"))
    data["form"] += _ALL_KINDS
    plan.write_text("".join(f"{name} = {_toml(value)}\n" for name, value in _hostile(data).items()), "utf-8")
    for text in folder.glob("*.txt"):
        text.write_text(f"{text.read_text('utf-8')}\n\n{HOSTILE}\n", "utf-8")


def _hostile(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _said(value) if name in _SHOWN else _hostile(value) for name, value in part.items()}
    return [_hostile(each) for each in part] if isinstance(part, list) else part


def _said(value: Any) -> Any:
    """Append hostile text to a value's own words, which keep options distinct."""
    if isinstance(value, str):
        return f"{value} {HOSTILE}"
    return [_said(each) for each in value] if isinstance(value, list) else value


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml(name)} = {_toml(each)}' for name, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

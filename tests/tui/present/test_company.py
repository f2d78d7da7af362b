"""Who sat there, in words."""

from __future__ import annotations

from woozle.tui.present.company import company, kinds

MODEL = {"kind": "model", "backend": "openai", "endpoint": "lab", "model": "tiny", "seed": "00", "thoughts": True, "pictures": None}


def test_a_table_in_words():
    table = [MODEL, {"kind": "bot", "name": "ship", "seed": "1"}, {**MODEL, "seed": "2"}, {"kind": "human"}]
    assert company(table) == "person, 2 openai@lab:tiny, bot:ship"
    assert kinds(table) == "person, 2 models, bot"

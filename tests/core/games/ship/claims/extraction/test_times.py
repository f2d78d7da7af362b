from __future__ import annotations

import pytest

from woozle.core.games.ship.claims.extraction.tokens import time_phrases


@pytest.mark.parametrize("phrase", [
    "at tick 4", "around ticks 9-10", "from ticks 14 to 16", "ticks 8, 9, and 10", "at ticks 7 and 8", "until tick 7", "early on",
    "at the start of the round", "this round", "the whole round", "right before the report", "just now", "around that time",
    "from tick ~33", "for three ticks", "a bit later", "at the very end", "last round",
])  # fmt: skip
def test_a_time_phrase_is_cut_out_whole(phrase: str) -> None:
    text = f"Bob was in medbay {phrase}, I think"
    assert [text[first:last] for first, last in time_phrases(text)] == [phrase]


@pytest.mark.parametrize("text", ["I was in medbay.", "Bob at 4"])
def test_what_is_no_time(text: str) -> None:
    assert "tick" not in [text[first:last] for first, last in time_phrases(text)]

"""The rules of the quest before version 4, so that saved matches stay verified.

Words were cut at spaces for the limit, and otherwise for the key facts, so that words glued together were one. A seat was told
which key facts its text did not tell, and which of its words the passage does not have.
"""

from __future__ import annotations

import re

from woozle.core.game import RECORD
from woozle.core.request import Seat
from woozle.core.text import derive
from woozle.games.quest import events
from woozle.games.quest.data import Item
from woozle.games.quest.earlier import version_4
from woozle.games.quest.judgement.coverage import find_missing
from woozle.games.quest.judgement.grounding import find_ungrounded_words, stem, tokens


class Quest(version_4.Quest):
    """A match of the quest by version 3 of the rules."""

    version = 3

    def _read(self, text: str) -> str:
        most = self.config.words
        if not most or len(text.split()) <= most:
            return text
        end = next(found.end() for number, found in enumerate(re.finditer(r"\S+", text), 1) if number == most)
        return derive(text[:end], "read", text)

    def _appraise(self, seat: Seat, item: Item, text: str, read: str, score: events.Score) -> float | None:
        left = find_missing(item.facts, read, _read_stems)
        covered = 1 - len(left) / len(item.facts) if item.facts else None
        words = enumerate(find_ungrounded_words(item.text, read), 1)
        others = tuple(derive(word, f"word{number}", text) for number, word in words)
        measured = events.Measured(seat, item.id, score.of, score.h, covered, left, others, len(text.split()))
        self.tell(measured, to=(seat,) if self.config.tells_scores else RECORD)
        return covered


def _read_stems(text: str) -> list[str]:
    return [stem(token) for token in tokens(text)]

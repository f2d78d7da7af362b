"""Version 2 of the rules of self-play: answers were compared word by word as SQuAD's own script does, which knows ASCII alone."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.text import squad_tokens
from woozle.games.self_play import rules


class SelfPlay(rules.SelfPlay):
    """Self-play by version 2 of the rules."""

    version = 2

    @staticmethod
    def words(text: str) -> Sequence[str]:
        """Return the words of an answer that count."""
        return squad_tokens(text)

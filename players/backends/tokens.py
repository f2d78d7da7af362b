"""How many tokens there are about, where nobody counts them."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.players.backends.backend import Message

_CHARACTERS = 4  # a token of English has about so many
_PICTURE = 1000  # tokens, about as much as OpenAI counts for one of 1024 x 1024


def tokens_of(text: str) -> int:
    """About how many tokens a text has; at least one if there is any text."""
    return -(-len(text) // _CHARACTERS)


def tokens_in(messages: Sequence[Message]) -> int:
    """About how many tokens messages have, with a few for the frame of each."""
    parts = [part for message in messages for part in message.parts]
    return sum(tokens_of(part) if isinstance(part, str) else _PICTURE for part in parts) + 4 * len(messages)

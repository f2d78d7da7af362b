"""What a model did to answer a Request: kept raw beside the answer, so that its reading can be judged and done again."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal, TypeAlias

from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value

Finish: TypeAlias = Literal["stop", "length", "filter", "cut"]
"""Why a model stopped: it was done, its tokens were used up, a filter of its provider spoke, or the connection broke off."""

Reading: TypeAlias = Literal["answer", "unparsable", "illegal", "cut_off", "refused", "empty", "failed"]
"""What became of a try. `failed` is ours (a network, a server, a limit); the others are the model's own."""


@value
class Attempt:
    """One try of a model.

    text: what it said, as it came. reading: what became of it; problem: why it was not taken, as one sentence, empty if it was.
    reasoning: what it thought apart from its text, as far as its server tells. prompt: SHA-256 of the messages it was sent, in hex.
    model: what its server says it is. seconds: from sending to the last token; first_token: to the first; None if there was none.
    notes: what was done another way because the backend cannot do it.
    """

    text: str
    reading: Reading
    problem: str = ""
    reasoning: str = ""
    finish: Finish = "stop"
    usage: Usage = NOTHING
    model: str = ""
    prompt: str = ""
    seconds: float = 0.0
    first_token: float | None = None
    notes: tuple[str, ...] = ()


@value
class Picture:
    """A picture that a player was shown. digest: SHA-256 of data, in hex; the transcript keeps data in a file of that name."""

    digest: str
    data: bytes
    media_type: str = "image/png"

    @classmethod
    def png(cls, data: bytes) -> Picture:
        """A PNG file."""
        return cls(sha256(data).hexdigest(), data)

"""Log-probabilities of given texts at a server, in the replies of a client, behind the same limits, cache and budget as chats.

OpenAI's protocol knows nothing of the kind. Servers of vLLM do: `prompt_logprobs` of a chat that ends with the words of the model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Unpack

from woozle.core.usage import Usage
from woozle.players.backends.draft import LEAST, is_count
from woozle.players.backends.model_client import (
    BackendError,
    Capabilities,
    Chat,
    Hear,
    ModelInfo,
    Reply,
    Sent,
    TokenChance,
    deaf,
    estimate_tokens,
    merge_tables,
)
from woozle.players.backends.server_client import ServerClient, ServerProtocol, ServerSettings

_TORN = "\ufffd"  # a token that is a piece of a sign
_ROUNDING = 0.01  # by which chances of one token may be more than 1 together


PROTOCOL = ServerProtocol(whose="vLLM's")


class OpenAIForced:
    """A client for `/chat/completions` that scores: the last message is the given text, and the reply repeats it with chances.

    A server that cannot do that refuses the Chat ("rejected").
    """

    def __init__(self, url: str, key: str | None = None, **settings: Unpack[ServerSettings]) -> None:
        self._server = ServerClient(PROTOCOL, url, key, **settings)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the given text with the chances of each token. Raises BackendError."""
        begun = self._server.clock()
        text = "".join(part for part in chat.messages[-1].parts if isinstance(part, str))
        hear(Sent())
        async with self._server.limit(chat.seconds):
            answer = await self._server.fetch("/chat/completions", _request(chat), chat.model, chat.extra)
            chances, usage = answer.get("prompt_logprobs"), answer.get("usage") or {}
            read, written = (usage.get(f"{which}_tokens") for which in ("prompt", "completion"))
            used = Usage(1, read if is_count(read) else estimate_tokens(chat.messages), written if is_count(written) else 0)
            found = _ending(chances, text) if chances else None
        if found is None:
            raise BackendError(
                "rejected",
                f"{self._server.address} does not tell how likely a model finds a given text; "
                "name a server of vLLM, or a local model.",
            )
        seconds = self._server.clock() - begun
        return Reply(text, usage=used, model=str(answer.get("model") or ""), seconds=seconds, logprobs=found)

    async def models(self) -> list[ModelInfo]:
        """Return none: the chat client of the same endpoint lists its models."""
        return []

    async def capabilities(self, model: str) -> Capabilities:
        return Capabilities()

    async def close(self) -> None:
        await self._server.close()


def _request(chat: Chat) -> Mapping[str, Any]:
    """Return the JSON of a request. It asks for one token, the least that a server allows."""
    messages = [{"role": each.role, "content": "".join(map(str, each.parts))} for each in chat.messages]
    ends = {"add_generation_prompt": False, "continue_final_message": True}
    own = {"model": chat.model, "messages": messages, "max_tokens": 1, "prompt_logprobs": chat.logprobs or 0}
    return merge_tables(chat.extra.body, {**own, **ends})


def _ending(chances: Sequence[Mapping[str, Any] | None], text: str) -> tuple[TokenChance, ...] | None:
    """Return the last tokens, which are the text; None if no last tokens spell it, or their chances are none.

    Each place lists the token that stands there, then the likeliest ones, which may include it.
    """
    found: list[TokenChance] = []
    length = 0
    for place in reversed(chances):
        if place is None:
            return None
        told = [(str(each["decoded_token"]), max(float(each["logprob"]), LEAST)) for each in place.values()]
        if not sum(exp(min(chance, 1.0)) for _, chance in told) <= 1 + _ROUNDING:  # what is no number is not less either
            return None
        (token, chance), likeliest = told[0], sorted(told, key=lambda each: -each[1])
        found.append(TokenChance(token, chance, tuple(likeliest)))
        length += len(token)
        if length < len(text):  # a piece of a sign is as long as a sign
            continue
        written = "".join(each.text for each in reversed(found))
        if _spells(written, text):
            return tuple(reversed(found))
        if len(written.replace(_TORN, "")) > len(text):
            return None
    return None


def _spells(written: str, text: str) -> bool:
    """Return whether tokens are a text. Each part of a character split across tokens is reported as a replacement character."""
    if _TORN not in written:
        return written == text
    ends = {0}
    for piece in re.split(f"({_TORN}+)", written):
        if piece.startswith(_TORN):
            ends = {end + more for end in ends for more in range(1, _count_torn_signs(text[end : end + len(piece)]) + 1)}
        else:
            ends = {end + len(piece) for end in ends if text.startswith(piece, end)}
    return len(text) in ends


def _count_torn_signs(text: str) -> int:
    """Return how many signs stand before the first that is never torn."""
    return next((at for at, sign in enumerate(text) if sign.isascii()), len(text))

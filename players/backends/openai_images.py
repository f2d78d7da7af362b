"""Pictures edited by a server that speaks OpenAI's protocol, in the replies of a client, behind the same limits as chats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.core.request import Picture
from woozle.core.usage import Usage
from woozle.players.backends.draft import is_count
from woozle.players.backends.http_connection import Form
from woozle.players.backends.model_client import Capabilities, Chat, Hear, Reply, Sent, deaf
from woozle.players.backends.server_client import ServerClient

_LONGEST = 2**26  # bytes of an answer, which has a picture in it


class OpenAIImages(ServerClient):
    """A client for `/images/edits`. The last message is the picture and the instruction; the reply is the copy in base64."""

    protocol = "OpenAI's"
    usual_ending = "/v1"

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the edited picture. Raises BackendError."""
        parts, begun = chat.messages[-1].parts, self.clock()
        (picture,) = (part for part in parts if isinstance(part, Picture))
        words = "\n".join(part for part in parts if isinstance(part, str))
        form = Form({"model": chat.model, "prompt": words}, {"image": ("picture.png", picture.data, picture.media_type)})
        hear(Sent())
        async with self._limit(chat.seconds):
            made = await self._fetch("/images/edits", form, chat.model, longest=_LONGEST)
            return Reply(self._picture(made), usage=_usage(made), model=chat.model, seconds=self.clock() - begun)

    async def capabilities(self, model: str) -> Capabilities:
        return Capabilities(vision=True)

    def _picture(self, made: Any) -> str:
        try:
            text = made["data"][0].get("b64_json")
        except (AttributeError, IndexError, KeyError, TypeError):
            raise self._address.broken_error("without a picture") from None
        if not isinstance(text, str) or not text:
            raise self._address.broken_error("with no picture in it, but perhaps the address of one")
        return text


def _usage(made: Mapping[str, Any]) -> Usage:
    used = made.get("usage")
    read, written = (used.get(f"{way}_tokens") if isinstance(used, Mapping) else 0 for way in ("input", "output"))
    return Usage(1, *(each if is_count(each) else 0 for each in (read, written)))

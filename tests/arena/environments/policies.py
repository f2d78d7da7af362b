"""A server on loopback in whose place a model would be: it answers each question by the form that this shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.players.backends.http import Out
from tests.players.backends.scripts import Say
from tests.players.backends.servers import OpenAIServer

_FORM = re.compile(r"^Answer in this form: (\{.*\})$", re.MULTILINE)

Policy = Callable[[str], Any]
"""The reaction to the last message of a conversation: a text in reply, or a fault."""


def forms_in(message: str) -> list[str]:
    """The forms of the answer that a message shows."""
    return _FORM.findall(message)


def by_the_form(message: str) -> str:
    """The example of the question, with the first of each list; the example itself when that was not taken."""
    found = forms_in(message)
    if not found or message.startswith("Your answer was not taken."):
        return found[-1] if found else "A"
    return json.dumps({name: 1 if part == "..." else part for name, part in json.loads(found[-1]).items()})


class PolicyServer(OpenAIServer):
    """Replies to chats in one piece, or streams where that is asked for."""

    def __init__(self, policy: Policy = by_the_form, finish: str = "stop") -> None:
        super().__init__(lambda request: policy(_text(request["messages"][-1]["content"])))
        self._finish = finish

    async def say(self, say: Say, request: dict[str, Any], out: Out) -> None:
        if request.get("stream"):
            return await super().say(say, request, out)
        message = {"role": "assistant", "content": say.text}
        return await out.json(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 0,
                "model": request["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": self._finish}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
            }
        )


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)

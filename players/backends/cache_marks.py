"""Marks for the parts of a prompt that a provider may cache, as Anthropic's models want them and OpenRouter and LiteLLM pass them
on.

A mark stands at the end of a block, and what was kept is found again only at the end of an equal block. So what a seat has
observed, which grows from request to request, is cut into blocks that stay as they are once they are whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]

BLOCK = 4000
"""Characters after which a block ends, at the next line feed: about 1,000 tokens, the least that most models keep.

Of four marks that are taken, three are used: what was kept is looked for some 20 blocks back from each.
"""

_MARK: Mapping[str, Any] = {"cache_control": {"type": "ephemeral"}}


def mark(messages: Sequence[Body]) -> list[Body]:
    """Return messages of a chat with marks at the end of the system message and of the last two blocks that stay.

    What stays is what comes before the question: the first text of the last message, if more follow there, else the messages
    before it. The words are the same.
    """
    marked = [dict(message) for message in messages]
    if marked and marked[0]["role"] == "system":
        marked[0]["content"] = _with_mark(_parts(marked[0]["content"]))
    last = marked[-1]
    parts = _parts(last["content"])
    if len(parts) > 1 and parts[0]["type"] == "text":
        *whole, rest = _blocks(parts[0]["text"])
        told: list[Body] = [{"type": "text", "text": text} for text in whole]
        for place in range(max(0, len(told) - 2), len(told)):
            told[place] = {**told[place], **_MARK}
        last["content"] = [*told, *([{"type": "text", "text": rest}] if rest else []), *parts[1:]]
    elif len(marked) > 2:
        marked[-2]["content"] = _with_mark(_parts(marked[-2]["content"]))
    return marked


def _blocks(text: str) -> Iterator[str]:
    """Yield the blocks of a text that is only ever appended to, then the rest, perhaps empty."""
    begin = 0
    while (end := text.find("\n", begin + BLOCK)) >= 0:
        yield text[begin : end + 1]
        begin = end + 1
    yield text[begin:]


def _parts(content: str | list[Body]) -> list[Body]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _with_mark(parts: list[Body]) -> list[Body]:
    return [*parts[:-1], {**parts[-1], **_MARK}]

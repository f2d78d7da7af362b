"""OpenAI's Responses API: requests to `/responses`, made of those for chats, and the events of its streams.

Some models are asked there alone. Nothing is stored, and each request holds the whole prompt, as a chat does. No seed is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from woozle.core.request import Finish
from woozle.players.backends.draft import Draft, text_of
from woozle.players.backends.model_client import LONGEST_NAME

Body: TypeAlias = dict[str, Any]

PATH = "/responses"

_SAME = ("model", "stream", "temperature", "top_p", "prompt_cache_key", "top_logprobs")
_LENGTHS = frozenset({"max_tokens", "max_completion_tokens"})
_REASONINGS = frozenset({"reasoning_text", "summary_text"})
_FINISHES: Mapping[str, Finish] = {"max_output_tokens": "length", "content_filter": "filter"}


def from_chat(body: Mapping[str, Any]) -> Body:
    """Return the request that asks the same as a body for `/chat/completions`."""
    asked: Body = {name: body[name] for name in _SAME if name in body}
    asked |= {"input": list(map(_item, body["messages"])), "store": False}
    for name in _LENGTHS & body.keys():
        asked["max_output_tokens"] = body[name]
    if "reasoning_effort" in body:
        asked["reasoning"] = {"effort": body["reasoning_effort"]}
    if "response_format" in body:
        asked["text"] = {"format": {"type": "json_schema", **body["response_format"]["json_schema"]}}
    if "logprobs" in body:
        asked["include"] = ["message.output_text.logprobs"]
    return asked


def add_event(event: Mapping[str, Any], draft: Draft) -> bool:
    """Append an event of a stream, or a whole response, to the reply. Return whether it is the last one."""
    if event.get("object") == "response":
        _conclude(event, draft)
        return True
    match str(event.get("type")).removeprefix("response."):
        case "output_text.delta":
            draft.add(text_of(event["delta"]))
            if chances := event.get("logprobs"):
                draft.add_chances(chances)
        case "output_text.done" if draft.is_empty:
            draft.add(text_of(event.get("text")))
        case "refusal.delta":
            draft.is_refusal = True
            draft.add(text_of(event["delta"]))
        case "reasoning_text.delta" | "reasoning_summary_text.delta":
            draft.add("", text_of(event["delta"]))
        case "reasoning_summary_part.added" if event.get("summary_index"):
            draft.add("", "\n\n")
        case "function_call_arguments.delta":
            draft.add_call(event.get("output_index"), text_of(event["delta"]))
        case "completed" | "incomplete":
            _conclude(event["response"], draft)
            return True
    return False


def failure(event: Mapping[str, Any]) -> Any:
    """Return the error that an event or a whole response tells; None if it tells none."""
    response = event if event.get("object") == "response" else event.get("response")
    kind = str(event.get("type"))
    if kind == "response.failed" or (isinstance(response, Mapping) and response.get("status") == "failed"):
        return (response or {}).get("error") or {"message": "the response failed"}
    if kind == "error" or kind.endswith("_error"):
        return event.get("error") or event
    return event.get("error")


def _conclude(response: Mapping[str, Any], draft: Draft) -> None:
    """Record the reason for its end, its usage, and its text if no event told that."""
    draft.model = str(response.get("model") or draft.model)[:LONGEST_NAME]
    if draft.is_empty:
        has_begun = draft.has_begun  # with reasoning, which events told then
        for kind, text in _contents(response):
            draft.is_refusal |= kind == "refusal"
            if kind not in _REASONINGS:
                draft.add(text)
            elif not has_begun:
                draft.add("", text)
    if usage := response.get("usage"):
        of_input, of_output = (usage.get(f"{which}_tokens_details") or {} for which in ("input", "output"))
        draft.count(
            usage.get("input_tokens") or 0,
            usage.get("output_tokens") or 0,
            of_input.get("cached_tokens"),
            reasoning=of_output.get("reasoning_tokens"),
            cache_write=of_input.get("cache_write_tokens"),
        )
        draft.charge(usage.get("cost"))
    reason = (response.get("incomplete_details") or {}).get("reason")
    draft.finish = "stop" if response.get("status") == "completed" else _FINISHES.get(str(reason), "cut")


def _contents(response: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the parts of what was written, reasoning first, each with its type."""
    for item in response.get("output") or ():
        if item.get("type") == "message":
            for part in item.get("content") or ():
                yield part.get("type"), text_of(part.get("text") or part.get("refusal"))
        elif item.get("type") == "reasoning":
            for part in item.get("content") or item.get("summary") or ():
                yield part.get("type"), text_of(part.get("text"))


def _item(message: Mapping[str, Any]) -> Body:
    """Return a message; a text alone stays one."""
    content = message["content"]
    return {"role": message["role"], "content": content if isinstance(content, str) else list(map(_part, content))}


def _part(part: Mapping[str, Any]) -> Body:
    if part["type"] == "text":
        return {"type": "input_text", "text": part["text"]}
    shown = part["image_url"]
    return {"type": "input_image", "image_url": shown["url"], "detail": shown.get("detail", "auto")}

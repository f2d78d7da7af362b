"""Conversations as tokens, by the model's own chat template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.core.errors import InputError
from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.players.backends.local.loaded_model import LoadedModel, Prompt
from woozle.players.backends.model_client import BackendError, Message

PLAIN = "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n\n{% endfor %}assistant:"
"""The chat template of a model that has none."""

_NO_TEMPLATE = "the model has no chat template; a plain one is used"
_NO_SYSTEM = "the model knows no system message; it stands before the first of the user"
_NO_EFFORT = "how long the model thinks cannot be chosen"


def create_prompt(loaded: LoadedModel, messages: Sequence[Message], effort: str | None = None) -> Prompt:
    """Return the prompt for a conversation. effort: as in Sampling. Raises BackendError."""
    pictures = [part for message in messages for part in message.parts if isinstance(part, Picture)]
    if pictures and not (loaded.processor and loaded.template):
        raise BackendError("rejected", f"{visible_line(loaded.name)!r} cannot see pictures; say pictures=off for its seat.")
    options, notes = _effort(loaded.template or "", effort)
    if not loaded.template:
        notes = (*notes, _NO_TEMPLATE)
    try:
        text = _render(loaded, messages, options)
    except ValueError as error:
        merged = _merge_system(messages)
        if merged is None:
            raise _template_error(loaded, error) from None
        try:
            text = _render(loaded, merged, options)
        except ValueError as again:
            raise _template_error(loaded, again) from None
        notes = (*notes, _NO_SYSTEM)
    is_thinking = loaded.tags is not None and text.rstrip().endswith(loaded.tags.open)
    if pictures:
        tokens, seen = _with_pictures(loaded, text, pictures)
        return Prompt(tokens, seen, is_thinking, notes)
    return Prompt(tokenize(loaded, text, is_whole=bool(loaded.template)), {}, is_thinking, notes)


def tokenize(loaded: LoadedModel, text: str, *, is_whole: bool) -> list[int]:
    """Return a text as tokens. is_whole: whether it already has the signs that begin a text, as templates do."""
    return list(loaded.tokenizer(text, add_special_tokens=not is_whole)["input_ids"])


def _effort(template: str, effort: str | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the options of a template for an effort, and notes."""
    if effort is None:
        return {}, ()
    if "reasoning_effort" in template and effort != "none":
        return {"reasoning_effort": {"minimal": "low"}.get(effort, effort)}, ()
    if "enable_thinking" in template:
        return {"enable_thinking": effort != "none"}, ()
    return {}, (_NO_EFFORT,)


def _render(loaded: LoadedModel, messages: Sequence[Message], options: dict[str, Any]) -> str:
    """Return the conversation as one text. Raises ValueError if the template does not take it."""
    from jinja2 import TemplateError

    in_parts = bool(loaded.processor and loaded.template)
    said = [{"role": each.role, "content": _parts(each) if in_parts else _text(each)} for each in messages]
    try:
        return str(
            loaded.tokenizer.apply_chat_template(
                said, chat_template=loaded.template or PLAIN, tokenize=False, add_generation_prompt=True, **options
            )
        )
    except TemplateError as error:
        raise InputError(str(error)) from None


def _with_pictures(loaded: LoadedModel, text: str, pictures: Sequence[Picture]) -> tuple[list[int], dict[str, Any]]:
    from io import BytesIO

    from PIL import Image

    try:
        images = [Image.open(BytesIO(each.data)).convert("RGB") for each in pictures]
    except OSError:
        raise BackendError("rejected", "A picture cannot be opened; give it as a PNG or JPEG file.") from None
    is_begun = bool(loaded.tokenizer.bos_token) and text.startswith(loaded.tokenizer.bos_token)
    seen = dict(loaded.processor(text=[text], images=[images], return_tensors="pt", add_special_tokens=not is_begun))
    tokens = seen.pop("input_ids")[0].tolist()
    return tokens, {name: each for name, each in seen.items() if name != "attention_mask" and hasattr(each, "is_floating_point")}


def _merge_system(messages: Sequence[Message]) -> list[Message] | None:
    """Put the system message before the first of the user; return None without one."""
    if len(messages) < 2 or messages[0].role != "system" or messages[1].role != "user":
        return None
    first, second, *rest = messages
    return [Message("user", (*first.parts, *second.parts)), *rest]


def _text(message: Message) -> str:
    return "\n\n".join(part for part in message.parts if isinstance(part, str))


def _parts(message: Message) -> list[dict[str, str]]:
    return [{"type": "text", "text": part} if isinstance(part, str) else {"type": "image"} for part in message.parts]


def _template_error(loaded: LoadedModel, error: Exception) -> BackendError:
    said = visible_line(" ".join(str(error).split()))[:200]
    return BackendError(
        "rejected", f"The chat template of {visible_line(loaded.name)!r} does not take these messages; take another model. ({said})"
    )

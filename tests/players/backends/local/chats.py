"""Chats of these tests."""

from __future__ import annotations

from typing import Any

from woozle.players.backends.model_client import Chat, Heard, Message, Sampling, Signal


def chat(model: str, words: str = "Who is it?", *, seed: int | None = 1, most: int = 40, heat: float = 1.0, **more: Any) -> Chat:
    messages = (Message("system", ("You play a game.",)), Message("user", (words,)))
    return Chat(model, messages, Sampling(temperature=heat, max_tokens=most), seed=seed, **more)


def text_of(heard: list[Signal]) -> tuple[str, str]:
    pieces = [each for each in heard if isinstance(each, Heard)]
    return "".join(each.text for each in pieces), "".join(each.reasoning for each in pieces)


def size(model: str, text: str) -> int:
    """In tokens."""
    from transformers import AutoTokenizer

    return len(AutoTokenizer.from_pretrained(model)(text, add_special_tokens=False)["input_ids"])

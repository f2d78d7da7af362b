"""The quest's own data: original passages about invented people and places, and questions with their answers."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from woozle.core.frozen_model import FrozenModel
from woozle.games.quest.judgement.coverage import Fact


class Item(FrozenModel):
    """A passage or question to write about, its `text`.

    answer, aliases: right answers to a question, hidden from all seats. facts: the key facts of a passage, where they are known.
    """

    id: str = Field(min_length=1, max_length=80)
    text: str = Field(min_length=1, max_length=1_000_000)
    answer: str = ""
    aliases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()

    @model_serializer(mode="wrap")
    def _without_no_facts(self, plain: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out empty facts, since a pool of thousands of questions is in every transcript."""
        found: dict[str, Any] = plain(self)
        return found if self.facts else {name: each for name, each in found.items() if name != "facts"}


@cache
def passages() -> tuple[Item, ...]:
    """Return the passages, 80 to 180 words each, with the key facts of each, which are those of its faithful summary."""
    return tuple(Item(**{name: each[name] for name in ("id", "text", "facts")}) for each in _lines("passages.jsonl"))


@cache
def questions() -> tuple[Item, ...]:
    """Return the questions, each with its answer."""
    return tuple(Item(**{name: each[name] for name in ("id", "text", "answer", "aliases")}) for each in _lines("questions.jsonl"))


@cache
def references() -> dict[str, dict[str, Any]]:
    """Return by passage a faithful summary and two flawed ones, with one and two wrong facts: `faithful`, `flawed`."""
    return {each["id"]: {"faithful": each["faithful"], "flawed": each["flawed"]} for each in _lines("passages.jsonl")}


def _lines(name: str) -> list[dict[str, Any]]:
    text = files(__name__).joinpath(name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]

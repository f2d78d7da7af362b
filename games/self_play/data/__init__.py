"""The data that come with self-play: two corpora of fiction, an encyclopaedia and a book of medicine, and questions about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from woozle.core.frozen_model import FrozenModel, later_option

ENCYCLOPAEDIA, MEDICINE = NAMES = ("encyclopaedia", "medicine")
"""The corpora that come with Woozle, by name; a world that is made has two of the same names."""

BOOKS: Mapping[str, str] = {ENCYCLOPAEDIA: "the encyclopaedia", MEDICINE: "the book of medicine"}
"""Corpora as sentences name them."""

LONGEST = 20_000
"""Characters of a question or a paragraph."""

Said: TypeAlias = Annotated[str, Field(min_length=1, max_length=1000)]


class Question(FrozenModel):
    """A question with a short answer. answers: the usual one first, then other ways to say it. source: the corpus that answers it.

    The source is a name, empty if unknown. worked: the sum that leads to the answer, of numbers that stand in the corpus
    or in the question; empty if the answer itself stands there. data: the data set that it is of, by name; empty if unknown.
    """

    id: str = Field(min_length=1, max_length=120)
    question: str = Field(min_length=1, max_length=LONGEST)
    answers: tuple[Said, ...] = Field(min_length=1, max_length=1000)
    source: str = ""
    worked: str = ""
    data: str = later_option("", max_length=120)


class Paragraph(FrozenModel):
    """A paragraph that a search finds. id: its own within a corpus."""

    id: str = Field(min_length=1, max_length=300)
    title: str = Field(default="", max_length=1000)
    text: str = Field(min_length=1, max_length=LONGEST)


@cache
def paragraphs(name: str) -> tuple[Paragraph, ...]:
    """Return a corpus that comes with Woozle, about a hundred words a paragraph. Raises KeyError for a name not in NAMES."""
    return tuple(Paragraph(**{field: each[field] for field in Paragraph.model_fields}) for each in _lines(name))


@cache
def questions() -> tuple[Question, ...]:
    """Return the questions, each called after the paragraph that answers it, and a number."""
    return tuple(
        Question(id=f"{each['id']}-{number}", source=name, **question)
        for name in NAMES
        for each in _lines(name)
        for number, question in enumerate(each["questions"], 1)
    )


def _lines(name: str) -> list[dict[str, Any]]:
    if name not in NAMES:
        raise KeyError(name)
    text = files(__name__).joinpath(f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]

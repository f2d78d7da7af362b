"""Options of the quest, and its subjects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from pydantic import Field, model_validator

from woozle.core.datasets import check_pool, fill_pool
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel, later_option
from woozle.core.request import TimeLimit
from woozle.games.quest import data
from woozle.games.quest.data import Item
from woozle.games.quest.events import AfterRefusal
from woozle.games.quest.judgement.scores import WEIGHTS, Preset, Weights

Order: TypeAlias = Literal["opposite", "forward", "rotated", "shuffled"]
Vision: TypeAlias = Literal["off", "minimal", "snapshot", "full"]


class Config(FrozenModel):
    """Options of the quest. The defaults are the preset `standard`; those of the paper are R 3, T 0.85 and vision by snapshot."""

    task: Literal["summary", "question"] = Field(default="summary", description="summaries of passages, or answers to questions")
    pool: tuple[Item, ...] = Field(default=(), description="passages or questions; those that come with Woozle if none are given")
    items: int = Field(default=6, ge=1, le=100_000, description="how many of the pool a match is about, drawn by chance, or all")
    words: int = Field(default=60, ge=0, le=4000, description="word limit of a summary; the rest is ignored (0: none)")
    coverage: bool = Field(
        default=True, description="H is the judge's score times the share of the passage's key facts in the text, where known"
    )
    refused: AfterRefusal = Field(
        default="scored", description="a passage that a seat refuses has H 0 for it, or is left out for everybody (left_out)"
    )
    order: Order = Field(
        default="opposite",
        description="reading order of the seats: the first forward, the second in reverse, others from elsewhere",
    )
    reviews: int = Field(default=3, ge=0, le=20, description="R: how often one summary can be reviewed; 0 for never")
    reviewed: Literal["worst", "any"] = later_option(
        "worst", description="which of its texts a seat reviews: the one with the lowest H, or any that it names"
    )
    threshold: float = Field(default=0.85, ge=0, le=1, description="T: a review is advised while the worst H is below; 0 for never")
    keep_best: bool = Field(default=False, description="a review that scores less does not replace what was there")
    vision: Vision = Field(default="snapshot", description="what a review shows to the rivals in the next step")
    sticky: bool = Field(default=False, description="what was shown stays in view, with its age")
    early_end: bool = Field(default=False, description="a seat may end early; what it has not written counts 0")
    scores_shown: bool | None = Field(
        default=None, description="a seat sees its H; unset: for summaries only, since the H of an answer shows whether it is right"
    )
    weights: Preset = Field(default="stated", description="alpha and beta of the Q-Score")
    alpha: float | None = later_option(None, ge=0, le=1000, description="alpha in place of that of the weights")
    beta: float | None = later_option(None, ge=0, le=1000, description="beta in place of that of the weights")
    clock: Literal["recorded", "virtual"] = Field(
        default="recorded",
        description="seconds as measured, or virtual: 1 a call and 0.001 a token; bots always use virtual time",
    )
    seconds_to_decide: TimeLimit = None
    seconds_to_write: TimeLimit = None

    @model_validator(mode="before")
    @classmethod
    def _with_a_pool(cls, values: Any) -> Any:
        given = fill_pool(values, lambda: data.questions() if values.get("task") == "question" else cls._passages())
        is_all = isinstance(given, Mapping) and given.get("items") == "all"
        return {**given, "items": len(given["pool"])} if is_all else given

    @staticmethod
    def _passages() -> tuple[Item, ...]:
        return data.passages()

    @model_validator(mode="after")
    def _fits(self) -> Config:
        kind = "answer" if self.task == "question" else "text"
        for item in self.pool:
            if not getattr(item, kind).strip():
                raise InputError(f"{item.id} in the pool has no {kind}")
            if item.answer and self.task == "summary":
                raise InputError(f"{item.id} in the pool has an answer, so it is a question: choose task=question")
        check_pool(self.pool)
        if self.items > len(self.pool):
            raise InputError(f"the pool has only {len(self.pool)}, so there cannot be {self.items} items")
        return self

    @property
    def tells_scores(self) -> bool:
        """Return whether a seat sees the H of its texts."""
        return self.task == "summary" if self.scores_shown is None else self.scores_shown

    @property
    def q_weights(self) -> Weights:
        """The alpha and beta of Q."""
        usual = WEIGHTS[self.weights]
        return Weights(usual.alpha if self.alpha is None else self.alpha, usual.beta if self.beta is None else self.beta)

    @property
    def weights_name(self) -> str:
        """The name of alpha and beta: `own` if they are no preset's."""
        return self.weights if self.q_weights == WEIGHTS[self.weights] else "own"


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "paper": {"items": 24, "weights": "tables", "words": 0, "coverage": False, "refused": "left_out"},
    "questions": {"task": "question", "items": 12, "weights": "simpleqa_tables"},
}
"""`paper`: as MAS-HQ played, by faithfulness alone, but for the passages, which it does not ship; `questions`: its variant on
factoid questions."""

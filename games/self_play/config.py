"""Options of self-play: the society, its tools, and the questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, model_validator

from woozle.core.datasets import check_pool, fill_pool
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.graphs import Graph, complete_graph, graph_error
from woozle.core.request import TimeLimit
from woozle.games.self_play import data, society
from woozle.games.self_play.data import Question
from woozle.games.self_play.papers.metrics import PRICE
from woozle.games.self_play.society import Orchestration


class Config(FrozenModel):
    """Options of self-play. The defaults are the preset `standard`, which is the paper's society."""

    pool: tuple[Question, ...] = Field(default=(), description="questions; those that come with Woozle if none are given")
    question: str = Field(default="", description="the id of the one of the pool that is asked; drawn by chance if empty")
    society: Literal["star", "full", "chain", "fixed"] = Field(
        default="star", description="who can ask whom: the first all others, everybody everybody, each the next, or as in `graph`"
    )
    graph: Graph = Field(default=(), description="for each seat whom it can ask, from 0, if fixed")
    orchestration: Orchestration = Field(
        default="broadcast", description="whether an asker gets all replies together, or one after the other (a hub)"
    )
    libraries: tuple[str, ...] = Field(
        default=(), description="for each seat the corpus it can search, `-` for none; if left out, the first seat has none"
    )
    calculators: tuple[int, ...] = Field(default=(), description="the seats that have a calculator, from 0")
    names: bool = Field(default=False, description="whether askers see which tool a reply comes from")
    queries: Literal["question", "own"] = Field(
        default="question", description="what is searched for and asked: the question, or a seat's own words"
    )
    found: int = Field(default=3, ge=1, le=20, description="how many paragraphs a search finds at most")
    searches: int = Field(default=1, ge=0, le=10, description="how often a seat can use its tools")
    asks: int = Field(default=1, ge=0, le=10, description="how often a seat can ask; through a hub, each seat that it can reach")
    steps: int = Field(default=12, ge=1, le=100, description="how many actions all seats can take together; then the match is over")
    effort: int | None = Field(default=None, ge=0, le=100, description="how often all seats together can use tools")
    price: float = Field(
        default=PRICE, ge=0, le=1, allow_inf_nan=False, description="what each search takes off everybody's reward (lambda)"
    )
    seconds_to_act: TimeLimit = None

    @model_validator(mode="before")
    @classmethod
    def _with_a_pool(cls, values: Any) -> Any:
        return fill_pool(values, data.questions, ".csv, .tsv, .json, .jsonl or .parquet")

    @model_validator(mode="after")
    def _fits(self) -> Config:
        check_pool(self.pool, self.question)
        if self.society == "fixed" and not self.graph:
            raise InputError("a fixed society needs a graph")
        return self

    @property
    def candidates(self) -> tuple[Question, ...]:
        """The questions to draw from."""
        return tuple(each for each in self.pool if not self.question or each.id == self.question)

    def graph_of(self, seats: int) -> Graph:
        """Return for each seat the seats that it can ask."""
        match self.society:
            case "full":
                return complete_graph(seats)
            case "chain":
                return society.chain(seats)
            case "fixed":
                return self.graph
        return society.star(seats)

    def libraries_of(self, seats: int) -> tuple[str, ...]:
        """Return for each seat the corpus it can search, empty for none. A seat that is alone has the first corpus."""
        if self.libraries:
            return tuple("" if name == "-" else name for name in self.libraries)
        first = 0 if seats == 1 else 1
        return tuple(data.NAMES[(seat - first) % len(data.NAMES)] if seat >= first else "" for seat in range(seats))

    def refusal(self, seats: int) -> str:
        """Return an error message if this number of seats cannot play like that, else an empty string."""
        if self.libraries and len(self.libraries) != seats:
            return f"{len(self.libraries)} libraries are named for {seats} seats; name one for each, `-` for none."
        if any(not 0 <= seat < seats for seat in self.calculators):
            return f"Calculators are for seats from 0 to {seats - 1}."
        return graph_error(self.graph_of(seats), seats, "can ask")


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "hub": {"orchestration": "hub"},
    "named": {"names": True},
    "own words": {"queries": "own"},
}
"""`standard`: the paper's society of an asker and two helpers with a corpus each. `named`: its deanonymised variant.

One seat alone, in any of them, is how the paper evaluates: it cannot ask.
"""

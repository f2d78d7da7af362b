"""Options of the debate, and its subjects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from woozle.core.datasets import check_pool, fill_pool
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel, later_option
from woozle.core.graphs import Graph, graph_error
from woozle.core.request import TimeLimit
from woozle.games.debate import data
from woozle.games.debate.data import Problem

Topology: TypeAlias = Literal["full", "sparse", "random", "dig", "digra", "fixed", "free"]
MEASURED: tuple[Topology, ...] = ("dig", "digra")
"""Those that choose by entropy."""

MOST_SEATS, MOST_ROUNDS = 50, 10
"""As many seats as the samples that the paper takes of a question (appendix A.2.3, figure 8)."""
_MOST_FREE, _MOST_MEASURED = 6, 9  # seats; the sets of partners to choose from double with each more


def _named(**names: bool | str) -> BeforeValidator:
    """Return a validator of an option that is yes or no, or has one of these names."""

    def value_of(given: Any) -> Any:
        if not isinstance(given, str) or given.casefold() in _YES_OR_NO:
            return given
        if given not in names:
            raise InputError(f"it must be {', '.join(names)}, yes or no, not {given!r}")
        return names[given]

    return BeforeValidator(value_of)


_YES_OR_NO = ("yes", "no", "true", "false", "on", "off", "y", "n", "t", "f", "1", "0")

Stopping: TypeAlias = Annotated[bool | Literal["debate"], _named(agent=True, debate="debate")]
"""False: after all rounds. True, or `agent`: a seat that repeats its answer stops (B.3.2). `debate`: all stop then (4.1)."""


class Config(FrozenModel):
    """Options of the debate. The defaults are the preset `standard`; T 3 and alpha 0.2 are those of the paper."""

    pool: tuple[Problem, ...] = Field(default=(), description="questions; those that come with Woozle if none are given")
    problem: str = Field(default="", description="the id of the one of the pool that is debated; drawn by chance if empty")
    rounds: int = Field(default=3, ge=1, le=MOST_ROUNDS, description="T: how often everybody answers; 1 is no debate at all")
    topology: Topology = Field(default="full", description="who listens to whom; `free` lets everybody choose for itself")
    density: float = Field(default=0.5, ge=0, le=1, description="D: the share of the others that one listens to, if sparse")
    graph: Graph = Field(default=(), description="for each seat whom it listens to, from 0, if fixed")
    alpha: float = Field(default=0.2, ge=0, allow_inf_nan=False, description="what DIGRA adds to an information gain")
    early_stop: Stopping = Field(
        default=False,
        description="agreement ends the debate, and a repeated answer stops its seat (`agent`) or all seats (`debate`)",
    )
    names: bool = Field(default=True, description="seats see who they listen to; off, responses come without names")
    ties: Literal["first", "draw", "nobody"] = Field(default="first", description="tie-break for the group answer")
    wrong: int | None = Field(
        default=None,
        ge=0,
        le=MOST_SEATS,
        description="k: number of seats given a wrong first answer, drawn by chance; unset, seats give their own",
    )
    firsts: tuple[str, ...] = Field(default=(), description="first answers that are given to all seats, in their order")
    probe: Annotated[bool | Literal["rounds"], _named(rounds="rounds")] = Field(
        default=False,
        description="after the debate, or after each round (`rounds`), see whether appeals talk those who are right out of it",
    )
    prompts: Literal["woozle", "paper"] = later_option(
        "woozle", description="whose words models read; `paper` has those of its table 10, and of table 5 for rationales"
    )
    rationales: int = later_option(
        0,
        ge=0,
        le=20,
        description="right responses to keep of a round of answers; if too few are right, seats explain the right one",
    )
    seconds_to_answer: TimeLimit = None
    seconds_to_choose: TimeLimit = None

    @model_validator(mode="before")
    @classmethod
    def _with_a_pool(cls, values: Any) -> Any:
        return fill_pool(values, data.problems)

    @model_validator(mode="after")
    def _fits(self) -> Config:
        check_pool(self.pool, self.problem)
        if self.topology == "fixed" and not self.graph:
            raise InputError("a fixed topology needs a graph")
        if self.topology == "free" and not self.names:
            raise InputError("seats that choose partners must see whose responses they read: leave names on, or the topology")
        if self.prompts == "paper" and self.names:
            raise InputError("the paper's prompts name no seat: turn names off")
        if self.rationales and self.rounds > 1:
            raise InputError("rationales are made of one round of answers: set rounds to 1")
        if self.wrong is not None and self.firsts:
            raise InputError("first answers are either given or drawn, not both: leave out wrong or firsts")
        if self.wrong:
            self._leave_out_questions_without_wrong_rationales()
        for problem in self.candidates:
            if self.probe and not problem.appeals:
                raise InputError(f"{problem.id} in the pool has no appeals to probe with")
        return self

    def _leave_out_questions_without_wrong_rationales(self) -> None:
        kept = tuple(problem for problem in self.pool if problem.misleading)
        if self.problem and self.problem not in {problem.id for problem in kept}:
            raise InputError(f"{self.problem} in the pool has no wrong rationale to begin with")
        if not kept:
            raise InputError("no question of the pool has a wrong rationale to begin with; leave out wrong, or set it to 0")
        object.__setattr__(self, "pool", kept)  # the model is frozen for all but its validation

    @property
    def candidates(self) -> tuple[Problem, ...]:
        """The questions to draw from."""
        return tuple(problem for problem in self.pool if not self.problem or problem.id == self.problem)

    def refusal(self, seats: int) -> str:
        """Return an error message if this number of seats cannot debate like that, else an empty string."""
        if self.topology == "fixed" and (wrong := graph_error(self.graph, seats, "listens to")):
            return wrong
        if self.topology == "free" and seats > _MOST_FREE:
            return f"At most {_MOST_FREE} seats can choose their partners freely, not {seats}."
        if self.topology in MEASURED and seats > _MOST_MEASURED and self.rounds > 1:
            sets = 2 ** (seats - 1) - 1
            return f"At most {_MOST_MEASURED} seats can choose partners by entropy: of {seats} each would weigh {sets:,} sets."
        if self.firsts and len(self.firsts) != seats:
            return f"{len(self.firsts)} first answers are given to {seats} seats; give one to each."
        if self.wrong is None:
            return ""
        if self.wrong > seats:
            return f"{self.wrong} of {seats} seats cannot begin wrong."
        without = next((problem.id for problem in self.candidates if not problem.right), "")
        if without and self.wrong < seats:
            made = "`woozle rationales` makes a pool with some"
            return f"{seats - self.wrong} of {seats} seats begin right, but {without} has no right rationale; {made}."
        return ""


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "paper": {"names": False},
    "sparse": {"names": False, "topology": "sparse"},
    "dig": {"names": False, "topology": "dig"},
    "digra": {"names": False, "topology": "digra"},
    "alone": {"names": False, "rounds": 1},
    "rationales": {"names": False, "rounds": 1, "rationales": 5},
}
"""`paper`: a full debate as it was measured; then its other topologies.

`alone`: one sample a seat and most votes (CoT, CoT-SC). `rationales`: the same, of which five right ones are kept (A.2.3).
"""

"""Options of the undercover game, and its subjects."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator, Field, model_validator

from woozle.core.datasets import check_pool
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.request import TimeLimit
from woozle.core.value import value
from woozle.core.votes import Ties
from woozle.games.undercover.claims.formulas import EQUAL, Weights
from woozle.games.undercover.scenes.difficulty import Difficulty
from woozle.games.undercover.scenes.generator import FEWEST_THINGS, MOST_THINGS
from woozle.games.undercover.scenes.graph import Edit, EditType, Question, Scene, Setting
from woozle.games.undercover.scenes.validity import find_fault

Mode: TypeAlias = Literal["undercover", "single", "self_refine", "mad_vote", "mad_judge"]
"""The game, or a baseline of MUG, table 1: each alone; each alone, then reflecting; debates that end in a vote, or with a judge."""


Things: TypeAlias = Annotated[int, Field(ge=FEWEST_THINGS, le=MOST_THINGS)]
"""The number of things in a scene."""

_Some = TypeVar("_Some", bound=tuple[float, ...])


def _weights(given: _Some) -> _Some:
    """Return weights that can be used. Raises ValueError, with a sentence."""
    if not all(isfinite(weight) and weight >= 0 for weight in given) or not any(given):
        raise InputError("weights cannot be negative or endless, and one of them must be above 0")
    return given


LikenessWeights: TypeAlias = Annotated[tuple[float, float, float], AfterValidator(_weights)]
"""Weights of visual similarity, semantic similarity and naturalness."""


FileDigest: TypeAlias = Annotated[str, Field(pattern="^([0-9a-f]{64})?$")]
"""SHA-256 of a picture's file, in hex; empty where there is no file."""


@value
class MakersVerdict:
    """The verdict of a pair's maker. accepted: whether it was good enough (MUG, equation 3, and the analyst); why: it was not.

    score, likeness: of equation 3 (visual, semantic, natural), by the estimator of that time. seen: what the analyst answered
    about the copy, empty if it was not asked. tries: how many copies were made.
    """

    accepted: bool
    why: str = ""
    score: float | None = None
    likeness: tuple[float, float, float] | None = None
    compared_by: str = ""
    editor: str = ""
    seen: str = ""
    tries: int | None = None


Problem: TypeAlias = Literal["identical pictures", "a copy that was rejected"]
IDENTICAL: Problem = "identical pictures"
REJECTED: Problem = "a copy that was rejected"
"""The fault of a pair that is not dealt unless it is asked for."""


class Case(FrozenModel):
    """A picture, a question about it and, for the game, its counterfactual copy. Of scenes, only the graphs are kept.

    picture, counterfactual: the files; empty for what is drawn of a scene. described, other_described: the same
    in words, for seats that cannot see; empty if none is written. data: which benchmark it is of and where it stands there,
    as the report groups by. made: the verdict of the pair's maker, None if unknown.
    """

    id: str = Field(min_length=1, max_length=120)
    question: Question
    scene: Scene | None = None
    other: Scene | None = None
    picture: FileDigest = ""
    counterfactual: FileDigest = ""
    described: str = Field(default="", max_length=4000)
    other_described: str = Field(default="", max_length=4000)
    edit: Edit | None = None
    data: Mapping[str, str] = {}
    made: MakersVerdict | None = None

    @property
    def is_pair(self) -> bool:
        """Return whether it has a counterfactual copy."""
        return self.other is not None or bool(self.counterfactual)

    @property
    def is_identical(self) -> bool:
        """Return whether both pictures of the pair are the same file, or of the same scene."""
        return self.is_pair and (self.counterfactual == self.picture and self.other == self.scene)

    @property
    def problem(self) -> Problem | None:
        """The reason not to deal the pair unless it is asked for; None if nothing is wrong with it."""
        if self.is_identical:
            return IDENTICAL
        return REJECTED if self.made and not self.made.accepted else None


@value
class Pool:
    """Pictures with questions from files. left_out: how many questions of a list are not among them, by benchmark and reason."""

    cases: tuple[Case, ...]
    left_out: Mapping[str, Mapping[str, int]]

    def without_rejected(self) -> Pool:
        """Return the cases that can be dealt; the others are counted with those left out."""
        left_out = {name: dict(why) for name, why in self.left_out.items()}
        for case in self.cases:
            if case.problem:
                why = left_out.setdefault(case.data.get("benchmark", ""), {})
                why[case.problem] = why.get(case.problem, 0) + 1
        return Pool(tuple(case for case in self.cases if not case.problem), left_out)


class Config(FrozenModel):
    """Options of the undercover game. The defaults are the preset `standard`."""

    mode: Mode = Field(default="undercover", description="the game, or one of the baselines it is compared with")
    pool: tuple[Case, ...] = Field(default=(), description="pictures with questions; scenes are drawn if none are given")
    case: str = Field(default="", description="the id of the one of the pool that is played; drawn by chance if empty")
    rejected: Literal["skip", "deal"] = Field(
        default="skip", description="pairs that their maker rejected, or whose pictures are identical, are left out, or dealt too"
    )
    left_out: Mapping[str, Mapping[str, int]] = Field(
        default={},
        description="how many questions of the lists are not in the pool, by benchmark and reason; as they were read",
    )

    setting: Literal[Setting, "any"] = Field(default="any", description="where the scene is")
    things: Things = Field(default=7, description="how many things are in the scene")
    edit: Literal[EditType, "any"] = Field(default="any", description="what the counterfactual changes")
    asks: Literal["changed", "any"] = Field(
        default="changed", description="the question is about what was changed, as in MUG, or about anything in the picture"
    )
    difficulty: Difficulty = Field(
        default="custom", description="of drawn scenes; custom: things and edit say what they are like, else they count for nothing"
    )
    free_answers: bool = Field(default=False, description="answers in free words even where there are options to choose from")
    size: int = Field(default=512, ge=256, le=1024, description="width and height of a drawn picture, in pixels")
    tries: int = Field(default=5, ge=1, le=20, description="how many counterfactuals are made at most; then the best one is kept")
    likeness_weights: LikenessWeights = Field(
        default=(0.4, 0.4, 0.2), description="of visual, semantic similarity and naturalness in what a counterfactual must reach"
    )
    likeness: float = Field(default=0.85, ge=0, le=1, description="what a counterfactual must reach (MUG, equation 3)")

    has_counterfactual: bool = Field(default=True, description="off, an ablation: the undercover sees what the others see")
    has_undercover: bool = Field(default=True, description="off, an ablation: all see the same, and no seat is voted out")
    knows: bool = Field(default=False, description="each seat learns whether it is the undercover; else no seat knows its role")
    observation_rounds: int = Field(default=1, ge=0, le=10, description="rounds of reasoning before the first vote")
    speaking: Literal["together", "in_turn"] = Field(default="together", description="in turn, seats hear those before them")
    rounds: int = Field(default=3, ge=1, le=20, description="t_max: how many votes there are at most")
    ballot: Literal["direct", "weighted"] = Field(
        default="direct", description="a vote is for the seat it names, or for the one its four factors weigh most against"
    )
    weights: Annotated[tuple[float, float, float, float], AfterValidator(_weights)] = Field(
        default=EQUAL, description="of inconsistency, deviation, inaccuracy of detail and suspicious behaviour (MUG, equation 7)"
    )
    wins: Literal["vote", "side"] = Field(
        default="vote", description="who wins if the undercover is found: those whose last vote was for it, or all others"
    )
    ties: Ties = Field(default="revote", description="what a tie means")
    summary_rounds: int = Field(default=2, ge=0, le=10, description="r_max: rounds in which the others agree on the answer")
    seconds_to_reason: TimeLimit = Field(None, title="Answer in")
    seconds_to_vote: TimeLimit = None

    @model_validator(mode="before")
    @classmethod
    def _from_files(cls, values: Any) -> Any:
        """Take the pictures of files without those that are not to be dealt, and keep how many these are."""
        if not isinstance(values, Mapping) or not isinstance(pool := values.get("pool"), Pool):
            return values
        if values.get("rejected", "skip") != "deal":
            dealt = pool.without_rejected()
            if pool.cases and not dealt.cases:
                raise InputError("all pairs of the pool were rejected or are identical; rejected=deal deals them all the same")
            pool = dealt
        return {**values, "pool": pool.cases, "left_out": pool.left_out}

    @model_validator(mode="after")
    def _fits(self) -> Config:
        check_pool(self.pool, self.case, "case")
        for case in self.pool:
            if case.problem and self.rejected == "skip":
                raise InputError(f"{case.id} in the pool has {case.problem}; leave it out, or deal it with rejected=deal")
            if case.scene is None and not case.picture:
                raise InputError(f"{case.id} in the pool has no picture")
            for scene in filter(None, (case.scene, case.other)):
                if wrong := find_fault(scene):
                    raise InputError(f"a scene of {case.id} in the pool cannot be drawn: {wrong.rstrip('.')}")
            if not case.is_pair and self.is_played_with_pairs:
                raise InputError(f"{case.id} in the pool has no counterfactual; `woozle pictures make` makes them")
        return self

    @property
    def is_played_with_pairs(self) -> bool:
        """Return whether a seat is to see a counterfactual."""
        return self.mode == "undercover" and self.has_undercover and self.has_counterfactual

    @property
    def factor_weights(self) -> Weights:
        """The weights of the four factors of a vote."""
        return Weights(*self.weights)


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "paper": {"ballot": "weighted", "knows": True, "wins": "side"},
    "compare": {"asks": "any", "difficulty": "hard"},
    "single": {"mode": "single"},
    "self_refine": {"mode": "self_refine"},
    "mad_vote": {"mode": "mad_vote"},
    "mad_judge": {"mode": "mad_judge"},
}
"""`paper`: seats know their roles, four factors weigh the votes, and all but the undercover win together (MUG, equations 4 to 7).

`compare`: for models, with a question that does not give the change away. The others are the paper's baselines.
"""

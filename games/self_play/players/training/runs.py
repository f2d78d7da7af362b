"""Runs of training, for one seed or several: the model, its questions and its society."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Question
from woozle.games.self_play.data.world import world
from woozle.games.self_play.players.retriever import Retriever
from woozle.games.self_play.players.services import RETRIEVER_ROLE, check_corpora
from woozle.games.self_play.players.training import tiny
from woozle.games.self_play.players.training.rest import OF_SOCIETY, Hear, Plan, Progress, Rehearse, Run
from woozle.games.self_play.players.training.rollouts import Library, tools_of
from woozle.players.backends.local.model_files import check_libraries

TINY = "tiny"
_LONGEST = 12  # tokens of an argument of the tiny model, whose tokens are words
_TINY_RATE, _TINY_PASSES = 1e-3, 4  # small models take larger steps, and have fewer games to learn from
_TINY_WARMTH = 0.3  # of its words: with few values to guess from, one of many guesses is right by luck
_TINY_REHEARSAL = 0.5  # lessons a step of self-play
_TINY_ROLLOUTS = 64  # of a question; it searches in 97 of 100 cases, and what it gains where it does not has to be seen
_QUESTIONS, _HELD_OUT = 200, 100
_TINY_QUESTIONS, _TINY_HELD_OUT = 240, 120
_RANK_RATE = 1e-4  # as do few weights
_TAKEN = (*OF_SOCIETY, "pool", "libraries", "society", "graph")  # options of the game; others are as they are without being set


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """Options of training. questions, held_out: None for the default numbers. config: of the game; None for the model tiny.

    sizes: of the tiny model, NAME=VALUE, separated by commas; plan: fields of the run's Plan. keep: takes each finished run, its
    library and the description of its librarian, to save the games that were learned from; None where these are not wanted.
    """

    model: str
    out: Path
    questions: int | None
    held_out: int | None
    sizes: str
    config: Config | None
    names: bool
    plan: Mapping[str, Any]
    device: str
    keep: Callable[[Run, Library, Mapping[str, Any]], object] | None = None
    librarian: str = ""


@dataclass(frozen=True, slots=True)
class Trained:
    """A finished run. kind: `play`, `names` or `actions`; metrics: of all epochs, from 0."""

    seed: int
    kind: str
    folder: Path
    metrics: list[dict[str, Any]]


Listen: TypeAlias = Callable[[str], Hear]
"""Begins to listen to another run, given its title, and returns the receiver of its progress."""


def train_all(options: TrainingOptions, seeds: Sequence[int], listen: Listen, *, is_compared: bool = False) -> list[Trained]:
    """Train all runs one after the other; unfinished ones are resumed. is_compared: whether to repeat each with names.

    Raises ValueError or BackendError, with a sentence.
    """
    check_libraries()
    librarian = _librarian(options.librarian)
    found = []
    for seed in seeds:
        place = options.out / f"seed-{seed}" if len(seeds) > 1 or is_compared else options.out
        for has_names in (False, True) if is_compared else (options.names,):
            kind = "names" if has_names else str(options.plan["supervision"])
            folder = place / kind if is_compared else place
            hear = listen(f"seed {seed}, {kind}" if len(seeds) > 1 or is_compared else "")
            found.append(_train(options, seed, kind, folder, place, librarian, hear))
    return found


def _train(
    options: TrainingOptions,
    seed: int,
    kind: str,
    folder: Path,
    place: Path,
    librarian: Retriever,
    hear: Hear,
) -> Trained:
    more: dict[str, Any] = {}
    if options.model == TINY:
        plan, questions, held_out, more["rehearse"] = _tiny_plan(options, seed, place, hear)
    else:
        plan, questions, held_out = _pool_plan(options, seed)
    plan = plan.model_copy(update={"names": kind == "names" or plan.names, "librarian": options.librarian})
    library = Library(librarian.search)
    run = Run(folder, plan, questions, held_out, library, hear, device=options.device, **more)
    metrics = run.play()
    if options.keep:
        options.keep(run, library, librarian.describe())
    return Trained(seed, kind, folder, metrics)


def _tiny_plan(
    options: TrainingOptions, seed: int, place: Path, hear: Hear
) -> tuple[Plan, list[Question], list[Question], Rehearse]:
    """Return the plan of the tiny model, taught if need be, questions about its world, and its rehearsal."""
    sizes = _sizes(options.sizes)
    made = world(seed, sizes.things, sizes.known)
    questions, held_out = tiny.split(made, options.questions or _TINY_QUESTIONS, options.held_out or _TINY_HELD_OUT, seed)
    society = tiny.society_of(seed, sizes.things)
    check_corpora(options.librarian, tools_of(society))
    folder = tiny.prepare_model(place / TINY, sizes, seed, lambda pace: hear(Progress.of_pace(0, "teaching", pace)))
    usual: dict[str, Any] = {"wording": "short", "longest": _LONGEST, "found": society.found}
    usual |= {"rate": _TINY_RATE, "passes": _TINY_PASSES, "rehearsal": _TINY_REHEARSAL, "warmth": _TINY_WARMTH}
    usual |= {"is_fresh": True, "seating": "drawn", "rollouts": _TINY_ROLLOUTS}
    plan = Plan(model=str(folder), libraries=society.libraries, seed=seed, **{**usual, **options.plan})
    return plan, questions, held_out, tiny.rehearsal(made, seed)


def refuse_ignored(options: Iterable[str]) -> None:
    """Raise ValueError, with a sentence, for an option of the game, as NAME=VALUE, that training fixes."""
    for name in (option.partition("=")[0].strip() for option in options):
        if name in Config.model_fields and name not in _TAKEN:
            usual = Config.model_fields[name].get_default()
            takes = ", ".join(sorted(_TAKEN))
            raise InputError(f"Training always plays with {name}={usual}; leave out --set {name}. It takes {takes}.")


def _pool_plan(options: TrainingOptions, seed: int) -> tuple[Plan, list[Question], list[Question]]:
    """Return the plan of a given model, and questions drawn from the pool by the seed."""
    config = options.config
    assert config
    pool = Random(f"{seed}/questions").sample(config.pool, len(config.pool))
    count, apart = options.questions or _QUESTIONS, options.held_out or _HELD_OUT
    if len(pool) < count + apart:
        raise InputError(
            f"There are {len(pool):,} questions, and {count:,} to play with and {apart:,} others are wanted; "
            "ask for fewer, or name more with --set pool=FILE."
        )
    seats = len(config.graph if config.society == "fixed" else config.libraries) or 3
    if refusal := config.refusal(seats):
        raise InputError(refusal)
    libraries = tuple(each or "-" for each in config.libraries_of(seats))
    if all(each == "-" for each in libraries):
        raise InputError("Training needs a society in which a seat can search; change --set libraries.")
    check_corpora(options.librarian, [each for each in libraries if each != "-"])
    society = {**{name: getattr(config, name) for name in OF_SOCIETY}, "edges": config.graph}
    usual = {"rate": _RANK_RATE} if options.plan["rank"] else {}
    plan = Plan(model=options.model, libraries=libraries, graph=config.society, seed=seed, **{**usual, **society, **options.plan})
    return plan, list(pool[:count]), list(pool[count : count + apart])


def _librarian(text: str) -> Retriever:
    """Return the named librarian, or the default one. Raises ServiceError."""
    found = RETRIEVER_ROLE.parse(text).create_player()
    assert isinstance(found, Retriever)
    return found


def _sizes(text: str) -> tiny.Sizes:
    """Parse `things=100,width=128`. Raises ValueError."""
    known = {each.name: float if isinstance(each.default, float) else int for each in fields(tiny.Sizes)}
    given: dict[str, Any] = {}
    for piece in filter(None, (each.strip() for each in text.split(","))):
        name, _, number = (part.strip() for part in piece.partition("="))
        try:
            given[name] = known[name](number)
        except (KeyError, ValueError):
            examples = ", ".join(f"{name}=NUMBER" for name in known)
            raise InputError(f"--sizes {visible_line(piece)} is none of {examples}.") from None
        if not 0 < given[name] < math.inf:
            raise InputError(f"--sizes {visible_line(piece)} must be a number above 0.")
    sizes = tiny.Sizes(**given)
    if sizes.width % (2 * sizes.heads):
        raise InputError(f"--sizes: the width {sizes.width} must be a multiple of twice the {sizes.heads} heads.")
    return sizes

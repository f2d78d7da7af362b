"""Training as it is asked for on the command line: the model, its questions and its society, for one seed or several."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from woozle.core.games.self_play.data import Question
from woozle.core.text import visible_line

if TYPE_CHECKING:
    from woozle.players.games.self_play.librarian import Librarian

TINY = "tiny"
_LONGEST = 12  # tokens of an argument of the tiny model, whose tokens are words
_TINY_RATE, _TINY_PASSES = 1e-3, 4  # small models take larger steps, and have fewer games to learn from
_TINY_WARMTH = 0.3  # of its words: with few values to guess from, one of many guesses is right by luck
_TINY_REHEARSAL = 0.5  # lessons a step of self-play
_TINY_ROLLOUTS = 64  # of a question; it searches in 97 of 100 cases, and what it gains where it does not has to be seen
_QUESTIONS, _HELD_OUT = 200, 100
_TINY_QUESTIONS, _TINY_HELD_OUT = 240, 120
_RANK_RATE = 1e-4  # as do few weights
_OF_SOCIETY = ("names", "found", "price", "queries", "orchestration", "calculators")
_TAKEN = (*_OF_SOCIETY, "pool", "libraries", "society", "graph")  # options of the game; others are as they are without being set


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted. questions, held_out: None for as many as is usual. config: of the game; None for the model tiny.

    sizes: of the tiny model, NAME=VALUE, by commas; plan: fields of the run's Plan.
    """

    model: str
    out: Path
    questions: int | None
    held_out: int | None
    sizes: str
    config: Any
    names: bool
    plan: Mapping[str, Any]
    device: str
    transcripts: bool
    librarian: str = ""


@dataclass(frozen=True, slots=True)
class Trained:
    """A run that is over. kind: `play`, `names` or `actions`; metrics: of all epochs, from 0."""

    seed: int
    kind: str
    folder: Path
    metrics: list[dict[str, Any]]


class Telling(Protocol):
    """Who is told how it goes on."""

    def run(self, title: str) -> None:
        """Another run begins."""

    def teaching(self, pace: Any) -> None:
        """The tiny model is being taught."""

    def progress(self, progress: Any) -> None:
        """A run goes on."""


def trained(wanted: Wanted, seeds: Sequence[int], telling: Telling, *, is_compared: bool = False) -> list[Trained]:
    """All runs, one after the other; those that are there go on where they were. is_compared: each with names too.

    Raises ValueError or BackendError, with a sentence.
    """
    _needs_libraries()
    librarian = librarian_of(wanted.librarian)
    found = []
    for seed in seeds:
        place = wanted.out / f"seed-{seed}" if len(seeds) > 1 or is_compared else wanted.out
        for has_names in (False, True) if is_compared else (wanted.names,):
            kind = "names" if has_names else str(wanted.plan["supervision"])
            folder = place / kind if is_compared else place
            telling.run(f"seed {seed}, {kind}" if len(seeds) > 1 or is_compared else "")
            found.append(_trained(wanted, seed, kind, folder, place, has_names, librarian, telling))
    return found


def _trained(
    wanted: Wanted, seed: int, kind: str, folder: Path, place: Path, has_names: bool, librarian: Librarian, telling: Telling
) -> Trained:
    from woozle.players.games.self_play.training.rest import Run
    from woozle.players.games.self_play.training.rollouts import Library

    more: dict[str, Any] = {}
    if wanted.model == TINY:
        plan, questions, held_out, more["rehearse"] = _tiny(wanted, seed, place, telling)
    else:
        plan, questions, held_out = _given(wanted, seed)
    plan = plan.model_copy(update={"names": has_names or plan.names, "librarian": wanted.librarian})
    library = Library(librarian)
    run = Run(folder, plan, questions, held_out, library, telling.progress, device=wanted.device, **more)
    metrics = run.play()
    if wanted.transcripts:
        from woozle.arena.runs.rollouts import written

        written(run, library, librarian.describe())
    return Trained(seed, kind, folder, metrics)


def _tiny(wanted: Wanted, seed: int, place: Path, telling: Telling) -> tuple[Any, list[Question], list[Question], Any]:
    """The model of a made world, taught if it is not yet, questions about that world, and what is rehearsed of it."""
    from woozle.core.games.self_play.world import world
    from woozle.players.games.self_play.librarians import must_search_one_of
    from woozle.players.games.self_play.training import tiny
    from woozle.players.games.self_play.training.rest import Plan

    sizes = _sizes(wanted.sizes)
    made = world(seed, sizes.things, sizes.known)
    questions, held_out = tiny.split(made, wanted.questions or _TINY_QUESTIONS, wanted.held_out or _TINY_HELD_OUT, seed)
    society = tiny.society_of(seed, sizes.things)
    must_search_one_of(wanted.librarian, society.tools)
    folder = tiny.prepared(place / TINY, sizes, seed, telling.teaching)
    usual: dict[str, Any] = {"wording": "short", "longest": _LONGEST, "found": society.found}
    usual |= {"rate": _TINY_RATE, "passes": _TINY_PASSES, "rehearsal": _TINY_REHEARSAL, "warmth": _TINY_WARMTH}
    usual |= {"is_fresh": True, "seating": "drawn", "rollouts": _TINY_ROLLOUTS}
    plan = Plan(model=str(folder), libraries=society.libraries, seed=seed, **{**usual, **wanted.plan})
    return plan, questions, held_out, tiny.rehearsal(made, seed)


def refuse_ignored(options: Iterable[str]) -> None:
    """Raises ValueError, with a sentence, for an option of the game, as NAME=VALUE, that training does not take from anybody."""
    from woozle.core.games.self_play.config import Config

    for name in (option.partition("=")[0].strip() for option in options):
        if name in Config.model_fields and name not in _TAKEN:
            usual = Config.model_fields[name].get_default()
            takes = ", ".join(sorted(_TAKEN))
            raise ValueError(f"Training always plays with {name}={usual}; leave out --set {name}. It takes {takes}.")


def _given(wanted: Wanted, seed: int) -> tuple[Any, list[Question], list[Question]]:
    """A model of somebody's, and questions from the pool: as they were drawn by the seed."""
    from woozle.players.games.self_play.librarians import must_search_one_of
    from woozle.players.games.self_play.training.rest import Plan

    config = wanted.config
    pool = Random(f"{seed}/questions").sample(config.pool, len(config.pool))
    count, apart = wanted.questions or _QUESTIONS, wanted.held_out or _HELD_OUT
    if len(pool) < count + apart:
        raise ValueError(
            f"There are {len(pool):,} questions, and {count:,} to play with and {apart:,} others are wanted; "
            "ask for fewer, or name more with --set pool=FILE."
        )
    seats = len(config.graph if config.society == "fixed" else config.libraries) or 3
    if refusal := config.refusal(seats):
        raise ValueError(refusal)
    libraries = tuple(each or "-" for each in config.libraries_of(seats))
    if all(each == "-" for each in libraries):
        raise ValueError("Training needs a society in which somebody can search; change --set libraries.")
    must_search_one_of(wanted.librarian, [each for each in libraries if each != "-"])
    society = {**{name: getattr(config, name) for name in _OF_SOCIETY}, "edges": config.graph}
    usual = {"rate": _RANK_RATE} if wanted.plan["rank"] else {}
    plan = Plan(model=wanted.model, libraries=libraries, graph=config.society, seed=seed, **{**usual, **society, **wanted.plan})
    return plan, list(pool[:count]), list(pool[count : count + apart])


def librarian_of(text: str) -> Librarian:
    """Who is named, the usual one if nobody is. Raises OfficialError."""
    from woozle.players.games.self_play.librarian import Librarian
    from woozle.players.games.self_play.librarians import SEARCHES

    found = SEARCHES.named(text).player()
    assert isinstance(found, Librarian)
    return found


def _sizes(text: str) -> Any:
    """`things=100,width=128`. Raises ValueError."""
    from woozle.players.games.self_play.training.tiny import Sizes

    known = {each.name: float if isinstance(each.default, float) else int for each in fields(Sizes)}
    given: dict[str, Any] = {}
    for piece in filter(None, (each.strip() for each in text.split(","))):
        name, _, number = (part.strip() for part in piece.partition("="))
        try:
            given[name] = known[name](number)
        except (KeyError, ValueError):
            raise ValueError(f"--sizes {visible_line(piece)} is none of {', '.join(_examples(known))}.") from None
        if not 0 < given[name] < math.inf:
            raise ValueError(f"--sizes {visible_line(piece)} must be a number above 0.")
    sizes = Sizes(**given)
    if sizes.width % (2 * sizes.heads):
        raise ValueError(f"--sizes: the width {sizes.width} must be a multiple of twice the {sizes.heads} heads.")
    return sizes


def _examples(known: Iterable[str]) -> Iterable[str]:
    return (f"{name}=NUMBER" for name in known)


def _needs_libraries() -> None:
    from importlib.util import find_spec

    if missing := [each for each in ("torch", "transformers", "llguidance") if find_spec(each) is None]:
        raise ValueError(f"Training needs {', '.join(missing)}; install what it needs with `pip install 'woozle[local]'`.")

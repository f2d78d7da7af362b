"""One match of a run, made ready."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.play.setup import Ready, new_match, reopened_match
from woozle.arena.runs.firsts import config_of, seats_of
from woozle.arena.runs.plan import Plan
from woozle.core import registry
from woozle.players.models.config import LOCAL
from woozle.players.models.spec import ModelSpec
from woozle.players.registry import Sights, sights
from woozle.players.seats import ModelSeat, models_of, nobody, parse_seats
from woozle.players.services.registry import OfficialSpec, named
from woozle.saves.resume import FinishedError
from woozle.saves.transcript import TranscriptError


def officials_of(plan: Plan) -> list[OfficialSpec]:
    """The officials of a run's matches. Raises ValueError."""
    game = registry.game(plan.game)
    return list(named(plan.officials, game, registry.validated(game.config_type, plan.config)).values())


def asked_in(plan: Plan) -> list[ModelSpec]:
    """The models that a run asks, at its seats and as officials. Raises ValueError."""
    return [*models_of(parse_seats(plan.seats, plan.game)), *(spec.model for spec in officials_of(plan) if spec.model)]


def sights_of(plan: Plan) -> Sights:
    """What the models of a run have to see. Raises ValueError."""
    return sights(plan.game, registry.validated(registry.game(plan.game).config_type, plan.config))


def waits(plan: Plan) -> bool:
    """Whether anybody in a run has to be waited for, so that a process plays its matches side by side."""
    return bool(asked_in(plan)) or not all(spec.answers_at_once for spec in officials_of(plan))


def stays(plan: Plan) -> str:
    """Who in a run answers inside of Woozle's own process and takes his time, as he is named; empty for nobody."""
    if local := next((spec for spec in asked_in(plan) if spec.backend == LOCAL), None):
        return str(local)
    return next((str(spec) for spec in officials_of(plan) if not (spec.model or spec.answers_at_once)), "")


def ready(plan: Plan, out: Path, number: int, model: ModelSeat = nobody) -> Ready | None:
    """A match of a run where it was left, or at its beginning; None if it is over.

    Raises ValueError or SaveError with a sentence for people.
    """
    folder = plan.folder(out, number)
    try:
        return reopened_match(folder, model=model, sync=plan.sync)
    except FinishedError:  # it was killed when only the name of the file was still to change
        return None
    except TranscriptError:
        config = registry.validated(registry.game(plan.game).config_type, config_of(plan, out, number))
        return new_match(
            plan.game,
            seats_of(plan, out, number),
            config,
            plan.seed,
            folder,
            model=model,
            officials=plan.officials,
            number=number,
            sync=plan.sync,
        )

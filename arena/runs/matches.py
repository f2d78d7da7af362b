"""The matches of a run: who is asked in them, and how each is opened."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.play.setup import Ready, new_match, reopened_match
from woozle.arena.runs.first_answers import config_of, seats_of
from woozle.arena.runs.plan import Plan
from woozle.core import registry
from woozle.players.models.spec import ModelSpec
from woozle.players.registry import Sights, sights
from woozle.players.seats import ModelSeat, models_of, nobody, parse_seats
from woozle.players.services.registry import parse_services
from woozle.players.services.service import ServiceSpec
from woozle.saves.resume import FinishedError
from woozle.saves.transcript import TranscriptError


def services_of(plan: Plan) -> list[ServiceSpec]:
    """Return the services of a run's matches. Raises ValueError."""
    game = registry.game(plan.game)
    return list(parse_services(plan.officials, game, registry.validate_config(game.config_type, plan.config)).values())


def models_asked(plan: Plan) -> list[ModelSpec]:
    """Return the models that a run asks, at its seats and as services. Raises ValueError."""
    return [*models_of(parse_seats(plan.seats, plan.game)), *(spec.model for spec in services_of(plan) if spec.model)]


def sights_of(plan: Plan) -> Sights:
    """Return which pictures the models of a run must be able to see. Raises ValueError."""
    return sights(plan.game, registry.validate_config(registry.game(plan.game).config_type, plan.config))


def has_to_wait(plan: Plan) -> bool:
    """Return whether a run has players that take time, so that one process plays its matches side by side."""
    return bool(models_asked(plan)) or not all(spec.answers_at_once for spec in services_of(plan))


def open_match(plan: Plan, out: Path, number: int, model: ModelSeat = nobody) -> Ready | None:
    """Open a match of a run where it was left, or at its beginning. Return None if it is over.

    Raises ValueError or SaveError, with a sentence for the user.
    """
    folder = plan.folder(out, number)
    try:
        return reopened_match(folder, model=model, sync=plan.sync)
    except FinishedError:  # it was killed when only the name of the file was still to change
        return None
    except TranscriptError:
        config = registry.validate_config(registry.game(plan.game).config_type, config_of(plan, out, number))
        return new_match(
            plan.game,
            seats_of(plan, out, number),
            config,
            plan.seed,
            folder,
            model=model,
            services=plan.officials,
            number=number,
            sync=plan.sync,
        )

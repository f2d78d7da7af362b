"""One match of a run, made ready."""

from __future__ import annotations

from pathlib import Path

from woozle.core import registry
from woozle.players.models.spec import ModelSpec
from woozle.players.officials.registry import JudgeSpec, named
from woozle.players.seats import ModelSeat, models_of, nobody, parse_seats
from woozle.saves.resume import FinishedError
from woozle.saves.transcript import TranscriptError
from woozle.tui.runs.plan import Plan
from woozle.tui.setup import Ready, new_match, reopened_match


def judge_of(plan: Plan) -> JudgeSpec | None:
    """Who judges the matches of a run; None in a game without judges. Raises ValueError."""
    game = registry.game(plan.game)
    return named(plan.judge, game, registry.validated(game.config_type, plan.config))


def asked_in(plan: Plan) -> list[ModelSpec]:
    """The models that a run asks, at its seats and as its judge. Raises ValueError."""
    judge = judge_of(plan)
    return [*models_of(parse_seats(plan.seats, plan.game)), *([judge.model] if judge and judge.model else [])]


def waits(plan: Plan) -> bool:
    """Whether anybody in a run has to be waited for, so that its matches are played side by side in one process."""
    judge = judge_of(plan)
    return bool(asked_in(plan)) or (judge is not None and not judge.answers_at_once)


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
        config = registry.validated(registry.game(plan.game).config_type, plan.config)
        return new_match(
            plan.game, [plan.seats], config, plan.seed, folder, model=model, judge=plan.judge, number=number, sync=plan.sync
        )

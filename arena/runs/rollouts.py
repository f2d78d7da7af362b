"""Rollouts that a model learned from, written down as matches that can be replayed and verified like any other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from woozle.core.games.self_play.events import CALCULATOR, LIBRARIAN
from woozle.saves.writer import Writer

if TYPE_CHECKING:
    from woozle.players.games.self_play.training.rest import Run
    from woozle.players.games.self_play.training.rollouts import Library

MATCHES = "matches"


def written(run: Run, library: Library, librarian: Mapping[str, Any]) -> int:
    """A match for each question that was learned from, in the folder of its epoch; how many were not there yet.

    librarian: how who searched is described.
    """
    from woozle.players.games.self_play.training.rollouts import key_of, told_again

    new = 0
    by_id = {question.id: question for question in run.questions}
    for epoch in range(1, run.plan.epochs + 1):
        for number, (society, rollout) in enumerate(run.chosen(epoch), 1):
            folder = run.folder / f"epoch-{epoch}" / MATCHES / f"{number:05}"
            if folder.exists():
                continue
            key = key_of(run.plan.seed, run.name(epoch, society), rollout.question, rollout.number)
            writer = None
            for referee, request, response in told_again(society, by_id[rollout.question], rollout, library, key):
                writer = writer or Writer.create(folder, referee, _players(run, referee.game.seats, librarian), sync=False)
                told = referee.fold(response)
                writer.folded(request, response, told)
                if referee.outcome:
                    writer.closed(referee.outcome)
            new += 1
    return new


def _players(run: Run, seats: Any, librarian: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    from woozle.core import replies
    from woozle.players.games.self_play.calculator import Calculator
    from woozle.players.games.self_play.chat import VERSION
    from woozle.players.paths import without_home

    plan = run.plan
    model = {
        "kind": "model",
        "backend": "local",
        "endpoint": "",
        "model": without_home(plan.model),
        "sampling": {"temperature": plan.temperature, "max_tokens": plan.longest},
        "thoughts": False,
        "pictures": False,
        "seed": plan.seed,
        "prompt": {"game": "self_play", "version": VERSION, "wording": plan.wording},
        "parser": replies.VERSION,
    }
    officials = {
        LIBRARIAN: dict(librarian),
        CALCULATOR: Calculator().describe(),
    }
    return {**{seat: dict(model) for seat in seats}, **officials}

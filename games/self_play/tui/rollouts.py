"""Rollouts that a model learned from, written as matches that can be replayed and verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from woozle.core import replies
from woozle.games.self_play.events import CALCULATOR, LIBRARIAN
from woozle.games.self_play.players.services import EXACT
from woozle.games.self_play.players.training.rest import Run
from woozle.games.self_play.players.training.rollouts import Library, key_of, replay_rollout
from woozle.games.self_play.words import VERSION
from woozle.players.paths import hide_home
from woozle.players.services.service import ServiceSpec
from woozle.saves.writer import Writer


def write_rollouts(run: Run, library: Library, librarian: Mapping[str, Any]) -> None:
    """Write a match for each question that was learned from into the folder of its epoch, if it is not there.

    librarian: the description of the librarian.
    """
    by_id = {question.id: question for question in run.questions}
    for epoch in range(1, run.plan.epochs + 1):
        for number, (society, rollout) in enumerate(run.chosen_rollouts(epoch), 1):
            folder = run.folder / f"epoch-{epoch}" / "matches" / f"{number:05}"
            if folder.exists():
                continue
            key = key_of(run.plan.seed, run.name(epoch, society), rollout.question, rollout.number)
            writer = None
            for referee, request, response in replay_rollout(society, by_id[rollout.question], rollout, library, key):
                writer = writer or Writer.create(folder, referee, _players(run, referee.game.seats, librarian), sync=False)
                told = referee.fold(response)
                writer.keep_response(request, response, told)
                if referee.outcome:
                    writer.keep_outcome(referee.outcome)


def _players(run: Run, seats: Iterable[str], librarian: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    plan = run.plan
    model = {
        "kind": "model",
        "backend": "local",
        "endpoint": "",
        "model": hide_home(plan.model),
        "sampling": {"temperature": plan.temperature, "max_tokens": plan.longest},
        "thoughts": False,
        "pictures": False,
        "seed": plan.seed,
        "prompt": {"game": "self_play", "version": VERSION, "wording": plan.wording},
        "parser": replies.VERSION,
    }
    services = {LIBRARIAN: dict(librarian), CALCULATOR: ServiceSpec(EXACT).create_player().describe()}
    return {**{seat: dict(model) for seat in seats}, **services}

"""Tier 1 of the public pipeline: how a match went and ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from woozle.core.games.ship.claims.compatible.reconstruction import Reconstruction, player_id, share
from woozle.core.games.ship.claims.happenings import NEVER
from woozle.core.games.ship.map import Room
from woozle.core.value import value

_REASONS = {
    "All ducks have been ejected.": "All Ducks have been ejected",
    "The ducks are no longer outnumbered.": "Ducks have voting majority",
    "All tasks of the geese are done.": "All Goose tasks completed",
    "Time ran out and the geese survived.": "Time ran out — Geese survived",
}


@value
class KillEvent:
    """A kill, in the public pipeline's ids."""

    tick: int
    killer_id: str
    target_id: str
    room: Room


@value
class Tier1:
    """The published names and their values; a match that is not over has `timeout` for a winner, as there.

    task_completion_rate: of the geese. ejection_accuracy: ducks among those ejected, 0 if none was.
    """

    winner: str
    win_reason: str
    game_duration_ticks: int
    duck_player_ids: list[str]
    duck_player_names: list[str]
    goose_player_ids: list[str]
    goose_player_names: list[str]
    tasks_completed: int
    tasks_total: int
    task_completion_rate: float
    total_kills: int
    kill_events: list[KillEvent]
    avg_inter_kill_interval: float | None
    first_kill_tick: int | None
    total_meetings: int
    body_report_meetings: int
    emergency_meetings: int
    total_ejections: int
    correct_ejections: int
    wrong_ejections: int
    no_ejection_votes: int
    ejection_accuracy: float
    final_alive_count: int
    final_alive_geese: int
    final_alive_ducks: int

    def to_json(self) -> Mapping[str, Any]:
        """`tier1` of the public evaluation.json."""
        return asdict(self)


def tier1(match: Reconstruction) -> Tier1:
    """Tier 1 of a match."""
    ducks = [course for course in match.courses.values() if course.team == "duck"]
    geese = [course for course in match.courses.values() if course.team == "goose"]
    done = sum(work.is_complete for goose in geese for work in goose.works)
    tasks = sum(len(goose.tasks) for goose in geese)
    gaps = [later.tick - kill.tick for kill, later in pairwise(match.kills)]
    reports = sum(call.cause == "report" for call in match.calls)
    ejected = [seat for seat in match.ejected if seat]
    correct = sum(match.courses[seat].team == "duck" for seat in ejected)
    geese_left = sum(goose.died == NEVER for goose in geese)
    ducks_left = sum(duck.died == NEVER for duck in ducks)
    return Tier1(
        winner=match.ended.winner if match.ended else "timeout",
        win_reason=_REASONS.get(match.ended.reason, match.ended.reason) if match.ended else "",
        game_duration_ticks=match.last_tick,
        duck_player_ids=[player_id(duck.seat) for duck in ducks],
        duck_player_names=[duck.seat for duck in ducks],
        goose_player_ids=[player_id(goose.seat) for goose in geese],
        goose_player_names=[goose.seat for goose in geese],
        tasks_completed=done,
        tasks_total=tasks,
        task_completion_rate=share(done, tasks),
        total_kills=len(match.kills),
        kill_events=[KillEvent(kill.tick, player_id(kill.killer), player_id(kill.victim), kill.room) for kill in match.kills],
        avg_inter_kill_interval=sum(gaps) / len(gaps) if gaps else None,
        first_kill_tick=match.kills[0].tick if match.kills else None,
        total_meetings=len(match.calls),
        body_report_meetings=reports,
        emergency_meetings=len(match.calls) - reports,
        total_ejections=len(ejected),
        correct_ejections=correct,
        wrong_ejections=len(ejected) - correct,
        no_ejection_votes=len(match.ejected) - len(ejected),
        ejection_accuracy=share(correct, len(ejected)),
        final_alive_count=geese_left + ducks_left,
        final_alive_geese=geese_left,
        final_alive_ducks=ducks_left,
    )

"""Logs in the layout of the public QUACK release, made of matches that bots play here, and the real ones where they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.game import Event, RecordEntry
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.ship.config import preset
from woozle.games.ship.events import (
    Ballot,
    Ended,
    Killed,
    MeetingCalled,
    Moved,
    Placed,
    Role,
    Said,
    Spoke,
    Tick,
    Voted,
    Worked,
)
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.quack.log import parse_log
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.rules import Ship

REASONS = {
    "All ducks have been ejected.": "All Ducks have been ejected",
    "The ducks are no longer outnumbered.": "Ducks have voting majority",
    "All tasks of the geese are done.": "All Goose tasks completed",
}

RELEASE = Path(__file__).parents[4] / "shared" / "quack_logs"
LOGS = sorted(RELEASE.glob("**/game.jsonl"))
needs_logs = pytest.mark.skipif(not LOGS, reason="needs the logs of real games in ../shared/quack_logs")


def record_of(log: Path) -> list[RecordEntry]:
    """Return the record of a log that is played again."""
    return play_again(parse_log(log.read_bytes(), log.name)).referee.record


def match(seed: int, seats: int = 6, **options: Any) -> Referee:
    """A whole match of bots by the rules of the release."""
    referee = Referee(Ship(seats, preset("quack", **options)), key_from_seed(seed))
    players = {seat: ShipBot(f"{seed}{seat}") for seat in referee.game.seats}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        answer = players[request.to].answer(request, referee.view(request.to))
        referee.fold(Response(request.id, answer))
    return referee


def lines(referee: Referee) -> list[dict[str, Any]]:
    """Return the log that the release would have written of a match."""
    seats = list(referee.game.seats)
    ids = {seat: f"player_{number}" for number, seat in enumerate(seats)}
    dealt: dict[str, dict[str, Any]] = {}
    found: list[dict[str, Any]] = []
    tick = 0
    respawn: dict[str, str] = {}

    def line(kind: str, **data: Any) -> dict[str, Any]:
        return {"timestamp": 0.0, "event_type": kind, "tick": tick, "data": data}

    def of(event: Event) -> Iterator[dict[str, Any]]:
        nonlocal tick
        match event:
            case Tick(number):
                tick = number
                yield line("tick_start")
            case Moved(seat, start, to, ticks):
                way = {"ticks_remaining": ticks} if ticks > 1 else {}
                yield line("player_moved", player_id=ids[seat], **{"from": start}, to=to, **way)
            case Worked(seat, room, task, done, needed):
                yield line("task_progress", player_id=ids[seat], task_name=task, room=room, progress=f"{done}/{needed}")
            case Said(seat, room, text):
                yield line("free_roam_chat", player_id=ids[seat], name=seat, room=room, message=text, tick=tick)
            case Killed(killer, victim, room):
                yield line("player_killed", killer_id=ids[killer], target_id=ids[victim], room=room)
            case MeetingCalled(_, caller, cause, _):
                yield line("body_reported" if cause == "report" else "meeting_called", caller=ids[caller], reason="", bodies=[])
            case Spoke(seat, _, text):
                yield line("discussion_message", player_id=ids[seat], message=text)
            case Voted(seat, target):
                yield line("vote_cast", voter=ids[seat], target=target and ids[target])
            case Ballot(_, _, None, _):
                yield line("vote_skipped", reason="tie_or_skip")
            case Ballot(_, _, ejected, _):
                yield line("player_ejected", player_id=ids[ejected or ""], name=ejected)
            case Ended(winner, reason, _):
                yield line("game_over", winner=winner, reason=REASONS.get(reason, reason))

    for event, _ in referee.record:
        if isinstance(event, Role):
            tasks = [{"name": "", "room": room, "ticks_required": 3} for room in event.tasks]
            dealt[event.seat] = {"name": event.seat, "role": event.team.title(), "team": event.team, "tasks": tasks}
        elif isinstance(event, Placed) and "room" not in dealt[event.seat]:
            dealt[event.seat]["room"] = event.room
        elif isinstance(event, Placed):
            respawn[ids[event.seat]] = event.room
        else:
            if respawn:
                found.append(line("players_respawned", rooms=dict(respawn)))
                respawn.clear()
            found += of(event)
    tick = 0
    first = line("game_started", players=seats, config={}, initial_state={ids[seat]: dealt[seat] for seat in seats})
    return [first, *found]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    """A log as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path

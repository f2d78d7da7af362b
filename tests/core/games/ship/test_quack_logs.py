"""The preset `quack` against real games of the public release: the same choices and the same luck give the same events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.events import (
    Act,
    Ballot,
    Ended,
    Killed,
    MeetingCalled,
    Moved,
    Placed,
    Said,
    Speak,
    Spoke,
    Tick,
    Vote,
    Voted,
    Worked,
)
from woozle.core.games.ship.rules import Ship
from woozle.core.referee import Referee
from woozle.core.request import Response

LOGS = sorted((Path(__file__).parents[5] / "shared" / "quack_logs").glob("**/game.jsonl"))
REASONS = {
    "All Ducks have been ejected": "All ducks have been ejected.",
    "Ducks have voting majority": "The ducks are no longer outnumbered.",
    "All Goose tasks completed": "All tasks of the geese are done.",
}
ACTIONS = ("player_moved", "task_progress", "player_killed", "body_reported", "meeting_called")


def seat(player: str | None) -> str | None:
    return player and Ship.seat_names[int(player.removeprefix("player_"))]


def actor(line: dict[str, Any]) -> str | None:
    data = line["data"]
    return seat(data.get("player_id") or data.get("killer_id") or data.get("caller"))


class Log:
    """One game of the public release."""

    def __init__(self, path: Path) -> None:
        self.lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self.initial = self.lines[0]["data"]["initial_state"]

    def of(self, tick: int, *kinds: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["tick"] == tick and line["event_type"] in kinds]

    def turns(self, tick: int) -> list[str | None]:
        """Who acted in a tick, in order. Who waited in silence is not in the log, and changed nothing."""
        return list(dict.fromkeys(actor(line) for line in self.of(tick, *ACTIONS, "free_roam_chat")))

    def action(self, tick: int, who: str) -> Act:
        mine = [line for line in self.of(tick, *ACTIONS, "free_roam_chat") if actor(line) == who]
        say = next((line["data"]["message"] for line in mine if line["event_type"] == "free_roam_chat"), "")
        for line in mine:
            match line["event_type"]:
                case "player_moved":
                    return Act(action=f"move {line['data']['to']}", say=say)
                case "task_progress":
                    return Act(action="task", say=say)
                case "player_killed":
                    return Act(action=f"kill {seat(line['data']['target_id'])}", say=say)
                case "body_reported":
                    return Act(action="report", say=say)
                case "meeting_called":
                    return Act(action="button", say=say)
        return Act(action="wait", say=say)

    def events(self) -> Iterator[tuple[Any, ...]]:
        """What the log tells, in the words of the test."""
        for line in self.lines:
            data, who = line["data"], actor(line)
            match line["event_type"]:
                case "tick_start":
                    yield "tick", line["tick"]
                case "player_moved":
                    yield "move", who, data["from"], data["to"], data.get("ticks_remaining", 1)
                case "task_progress":
                    yield "task", who, data["room"], data["task_name"], data["progress"]
                case "free_roam_chat":
                    yield "say", who, data["room"], data["message"].strip()
                case "player_killed":
                    yield "kill", who, seat(data["target_id"]), data["room"]
                case "body_reported" | "meeting_called":
                    yield "meeting", who, line["event_type"]
                case "discussion_message":
                    yield "speech", who, data["message"].strip()
                case "vote_cast":
                    yield "vote", seat(data["voter"]), seat(data["target"])
                case "player_ejected":
                    yield "ejected", who
                case "vote_skipped":
                    yield "ejected", None
                case "players_respawned":
                    yield from (("room", seat(player), room) for player, room in data["rooms"].items())
                case "game_over":
                    yield "over", data["winner"], REASONS[data["reason"]]


class LoggedChance(Chance):
    """Draws what was drawn in the log."""

    def __init__(self, log: Log, game: Ship) -> None:
        super().__init__(b"")
        self.log, self.game = log, game
        respawns = [line["data"]["rooms"] for line in log.lines if line["event_type"] == "players_respawned"]
        self.rooms = [[state["room"] for state in log.initial.values()], *(list(rooms.values()) for rooms in respawns)]

    def sample(self, label: str, items: Sequence[Any], k: int) -> list[Any]:
        if label == "ducks":
            return [seat(player) for player, state in self.log.initial.items() if state["team"] == "duck"]
        if label == "rooms":
            return self.rooms.pop(0)
        name = label.removeprefix("tasks of ")
        return [task["room"] for state in self.log.initial.values() if state["name"] == name for task in state["tasks"]]

    def shuffled(self, label: str, items: Sequence[Any]) -> list[Any]:
        tick = self.game.tick
        if label == "speakers":
            order = [actor(line) for line in self.log.of(tick, "discussion_message")]
            return sorted(items, key=order.index)
        turns = self.log.turns(tick)
        return sorted(items, key=lambda member: turns.index(member.seat) if member.seat in turns else len(turns))


def told(events: list[Event]) -> Iterator[tuple[Any, ...]]:
    """What Woozle tells, in the words of the test."""
    for event in events:
        match event:
            case Tick(number):
                yield "tick", number
            case Moved(who, start, to, ticks):
                yield "move", who, start, to, ticks
            case Worked(who, room, task, done, needed):
                yield "task", who, room, task, f"{done}/{needed}"
            case Said(who, room, text):
                yield "say", who, room, text
            case Killed(killer, victim, room):
                yield "kill", killer, victim, room
            case MeetingCalled(_, caller, cause, _):
                yield "meeting", caller, {"report": "body_reported", "button": "meeting_called"}[cause]
            case Spoke(who, _, text):
                yield "speech", who, text
            case Voted(who, target):
                yield "vote", who, target
            case Ballot(_, _, ejected, _):
                yield "ejected", ejected
            case Placed(who, room):
                yield "room", who, room
            case Ended(winner, reason, _):
                yield "over", winner, reason


@pytest.mark.skipif(not LOGS, reason="needs the logs of real games in ../shared/quack_logs")
@pytest.mark.parametrize("path", LOGS, ids=lambda path: "/".join(path.parts[-3:-1]))
def test_a_real_game_plays_out_as_it_was_logged(path):
    log = Log(path)
    game = Ship(6, preset("quack"))
    table = Referee(game, chance=LoggedChance(log, game))
    speeches = [line["data"]["message"] for line in log.lines if line["event_type"] == "discussion_message"]
    votes = {
        (line["tick"], seat(line["data"]["voter"])): seat(line["data"]["target"])
        for line in log.lines
        if line["event_type"] == "vote_cast"
    }
    while table.outcome is None:
        request = next(iter(table.open.values()))
        if request.answer is Act:
            answer = log.action(game.tick, request.to)
            assert answer.action in request.choices["action"]
        elif request.answer is Speak:
            answer = Speak(text=speeches.pop(0))
        else:
            answer = Vote(target=votes[game.tick, request.to])
        table.fold(Response(request.id, answer))
    events = [event for event, _ in table.record]
    assert list(told(events))[len(game.seats) :] == list(log.events())  # the log has no places at the start

"""The event log of the public QUACK release, `game.jsonl`, read line by line and put in order.

A line is `{"timestamp", "event_type", "tick", "data"}`. A player's actions in one turn are one Turn here; silent waiting leaves
no line in the log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from woozle.core.errors import InputError
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.games.ship.events import Team
from woozle.games.ship.map import Room
from woozle.games.ship.rules import Ship

RUN = re.compile(r"(?:\d{1,20}_\d{1,20}_)?seed(\d{1,9})", re.ASCII)
"""The name of the folder of a game: its seed, after the date of the run in some."""

REASONS = {
    "All Ducks have been ejected": "All ducks have been ejected.",
    "Ducks have voting majority": "The ducks are no longer outnumbered.",
    "All Goose tasks completed": "All tasks of the geese are done.",
    "Time ran out — Geese survived": "Time ran out and the geese survived.",
}
"""How a game ended, in the words of the release and in ours."""

_MOST_SKIPPED = 20  # named one by one; a log with more bad lines is no log


class LogError(InputError):
    """A log that cannot be imported. The message names the line."""


PlayerId = Annotated[str, StringConstraints(pattern=r"^player_[0-9]$")]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True)


class Task(_Data):
    """A task of the deal."""

    room: Room
    ticks_required: int = Field(ge=1, le=100)


class Dealt(_Data):
    """A player at the start."""

    name: str
    team: Team
    room: Room
    tasks: tuple[Task, ...]


class GameStarted(_Data):
    """The first line."""

    initial_state: dict[PlayerId, Dealt] = Field(min_length=1)


class Bare(_Data):
    """A line whose data repeat other lines."""


class PlayerMoved(_Data):
    """A move. ticks_remaining: of a way of more than one tick."""

    player_id: PlayerId
    start: Room = Field(alias="from")
    to: Room
    ticks_remaining: int = 1


class TaskProgress(_Data):
    """The work of one turn; progress is `2/3`."""

    player_id: PlayerId
    task_name: str
    room: Room
    progress: str


class FreeRoamChat(_Data):
    """Speech outside meetings, in the room where the turn began."""

    player_id: PlayerId
    room: Room
    message: str


class PlayerKilled(_Data):
    """A kill."""

    killer_id: PlayerId
    target_id: PlayerId
    room: Room


class Called(_Data):
    """A report of a body, or a press of the button."""

    caller: PlayerId


class DiscussionMessage(_Data):
    """A speech; it may be empty."""

    player_id: PlayerId
    message: str


class VoteCast(_Data):
    """A vote; without a target it is a skip."""

    voter: PlayerId
    target: PlayerId | None


class PlayerEjected(_Data):
    """The ejected player, and what was announced. votes: by voter; without a target it is a skip."""

    player_id: PlayerId
    name: str | None = None
    team: str | None = None
    role: str | None = None
    votes: dict[PlayerId, PlayerId | None] | None = None


class PlayersRespawned(_Data):
    """The rooms of all living players after a meeting."""

    rooms: dict[PlayerId, Room]


class GameOver(_Data):
    """The last line."""

    winner: str
    reason: str


_KINDS: Mapping[str, type[_Data]] = {
    "game_started": GameStarted,
    "tick_start": Bare,
    "tick_end": Bare,
    "player_moved": PlayerMoved,
    "task_progress": TaskProgress,
    "task_completed": Bare,
    "free_roam_chat": FreeRoamChat,
    "player_killed": PlayerKilled,
    "body_reported": Called,
    "meeting_called": Called,
    "phase_changed": Bare,
    "discussion_message": DiscussionMessage,
    "vote_cast": VoteCast,
    "player_ejected": PlayerEjected,
    "vote_skipped": Bare,
    "players_respawned": PlayersRespawned,
    "game_over": GameOver,
}


class _Row(BaseModel):
    event_type: str
    tick: int = Field(ge=0, le=100_000)
    data: dict[str, object]


class Entry(NamedTuple):
    """A line. number: from 1 in the file."""

    number: int
    tick: int
    kind: str
    data: _Data


@dataclass(slots=True)
class Turn:
    """A seat's turn. action: in the words of the ship's rules. number: the line."""

    number: int
    seat: Seat
    action: str = "wait"
    say: str = ""


@dataclass(slots=True)
class Meeting:
    """The speeches, in order, and the votes."""

    speeches: list[tuple[Seat, str]] = field(default_factory=list)
    votes: dict[Seat, Seat | None] = field(default_factory=dict)

    @property
    def order(self) -> list[Seat]:
        """Return the speakers of each round in order. Speeches that are missing are taken from another round."""
        speakers = [seat for seat, _ in self.speeches]
        number = len(set(speakers))
        rounds = (speakers[:number], speakers[-number:])
        return next((each for each in rounds if len(set(each)) == number), list(dict.fromkeys(speakers)))


@dataclass(slots=True)
class Log:
    """A whole game. turns, meetings: by tick. places: rooms at the start and after each meeting.

    name: of the file, safe to print. digest: SHA-256 of it. skipped: unread lines, and why.
    """

    name: str
    digest: str
    players: Mapping[Seat, Dealt]
    entries: list[Entry]
    skipped: list[tuple[int, str]]
    turns: dict[int, list[Turn]] = field(default_factory=dict)
    meetings: dict[int, Meeting] = field(default_factory=dict)
    places: list[list[Room]] = field(default_factory=list)


def parse_log(data: bytes, name: str, *, is_lenient: bool = False) -> Log:
    """Return the game of a log. Raises LogError.

    Args:
        name: Of the file, for errors.
        is_lenient: Skip unreadable lines instead of refusing the log.
    """
    rows = data.splitlines()
    entries: list[Entry] = []
    skipped: list[tuple[int, str]] = []
    for number, row in enumerate(rows, 1):
        read = _entry(number, row)
        if isinstance(read, Entry):
            entries.append(read)
        elif number == 1:
            raise LogError(f"{name} is no log of QUACK: its first line cannot be read. {read}")
        elif not is_lenient:
            raise LogError(f"{name}, line {number}: {read} (--lenient skips such lines.)")
        else:
            skipped.append((number, read))
    if len(skipped) > _MOST_SKIPPED:
        raise LogError(f"{name} is no log of QUACK: {len(skipped)} of its {len(rows)} lines cannot be read.")
    log = Log(name, sha256(data).hexdigest(), _players(name, entries), entries, skipped)
    _fill(log)
    if not isinstance(entries[-1].data, GameOver):
        raise LogError(f"{name} breaks off at line {len(rows)}, before the game is over; only complete games can be imported.")
    return log


def seat_of(player: str) -> Seat:
    """Return the seat of a player of the log: `player_0` is Alice."""
    return Ship.seat_names[int(player.removeprefix("player_"))]


def player_of(seat: Seat) -> str:
    """Return the name of a seat in the release: Alice is `player_0`."""
    return f"player_{Ship.seat_names.index(seat)}"


def _entry(number: int, row: bytes) -> Entry | str:
    """Return a line, or a sentence about its problem."""
    try:
        parsed = _Row.model_validate_json(row)
        kind = _KINDS.get(parsed.event_type)
        if kind is None:
            return f"There is no event {visible_line(parsed.event_type[:60])!r} in logs of QUACK."
        return Entry(number, parsed.tick, parsed.event_type, kind.model_validate(parsed.data))
    except ValidationError as error:
        found = first_problem(error)
        return f"{visible_line(str(found)) if found.place else f'It {found.words}'}."


def _players(name: str, entries: list[Entry]) -> dict[Seat, Dealt]:
    if not entries or not isinstance(first := entries[0].data, GameStarted):
        raise LogError(f"{name} is no log of QUACK: it does not begin with game_started.")
    players = {seat_of(player): dealt for player, dealt in first.initial_state.items()}
    for seat, expected, dealt in zip(players, Ship.seat_names, players.values(), strict=False):
        if not seat == expected == dealt.name:
            raise LogError(f"{name}: a player is called {visible_line(dealt.name)!r} where {expected} should be.")
    return players


def _fill(log: Log) -> None:
    log.places.append([dealt.room for dealt in log.players.values()])
    meeting = Meeting()
    for number, tick, kind, data in log.entries[1:]:
        match data:
            case PlayerMoved(player_id=player, to=to):
                log.turns.setdefault(tick, []).append(Turn(number, seat_of(player), f"move {to}"))
            case TaskProgress(player_id=player):
                log.turns.setdefault(tick, []).append(Turn(number, seat_of(player), "task"))
            case PlayerKilled(killer_id=player, target_id=target):
                log.turns.setdefault(tick, []).append(Turn(number, seat_of(player), f"kill {seat_of(target)}"))
            case FreeRoamChat(player_id=player, message=message):
                turns = log.turns.setdefault(tick, [])
                if not (turns and turns[-1].seat == seat_of(player)):
                    turns.append(Turn(number, seat_of(player)))
                turns[-1].say = message
            case Called(caller=player):
                action: Literal["report", "button"] = "report" if kind == "body_reported" else "button"
                log.turns.setdefault(tick, []).append(Turn(number, seat_of(player), action))
                meeting = log.meetings[tick] = Meeting()
            case DiscussionMessage(player_id=player, message=message):
                meeting.speeches.append((seat_of(player), message))
            case VoteCast(voter=voter, target=target):
                meeting.votes[seat_of(voter)] = target and seat_of(target)
            case PlayersRespawned(rooms=rooms):
                log.places.append(list(rooms.values()))

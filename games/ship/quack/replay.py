"""Games of the public QUACK release, played again by our rules.

A log records actions and draws, not what each player saw. So our own rules (preset `quack`) play the game again with the choices
and the chance of the log, and it is imported only if every line of the log comes out again. That gives what each player observed
at each decision. The log does not say when in a tick a silently waiting player had its turn; such turns come last (952 of the
20,055 decisions in the 270 public games).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from woozle.core.chance import Chance
from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response, Seat
from woozle.games.ship import events as ship
from woozle.games.ship.config import Config, preset
from woozle.games.ship.quack import log as quack
from woozle.games.ship.quack.log import Log, LogError, seat_of
from woozle.games.ship.rules import SILENCE, SKIP, WAIT, Member, Ship

_NO_KEY = bytes(32)  # the luck is the log's, so no key has anything to say


class PlayedAgain(NamedTuple):
    """A replayed game of the release. steps: each Request with its Response and the number of Events after it."""

    log: Log
    referee: Referee
    steps: list[tuple[Request, Response, int]]


def play_again(log: Log, *, is_lenient: bool = False) -> PlayedAgain:
    """Play a logged game by our rules. Raises LogError where the log does not follow them."""
    game = Ship(len(log.players), _config(log))
    referee = Referee(game, _NO_KEY, LoggedChance(log, game))
    steps: list[tuple[Request, Response, int]] = []
    spoken: Counter[int] = Counter()
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        response = Response(request.id, _answer(log, game, request, spoken))
        referee.fold(response)
        steps.append((request, response, len(referee.record)))
    _compare(log, [event for event, _ in referee.record], is_lenient)
    return PlayedAgain(log, referee, steps)


class LoggedChance(Chance):
    """A Chance that repeats the draws of the log."""

    def __init__(self, log: Log, game: Ship) -> None:
        super().__init__(_NO_KEY)
        self._log, self._game = log, game
        self._places = iter(log.places)

    def sample(self, label: str, items: Sequence[Any], k: int) -> list[Any]:
        """Return roles, tasks, or rooms if there are enough for one each."""
        players = self._log.players
        if label == "ducks":
            return [seat for seat, dealt in players.items() if dealt.team == "duck"]
        if label == "rooms":
            return next(self._places, []) if k else []
        return [task.room for task in players[label.removeprefix("tasks of ")].tasks]

    def shuffle(self, label: str, items: Sequence[Any]) -> list[Any]:
        """Return orders of turns and speeches, or rooms if several players share one."""
        tick = self._game.tick
        if label == "crowded rooms":
            return next(self._places, [])
        if label == "speakers":
            return _as_in(self._log.meetings[tick].order, items)
        turns = [turn.seat for turn in self._log.turns.get(tick, ())]
        members: dict[Seat, Member] = {member.seat: member for member in items}
        return [members[seat] for seat in _as_in(turns, list(members))]


def _as_in(order: Sequence[Seat], items: Iterable[Seat]) -> list[Seat]:
    """Return the items in the given order; items that are not in it come last."""
    return sorted(items, key=lambda item: order.index(item) if item in order else len(order))


def _config(log: Log) -> Config:
    ticks = {task.ticks_required for dealt in log.players.values() for task in dealt.tasks}
    if len(ticks) > 1:
        raise LogError(f"{log.name}: its tasks take {sorted(ticks)} ticks; the ship knows one length for all.")
    ducks = sum(dealt.team == "duck" for dealt in log.players.values())
    tasks = max(len(dealt.tasks) for dealt in log.players.values())
    try:
        return preset("quack", ducks=ducks, ticks_per_task=ticks.pop() if ticks else 3, tasks_each=max(1, tasks))
    except InputError as error:
        raise LogError(f"{log.name}: such a game cannot be played here: {error}") from error


def _answer(log: Log, game: Ship, request: Request, spoken: Counter[int]) -> Answer:
    """Return a player's answer according to the log. spoken: number of speeches so far in the meetings of a tick."""
    seat, meeting = request.to, log.meetings.get(game.tick, quack.Meeting())
    if request.answer is ship.Speak:
        who, text = next(iter(meeting.speeches[spoken[game.tick] :]), ("", ""))
        if who != seat:
            return SILENCE
        spoken[game.tick] += 1
        return ship.Speak(text=text)
    if request.answer is ship.Vote:
        return ship.Vote(target=meeting.votes[seat]) if meeting.votes.get(seat) else SKIP
    turn = next((turn for turn in log.turns.get(game.tick, ()) if turn.seat == seat), None)
    if turn is None:
        return WAIT
    act = ship.Act(action=turn.action, say=turn.say)
    if problem := request.refusal(act):
        raise LogError(f"{log.name}, line {turn.number}: {seat} cannot {turn.action!r} there by the rules. {problem}")
    return act


def _compare(log: Log, events: Iterable[Event], is_lenient: bool) -> None:
    """Compare the replay with the log. After skipped lines, the replay may hold more than the log."""
    told = (each for event in events for each in _event_facts(event))
    for _ in log.players:
        next(told)  # where everyone starts stands in the first line of the log
    for entry in log.entries:
        for logged in _entry_facts(entry):
            again = next((each for each in told if each == logged or not is_lenient), None)
            is_right = not isinstance(entry.data, quack.PlayerEjected) or _is_as_dealt(log, entry.tick, entry.data, is_lenient)
            if again != logged or not is_right:
                raise LogError(f"{log.name}, line {entry.number}: {entry.kind} does not follow from the lines before it.")


def _is_as_dealt(log: Log, tick: int, ejected: quack.PlayerEjected, is_lenient: bool) -> bool:
    """Return whether what a line says of the ejected player is what was dealt and voted.

    Args:
        is_lenient: Votes may have been skipped.
    """
    seat = seat_of(ejected.player_id)
    team = log.players[seat].team if seat in log.players else ""
    votes = log.meetings.get(tick, quack.Meeting()).votes
    cast = {voter: target for voter, target in votes.items() if target}
    said = {seat_of(voter): seat_of(target) for voter, target in (ejected.votes or {}).items() if target}
    is_named = ejected.name in (None, seat) and ejected.team in (None, team) and (ejected.role or team).lower() == team
    return is_named and (ejected.votes is None or is_lenient or said == cast)


def _entry_facts(entry: quack.Entry) -> Iterator[tuple[Any, ...]]:
    """Return a line in the words that `_event_facts` uses."""
    match entry.data:
        case quack.PlayerMoved(player_id=player, start=start, to=to, ticks_remaining=ticks):
            yield "move", seat_of(player), start, to, ticks
        case quack.TaskProgress(player_id=player, room=room, task_name=task, progress=progress):
            yield "task", seat_of(player), room, task, progress
        case quack.FreeRoamChat(player_id=player, room=room, message=message) if message.strip():
            yield "say", seat_of(player), room, message.strip()
        case quack.PlayerKilled(killer_id=killer, target_id=target, room=room):
            yield "kill", seat_of(killer), seat_of(target), room
        case quack.Called(caller=caller):
            yield "meeting", seat_of(caller), entry.kind
        case quack.DiscussionMessage(player_id=player, message=message):
            yield "speech", seat_of(player), message.strip()
        case quack.VoteCast(voter=voter, target=target):
            yield "vote", seat_of(voter), target and seat_of(target)
        case quack.PlayerEjected(player_id=player):
            yield "ejected", seat_of(player)
        case quack.PlayersRespawned(rooms=rooms):
            yield from (("room", seat_of(player), room) for player, room in rooms.items())
        case quack.GameOver(winner=winner, reason=reason):
            yield "over", winner, quack.REASONS.get(reason, reason)
        case _ if entry.kind == "vote_skipped":
            yield "ejected", None


def _event_facts(event: Event) -> Iterator[tuple[Any, ...]]:
    match event:
        case ship.Moved(seat, start, to, ticks):
            yield "move", seat, start, to, ticks
        case ship.Worked(seat, room, task, done, needed):
            yield "task", seat, room, task, f"{done}/{needed}"
        case ship.Said(seat, room, text):
            yield "say", seat, room, text
        case ship.Killed(killer, victim, room):
            yield "kill", killer, victim, room
        case ship.MeetingCalled(_, caller, cause, _):
            yield "meeting", caller, {"report": "body_reported", "button": "meeting_called"}[cause]
        case ship.Spoke(seat, _, text):
            yield "speech", seat, text
        case ship.Voted(seat, target):
            yield "vote", seat, target
        case ship.Ballot(_, _, ejected, _):
            yield "ejected", ejected
        case ship.Placed(seat, room):
            yield "room", seat, room
        case ship.Ended(winner, reason, _):
            yield "over", winner, reason

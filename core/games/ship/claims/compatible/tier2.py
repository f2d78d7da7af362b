"""Tier 2 of the public pipeline: how players behaved. Its oddities are kept, and named where they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from woozle.core.games.ship.claims.compatible.course import Course
from woozle.core.games.ship.claims.compatible.reconstruction import Reconstruction, share
from woozle.core.games.ship.map import Room, ShipMap
from woozle.core.value import value

COOLDOWN = 5  # the public pipeline has the cooldown of its own games, whatever the configuration says


@value
class Tier2:
    """The published names and their values.

    avg_report_latency: ticks from a kill, or from the caller's coming into its room, to the report, over reports by geese; each
    report is set against all kills before it, also those of bodies long gone. task_efficiency: turns of geese that did a task or
    went for one; a tick in a corridor is a turn without. post_kill_displacement: rooms between a kill and its killer three ticks
    later. self_report_rate: bodies reported by killing ducks, by kills. cooldown_utilization: chances to kill left unused.
    """

    goose_voting_accuracy: float
    goose_skip_rate: float
    avg_report_latency: float | None
    task_efficiency: float
    avg_rooms_visited_goose: float
    avg_rooms_visited_duck: float
    avg_kills_per_game: float
    post_kill_displacement: list[float]
    avg_post_kill_displacement: float
    self_report_count: int
    self_report_rate: float
    cooldown_utilization: float

    def to_json(self) -> Mapping[str, Any]:
        """`tier2` of the public evaluation.json."""
        return asdict(self)


def tier2(match: Reconstruction) -> Tier2:
    """Tier 2 of a match."""
    ducks = [course for course in match.courses.values() if course.team == "duck"]
    geese = [course for course in match.courses.values() if course.team == "goose"]
    votes = [cast.target for cast in match.votes if match.courses[cast.voter].team == "goose"]
    named = [match.courses[target].team for target in votes if target]
    latencies = list(_latencies(match))
    turns = [is_productive for goose in geese for is_productive in _turns(goose, match.map)]
    displacement = list(_displacement(match))
    own = sum(call.bodies for call in match.calls if call.cause == "report" and _has_killed(match, call.caller))
    chances = [is_taken for duck in ducks for is_taken in _chances(duck, geese, match)]
    return Tier2(
        goose_voting_accuracy=share(named.count("duck"), len(named)),
        goose_skip_rate=share(len(votes) - len(named), len(votes)),
        avg_report_latency=sum(latencies) / len(latencies) if latencies else None,
        task_efficiency=share(sum(turns), len(turns)),
        avg_rooms_visited_goose=_mean(map(_rooms_visited, geese)),
        avg_rooms_visited_duck=_mean(map(_rooms_visited, ducks)),
        avg_kills_per_game=len(match.kills) / max(len(ducks), 1),
        post_kill_displacement=displacement,
        avg_post_kill_displacement=_mean(displacement),
        self_report_count=own,
        self_report_rate=share(own, len(match.kills)),
        cooldown_utilization=share(len(chances) - sum(chances), len(chances)),
    )


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known) if known else 0.0


def _latencies(match: Reconstruction) -> Iterator[int]:
    for call in match.calls:
        caller = match.courses[call.caller]
        if call.cause == "report" and caller.team == "goose":
            for kill in match.kills:
                there = (tick for tick in range(kill.tick, call.tick + 1) if caller.rooms[tick] == kill.room)
                if (came := next(there, None)) is not None:
                    yield call.tick - came


def _turns(goose: Course, ship: ShipMap) -> Iterator[bool]:
    """Whether each turn of a goose was for its tasks: one was worked on, or the way led to an open one."""
    finished = {work.tick: work.room for work in goose.works if work.is_complete}
    open_tasks = set(goose.tasks)
    for tick in range(1, min(goose.died, len(goose.actions))):
        open_tasks.discard(finished.get(tick, ""))
        action = goose.actions[tick]
        if not action:
            continue
        verb, _, to = action.partition(" ")
        # The way is looked for from where the tick ended, so a move that took no time leads on from its own goal.
        ways = ship.first_steps[goose.rooms[tick]]
        yield verb == "task" or (verb == "move" and (to in open_tasks or any(ways.get(task) == to for task in open_tasks)))


def _rooms_visited(course: Course) -> int:
    """Rooms in which it ended a tick, dead or alive."""
    return len({room for room, to in zip(course.rooms, course.moving_to, strict=True) if not to})


def _displacement(match: Reconstruction) -> Iterator[float]:
    for kill in match.kills:
        yield float(_hops(match.map, kill.room, match.courses[kill.killer].rooms[min(kill.tick + 3, match.last_tick)]))


def _hops(ship: ShipMap, start: Room, goal: Room) -> int:
    """Corridors between two rooms, however long they are."""
    hops = {start: 0}
    queue = deque([start])
    while goal not in hops:
        room = queue.popleft()
        for near in ship.neighbours[room]:
            if near not in hops:
                hops[near] = hops[room] + 1
                queue.append(near)
    return hops[goal]


def _has_killed(match: Reconstruction, caller: str) -> bool:
    """Whether a duck has killed anybody at all, before or after."""
    return match.courses[caller].team == "duck" and any(kill.killer == caller for kill in match.kills)


def _chances(duck: Course, geese: list[Course], match: Reconstruction) -> Iterator[bool]:
    """The ticks that ended with a goose at hand, and whether there was a kill in them. A victim that was alone is no chance."""
    kills = {kill.tick for kill in match.kills if kill.killer == duck.seat}
    cooldown = COOLDOWN
    for tick in range(1, min(duck.died, len(duck.rooms))):
        cooldown = max(0, cooldown - 1)
        if cooldown or duck.moving_to[tick] or not duck.actions[tick]:
            continue
        room = duck.rooms[tick]
        if any(tick < goose.died and goose.rooms[tick] == room and not goose.moving_to[tick] for goose in geese):
            yield tick in kills
            if tick in kills:
                cooldown = COOLDOWN

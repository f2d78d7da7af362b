"""The way that a duck tells: the true one without what would give it away, and possible on the map."""

from __future__ import annotations

from woozle.core.chance import Chance
from woozle.core.games.ship.map import Room, ShipMap
from woozle.players.games.ship.memory import Memory, Stay, merged


def cover(memory: Memory, chance: Chance) -> tuple[list[Stay], list[Stay]]:
    """The way to tell, and the stays that it leaves out: those with a kill that nobody who lives saw the duck at."""
    kills = [(tick, killed.room) for tick, killed in memory.round.kills if killed.killer == memory.me]
    true = [stay for stay in memory.round.stays if stay.first <= memory.tick]
    is_caller = memory.meeting is not None and memory.meeting.caller == memory.me
    told: list[Stay] = []
    hidden: list[Stay] = []
    for i, stay in enumerate(true):
        is_last = i == len(true) - 1
        guilty = any(room == stay.room and stay.first <= tick <= stay.last for tick, room in kills)
        was_met = not is_last and _was_seen(memory, Stay(true[i + 1].room, true[i + 1].first, true[i + 1].first))
        if not guilty or (is_last and is_caller) or _was_seen(memory, stay) or was_met:
            told.append(stay)
            continue
        hidden.append(stay)
        following = true[i + 1] if not is_last else None
        told = _bridged(memory, told, stay, following, chance)
    if is_caller and true and any(room == true[-1].room for _, room in kills):
        told = _just_arrived(memory, told)
    return merged(told), hidden


def _just_arrived(memory: Memory, told: list[Stay]) -> list[Stay]:
    """The same way with a longer stay before the last room, as if the duck had only now come upon the body."""
    assert memory.config
    if len(told) < 2 or _was_seen(memory, Stay(told[-1].room, told[-1].first, memory.tick - 1)):
        return told
    before, last = told[-2:]
    left = max(before.last, memory.tick - memory.config.map.distances[before.room][last.room])
    return [*told[:-2], Stay(before.room, before.first, left, before.worked), Stay(last.room, memory.tick, memory.tick)]


def _was_seen(memory: Memory, stay: Stay) -> bool:
    return any(
        seen.room == stay.room and seen.first <= stay.last and stay.first <= seen.last
        for seat, seen in memory.sightings()
        if seat not in memory.dead and seat not in memory.mates
    )


def _bridged(memory: Memory, told: list[Stay], gap: Stay, following: Stay | None, chance: Chance) -> list[Stay]:
    """The way so far, going on to `following` without the room of the gap."""
    assert memory.config
    ship = memory.config.map
    if not told:
        if following is None:
            room = chance.choice("elsewhere", [room for room in ship.room_names if room != gap.room])
            return [Stay(room, gap.first, gap.last)]
        start = chance.choice("start", [room for room in ship.neighbours[following.room] if room != gap.room] or [following.room])
        left = following.first - ship.distances[start][following.room]
        return [Stay(start, gap.first, max(gap.first, left))]
    last = told[-1]
    if following is None or following.room == last.room:
        return [*told[:-1], Stay(last.room, last.first, gap.last, last.worked)]
    ticks = following.first - last.last
    if _avoids(ship, last.room, following.room, gap.room):
        left = following.first - ship.distances[last.room][following.room]
        if left >= last.last:
            return [*told[:-1], Stay(last.room, last.first, left, last.worked)]
    detours = [
        room
        for room in ship.room_names
        if room not in (gap.room, last.room, following.room)
        and _avoids(ship, last.room, room, gap.room)
        and _avoids(ship, room, following.room, gap.room)
        and ship.distances[last.room][room] + ship.distances[room][following.room] <= ticks
    ]
    if detours:
        room = chance.choice("detour", detours)
        arrives = last.last + ship.distances[last.room][room]
        return [*told, Stay(room, arrives, following.first - ship.distances[room][following.room])]
    return [*told, Stay(gap.room, gap.first, gap.first)]  # no other way fits: it only passed through


def _avoids(ship: ShipMap, start: Room, goal: Room, room: Room) -> bool:
    return room not in ship.route(start, goal)

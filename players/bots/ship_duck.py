"""How a duck plays: kill unseen, be gone, look busy, and tell a way that could be true."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.chance import Chance
from woozle.core.games.ship.map import Room, ShipMap
from woozle.core.request import Seat
from woozle.players.bots.bot import happens
from woozle.players.bots.ship_goose import accusers, next_task, towards
from woozle.players.bots.ship_memory import Memory, Stay
from woozle.players.bots.ship_speech import Story
from woozle.players.bots.ship_suspicion import Reason, Suspicion, suspicion

_HUNTS_AT = 3  # ticks of cooldown from which it looks for company
_LATELY = 6  # ticks
_COLD = 9  # ticks since a sighting, with the way there, after which it leads nowhere


def action(legal: Sequence[str], memory: Memory, chance: Chance, patrol: Room) -> str:
    """The next turn."""
    sight = memory.sight
    if not sight or not memory.config:
        return "wait"
    victims = [option for option in legal if option.startswith("kill ")]
    geese = [seat for seat in sight.present if seat not in memory.mates]
    if victims and (_wins(memory) or _is_unseen(memory, geese, chance)):
        return chance.choice("victim", victims)
    if "report" in legal:
        return _beside_a_body(memory, geese, chance)
    if sight.cooldown is not None and sight.cooldown <= _HUNTS_AT:
        step = towards(memory, _prey(memory, geese, patrol))
        return "task" if step == "wait" and "task" in legal else step
    if "task" in legal:
        return "task"
    return towards(memory, next_task(memory) or patrol)


def _wins(memory: Memory) -> bool:
    """Whether one more kill is certain to end the match, whoever sees it."""
    geese = sum(seat not in memory.mates for seat in memory.living)
    ducks = 1 + sum(seat in memory.mates for seat in memory.living)
    return geese - 1 <= ducks


def _is_unseen(memory: Memory, geese: Sequence[Seat], chance: Chance) -> bool:
    """Whether nobody is there to tell: only the victim, or so many that anybody could have done it and none saw who."""
    assert memory.sight and memory.config
    if len(geese) == 1:
        just_left = any(seat not in memory.mates and seat not in memory.dead for seat, _ in memory.sight.left)
        return not just_left or happens(chance, "daring", 40)
    return not memory.config.kills_seen and len(geese) >= 4 and happens(chance, "crowd", 50)


def _beside_a_body(memory: Memory, geese: Sequence[Seat], chance: Chance) -> str:
    """With others there it is better to be the one who reports; alone, to be gone, to where nobody was seen lately."""
    assert memory.config
    if geese or happens(chance, "report", 4):
        return "report"
    near = memory.config.map.neighbours[memory.room]
    crowded = {stay.room for seat, stay in memory.sightings() if seat not in memory.dead and stay.last >= memory.tick - _LATELY}
    return f"move {min(chance.shuffled('away', list(near)), key=lambda room: near[room] + 2 * (room in crowded))}"


def _prey(memory: Memory, geese: Sequence[Seat], patrol: Room) -> Room:
    """Where somebody is likely to be alone: here, where somebody just went, where somebody was seen lately; else anywhere."""
    assert memory.sight and memory.config
    if len(geese) == 1:
        return memory.room
    if left := [to for seat, to in memory.sight.left if _is_prey(memory, seat)]:
        return left[-1]
    far = memory.config.map.distances[memory.room]
    last = {seat: stays[-1] for seat, stays in memory.round.seen.items() if _is_prey(memory, seat) and seat not in geese}
    fresh = [(memory.tick - stay.last + far[stay.room], stay.room) for stay in last.values() if stay.room != memory.room]
    trail = min(fresh, default=(_COLD, ""))
    return trail[1] if trail[0] < _COLD else patrol


def _is_prey(memory: Memory, seat: Seat) -> bool:
    return seat not in memory.mates and seat not in memory.dead


def story(memory: Memory, chance: Chance) -> Story:
    """The truth, as far as it does no harm."""
    stays, hidden = cover(memory, chance)
    kills = {killed.victim: tick for tick, killed in memory.round.kills}
    seen = [
        (seat, stay)
        for seat, stay in memory.sightings()
        if not any(stay.room == lie.room and lie.first <= stay.last and stay.first <= lie.last for lie in hidden)
        and not (seat in kills and stay.last >= kills[seat] - 1)
    ]
    found = from_outside(memory)
    target = vote(memory, chance)
    suspect = target or _scapegoat(memory, found, chance)
    reason = found.best_reason(suspect) if suspect else None
    if reason and reason.why in ("at_body", "left_body", "alone_with") and any(reason.room == lie.room for lie in hidden):
        reason = None
    return Story(stays, seen, suspect, reason, vote=target, accusers=accusers(memory))


def from_outside(memory: Memory) -> Suspicion:
    """Whom a goose in this seat would suspect."""
    mates = [mate for mate in memory.mates if mate not in memory.dead]
    return suspicion(memory, innocent=mates)


def vote(memory: Memory, chance: Chance) -> Seat | None:
    """With the crowd, against a goose; a tie or a skip is as good for a duck while nobody points at it."""
    heat = _heat(memory)
    geese = [seat for seat in memory.living if seat not in memory.mates]
    if not geese:
        return None
    most = max(geese, key=lambda seat: (heat.get(seat, 0.0), seat))
    mine = max((heat.get(seat, 0.0) for seat in (memory.me, *memory.mates)), default=0.0)
    if heat.get(most, 0.0) >= 1.5 or (heat.get(most, 0.0) >= 1 and mine >= 1):
        return most
    if mine >= 1.5 or len(geese) <= 1 + len(memory.mates) + 1:
        found = from_outside(memory)
        return max(geese, key=lambda seat: (heat.get(seat, 0.0), found.chance.get(seat, 0.0), seat))
    return None


_HEAT = {"kill": 1.5, "accuse": 1.0, "vote": 1.0, "clear": -0.5}


def _heat(memory: Memory) -> dict[Seat, float]:
    """How many point at whom."""
    heat: dict[Seat, float] = {}
    if memory.meeting:
        for kind, _, about in {(claim.kind, claim.speaker, claim.about) for claim in memory.meeting.claims}:
            if about and kind in _HEAT:
                heat[about] = heat.get(about, 0.0) + _HEAT[kind]
    return heat


def _scapegoat(memory: Memory, found: Suspicion, chance: Chance) -> Seat | None:
    """Somebody to point at, if there is a reason that others may believe."""
    most = found.most
    if most and found.chance[most] >= 0.3 and happens(chance, "point", 60):
        return most
    return None


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
    return told, hidden


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

"""How a duck plays: kill unseen, be gone, look busy, and tell a way that could be true."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woozle.core.chance import Chance
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.players.bot import happens
from woozle.players.games.ship.cover import cover
from woozle.players.games.ship.goose import accusers, next_task, silent, towards
from woozle.players.games.ship.memory import Memory
from woozle.players.games.ship.speech import Story
from woozle.players.games.ship.suspicion import Reason, Suspicion, deaths, suspicion

_HUNTS_AT = 4  # ticks of cooldown from which it looks for company
_DARING = 40  # of a hundred chances to kill when somebody has just left
_REPORTS_ALONE = 20  # of a hundred bodies: more than models do (6), and it keeps both presets well inside an even match
_POINTS = 60  # of a hundred times that there is somebody to point at
_TURNS_TABLES = 60  # of a hundred times that it is accused
_FALSE_WITNESS = 70  # of a hundred times that it may decide the match
_BELIEVABLE = 0.3  # how likely an outsider must find it
_LATELY = 6  # ticks
_STALE = 12  # ticks after which what was seen in a room says nothing any more
_COLD = 4  # ticks since a sighting, with the way there, after which it leads nowhere


def action(legal: Sequence[str], memory: Memory, chance: Chance, patrol: Callable[[], Room]) -> str:
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
        step = towards(memory, _prey(memory, geese, chance))
        step = "task" if step == "wait" and "task" in legal else step
    else:
        step = "task" if "task" in legal else towards(memory, next_task(memory) or patrol())
    leads_back = any(step == f"move {killed.room}" for _, killed in memory.round.kills if killed.killer == memory.me)
    return f"move {_search(memory, chance)}" if leads_back else step


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
        return not just_left or happens(chance, "daring", _DARING)
    return not memory.config.kills_seen and len(geese) >= 4 and happens(chance, "crowd", 50)


def _beside_a_body(memory: Memory, geese: Sequence[Seat], chance: Chance) -> str:
    """With others there it is better to be the one who reports; alone, to be gone, to where nobody was seen lately."""
    assert memory.config
    if geese or happens(chance, "report", _REPORTS_ALONE):
        return "report"
    near = memory.config.map.neighbours[memory.room]
    crowded = {stay.room for seat, stay in memory.sightings() if seat not in memory.dead and stay.last >= memory.tick - _LATELY}
    return f"move {min(chance.shuffled('away', list(near)), key=lambda room: near[room] + 2 * (room in crowded))}"


def _prey(memory: Memory, geese: Sequence[Seat], chance: Chance) -> Room:
    """Where somebody is likely to be alone: here, where somebody just went, where somebody was seen lately; else it searches."""
    assert memory.sight and memory.config
    if len(geese) == 1:
        return memory.room
    if left := [to for seat, to in memory.sight.left if _is_prey(memory, seat)]:
        return left[-1]
    far = memory.config.map.distances[memory.room]
    last = {seat: (stays[-1].last, stays[-1].room) for seat, stays in memory.round.seen.items()}
    for step in memory.round.steps:
        if step.tick >= last.get(step.seat, (0, ""))[0]:
            last[step.seat] = step.tick, step.to
    trails = [(memory.tick - tick + far[room], room) for seat, (tick, room) in last.items() if _is_prey(memory, seat)]
    coldness, room = min((trail for trail in trails if trail[1] != memory.room), default=(_COLD, ""))
    return room if coldness < _COLD else _search(memory, chance)


def _search(memory: Memory, chance: Chance) -> Room:
    """The neighbouring room with the most news for the way: not visited for long, with a task (there geese stand), and no body."""
    assert memory.config
    ship = memory.config.map
    visited = {stay.room: stay.last for stay in memory.round.stays}
    bodies = {body.room for body in memory.round.bodies.values()}
    near = ship.neighbours[memory.room]

    def news(room: Room) -> float:
        if room in bodies:
            return -1
        return (min(_STALE, memory.tick - visited.get(room, -_STALE)) + 2 * (room in ship.tasks)) / (1 + near[room])

    return max(chance.shuffled("search", list(near)), key=news)


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
    if rival := _rival(memory):
        blame = Reason("at_body", 0, memory.room, memory.round.bodies_in(memory.room)[0], memory.tick)
        return Story(stays, seen, rival, blame, rival, accusers=accusers(memory), silent=silent(memory))
    if target and (witnessed := _invented(memory, chance)):
        return Story(stays, seen, target, witnessed, target, accusers=accusers(memory))
    suspect = target or _scapegoat(found, chance) or _accuser(memory, chance)
    reason = found.best_reason(suspect) if suspect else None
    if reason and reason.why in ("at_body", "left_body", "alone_with") and any(reason.room == lie.room for lie in hidden):
        reason = None
    return Story(stays, seen, suspect, reason, vote=target, accusers=accusers(memory), silent=silent(memory))


def _invented(memory: Memory, chance: Chance) -> Reason | None:
    """When one more goose voted out wins the match, a false witness has nothing to lose."""
    deaths_known = [death for death in deaths(memory) if death.room]
    if not _wins(memory) or not deaths_known or not memory.config or not memory.config.kills_seen:
        return None
    death = deaths_known[-1]
    return Reason("witness", 0, death.room, death.victim) if happens(chance, "false witness", _FALSE_WITNESS) else None


def _accuser(memory: Memory, chance: Chance) -> Seat | None:
    """Who started it, and may be told that it was the other way round."""
    first = next((seat for seat in accusers(memory) if seat not in memory.mates), None)
    return first if first and happens(chance, "turn the tables", _TURNS_TABLES) else None


def _rival(memory: Memory) -> Seat | None:
    """The one goose that stands with the duck beside a fresh body of its own: only one of the two can be believed."""
    sight, meeting = memory.sight, memory.meeting
    if not sight or not meeting or sight.tick != meeting.tick:
        return None
    mine = any(killed.room == sight.room and killed.killer == memory.me for _, killed in memory.round.kills)
    beside = [seat for seat in sight.present if seat not in memory.mates and seat not in memory.dead]
    return beside[0] if mine and len(beside) == 1 else None


def from_outside(memory: Memory) -> Suspicion:
    """Whom a goose in this seat would suspect."""
    mates = [mate for mate in memory.mates if mate not in memory.dead]
    return suspicion(memory, innocent=mates)


def vote(memory: Memory, chance: Chance) -> Seat | None:
    """With the crowd, against a goose; a tie or a skip is as good for a duck while nobody points at it."""
    if rival := _rival(memory):
        return rival
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


def _scapegoat(found: Suspicion, chance: Chance) -> Seat | None:
    """Somebody to point at, if there is a reason that others may believe."""
    most = found.most
    if most and found.chance[most] >= _BELIEVABLE and happens(chance, "point", _POINTS):
        return most
    return None

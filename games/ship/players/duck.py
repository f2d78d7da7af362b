"""The tactics of a duck: kill unseen, be gone, look busy, and tell a way that could be true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.games.ship.map import Room, ShipMap
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.goose import accusers, next_task, patrol, step_towards
from woozle.games.ship.players.interview import choose_question
from woozle.games.ship.players.memory import Memory, announced, merge_stays, said_against
from woozle.games.ship.players.suspicion import Reason, Suspicion, deaths, find_clash, suspicion
from woozle.games.ship.players.testimony import Story
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.state import Stay
from woozle.players.bot import happens


def cover(memory: Memory, mind: Mind) -> tuple[list[Stay], list[Stay]]:
    """Return the way to claim, and the stays that it leaves out: those with a kill at which no living seat saw the duck.

    It is the same throughout a meeting.
    """
    chance = mind.chance(f"cover {memory.state.round.begins}")
    kills = [(kill.tick, kill.room) for kill in memory.state.recent_kills if kill.killer == memory.me]
    true = [stay for stay in memory.state.round.stays if stay.first <= memory.state.tick]
    is_caller = memory.talk is not None and memory.talk.meeting.caller == memory.me
    told: list[Stay] = []
    hidden: list[Stay] = []
    for i, stay in enumerate(true):
        is_last = i == len(true) - 1
        guilty = any(room == stay.room and stay.first <= tick <= stay.last for tick, room in kills)
        was_met = not is_last and _was_seen(memory, Stay(true[i + 1].room, true[i + 1].first, true[i + 1].first))
        slips = guilty and mind.does(f"confesses {stay.first}", mind.traits.confesses)
        if not guilty or slips or (is_last and is_caller) or _was_seen(memory, stay) or was_met:
            told.append(stay)
            continue
        hidden.append(stay)
        following = true[i + 1] if not is_last else None
        told = _bridge(memory, told, stay, following, chance)
    if is_caller and true and any(room == true[-1].room for _, room in kills):
        told = _just_arrived(memory, told)
    return merge_stays(told), hidden


def _just_arrived(memory: Memory, told: list[Stay]) -> list[Stay]:
    """Return the same way with a longer stay before the last room, as if the duck had only now come upon the body."""
    if len(told) < 2 or _was_seen(memory, Stay(told[-1].room, told[-1].first, memory.state.tick - 1)):
        return told
    before, last = told[-2:]
    left = max(before.last, memory.state.tick - memory.config.map.distances[before.room][last.room])
    return [*told[:-2], Stay(before.room, before.first, left, before.worked), Stay(last.room, memory.state.tick, memory.state.tick)]


def _was_seen(memory: Memory, stay: Stay) -> bool:
    return any(seen.overlaps(stay) for seat, seen in memory.state.round.sightings() if _is_prey(memory, seat))


def _bridge(memory: Memory, told: list[Stay], gap: Stay, following: Stay | None, chance: Chance) -> list[Stay]:
    """Return the way so far, going on to `following` without the room of the gap."""
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


_REPORTS_ALONE = 20  # of a hundred bodies: more than models do (6), and it keeps both presets well inside an even match
_DARING = 0.5  # of the chances to kill that a duck takes, when another seat has only just left
_BELIEVABLE = 0.3  # how likely an outsider must find it
_LATELY = 6  # ticks
_STALE = 12  # ticks after which what was seen in a room says nothing any more
_FINDS_AFTER = 3  # ticks before a find at which the finder may be said to have been there
_COLD = 4  # ticks since a sighting, with the way there, after which it leads nowhere


def action(legal: Sequence[str], memory: Memory, mind: Mind, chance: Chance) -> str:
    """Return the next turn."""
    sight = memory.state.sight
    if not sight:
        return "wait"
    victims = [option for option in legal if option.startswith("kill ")]
    geese = [seat for seat in sight.present if seat not in memory.state.mine.mates]
    strikes = happens(chance, "strikes", mind.traits.strikes)
    if victims and strikes and (_wins(memory) or _is_unseen(memory, geese, mind, chance)):
        return chance.choice("victim", victims)
    if "report" in legal:
        return _beside_a_body(memory, geese, chance)
    if sight.cooldown is not None and sight.cooldown <= mind.traits.hunts_at:
        step = step_towards(memory, _prey(memory, geese, chance))
        step = "task" if step == "wait" and "task" in legal else step
    else:
        step = "task" if "task" in legal else step_towards(memory, next_task(memory) or patrol(memory, mind))
    leads_back = any(step == f"move {kill.room}" for kill in memory.state.recent_kills if kill.killer == memory.me)
    return f"move {_search(memory, chance)}" if leads_back else step


def _wins(memory: Memory) -> bool:
    """Return whether one more kill is certain to end the match, even if seen."""
    geese = sum(seat not in memory.state.mine.mates for seat in memory.state.living)
    ducks = 1 + sum(seat in memory.state.mine.mates for seat in memory.state.living)
    return geese - 1 <= ducks


def _is_unseen(memory: Memory, geese: Sequence[Seat], mind: Mind, chance: Chance) -> bool:
    """Return whether a kill leaves no proof: only the victim is there, or so many that any could have done it unseen."""
    assert memory.state.sight
    if len(geese) == 1:
        just_left = any(_is_prey(memory, seat) for seat, _ in memory.state.sight.left)
        return not just_left or happens(chance, "daring", round(_DARING * mind.traits.strikes))
    return not memory.config.kills_seen and len(geese) >= 4 and happens(chance, "crowd", 50)


def _beside_a_body(memory: Memory, geese: Sequence[Seat], chance: Chance) -> str:
    """Report in company; alone, rather leave for a room where no one was seen lately: crews count who finds bodies."""
    has_found = any(meeting.caller == memory.me for meeting in memory.state.meetings)
    if geese or (not has_found and happens(chance, "report", _REPORTS_ALONE)):
        return "report"
    near = memory.config.map.neighbours[memory.state.mine.room]
    crowded = {
        stay.room
        for seat, stay in memory.state.round.sightings()
        if seat not in memory.state.fates and stay.last >= memory.state.tick - _LATELY
    }
    return f"move {min(chance.shuffle('away', list(near)), key=lambda room: near[room] + 2 * (room in crowded))}"


def _prey(memory: Memory, geese: Sequence[Seat], chance: Chance) -> Room:
    """Return where a seat is likely to be alone: here, where one just went or was seen lately; else search."""
    assert memory.state.sight
    if len(geese) == 1:
        return memory.state.mine.room
    if left := [to for seat, to in memory.state.sight.left if _is_prey(memory, seat)]:
        return left[-1]
    far = memory.config.map.distances[memory.state.mine.room]
    last = {seat: (stays[-1].last, stays[-1].room) for seat, stays in memory.state.round.seen.items()}
    for step in memory.state.round.steps:
        if step.tick >= last.get(step.seat, (0, ""))[0]:
            last[step.seat] = step.tick, step.to
    trails = [(memory.state.tick - tick + far[room], room) for seat, (tick, room) in last.items() if _is_prey(memory, seat)]
    coldness, room = min((trail for trail in trails if trail[1] != memory.state.mine.room), default=(_COLD, ""))
    return room if coldness < _COLD else _search(memory, chance)


def _search(memory: Memory, chance: Chance) -> Room:
    """Return the neighbouring room with the most news for the way: not visited for long, with a task, and without a body."""
    ship = memory.config.map
    visited = {stay.room: stay.last for stay in memory.state.round.stays}
    bodies = {body.room for body in memory.state.round.bodies.values()}
    near = ship.neighbours[memory.state.mine.room]

    def news(room: Room) -> float:
        if room in bodies:
            return -1
        return (min(_STALE, memory.state.tick - visited.get(room, -_STALE)) + 2 * (room in ship.tasks)) / (1 + near[room])

    return max(chance.shuffle("search", list(near)), key=news)


def _is_prey(memory: Memory, seat: Seat) -> bool:
    return seat not in memory.state.mine.mates and seat not in memory.state.fates


def story(memory: Memory, mind: Mind, chance: Chance) -> Story:
    """Return the harmless part of its route, and whom to blame; nothing in it contradicts the rest."""
    stays, hidden = cover(memory, mind)
    found = from_outside(memory, mind)
    target = wanted(memory, mind)
    if rival := _rival(memory):
        here = memory.state.mine.room
        victim = next(victim for victim, body in memory.state.round.bodies.items() if body.room == here)
        blame = Reason("at_body", 0, here, victim, memory.state.tick)
        return Story(stays, _sightings(memory, hidden), rival, blame, vote=rival, accusers=accusers(memory), vouches=False)
    if witnessed := _false_witness(memory, mind, target):
        framed, kill = witnessed
        stays = [stay for stay in memory.state.round.stays if stay.first <= memory.state.tick]  # it was there
        seen = [*_sightings(memory, ()), (framed, Stay(kill.room, kill.tick, kill.tick))]
        return Story(stays, seen, framed, kill, vote=framed, accusers=accusers(memory), vouches=False)
    seen = _sightings(memory, hidden)
    before = next((seat for seat in said_against(memory) if seat in memory.state.living), None)
    suspect = target or before or _scapegoat(memory, found, mind) or _accuser(memory, mind)
    reason = found.best_reason(suspect) if suspect else None
    if reason and reason.why not in ("told", "opportunity", "finds") and any(reason.room == lie.room for lie in hidden):
        reason = None
    if suspect and suspect == before and (told := _told_before(memory, suspect)):
        reason = told
    is_weak = reason is None or reason.why in ("told", "opportunity")
    if is_weak and not target and not before and (made_up := _frame(memory, mind, found, stays)):
        suspect, reason, stay = made_up
        seen.append((suspect, stay))
    ask = choose_question(memory, found, target, chance)
    return Story(stays, seen, suspect, reason, vote=target, accusers=accusers(memory), ask=ask, vouches=False)


def _sightings(memory: Memory, hidden: Iterable[Stay]) -> list[tuple[Seat, Stay]]:
    """Return the others that it saw, but not where it denies to have been, and not its victims as they died."""
    kills = {kill.victim: kill.tick for kill in memory.state.recent_kills}
    return [
        (seat, stay)
        for seat, stay in memory.state.round.sightings()
        if not any(map(stay.overlaps, hidden)) and not (seat in kills and stay.last >= kills[seat] - 1)
    ]


def _told_before(memory: Memory, seat: Seat) -> Reason | None:
    """Return what it has said in this meeting to have seen of a seat at a body."""
    rooms = {death.room: death.victim for death in deaths(memory)}
    for claim in memory.talk.own if memory.talk else ():
        if claim.kind == "at" and claim.about == seat and claim.room in rooms and claim.first is not None:
            return Reason("left_body", 0, claim.room, rooms[claim.room], claim.first)
    return None


def _frame(memory: Memory, mind: Mind, found: Suspicion, told: Sequence[Stay]) -> tuple[Seat, Reason, Stay] | None:
    """Return a seat to claim to have seen come from a body, why, and where its own way puts both then.

    None if it was not near, or a witness can contradict.
    """
    death = next((death for death in reversed(deaths(memory)) if death.room), None)
    if not death or not memory.talk or not mind.does(f"frames {memory.state.round.begins}", mind.traits.frames):
        return None
    near = [stay for stay in told if stay.room in memory.config.map.neighbours[death.room]]
    stay = next((stay for stay in reversed(near) if stay.last >= death.first and stay.first <= death.last), None)
    if stay is None:
        return None
    for seat in sorted(found.chance, key=lambda seat: (-found.chance[seat], seat)):
        is_finder = seat == memory.talk.meeting.caller
        tick = min(stay.last, death.last - _FINDS_AFTER * is_finder)  # that it was there as it found the body is no news
        if seat != death.victim and tick >= stay.first and not _is_known_elsewhere(memory, seat, Stay(death.room, tick - 1, tick)):
            return seat, Reason("left_body", 0, death.room, death.victim, tick), Stay(stay.room, tick, tick)
    return None


def _is_known_elsewhere(memory: Memory, seat: Seat, rumour: Stay) -> bool:
    """Return whether a seat cannot have been somewhere by what was said of it, or by this duck's own sightings."""
    distances = memory.config.map.distances
    heard = memory.talk.claims if memory.talk else []
    told = [claim for claim in heard if claim.kind == "at" and claim.about == seat and claim.first is not None]
    seen = [Assertion("at", memory.me, seat, stay.room, stay.first, stay.last) for stay in memory.state.round.seen.get(seat, ())]
    return any(find_clash(claim, (rumour,), distances) for claim in (*told, *seen))


def _false_witness(memory: Memory, mind: Mind, target: Seat | None) -> tuple[Seat, Reason] | None:
    """Return a false testimony when one more goose voted out wins the match, as it has nothing to lose then.

    It must have been there, so that its way bears it out, and have told nothing else in this meeting.
    """
    if not memory.talk or not memory.config.kills_seen:
        return None
    said = next((claim for claim in memory.talk.own if claim.kind == "kill" and claim.about in memory.state.living), None)
    may_begin = target and not memory.talk.own and _wins(memory)
    if not said and not (may_begin and mind.does(f"false witness {memory.state.round.begins}", mind.traits.bears_false_witness)):
        return None
    kills = {kill.victim: kill for kill in memory.state.recent_kills}
    seat = said.about if said else target
    for death in reversed(deaths(memory)):
        kill = kills.get(death.victim)
        room = kill.room if kill else death.room
        if said and said.room != room:
            continue  # it stays with what it said
        stay = next((each for each in reversed(memory.state.round.stays) if room == each.room and each.last >= death.first), None)
        if seat and stay and stay.first <= death.last:
            tick = kill.tick if kill else min(stay.last, death.last)
            if said or not _is_known_elsewhere(memory, seat, Stay(room, tick, tick)):
                return seat, Reason("witness", 0, room, death.victim, tick)
    return None


def _accuser(memory: Memory, mind: Mind) -> Seat | None:
    """Return the first accuser, who may be accused in return."""
    first = next((seat for seat in accusers(memory) if seat not in memory.state.mine.mates), None)
    return first if first and mind.does(f"turns {memory.state.round.begins}", mind.traits.turns_tables) else None


def _rival(memory: Memory) -> Seat | None:
    """Return the one goose that stands with the duck beside its own fresh victim: only one of the two can be believed."""
    sight, talk = memory.state.sight, memory.talk
    if not sight or not talk or sight.tick != talk.meeting.tick:
        return None
    mine = any(kill.room == sight.room and kill.killer == memory.me for kill in memory.state.recent_kills)
    beside = [seat for seat in sight.present if _is_prey(memory, seat)]
    return beside[0] if mine and len(beside) == 1 else None


def from_outside(memory: Memory, mind: Mind) -> Suspicion:
    """Return the suspicion of a goose in this seat."""
    mates = [mate for mate in memory.state.mine.mates if mate not in memory.state.fates]
    return suspicion(memory, mind, innocent=mates)


def vote(memory: Memory, mind: Mind) -> Seat | None:
    """Return the seat that it has said it votes for, unless the crowd has turned to another; else the one it wants out."""
    target = wanted(memory, mind)
    said = announced(memory)
    if not said or target in said or said[0] in memory.state.mine.mates:
        return target
    heat = _heat(memory)
    return target if target and heat.get(target, 0.0) >= heat.get(said[0] or "", 0.0) + _SWAYS else said[-1]


def wanted(memory: Memory, mind: Mind) -> Seat | None:
    """Vote with the crowd, against a goose; a tie or a skip is as good for a duck while no seat points at it."""
    if rival := _rival(memory):
        return rival
    heat = _heat(memory)
    geese = [seat for seat in memory.state.living if seat not in memory.state.mine.mates]
    if not geese:
        return None
    most = max(geese, key=lambda seat: (heat.get(seat, 0.0), seat))
    mine = max((heat.get(seat, 0.0) for seat in (memory.me, *memory.state.mine.mates)), default=0.0)
    if heat.get(most, 0.0) >= 1.5 or (heat.get(most, 0.0) >= 1 and mine >= 1):
        return most
    if mine >= 1.5 or len(geese) <= 1 + len(memory.state.mine.mates) + 1:
        found = from_outside(memory, mind)
        return max(geese, key=lambda seat: (heat.get(seat, 0.0), found.chance.get(seat, 0.0), seat))
    return None


_SWAYS = 2.0  # the heat by which another seat draws its vote from the one it spoke against
_HEAT = {"kill": 1.5, "accuse": 1.0, "vote": 1.0, "clear": -0.5}


def _heat(memory: Memory) -> dict[Seat, float]:
    heat: dict[Seat, float] = {}
    if memory.talk:
        for kind, _, about in {(claim.kind, claim.speaker, claim.about) for claim in memory.talk.claims}:
            if about and kind in _HEAT:
                heat[about] = heat.get(about, 0.0) + _HEAT[kind]
    return heat


def _scapegoat(memory: Memory, found: Suspicion, mind: Mind) -> Seat | None:
    """Return a seat to point at, if there is a reason that others may believe."""
    most = found.most
    points = mind.does(f"points {memory.state.round.begins}", mind.traits.points)
    return most if most and points and found.chance[most] >= _BELIEVABLE else None

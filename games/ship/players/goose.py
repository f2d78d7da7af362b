"""The tactics of a goose: work, report, keep away from those it distrusts, say what it knows, and vote when it is sure enough."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.games.ship.map import Room
from woozle.games.ship.players.interview import choose_question
from woozle.games.ship.players.memory import AGAINST, Memory, announced
from woozle.games.ship.players.suspicion import Suspicion, remembered, suspicion
from woozle.games.ship.players.testimony import Story
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.state import Stay

_ENOUGH_TO_TELL = 0.42
_DROPPED = 0.15  # the probability below which it takes back what it said
_LEAD = 0.3  # by which another seat must be more probable for that
_SURE = 0.85  # the probability from which it wants no further piece of evidence
_ONLY_WAY = 0.3  # the probability from which it votes once a death has made a win by tasks impossible
_DISTRUST = 1.0  # a grudge in log-odds from which it does not stay alone with a seat
_SPELL = 10  # ticks for which it keeps to a way or a mood, whatever happens


def action(legal: Sequence[str], memory: Memory, mind: Mind) -> str:
    """Return the next turn."""
    if "report" in legal:
        return "report"
    if any(killer not in memory.state.fates for killer in memory.killers) and memory.state.buttons_used < memory.config.button_uses:
        return "button" if "button" in legal else step_towards(memory, memory.config.map.button)
    sight = memory.state.sight
    if sight and len(sight.present) == 1 and memory.grudge.get(sight.present[0], 0) > _DISTRUST:
        return step_towards(memory, next_task(memory, elsewhere=True) or patrol(memory, mind))
    if mind.does(f"wanders {memory.state.tick // _SPELL}", mind.traits.wanders):
        return step_towards(memory, patrol(memory, mind))
    if "task" in legal:
        return "task"
    if task := next_task(memory):
        return step_towards(memory, task)
    if sight and len(sight.present) > 1:
        return "wait"  # in company no kill goes unseen
    return step_towards(memory, patrol(memory, mind))


def patrol(memory: Memory, mind: Mind) -> Room:
    """Return where to look round: the room that was not visited for longest, less the way there."""
    ship, me = memory.config.map, memory.state.mine
    visited = {stay.room: stay.last for stay in memory.state.round.stays}
    tastes = mind.chance("").shuffle("patrol", [room for room in ship.room_names if room != me.room])
    return min(tastes, key=lambda room: visited.get(room, memory.state.round.begins) + ship.distances[me.room][room])


def next_task(memory: Memory, *, elsewhere: bool = False) -> Room | None:
    """Return the nearest open task."""
    mine, config = memory.state.mine, memory.config
    work = ((room, done) for room, done in mine.work.items() if not (elsewhere and room == mine.room))
    rooms = [room for room, done in work if done < config.ticks_per_task]
    return min(rooms, key=lambda room: (config.map.distances[mine.room][room], room), default=None)


def step_towards(memory: Memory, goal: Room) -> str:
    """Return the first move of the shortest way, or `wait` at the goal."""
    if goal == memory.state.mine.room or goal not in memory.config.map.rooms:
        return "wait"
    return f"move {memory.config.map.first_steps[memory.state.mine.room][goal]}"


def story(memory: Memory, mind: Mind, chance: Chance) -> Story:
    """Return the truth."""
    found = suspicion(memory, mind)
    suspect = found.most
    if suspect and (found.chance[suspect] < _ENOUGH_TO_TELL + mind.caution or not found.pieces(suspect)):
        suspect = None
    target = verdict(memory, mind, found)
    return Story(
        stays=memory.state.round.stays,
        seen=[(seat, stay) for seat, stays in _told_of(memory, mind).items() for stay in stays],
        suspect=suspect,
        reason=found.best_reason(suspect) if suspect else None,
        more=[reason for reason in found.reasons.get(suspect, ()) if reason.weight > 0] if suspect else (),
        vote=target,
        accusers=accusers(memory),
        ask=choose_question(memory, found, suspect, chance),
    )


def _told_of(memory: Memory, mind: Mind) -> dict[Seat, list[Stay]]:
    """Return the sightings that it remembers, or is reminded of as a seat is accused."""
    accused = {claim.about for claim in memory.talk.claims if claim.kind in AGAINST} if memory.talk else ()
    return remembered(memory, mind) | {seat: stays for seat, stays in memory.state.round.seen.items() if seat in accused}


def vote(memory: Memory, mind: Mind) -> Seat | None:
    """Return the seat to eject; None if no seat is suspected enough. What it has said holds, unless later words outweigh it."""
    found = suspicion(memory, mind)
    target = verdict(memory, mind, found)
    said = announced(memory)
    if not said or target in said:
        return target
    if said == (None,):
        return target if target and found.chance[target] >= _SURE else None
    before = found.chance.get(said[0] or "", 0.0)
    is_outweighed = before < _DROPPED or (target and found.chance[target] >= before + _LEAD)
    return target if is_outweighed else said[-1]


def verdict(memory: Memory, mind: Mind, found: Suspicion) -> Seat | None:
    """Return the most suspected, if a vote pays by this seat's own lights, and does not rest on a single sighting."""
    most = found.most
    if most is None:
        return None
    bar = enough(len(memory.state.living) + 1, memory.ducks_left)
    if not bar and mind.rallies:
        return most
    if memory.config.dead_tasks_count and memory.state.fates:
        return most if found.chance[most] >= _ONLY_WAY + mind.caution else None
    bar = bar or enough(4, 1)
    if found.chance[most] < bar + mind.caution:
        return None
    return most if found.chance[most] >= mind.traits.sure or found.pieces(most) >= mind.proof else None


def enough(alive: int, ducks: int) -> float:
    """Return the probability from which a vote pays. When one more goose lost may lose the match, any guess is better than none."""
    to_spare = alive - 2 * ducks
    return 0.0 if to_spare <= 1 else 0.42 if to_spare <= 2 else 0.44


def accusers(memory: Memory) -> list[Seat]:
    """Return the seats that have spoken against this one in this meeting."""
    claims = memory.talk.claims if memory.talk else []
    return list(dict.fromkeys(c.speaker for c in claims if c.about == memory.me and c.kind in ("accuse", "kill", "vote")))

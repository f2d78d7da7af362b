"""The tactics of a goose: work, report, keep away from those it distrusts, say what it knows, and vote when it is sure enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woozle.core.chance import Chance
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.players.games.ship.memory import Memory, Stay
from woozle.players.games.ship.speech import Story
from woozle.players.games.ship.suspicion import Suspicion, suspicion

_ENOUGH_TO_TELL = 0.42
_DISTRUST = 1.0  # a grudge in log-odds from which it does not stay alone with somebody


def action(legal: Sequence[str], memory: Memory, chance: Chance, patrol: Callable[[], Room]) -> str:
    """Return the next turn. patrol: returns a room when there is nothing else to do."""
    if "report" in legal:
        return "report"
    if any(killer not in memory.dead for killer in memory.killers) and memory.buttons_used < memory.config.button_uses:
        return "button" if "button" in legal else step_towards(memory, memory.config.map.button)
    sight = memory.sight
    if sight and len(sight.present) == 1 and memory.grudge.get(sight.present[0], 0) > _DISTRUST:
        return step_towards(memory, next_task(memory, elsewhere=True) or patrol())
    if "task" in legal:
        return "task"
    if task := next_task(memory):
        return step_towards(memory, task)
    if sight and len(sight.present) > 1:
        return "wait"  # in company nobody is killed unseen
    return step_towards(memory, patrol())


def next_task(memory: Memory, *, elsewhere: bool = False) -> Room | None:
    """Return the nearest open task."""
    rooms = [room for room in memory.open_tasks if not (elsewhere and room == memory.room)]
    return min(rooms, key=lambda room: (memory.config.map.distances[memory.room][room], room), default=None)


def step_towards(memory: Memory, goal: Room) -> str:
    """Return the first move of the shortest way, or `wait` at the goal."""
    if goal == memory.room or goal not in memory.config.map.rooms:
        return "wait"
    return f"move {memory.config.map.first_steps[memory.room][goal]}"


def story(memory: Memory, chance: Chance) -> Story:
    """Return the truth."""
    found = suspicion(memory)
    suspect = found.most
    if suspect and found.chance[suspect] < _ENOUGH_TO_TELL:
        suspect = None
    return Story(
        stays=memory.round.stays,
        seen=list(memory.sightings()),
        suspect=suspect,
        reason=found.best_reason(suspect) if suspect else None,
        vote=verdict(memory, found),
        clear=_find_cleared(memory, found),
        accusers=accusers(memory),
        silent=silent_seat(memory),
    )


def vote(memory: Memory, chance: Chance) -> Seat | None:
    """Return the seat to eject; None if nobody is suspected enough."""
    return verdict(memory, suspicion(memory))


def verdict(memory: Memory, found: Suspicion) -> Seat | None:
    """Return the most suspected, if that is likelier than a wrong vote would cost."""
    most = found.most
    return most if most and found.chance[most] >= enough(len(memory.living) + 1, memory.ducks_left) else None


def enough(alive: int, ducks: int) -> float:
    """Return the probability from which a vote pays. When one more goose lost may lose the match, any guess is better than none."""
    to_spare = alive - 2 * ducks
    return 0.0 if to_spare <= 1 else 0.46 if to_spare <= 2 else 0.52


def accusers(memory: Memory) -> list[Seat]:
    """Return the seats that have spoken against this one in this meeting."""
    claims = memory.meeting.claims if memory.meeting else []
    return list(dict.fromkeys(c.speaker for c in claims if c.about == memory.me and c.kind in ("accuse", "kill", "vote")))


def silent_seat(memory: Memory) -> Seat | None:
    """Return a seat that has spoken, but without a word on where it was."""
    if not memory.meeting:
        return None
    placed = {claim.speaker for claim in memory.meeting.claims if claim.kind == "at" and claim.about == claim.speaker}
    spoken = dict.fromkeys(speech.seat for speech in memory.meeting.speeches if speech.seat != memory.me)
    return next((seat for seat in spoken if seat not in placed), None)


def _find_cleared(memory: Memory, found: Suspicion) -> tuple[Seat, Stay] | None:
    """Return a seat that was seen lately and is hardly suspected."""
    best = min(found.chance, key=found.chance.__getitem__, default=None)
    if best is None or found.chance[best] > 0.05 or best not in memory.round.seen:
        return None
    return best, memory.round.seen[best][-1]

"""How a goose plays: work, report, keep away from whom it distrusts, say what it knows, vote when it is sure enough."""

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
    """The next turn. patrol: where to go when there is nothing else to do."""
    if "report" in legal:
        return "report"
    if any(killer not in memory.dead for killer in memory.killers) and _has_button(memory):
        return "button" if "button" in legal else towards(memory, memory.config.map.button) if memory.config else "wait"
    sight = memory.sight
    if sight and len(sight.present) == 1 and memory.grudge.get(sight.present[0], 0) > _DISTRUST:
        return towards(memory, next_task(memory, elsewhere=True) or patrol())
    if "task" in legal:
        return "task"
    if task := next_task(memory):
        return towards(memory, task)
    if sight and len(sight.present) > 1:
        return "wait"  # in company nobody is killed unseen
    return towards(memory, patrol())


def next_task(memory: Memory, *, elsewhere: bool = False) -> Room | None:
    """The nearest open task."""
    if not memory.config:
        return None
    far = memory.config.map.distances[memory.room]
    rooms = [room for room in memory.open_tasks if not (elsewhere and room == memory.room)]
    return min(rooms, key=lambda room: (far[room], room), default=None)


def towards(memory: Memory, goal: Room) -> str:
    """The move that the shortest way begins with; waiting for who is there."""
    if not memory.config or goal == memory.room or goal not in memory.config.map.rooms:
        return "wait"
    return f"move {memory.config.map.first_steps[memory.room][goal]}"


def story(memory: Memory, chance: Chance) -> Story:
    """The truth."""
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
        clear=_cleared(memory, found),
        accusers=accusers(memory),
        silent=silent(memory),
    )


def vote(memory: Memory, chance: Chance) -> Seat | None:
    """Whom to eject; None if nobody is suspected enough."""
    return verdict(memory, suspicion(memory))


def verdict(memory: Memory, found: Suspicion) -> Seat | None:
    """The most suspected, if that is likelier than what a wrong vote would cost."""
    most = found.most
    return most if most and found.chance[most] >= enough(len(memory.living) + 1, memory.ducks_left) else None


def enough(alive: int, ducks: int) -> float:
    """The probability from which a vote pays. When one more goose lost may lose the match, the best guess is better than none."""
    to_spare = alive - 2 * ducks
    return 0.0 if to_spare <= 1 else 0.46 if to_spare <= 2 else 0.52


def accusers(memory: Memory) -> list[Seat]:
    """Who has spoken against me in this meeting."""
    claims = memory.meeting.claims if memory.meeting else []
    return list(dict.fromkeys(c.speaker for c in claims if c.about == memory.me and c.kind in ("accuse", "kill", "vote")))


def silent(memory: Memory) -> Seat | None:
    """Somebody who has spoken, though without a word on where it was."""
    if not memory.meeting:
        return None
    placed = {claim.speaker for claim in memory.meeting.claims if claim.kind == "at" and claim.about == claim.speaker}
    spoken = dict.fromkeys(speech.seat for speech in memory.meeting.speeches if speech.seat != memory.me)
    return next((seat for seat in spoken if seat not in placed), None)


def _cleared(memory: Memory, found: Suspicion) -> tuple[Seat, Stay] | None:
    """Somebody whom I saw lately and hardly suspect."""
    best = min(found.chance, key=found.chance.__getitem__, default=None)
    if best is None or found.chance[best] > 0.05 or best not in memory.round.seen:
        return None
    return best, memory.round.seen[best][-1]


def _has_button(memory: Memory) -> bool:
    config = memory.config
    if not config:
        return False
    return memory.buttons_used < config.button_uses

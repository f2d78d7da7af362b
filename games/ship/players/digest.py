"""What a model reads again of a match of the ship whose log is too long: a digest of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.event import Event
from woozle.core.request import Seat
from woozle.core.words import names, who, whom
from woozle.games.ship.state import Fate, State
from woozle.games.ship.words import in_words


def digest(observation: Sequence[Event], me: Seat) -> Iterator[str]:
    """Yield what `me` knows of the match by now: who lives, how meetings ended, where it last saw whom, and its own deeds."""
    known = State(me)
    for event in observation:
        known.see(event)
    yield f"tick {known.tick}."
    yield f"Alive as far as you know: {names(whom(seat, me) for seat in known.seats if seat not in known.fates)}."
    yield from (f"{who(seat, me)}: {_fate(fate, me)}." for seat, fate in known.fates.items())
    for meeting in known.meetings:
        how = "reported a body" if meeting.cause == "report" else "pressed the button"
        counts = (", ".join(f"{target} {count}" for target, count in ballot.counts.items()) for ballot in meeting.ballots)
        votes = "".join(f", votes {each}" for each in counts)
        yield f"Meeting: tick {meeting.tick}, {whom(meeting.caller, me)} {how}{votes}."
    seen: dict[Seat, str] = {}
    for _, sight in known.looks:
        here = in_words(sight.room)
        seen |= dict.fromkeys(sight.present, f"in {here} at tick {sight.tick}")
        seen |= {seat: f"leaving {here} for {in_words(to)} at tick {sight.tick}" for seat, to in sight.left}
    if last_seen := [f"{seat} {where}" for seat, where in seen.items() if seat not in known.fates]:
        yield f"You last saw {', '.join(last_seen)}."
    if known.finished and known.config:
        tasks = known.config.map.tasks
        yield f"Tasks that you finished: {names(f'{tasks[room]} in {in_words(room)}' for _, room in known.finished)}."


def _fate(fate: Fate, me: Seat) -> str:
    match fate.how:
        case "killed":
            return f"killed by {whom(fate.killer, me)} in {in_words(fate.room)} at tick {fate.tick}"
        case "found":
            return f"dead, found in {in_words(fate.room)} at tick {fate.tick}"
        case "told":
            return f"dead by tick {fate.tick}"
        case "ejected":
            return "ejected" + (f", a {fate.team}" if fate.team else "")

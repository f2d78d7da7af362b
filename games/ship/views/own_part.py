"""The viewer's own part in a finished match: how it did beside the others of its side, and what it could do another time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from woozle.arena.views.end_card import part_of, quote
from woozle.arena.views.words import count, ordinal
from woozle.core.names import join_names
from woozle.core.outcome import Outcome
from woozle.core.request import Seat
from woozle.core.words import whom
from woozle.games.ship.map import room_title
from woozle.games.ship.measures import foreseen
from woozle.games.ship.state import Meeting
from woozle.games.ship.views.course import Course

if TYPE_CHECKING:
    from woozle.games.ship.claims.observed import Ground

_ADVICE = {
    "saw the kill": "wait until you are alone with one",
    "saw it with the body": "leave a body at once",
    "last saw the victim with it": "do not be the last who is seen with a victim",
    "saw it where a body was found": "go further away before somebody sees you",
}
"""For a duck, by the grounds that a goose had against it. These are worth a word in every meeting."""
_IDLE = 0.5  # share of turns on tasks, below which a goose could have done more


# How the viewer did


def describe_viewer(course: Course, outcome: Outcome) -> str:
    """Return how the viewer did in a sentence: its figures, beside those of its side, and how it ended."""
    me = course.me
    if me is None or me not in outcome.results or course.ended is None:
        return ""
    parts = [*(_as_duck(course) if me in course.ducks else _as_goose(course, outcome)), _fate(course, me), *_foretold(course, me)]
    return f"You {join_names(parts)}."


def _as_goose(course: Course, outcome: Outcome) -> Iterator[str]:
    me, others = course.me or "", [goose for goose in course.geese if goose != course.me]

    def total(name: str, seats: Iterable[Seat]) -> int:
        return round(sum(outcome.results[seat].numbers.get(name, 0) for seat in seats))

    given = {goose: len(course.state.crew[goose].work) for goose in course.geese}
    if given[me]:
        theirs = f" (the other geese {total('tasks', others)} of {sum(given[each] for each in others)})" if others else ""
        yield f"did {part_of(total('tasks', (me,)), given[me], 'task')}{theirs}"
    if votes := total("votes", (me,)):
        hits, cast = total("votes_on_ducks", (me,)), total("votes", others)
        theirs = f" (theirs {total('votes_on_ducks', others)} of {cast})" if cast else ""
        yield f"hit {'a' if hits else 'no'} duck with {part_of(hits or votes, votes, 'vote')}{theirs}"
    elif meetings := len(course.attended()):
        yield f"voted for nobody in {count(meetings, 'meeting')}"


def _as_duck(course: Course) -> Iterator[str]:
    me = course.me or ""
    killed = [kill.victim for kill in course.state.kills if kill.killer == me]
    yield f"killed {join_names(killed) or 'nobody'}"
    cast = [vote for meeting in course.meetings for voter, vote in meeting.votes.items() if voter in course.geese and vote]
    if cast:
        yield f"got {cast.count(me) or 'none'} of the geese's {count(len(cast), 'vote')}"


def _fate(course: Course, me: Seat) -> str:
    fate = course.state.fates.get(me)
    if fate is None:
        return "lived to the end"
    if fate.how == "ejected":
        return f"were ejected at tick {fate.tick}"
    return f"were killed by {fate.killer} in {room_title(fate.room)} at tick {fate.tick}"


def _foretold(course: Course, me: Seat) -> Iterator[str]:
    """Yield how many votes the viewer foretold as one of the dead."""
    if beliefs := [belief.is_so for belief in foreseen(course.record, me)]:
        yield f"foretold {sum(beliefs) or 'none'} of {count(len(beliefs), 'vote')} as one of the dead"


# What to try


def ideas(course: Course) -> Iterator[str]:
    """Yield what the viewer could do another time, by what it did in this match; then what it should keep."""
    yield from _as_a_duck(course) if course.me in course.ducks else _as_a_goose(course)
    yield from _to_keep(course)


def _as_a_goose(course: Course) -> Iterator[str]:
    yield from _unsaid(course)
    yield from _missing_vote(course)
    yield from _unused_alibi(course)
    yield from _votes_for_geese(course)
    yield from _votes_without_grounds(course)
    yield from _alone_with_killer(course)
    me = course.me or ""
    from woozle.games.ship.claims.behaviour import behaviour

    turns = behaviour(course.timeline)[me].efficiency
    left = sum(not course.has_done(me, room) for room in course.state.crew[me].work)
    if turns.whole and turns.part / turns.whole < _IDLE and left:
        yield (
            f"Only {turns.part:g} of your {turns.whole:g} turns went to tasks or the shortest way to one, and {left} of yours "
            f"{'was' if left == 1 else 'were'} left: the geese also win by doing all of them."
        )


def _alone_with_killer(course: Course) -> Iterator[str]:
    """Yield how the viewer came to be alone with its killer."""
    me = course.me or ""
    kill = next((each for each in course.timeline.kills if each.victim == me and {*each.seen_by} == {each.killer, me}), None)
    if kill is None:
        return
    room, killer = room_title(kill.room), kill.killer
    mine, theirs = (
        [stay for stay in course.timeline.stays[seat] if stay.room == kill.room and stay.begin < kill.at][-1]
        for seat in (me, killer)
    )
    ended = f"killed you at tick {kill.tick}, when nobody else was there"
    if mine.begin < theirs.begin and theirs.first == kill.tick:
        yield f"{killer} came to you in {room} and {ended}: be where a third player is, too."
    elif theirs.begin > mine.begin:
        yield f"{killer} came to you in {room} at tick {theirs.first} and {ended}: leave when one comes in alone."
    else:
        yield f"You came to {killer} in {room} at tick {mine.first}, and {killer} {ended}: go on when you find one alone."


def _missing_vote(course: Course) -> Iterator[str]:
    """Yield meetings that would have ejected a duck by the viewer's vote, the last first."""
    for meeting, vote in reversed(course.attended()):
        for duck in course.ducks:
            with_mine = Counter({**meeting.votes, course.me or "": duck}.values())
            if (
                duck in meeting.ejected
                or vote == duck
                or any(n >= with_mine[duck] for seat, n in with_mine.items() if seat != duck)
            ):
                continue
            others = join_names(seat for seat, target in meeting.votes.items() if target == duck)
            would = f"Your vote for {duck} in {course.name(meeting)}, beside {others}, would have ejected the duck"
            yield f"{would}; you voted for {vote or 'nobody'}."


def _unsaid(course: Course) -> Iterator[str]:
    """Yield what the viewer had seen of a duck and did not name or vote for, the last meeting first."""
    me = course.me or ""
    for meeting, vote in reversed(course.attended()):
        for duck in course.ducks:
            ground = _ground(course, meeting, duck)
            if ground is None or ground.kind not in _ADVICE:
                continue
            is_named = _names(course, meeting, me, duck)
            if vote != duck:
                did = f"voted for {vote or 'nobody'}"
                yield f"You {ground.words}, {'but' if is_named else f'never named {duck}, and'} {did} in {course.name(meeting)}."
            elif not is_named:
                yield f"You {ground.words}, and never said so in {course.name(meeting)}: the others could not know."


def _ground(course: Course, meeting: Meeting, target: Seat) -> Ground | None:
    from woozle.games.ship.claims.observed import ground_against
    from woozle.games.ship.claims.schema import Statement

    now = Statement(meeting.number - 1, meeting.tick, len(meeting.speeches), course.me or "", "", meeting.counted_at)
    return ground_against(course.timeline, now, target)


def _names(course: Course, meeting: Meeting, speaker: Seat, named: Seat) -> bool:
    """Return whether a seat named another in a meeting."""
    from woozle.games.ship.claims.vote_reasons import whole_name

    said = " ".join(speech.text for speech in meeting.speeches if speech.speaker == speaker)
    return bool(re.search(whole_name(named), said, re.IGNORECASE))


def _alibi(course: Course, meeting: Meeting, seer: Seat, seen: Seat) -> str:
    """Return where a seat saw another at the tick of a kill elsewhere: `in storage at tick 9, when Bob was killed elsewhere`."""
    from woozle.games.ship.claims.observed.evidence import SEEN

    for kill in course.timeline.kills:
        for each in course.timeline.sightings.get((seer, seen), ()) if kill.victim in meeting.victims else ():
            is_then = each.kind in SEEN and each.is_certain and each.first <= kill.tick <= each.last
            if is_then and each.room != kill.room:
                return f"in {room_title(each.room)} at tick {kill.tick}, when {whom(kill.victim, course.me)} was killed elsewhere"
    return ""


def _unused_alibi(course: Course) -> Iterator[str]:
    """Yield who saw the viewer elsewhere at a kill, and was not named by it in the meeting that ejected it."""
    me = course.me or ""
    for meeting in course.meetings:
        for other in meeting.votes if me in meeting.ejected else ():
            if (where := _alibi(course, meeting, other, me)) and not _names(course, meeting, me, other):
                yield f"{other} saw you {where}, and you never named {other} in the meeting that ejected you."


def _votes_without_grounds(course: Course) -> Iterator[str]:
    """Yield geese who helped to eject the viewer, and had seen nothing against it."""
    from woozle.games.ship.claims.vote_reasons import votes_for

    for votes in votes_for(course.timeline, course.checked, course.me or ""):
        unsure = [each.voter for each in votes.voters if each.voter in course.geese and not each.ground]
        if votes.ejected == course.me and unsure:
            them = "them" if len(unsure) > 1 else unsure[0]
            did = f"{join_names(unsure)} voted you out and had seen nothing against you"
            yield f"{did}: tell {them} where you were before the vote."


def _votes_for_geese(course: Course) -> Iterator[str]:
    """Yield votes for geese whom the viewer had seen elsewhere at a kill, or against whom it had seen nothing."""
    me = course.me or ""
    mistakes = [(meeting, vote) for meeting, vote in reversed(course.attended()) if vote in course.geese]
    for meeting, vote in mistakes:
        if where := _alibi(course, meeting, me, vote or ""):
            yield f"You saw {vote} {where}, and yet voted for {vote} in {course.name(meeting)}."
    for meeting, vote in mistakes:
        if vote in meeting.ejected and _ground(course, meeting, vote or "") is None:
            yield (
                f"You had seen nothing against {vote}, a goose, whom you helped to eject in {course.name(meeting)}: ask where they "
                "were, or skip."
            )


def _as_a_duck(course: Course) -> Iterator[str]:
    me = course.me or ""
    for kill in reversed(course.timeline.kills):
        witnesses = [seat for seat in kill.seen_by if seat in course.geese and seat != kill.victim]
        if kill.killer == me and witnesses:
            yield (
                f"{join_names(witnesses)} saw you kill {kill.victim} in {room_title(kill.room)} at tick {kill.tick}: "
                f"{_ADVICE['saw the kill']}."
            )
    yield from _against_duck(course)
    from woozle.games.ship.claims.behaviour import behaviour

    chances, fate = behaviour(course.timeline)[me].kills, course.state.fates.get(me)
    if not chances.whole:
        yield "You never stood beside a goose when you could kill: follow one that goes alone."
    if fate is None and chances.whole > chances.part:
        time = ", and the geese had time for all their tasks" if course.is_decided_by_tasks else ""
        yield f"You could have killed in {count(round(chances.whole), 'turn')} and did in {chances.part:g}{time}."


def _against_duck(course: Course) -> Iterator[str]:
    """Yield what geese who voted for the viewer had seen, and what it said in the meeting that ejected it."""
    from woozle.games.ship.claims.vote_reasons import is_accusation, votes_for

    me = course.me or ""
    votes = [*reversed([*votes_for(course.timeline, course.checked, me)])]
    for each in votes:
        for voter in each.voters:
            if voter.voter in course.geese and voter.ground and voter.ground.kind in _ADVICE:
                yield f"{voter.voter}, who voted for you, {_to_viewer(voter.ground.words, me)}: {_ADVICE[voter.ground.kind]}."
    for each in (each for each in votes if each.ejected == me):
        where = f"in the {ordinal(each.meeting)} meeting, which ejected you"
        if said := next((each.sentence for each in each.untrue if each.sentence), ""):
            yield f"You said {quote(said)} {where}, and that was not so."
        own = [claim for claim in course.checked if claim.statement.speaker == me and claim.statement.meeting == each.meeting - 1]
        if not any(is_accusation(claim) for claim in own):
            yield f"You accused nobody {where}: give the geese another name."
        first = next((voter.voter for voter in each.voters if voter.has_accused and not voter.accusers), "")
        if first in course.geese:
            yield f"{first} was the first to accuse you {where}: answer the first who names you before others agree."


def _to_viewer(words: str, me: Seat) -> str:
    from woozle.games.ship.claims.vote_reasons import whole_name

    return re.sub(whole_name(me), "you", words)


def _to_keep(course: Course) -> Iterator[str]:
    me = course.me or ""
    if me in course.ducks:
        cast = [vote for meeting in course.meetings for voter, vote in meeting.votes.items() if voter in course.geese and vote]
        if cast and me not in cast:
            yield f"Keep talking like this: none of the {count(len(cast), 'vote')} of the geese was for you."
        return
    votes = [vote for _, vote in course.attended() if vote]
    if votes and all(vote in course.ducks for vote in votes):
        yield f"Keep voting like this: {part_of(len(votes), len(votes), 'vote')} hit a duck."
    if (work := course.state.crew[me].work) and all(course.has_done(me, room) for room in work):
        yield "Keep doing your tasks: you left none to do."
    from woozle.games.ship.claims.behaviour import behaviour

    turns = behaviour(course.timeline)[me].efficiency
    if turns.whole and turns.part / turns.whole >= _IDLE:
        yield f"Keep going straight to your tasks, as in {turns.part:g} of your {turns.whole:g} turns."

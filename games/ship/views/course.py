"""The course of a finished match, as those who see everything know it, and in the words of its end card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from woozle.arena.views.words import capitalise, count, ordinal
from woozle.core.game import RecordEntry
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.words import name_seats, whom
from woozle.games.ship.map import Room, room_title
from woozle.games.ship.state import Kill, Meeting, State
from woozle.games.ship.views.odds import geese_win

if TYPE_CHECKING:
    from woozle.games.ship.claims.schema import Checked
    from woozle.games.ship.claims.timeline import Timeline


class Course:
    """A finished match. The grammar that reads claims is loaded where it is needed."""

    def __init__(self, record: Sequence[RecordEntry], me: Seat | None) -> None:
        self.record, self.me = record, me
        self.state = fold_events(State(EVERYTHING), (event for event, _ in record))
        self.ended, self.meetings = self.state.ended, self.state.meetings

    @cached_property
    def timeline(self) -> Timeline:
        """The course of the match, as claims are checked against it."""
        from woozle.games.ship.claims.timeline import build_timeline

        return build_timeline(self.record)

    @cached_property
    def checked(self) -> tuple[Checked, ...]:
        """The claims of all speeches, with the verdicts."""
        from woozle.games.ship.claims.extraction.service import extractions
        from woozle.games.ship.claims.observed import check_speech

        read = extractions(self.timeline)
        return tuple(checked for each in read for checked in check_speech(self.timeline, each.statement, each.claims or ()))

    @property
    def ducks(self) -> tuple[Seat, ...]:
        return self.ended.ducks if self.ended else ()

    @property
    def geese(self) -> list[Seat]:
        return [seat for seat in self.state.seats if seat not in self.ducks]

    @property
    def geese_left(self) -> list[Seat]:
        return [seat for seat in self.state.living if seat not in self.ducks]

    def ejections(self) -> Iterator[tuple[Meeting, Seat]]:
        """Yield each meeting with each seat that it ejected, the last first."""
        return ((meeting, seat) for meeting in reversed(self.meetings) for seat in reversed(meeting.ejected))

    def convictions(self) -> Iterator[tuple[Meeting, Seat]]:
        """Yield the ejections of ducks, the last first."""
        return (each for each in self.ejections() if each[1] in self.ducks)

    def attended(self) -> list[tuple[Meeting, Seat | None]]:
        """Return the meetings in which the viewer voted, with its vote."""
        return [(meeting, meeting.votes[self.me]) for meeting in self.meetings if self.me in meeting.votes]

    def has_done(self, seat: Seat, room: Room) -> bool:
        """Return whether a seat did its task in a room, or seemed to."""
        return (seat, room) in self.state.finished

    # The moment after which it went the way it did

    def turning_point(self) -> Kill | Meeting | None:
        """Return the kill or vote that moved the odds of a random table most towards the winners; None if none did.

        The kill that ends a match is left out: what came before it decided that it could.
        """
        sign = 1 if self.ended and self.ended.winner == "goose" else -1
        left = {"goose": len(self.geese), "duck": len(self.ducks)}
        odds, most, found = geese_win(left["goose"], left["duck"], is_meeting=False), 0.0, None
        moments: list[Kill | Meeting] = [*self.state.kills, *(meeting for meeting in self.meetings if meeting.ballots)]
        for moment in sorted(moments, key=lambda each: each.at):
            gone = (moment.victim,) if isinstance(moment, Kill) else moment.ejected
            for seat in gone:
                left["duck" if seat in self.ducks else "goose"] -= 1
            before, odds = odds, geese_win(left["goose"], left["duck"], is_meeting=isinstance(moment, Kill))
            is_end = isinstance(moment, Kill) and moment is self.state.kills[-1] and left["goose"] <= left["duck"]
            if not is_end and (moved := sign * (odds - before)) > 0 and moved >= most:
                most, found = moved, moment
        return found

    def turned(self) -> str:
        """Return a sentence on that moment, or on the last task where tasks decided the match."""
        if self.is_decided_by_tasks:
            return self._say_last_task()
        match moment := self.turning_point():
            case Kill(tick, killer, victim, room):
                told = f"{whom(killer, self.me)} killed {whom(victim, self.me)} in {room_title(room)} at tick {tick}"
            case Meeting():
                told = f"{self.name(moment)}, at tick {moment.tick}, ejected {self._say_ejected(moment)}"
            case _:
                return self._say_no_turn()
        return f"{capitalise(told)}; {self._left_after(moment)} left."

    @property
    def is_decided_by_tasks(self) -> bool:
        """Whether the geese won by their tasks."""
        return bool(self.ended and self.ended.reason == "All tasks of the geese are done." and self.state.finished)

    def _say_last_task(self) -> str:
        config, (seat, room) = self.state.config, next(each for each in reversed(self.state.finished) if each[0] in self.geese)
        task = f"{config.map.tasks[room]}, in {room_title(room)}" if config else room_title(room)
        short = f" The ducks needed {count(self._lead(), 'more kill')}." if self._lead() > 0 else ""
        return f"{capitalise(whom(seat, self.me))} did the last task that the geese needed: {task}.{short}"

    def _lead(self) -> int:
        """Return by how many the geese outnumbered the ducks in the end."""
        return len(self.geese_left) - sum(duck in self.state.living for duck in self.ducks)

    def _say_no_turn(self) -> str:
        """Return why there is no such moment: time ran out, or there was no meeting that could have been one."""
        if self.ended and self.ended.reason == "Time ran out and the geese survived.":
            return f"The ducks needed {count(self._lead(), 'more kill')} when time ran out at tick {self.state.tick}."
        return "" if self.meetings else "Nobody reported a body or called a meeting before it was too late."

    def name(self, meeting: Meeting) -> str:
        """Return what a meeting is called: `the second meeting`."""
        return f"the {ordinal(meeting.number)} meeting"

    def _say_ejected(self, meeting: Meeting) -> str:
        """Return whom a meeting ejected and by which votes, and the votes for ducks that it did not eject."""
        cast = f"of {count(len(meeting.votes), 'vote')}"
        voters = {target: [voter for voter, vote in meeting.votes.items() if vote == target] for target in meeting.votes.values()}
        told = join_names(self.with_role(seat).rstrip(",") for seat in meeting.ejected) or "nobody"
        by = [voter for seat in meeting.ejected for voter in voters.get(seat, ())]
        told += f", by {len(by)} {cast}: {name_seats(by, self.me)}" if by else ""
        spared = [duck for duck in self.ducks if duck not in meeting.ejected and self._was_alive(duck, meeting)]
        for duck in spared if not set(meeting.ejected) & set(self.ducks) else ():
            told += f"; {name_seats(voters[duck], self.me)} voted for {self.with_role(duck).rstrip(',')}" if duck in voters else ""
        return told

    def _was_alive(self, seat: Seat, meeting: Meeting) -> bool:
        return seat in meeting.order or seat in meeting.votes

    def _left_after(self, moment: Kill | Meeting) -> str:
        """Return how many were left on each side after a kill or vote."""
        gone = {kill.victim for kill in self.state.kills if kill.at <= moment.at}
        gone |= {seat for meeting in self.meetings if meeting.at <= moment.at for seat in meeting.ejected}
        geese, ducks = (sum(seat not in gone for seat in side) for side in (self.geese, self.ducks))
        left = [count(number, *nouns) for number, nouns in ((geese, ("goose", "geese")), (ducks, ("duck",))) if number]
        return f"{join_names(left)} {'was' if geese + ducks == 1 else 'were'}"

    # Words

    def the_ducks(self) -> str:
        """Return the ducks with their role: `Eve, the duck,`."""
        return f"{name_seats(self.ducks, self.me)}, the duck{'s' if len(self.ducks) > 1 else ''},"

    def with_role(self, seat: Seat) -> str:
        """Return a seat with its role: `Eve, the duck,`, `Bob, a goose,`."""
        role = ("the duck" if len(self.ducks) == 1 else "a duck") if seat in self.ducks else "a goose"
        return f"{whom(seat, self.me)}, {role},"

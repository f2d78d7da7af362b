"""The memory of one seat of the ship: what it knows, what it heard said, and whom it has learnt to distrust.

It is a fold over the seat's observation, so that it can be made anew from the Events at any time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.config import Config
from woozle.games.ship.events import Ballot, Killed, MeetingCalled, Moved, Overheard, Said, Spoke, Team, Waited, Worked
from woozle.games.ship.players.assertions import LONGEST, Assertion, Reader, reader_of
from woozle.games.ship.players.questions import Question, read_questions, short_answer
from woozle.games.ship.state import Kill, Meeting, State, Stay


@dataclass(slots=True)
class Talk:
    """What was understood in the speeches of a meeting.

    claims: what the others assert; own: what this seat did. claims_by_speech: the assertions of each speech. questions: those put
    to one seat, with the index of the speech.
    """

    meeting: Meeting
    claims: list[Assertion] = field(default_factory=list)
    own: list[Assertion] = field(default_factory=list)
    claims_by_speech: list[tuple[Assertion, ...]] = field(default_factory=list)
    questions: list[tuple[int, Question]] = field(default_factory=list)

    def questions_to(self, seat: Seat) -> list[Question]:
        """Return the questions to a seat since it last spoke."""
        since = max((i for i, spoke in enumerate(self.meeting.speeches) if spoke.speaker == seat), default=-1)
        return [question for i, question in self.questions if i > since and question.asked == seat]


def announced(memory: Memory) -> tuple[Seat | None, ...]:
    """Return the votes that agree with the last of this seat's speeches that takes a side; none if no speech did."""
    talk = memory.talk
    mine = [i for i, spoke in enumerate(talk.meeting.speeches) if spoke.speaker == memory.me] if talk else []
    for i in reversed(mine):
        claims = talk.claims_by_speech[i] if talk else ()
        if any(claim.kind == "skip" for claim in claims):
            return (None,)
        against = [claim for claim in claims if claim.kind in AGAINST and claim.about in memory.state.living]
        if against:
            chosen = next((claim for claim in against if claim.kind == "vote"), against[-1])
            has_doubts = chosen.kind == "accuse" and talk and any(DOUBTS.search(talk.meeting.speeches[at].text) for at in mine)
            return (chosen.about, None) if has_doubts else (chosen.about,)
    return ()


AGAINST = ("accuse", "kill", "vote")
DOUBTS = re.compile(r"\bbut\b.*\b(vote|prove|proof|enough|sure|skip)\b", re.IGNORECASE)  # why an accusation is no vote
_OPINIONS = (*AGAINST, "clear")  # about the living only


def merge_stays(stays: list[Stay]) -> list[Stay]:
    """Return the same way without going from a room to itself."""
    merged: list[Stay] = []
    for stay in stays:
        if merged and merged[-1].room == stay.room:
            merged[-1] = Stay(stay.room, merged[-1].first, stay.last, merged[-1].worked + stay.worked)
        else:
            merged.append(stay)
    return merged


def said_against(memory: Memory) -> list[Seat]:
    """Return the seats that this one has itself spoken against in this meeting."""
    own = memory.talk.own if memory.talk else ()
    return [claim.about for claim in own if claim.about and claim.kind in AGAINST]


class Memory:
    """What one seat knows and believes.

    remarks: what others said in the room since this seat's last turn. spoke_at: the tick of its own last remark.
    teams: what is known of the ejected. grudge: what earlier meetings taught of a seat, in log-odds of being a duck. talks: of all
    meetings. lessons: what its own eyes taught it of a seat in earlier rounds, in log-odds, by `learns` as a meeting ends.
    """

    def __init__(self, me: Seat, learns: Callable[[Memory], Mapping[Seat, float]] | None = None) -> None:
        self.me = me
        self.lessons: Mapping[Seat, float] = {}
        self.cached: tuple[object, object] = (None, None)
        self._learns = learns
        self._learnt = 0
        self.state = State(me)
        self.teams: dict[Seat, Team] = {}
        self.grudge: dict[Seat, float] = {}
        self.talks: list[Talk] = []
        self.remarks: list[tuple[Seat, str]] = []
        self.spoke_at = -99
        self._said: list[Statement] = []

    def see(self, event: Event) -> None:
        """Take one more Event that the seat observed."""
        match event:
            case Spoke():
                self._hear(event)
            case Said(seat=self.me):
                self.spoke_at = self.state.tick
            case Said(seat, _, text) | Overheard(seat, _, text):
                self.remarks.append((seat, text))
            case Waited(seat=self.me) | Moved(seat=self.me) | Worked(seat=self.me) | Killed(killer=self.me) | MeetingCalled():
                self.remarks.clear()
            case Ballot() if self._learns and self._learnt < len(self.talks):
                self._learnt, self.lessons = len(self.talks), self._learns(self)
        self.state.see(event)
        if isinstance(event, MeetingCalled):
            self.talks.append(Talk(self.state.meetings[-1]))
        elif isinstance(event, Ballot):
            self._count(event)

    @property
    def config(self) -> Config:
        assert self.state.config, "The Briefing comes before all else."
        return self.state.config

    @property
    def talk(self) -> Talk | None:
        """What was said so far in the meeting that is held now."""
        return self.talks[-1] if self.state.is_meeting else None

    @property
    def earlier(self) -> list[Talk]:
        """The meetings before."""
        return self.talks[:-1] if self.state.is_meeting else self.talks

    @property
    def killers(self) -> dict[Seat, Kill]:
        """The others that the seat saw kill, ever."""
        return {kill.killer: kill for kill in self.state.kills if kill.killer != self.me}

    @property
    def ducks_left(self) -> int:
        """Ducks that may still live; at least one, or the match would be over."""
        return max(1, self.config.ducks - sum(team == "duck" for team in self.teams.values()))

    @cached_property
    def reader(self) -> Reader:
        """The reader of speeches of this table."""
        return reader_of(self.state.seats, self.config.map)

    def _hear(self, spoke: Spoke) -> None:
        talk, seat, text = self.talk, spoke.seat, spoke.text
        if not talk:
            return
        claims: tuple[Assertion, ...] = ()
        if text.strip():
            self._said.append(Statement(talk.meeting.number - 1, talk.meeting.tick, spoke.round, seat, text[:LONGEST], 0))
            claims = self.reader.read(tuple(self._said), self.state.round.begins)
            claims = tuple(claim for claim in claims if claim.kind not in _OPINIONS or claim.about not in self.state.fates)
        if asked := talk.questions_to(seat):
            claims = short_answer(asked[-1], text, claims, self.reader)
        talk.questions += [(len(talk.meeting.speeches), each) for each in read_questions(text, seat, self.reader)]
        talk.claims_by_speech.append(claims)
        (talk.own if seat == self.me else talk.claims).extend(claims)

    def _count(self, ballot: Ballot) -> None:
        """Learn from a vote: trust seats that helped to eject a goose less, and those that voted against a duck more."""
        ejected = ballot.ejected
        team = ballot.team or ("goose" if self.config.ducks == 1 else None)  # with one duck the match would be over
        if ejected is None or team is None:
            return
        self.teams[ejected] = team
        blame = _ACCUSED_A_GOOSE if team == "goose" else _ACCUSED_A_DUCK
        for claim in self.talk.claims if self.talk else ():
            if claim.about == ejected and claim.kind in _OPINIONS:
                sign = -1 if claim.kind == "clear" else 1
                weight = _LIED_ABOUT_A_KILL if claim.kind == "kill" and team == "goose" else blame
                self._blame(claim.speaker, sign * weight)
        for voter, target in (ballot.votes or {}).items():
            if target == ejected:
                self._blame(voter, blame / 2)

    def _blame(self, seat: Seat, weight: float) -> None:
        self.grudge[seat] = self.grudge.get(seat, 0.0) + weight


_ACCUSED_A_GOOSE, _ACCUSED_A_DUCK, _LIED_ABOUT_A_KILL = 0.4, -1.2, 4.0

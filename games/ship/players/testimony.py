"""What a seat can testify to in a meeting: its way and its sightings by the story that it tells, and what is still untold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.interview import Ask
from woozle.games.ship.players.memory import AGAINST, Memory, merge_stays
from woozle.games.ship.players.suspicion import HEARSAY_SLACK, Death, Reason, deaths, find_clash, last_death, opportunity
from woozle.games.ship.state import Stay
from woozle.games.ship.words import in_words

_NEAR = 2  # ticks between two tellings of one sighting
_LIKELY = 0.5  # the share of the time of a death in which a seat may have been there, from which a sighting elsewhere clears nobody
_TOGETHER = 1  # ticks by which sightings of several seats in one room may differ to be told as one


@dataclass(slots=True)
class Story:
    """The story that a bot tells. stays: its way; seen: others whom it saw. suspect, reason: whom it points at and why.

    more: further reasons. vote: whom it means to eject. accusers: who spoke against it. ask: what it wants to know of whom.
    vouches: whether it speaks up for others who are accused.
    """

    stays: list[Stay]
    seen: list[tuple[Seat, Stay]]
    suspect: Seat | None = None
    reason: Reason | None = None
    more: Sequence[Reason] = ()
    vote: Seat | None = None
    accusers: list[Seat] = field(default_factory=list)
    ask: Ask | None = None
    vouches: bool = True


@value
class Company:
    """Seats that were seen in a room around a tick."""

    seats: tuple[Seat, ...]
    room: Room
    tick: int


@value
class Alibi:
    """A sighting of a seat at the time of a death.

    is_certain: by all that was seen of it, the seat cannot have been there. is_likely: it had little time for it, or was seen
    elsewhere when it is said to have been there.
    """

    seat: Seat
    stay: Stay
    is_certain: bool
    is_likely: bool


@value
class Mistake:
    """A claim about a third seat that a sighting contradicts."""

    claim: Assertion
    seen: Stay


class Testimony:
    """The answers of a story to what can be asked of it. Nothing that it leaves out is told."""

    def __init__(self, memory: Memory, story: Story) -> None:
        self._memory = memory
        self._story = story
        now = memory.state.tick
        self.stays = merge_stays([stay for stay in story.stays if stay.first <= now])
        self.seen = [(seat, stay) for seat, stay in story.seen if any(_touches(own, stay) for own in self.stays)]
        self._own = memory.talk.own if memory.talk else []
        self._claims = memory.talk.claims if memory.talk else []
        speeches = memory.talk.meeting.speeches if memory.talk else ()
        self._said = [sentence for said in speeches if said.speaker == memory.me for sentence in _sentences(said.text)]
        self._saying: list[tuple[Seat, Room, int]] = []

    @cached_property
    def death(self) -> Death | None:
        return last_death(self._memory)

    @cached_property
    def victims(self) -> frozenset[Seat]:
        return frozenset(death.victim for death in deaths(self._memory))

    @property
    def found(self) -> list[Seat]:
        """Those whom it has found dead here, if it has called the meeting for that."""
        talk, sight = self._memory.talk, self._memory.state.sight
        if not talk or not sight or talk.meeting.caller != self._memory.me or talk.meeting.cause != "report":
            return []
        return [death.victim for death in deaths(self._memory) if death.room == sight.room]

    @property
    def has_just_come(self) -> bool:
        """Return whether it came into its room no longer ago than a body there can have been overlooked."""
        return bool(self.stays) and self.stays[-1].first >= self._memory.state.tick - HEARSAY_SLACK

    @property
    def is_witness(self) -> bool:
        """Whether the story holds a kill that it saw."""
        return any(reason.why == "witness" for reason in (self._story.reason, *self._story.more) if reason)

    def where(self, tick: int, room: Room | None = None) -> tuple[Stay, int] | None:
        """Return where the seat was at a tick, or last before it, and the tick then. room: the one it is reminded of."""
        if not self.stays:
            return None
        before = [stay for stay in reversed(self.stays) if stay.first <= tick + _NEAR * (stay.room == room)]
        named = next((stay for stay in before if stay.room == room and stay.last >= tick - _NEAR), None)
        stay = named or next((stay for stay in before if stay.first <= tick), self.stays[0])
        return stay, max(1, min(max(tick, stay.first), stay.last))

    def company(self, room: Room, tick: int) -> list[Seat]:
        """Return the seats that were in a room around a tick."""
        steps = self._memory.state.round.steps
        came = {step.seat for step in steps if step.to == room and step.tick > tick}
        left = {step.seat for step in steps if step.start == room and step.tick <= tick}
        near = (
            seat
            for seat, stay in self.seen
            if stay.room == room and stay.first <= tick + (seat not in came) and stay.last >= tick - (seat not in left)
        )
        return list(dict.fromkeys(near))

    def is_sure_of_all(self, room: Room, tick: int) -> bool:
        """Return whether the seat has forgotten nobody that it saw in a room around a tick."""
        if self._memory.state.mine.team == "duck":
            return True
        told = self.company(room, tick)
        return all(
            seat in told
            for seat, stay in self._memory.state.round.sightings()
            if stay.room == room and stay.first <= tick + 1 and stay.last >= tick - 1
        )

    def saw_nobody(self) -> bool:
        """Return whether it met nobody since the last meeting, and has forgotten nobody."""
        round_ = self._memory.state.round
        has_forgotten = self._memory.state.mine.team == "goose" and (any(round_.seen.values()) or round_.steps or round_.passed)
        return not self.seen and not has_forgotten and not self.is_witness and not self._memory.state.recent_kills

    def last_seen(self, seat: Seat) -> Stay | None:
        return max((stay for other, stay in self.seen if other == seat), key=lambda stay: stay.last, default=None)

    def last_tick(self, seat: Seat) -> int | None:
        """Return the last tick at which it saw a seat, were it only come or go; None if it did not since the last meeting."""
        round_ = self._memory.state.round
        ticks = [stay.last for other, stay in self.seen if other == seat]
        if self._memory.state.mine.team == "goose":
            ticks += [stay.last for stay in round_.seen.get(seat, ())]
            ticks += [step.tick for step in (*round_.steps, *round_.passed) if step.seat == seat]
        return max(ticks, default=None)

    def has_forgotten(self, seat: Seat) -> bool:
        """Return whether it saw a seat since the last meeting, and does not know it any more."""
        return not self.last_seen(seat) and bool(self._memory.state.round.seen.get(seat))

    def has_met(self, seat: Seat) -> bool:
        """Return whether it has seen a seat since the last meeting, were it only come or go."""
        return self.last_tick(seat) is not None

    def is_told(self, seat: Seat, room: Room, tick: int | None = None) -> bool:
        """Return whether the speaker has said in this meeting that a seat was in a room.

        Its own words are looked for and not what they were read as, since a sentence that was misread has been said nevertheless.
        """
        if self.is_being_told(seat, room, tick):
            return True
        place = in_words(room)
        for sentence in self._said:
            about = _OF_ME.search(sentence) if seat == self._memory.me else seat in sentence
            if about and place in sentence:
                ticks = [int(number) for number in _TICKS.findall(sentence)]
                if tick is None or not ticks or any(abs(each - tick) <= _NEAR for each in ticks):
                    return True
        return False

    def is_being_told(self, seat: Seat, room: Room, tick: int | None = None) -> bool:
        """Return whether the speech that is being made says that a seat was in a room."""
        here = (at for other, where, at in self._saying if (other, where) == (seat, room))
        return any(tick is None or abs(at - tick) <= _NEAR for at in here)

    def has_said_words(self, *words: str) -> bool:
        """Return whether a sentence of the speaker's in this meeting has all these words."""
        return any(all(word in sentence for word in words) for sentence in self._said)

    def tell(self, seat: Seat, room: Room, tick: int) -> None:
        """Note that the speech that is being made says where a seat was."""
        self._saying.append((seat, room, tick))

    def has_said(self, kinds: Iterable[str], seat: Seat) -> bool:
        """Return whether the speaker has taken this side about a seat in this meeting."""
        return any(claim.kind in kinds and claim.about == seat for claim in self._own)

    def at_death(self) -> tuple[Stay, int] | None:
        """Return where it was when the victim died, as far as the time of that is known."""
        death = self.death
        return self.where((death.first + death.last) // 2) if death else None

    def alibi(self, seat: Seat) -> Alibi | None:
        """Return what speaks for a seat: that it was seen elsewhere while the victim may have died."""
        death = self.death
        if death is None or seat in self.victims:
            return None
        known = [stay for other, stay in self.seen if other == seat]
        if any(stay.room == death.room and stay.first <= death.last and stay.last >= death.first for stay in known):
            return None
        then = [stay for stay in known if stay.first <= death.last and stay.last >= death.first and stay.room != death.room]
        charges = [claim for claim in self._claims if claim.about == seat and claim.first is not None]
        killings = [claim.first for claim in charges if claim.kind == "kill"]
        places = [claim.first for claim in charges if claim.kind == "at" and claim.room == death.room]
        share = opportunity(self._memory.config.map, death, known) if death.room else 1.0
        if killings or (places and share):  # it was seen elsewhere, but that must be when it is said to have been there
            then = [
                stay
                for stay in then
                if any(stay.first - HEARSAY_SLACK <= at <= stay.last + HEARSAY_SLACK for at in killings or places if at)
            ]
        if not then:
            return None
        longest = max(then, key=lambda stay: (min(stay.last, death.last) - max(stay.first, death.first), stay.last))
        return Alibi(seat, longest, is_certain=not share, is_likely=share <= _LIKELY or bool(killings or places))

    def own_word(self, seat: Seat) -> int | None:
        """Return when a seat was in the room of the last death while the victim may have died there, by its own account."""
        death = self.death
        if death is None or not death.room:
            return None
        own = (claim for claim in self._claims if (claim.kind, claim.speaker, claim.about) == ("at", seat, seat))
        ticks = (claim.first for claim in own if claim.room == death.room and claim.first is not None)
        return next((tick for tick in ticks if death.first <= tick < death.last - HEARSAY_SLACK), None)

    def accused(self) -> list[Seat]:
        """Return the others that somebody else speaks against in this meeting, the latest last."""
        me, living = self._memory.me, self._memory.state.living
        against = [claim.about for claim in self._claims if claim.kind in AGAINST and claim.about != claim.speaker]
        return [seat for seat in dict.fromkeys(against) if seat and seat != me and seat in living]

    def mistakes(self) -> Iterator[Mistake]:
        """Yield what others said of third seats against its own sightings."""
        memory = self._memory
        for claim in self._claims:
            if claim.kind != "at" or claim.first is None or claim.is_tentative or claim.about in (memory.me, claim.speaker):
                continue
            mine = [stay for seat, stay in self.seen if seat == claim.about]
            if (clash := find_clash(claim, mine, memory.config.map.distances)) and not self.is_told(claim.about or "", clash.room):
                yield Mistake(claim, clash)

    def together(self) -> tuple[Seat, Seat, Room, int] | None:
        """Return two others who each say that the other was with them at a tick at which the victim may have died elsewhere.

        It must leave them too little time to have been there, and nobody may have said that they were.
        """
        living, death, ship = self._memory.state.living, self.death, self._memory.config.map
        if death is None or not death.room or len(living) < 4:  # who else is left must be worth a look
            return None
        accused = self.accused()
        placed = [claim for claim in self._claims if claim.kind == "at" and claim.first is not None and claim.room != death.room]
        own = {(claim.speaker, claim.room, claim.first) for claim in placed if claim.speaker in living}
        met = {
            (claim.speaker, claim.about, claim.room, claim.first)
            for claim in placed
            if claim.about in living and claim.about != claim.speaker
        }
        for claim in placed:
            one, other, room, tick = claim.speaker, claim.about or "", claim.room or "", claim.first or 0
            is_mutual = (one, other, room, tick) in met and (other, one, room, tick) in met
            is_told = (one, room, tick) in own and (other, room, tick) in own
            is_then = death.first <= tick < death.last and not {one, other} & {*accused}
            if is_mutual and is_told and is_then and opportunity(ship, death, [Stay(room, tick, tick)]) <= _LIKELY:
                return one, other, room, tick
        return None

    def is_told_by_others(self, seat: Seat, stay: Stay) -> bool:
        """Return whether another has said in this meeting that a seat was in a room about then."""
        return any(
            claim.kind == "at"
            and (claim.about, claim.room) == (seat, stay.room)
            and claim.first is not None
            and stay.first - _NEAR <= claim.first <= stay.last + _NEAR
            for claim in self._claims
        )

    def said_alone_at(self, seat: Seat, stay: Stay) -> int | None:
        """Return the tick at which a seat has said in this meeting that it was alone where it was seen then."""
        speeches = self._memory.talk.meeting.speeches if self._memory.talk else ()
        said = (sentence for spoke in speeches if spoke.speaker == seat for sentence in _sentences(spoke.text))
        alone = (sentence for sentence in said if "alone" in sentence and in_words(stay.room) in sentence)
        ticks = (int(tick) for sentence in alone for tick in re.findall(r"tick (\d+)", sentence))
        return next((tick for tick in ticks if stay.first <= tick <= stay.last), None)

    def untold(self, leave_out: Iterable[Seat] = (), *, relevant: bool = False) -> list[tuple[Seat, Stay]]:
        """Return the sightings of the living that it has not told, those that matter most first: near a body, then the latest.

        relevant: only those from the time of a death, and of seats that are accused.
        """
        rooms = {death.room for death in deaths(self._memory)}
        since = min((death.first for death in deaths(self._memory)), default=0)
        skipped = {*leave_out, *self.victims}
        accused = self.accused() if relevant else []
        found: dict[Seat, Stay] = {}

        def weight(sighting: tuple[Seat, Stay]) -> tuple[bool, bool, int]:
            _, stay = sighting
            return stay.room not in rooms or stay.last < since, stay.last < since, -stay.last

        for seat, stay in sorted(self.seen, key=weight):
            matters = not relevant or seat in accused or (bool(rooms) and stay.last >= since)
            if seat not in skipped and matters and not self.is_told(seat, stay.room):
                found.setdefault(seat, stay)
        return list(found.items())


def group(seen: Iterable[tuple[Seat, Stay]]) -> list[Company]:
    """Return sightings by time, those of several seats in one room at one time as one."""
    found: list[tuple[list[Seat], list[Stay]]] = []
    for seat, stay in sorted(seen, key=lambda sighting: sighting[1].last):
        for seats, stays in found:
            if stays[0].room == stay.room and _common_tick([*stays, stay]) is not None:
                seats.append(seat)
                stays.append(stay)
                break
        else:
            found.append(([seat], [stay]))
    return [Company(tuple(seats), stays[0].room, max(1, _common_tick(stays) or 0)) for seats, stays in found]


def _common_tick(stays: Sequence[Stay]) -> int | None:
    """Return a tick around which all stays were; None if there is none."""
    tick = min(stay.last for stay in stays)
    return tick if all(stay.first - _TOGETHER <= tick for stay in stays) else None


_OF_ME = re.compile(r"\bI\b|\bI'|\broute\b|\bwith me\b")
_TICKS = re.compile(r"\btick (\d+)")


def _sentences(text: str) -> list[str]:
    """Return the sentences of a speech that ask nothing, without the names of those they are spoken to."""
    found = (sentence.strip() for sentence in re.findall(r"[^.!?]+[.!?]*", text) if not sentence.endswith("?"))
    return [re.sub(r"^\w+, |, \w+(?=\W*$)", "", sentence) for sentence in found]


def _touches(one: Stay, other: Stay) -> bool:
    return one.room == other.room and one.first - 1 <= other.last and other.first <= one.last + 1

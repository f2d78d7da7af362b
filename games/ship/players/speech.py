"""Speeches of a bot in a meeting: its way, whom it saw, whom it suspects and why, in plain sentences.

It first answers what it was asked, and may end with a question. The sentences are in `sayings.toml` and serve both
teams; a duck hands in another story. `assertions.py` understands them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from itertools import chain

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.ship.players.interview import Ask
from woozle.games.ship.players.memory import AGAINST, Memory, Talk, merge_stays, said_against
from woozle.games.ship.players.questions import Question, pending
from woozle.games.ship.players.suspicion import Reason, deaths
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.state import Stay
from woozle.games.ship.words import in_words
from woozle.players.bot import happens

MOST_WORDS = 60
_ROOMS_TOLD = 5
_SIGHTINGS_TOLD = 3
_SMALL_TALK = 5  # of a hundred turns in company

_ANSWERS = 2  # a speech

SAYINGS: dict[str, dict[str, list[str]]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))


@dataclass(slots=True)
class Story:
    """The story that a bot tells. stays: its way; seen: others whom it saw. suspect, reason: whom it points at and why.

    vote: whom it means to eject. clear: a seat it vouches for, with the sighting that it rests on. accusers: who spoke against
    it. ask: what it wants to know of whom.
    """

    stays: list[Stay]
    seen: list[tuple[Seat, Stay]]
    suspect: Seat | None = None
    reason: Reason | None = None
    vote: Seat | None = None
    clear: tuple[Seat, Stay] | None = None
    accusers: list[Seat] = field(default_factory=list)
    ask: Ask | None = None


def sayings(kind: str, character: str) -> tuple[list[str], list[str]]:
    """Return the sentences of a kind: those of a character, and the common ones."""
    return SAYINGS[character].get(kind, []), SAYINGS["common"][kind]


def remark(memory: Memory, mind: Mind, bound_for: str, chance: Chance) -> str:
    """Small talk on the way, now and then."""
    present = memory.state.sight.present if memory.state.sight else ()
    if not present or not happens(chance, "talk", _SMALL_TALK):
        return ""
    own, common = sayings("going" if bound_for and happens(chance, "going", 40) else "greeting", mind.traits.sayings)
    values = {"seat": chance.choice("to", present), "room": in_words(memory.state.mine.room), "going": in_words(bound_for)}
    return chance.choice("remark", own + common).format(**values)


class Speech:
    """The next speech of a seat in a meeting."""

    def __init__(self, memory: Memory, mind: Mind, story: Story, chance: Chance) -> None:
        self._memory = memory
        self._mind = mind
        self._story = story
        self._chance = chance
        talk = memory.talk
        self._said = [spoke.text for spoke in talk.meeting.speeches if spoke.speaker == memory.me] if talk else []
        self._heard = _texts([talk]) if talk else ""
        self._lately = self._heard + _texts(memory.earlier[-1:])

    def text(self) -> str:
        parts = self._first() if not self._said else self._later()
        return _within(filter(None, parts), MOST_WORDS)

    def _first(self) -> Iterator[str]:
        yield self._opening()
        yield from self._answers()
        yield from self._case()
        yield self._way()
        yield self._sightings()
        if self._story.ask:
            yield self._question(self._story.ask)
        elif not self._story.suspect:
            yield self._pick("open")

    def _later(self) -> Iterator[str]:
        story = self._story
        yield from self._answers()
        if story.suspect and story.suspect in said_against(self._memory) and not (story.reason and story.reason.why == "lie"):
            yield self._pick("still", seat=story.suspect)
        else:
            yield from self._case(with_vote=False)
        if story.ask:
            yield self._question(story.ask)
        if story.clear and len(self._said) == 1 and not pending(self._memory):
            seat, stay = story.clear
            yield self._pick("vouch", seat=seat, room=in_words(stay.room), tick=max(1, stay.last))
        if len(self._said) > 1:
            yield self._pick("nothing_new")
        yield self._pick("verdict", seat=story.vote) if story.vote else self._pick("skip")

    def _question(self, ask: Ask) -> str:
        return self._pick(ask.kind, seat=ask.seat, **ask.values)

    def _answers(self) -> Iterator[str]:
        """Answer what was asked since the last speech, the latest questions first; else what was said against it."""
        questions = pending(self._memory)[: -_ANSWERS - 1 : -1]
        yield from map(self._answer, questions)
        if not questions:
            yield self._defence()

    def _answer(self, question: Question) -> str:
        asker, story = question.asker, self._story
        match question.about:
            case "where" | "company" | "explain":
                return self._place(question)
            case "sightings" if question.tick is not None:
                return self._place(replace(question, about="company"))
            case "sightings":
                return self._told_sightings(asker)
            case "why" if story.suspect and (question.other in (None, story.suspect)):
                if story.reason and story.reason.why != "told":
                    return self._pick("answer_why", asker=asker)
                if story.reason and story.reason.other not in ("", asker, story.suspect):
                    return self._pick("answer_told", asker=asker, other=story.reason.other)
                return self._pick("answer_no_reason", asker=asker)
            case "why":
                return self._pick("answer_no_reason" if self._has_accused() else "answer_puzzled", asker=asker)
        if story.suspect:
            return self._pick("answer_whom", asker=asker, seat=story.suspect)
        return self._pick("answer_nobody_yet", asker=asker)

    def _has_accused(self) -> bool:
        """Return whether it has spoken against anybody, in this meeting or the last one."""
        heard = [*self._memory.earlier[-1:], *filter(None, [self._memory.talk])]
        return any(claim.kind in AGAINST for each in heard for claim in each.own)

    def _place(self, question: Question) -> str:
        """Say where it was at a tick, and with whom, as its story has it."""
        stays = merge_stays([stay for stay in self._story.stays if stay.first <= self._memory.state.tick])
        if not stays:
            return self._pick("answer_nobody_yet", asker=question.asker)
        tick = self._memory.state.tick if question.tick is None else min(question.tick, self._memory.state.tick)
        before = [stay for stay in reversed(stays) if stay.first <= tick]
        named = (stay for stay in before if stay.room == question.room and stay.last >= tick - 1)
        stay = next(chain(named, before), stays[0])
        tick = min(max(tick, stay.first), max(stay.first, stay.last))
        values = {"asker": question.asker, "room": in_words(stay.room), "tick": max(1, tick)}
        if question.about == "explain":
            return self._pick("answer_explain", **values)
        near = [
            seat for seat, seen in self._story.seen if seen.room == stay.room and seen.first <= tick + 1 and seen.last >= tick - 1
        ]
        if others := [seat for seat in near if seat != question.asker]:
            return self._pick("answer_company", other=others[-1], **values)
        is_alone = question.about == "company" and not near  # the asker was perhaps there
        return self._pick("answer_alone" if is_alone else "answer_where", **values)

    def _told_sightings(self, asker: Seat) -> str:
        latest = {seat: stay for seat, stay in sorted(self._story.seen, key=lambda sighting: sighting[1].last) if seat != asker}
        if not latest:
            return self._pick("answer_nobody", asker=asker)
        return self._pick("answer_saw", asker=asker, sightings=_in_order(dict([*latest.items()][-2:])))

    def _opening(self) -> str:
        memory, talk = self._memory, self._memory.talk
        if not talk or talk.meeting.caller != memory.me:
            return ""
        sight = memory.state.sight
        here = [death.victim for death in deaths(memory) if sight and death.room == sight.room]
        if talk.meeting.cause == "report" and here and sight:
            return self._pick("found", victim=names(here), room=in_words(sight.room))
        return self._pick("called")

    def _defence(self) -> str:
        story = self._story
        if not story.accusers:
            return ""
        accuser = story.accusers[-1]
        since = min((death.first for death in deaths(self._memory)), default=0)
        friends = [seat for seat in self._memory.state.living if seat not in (accuser, story.suspect)]
        beside = [(seat, stay) for seat, stay in story.seen if seat in friends and stay.last >= since]
        if beside and happens(self._chance, "alibi", 60):
            seat, stay = max(beside, key=lambda sighting: sighting[1].last)
            return self._pick("alibis", accuser=accuser, other=seat, room=in_words(stay.room), tick=max(1, stay.last))
        return self._pick("denials", accuser=accuser)

    def _case(self, *, with_vote: bool = True) -> Iterator[str]:
        seat, reason = self._story.suspect, self._story.reason
        if not seat:
            return
        if reason is None:
            yield self._pick("hunch", seat=seat)
        else:
            yield self._pick(
                self._ground(seat, reason),
                seat=seat,
                room=in_words(reason.room),
                other=reason.other,
                tick=max(1, reason.tick),
                claimed=in_words(reason.claimed),
            )
        if (
            with_vote
            and self._story.vote == seat
            and (not reason or reason.why != "witness")
            and happens(self._chance, "tell vote", 60)
        ):
            yield self._pick("verdict", seat=seat)

    def _ground(self, seat: Seat, reason: Reason) -> str:
        about_me = reason.other == self._memory.me
        match reason.why:
            case "told" if reason.claimed and not about_me:
                return "disputed"
            case "told" if about_me or reason.other in ("", seat):
                return "hunch"
            case "lie" if about_me:
                return "lie_about_me" if reason.claimed else "framed"
            case why:
                return why

    def _way(self) -> str:
        """Return the way in a handful of rooms, with one or two ticks to hold on to."""
        stays = merge_stays([stay for stay in self._story.stays if stay.first <= self._memory.state.tick])
        if not stays:
            return ""
        if len(stays) == 1:
            return self._pick(
                "stayed", room=in_words(stays[0].room), start="the last meeting" if self._memory.earlier else "we started"
            )
        told = stays[-_ROOMS_TOLD:]
        dated = {i: f" around tick {max(1, told[i].first)}" for i in (len(told) // 2, len(told) - 1)}
        rooms = [in_words(stay.room) + dated.get(i, "") for i, stay in enumerate(told)]
        way = self._pick("way", arrows=" → ".join(rooms), words=", then ".join([", ".join(rooms[:-1]), rooms[-1]]))
        has_worked = any(stay.worked for stay in told)
        return way + self._pick("work") if has_worked and happens(self._chance, "tell work", 30) else way

    def _sightings(self) -> str:
        """Return the sightings that matter most: near a body first, then the latest."""
        story, reason = self._story, self._story.reason
        if not story.seen:
            return self._pick("nobody")
        rooms = {death.room for death in deaths(self._memory)}
        told: dict[Seat, Stay] = {}
        for seat, stay in sorted(story.seen, key=lambda sighting: (sighting[1].room not in rooms, -sighting[1].last)):
            is_told = seat == story.suspect and reason is not None and reason.room == stay.room
            if not is_told and len(told) < _SIGHTINGS_TOLD:
                told.setdefault(seat, stay)
        if not told:
            return ""
        return self._pick("saw", sightings=_in_order(told))

    def _pick(self, kind: str, **values: object) -> str:
        """Return a sentence of a kind, if possible one not used in this meeting or the last one."""
        own, common = sayings(kind, self._mind.traits.sayings)
        some = [*own, *own, *common]
        for heard in (self._lately, self._heard):
            if fresh := [saying for saying in some if (mark := _mark(saying)) == "" or mark not in heard]:
                return self._chance.choice(kind, fresh).format(**values)
        return self._chance.choice(kind, some).format(**values)


def _texts(meetings: Iterable[Talk]) -> str:
    return "\n".join(spoke.text for talk in meetings for spoke in talk.meeting.speeches)


def _in_order(seen: Mapping[Seat, Stay]) -> str:
    """Return sightings by time, in words."""
    by_time = sorted(seen.items(), key=lambda sighting: sighting[1].last)
    return names([f"{seat} in {in_words(stay.room)} around tick {max(1, stay.last)}" for seat, stay in by_time])


@lru_cache(maxsize=512)
def _mark(saying: str) -> str:
    """Return the longest piece of a sentence that stays the same whatever is filled in."""
    return max(re.split(r"\{\w+\}", saying), key=len)


def _within(parts: Iterable[str], words: int) -> str:
    """Return as many sentences as there is room for, in order."""
    said: list[str] = []
    for part in parts:
        length = len(part.split())
        if length <= words:
            said.append(part)
            words -= length
    return " ".join(said)

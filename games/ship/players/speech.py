"""Speeches of a bot in a meeting, and what it says in a room: its way, whom it saw, whom it suspects and why, in plain sentences.

A speech first answers what was asked. After the first of a meeting it only adds what is still untold, or is silent. The sentences
are in `sayings.toml` and serve both teams; a duck hands in another story. `assertions.py` understands them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.core.words import names
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.interview import EXPLAINS, Ask
from woozle.games.ship.players.memory import AGAINST, DOUBTS, Memory, Talk
from woozle.games.ship.players.questions import Question, pending
from woozle.games.ship.players.suspicion import Reason, deaths
from woozle.games.ship.players.testimony import Story, Testimony, group
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.state import Stay
from woozle.games.ship.words import in_words, with_article
from woozle.players.bot import happens

MOST_WORDS = 60
_ROOMS_TOLD = 4
_SIGHTINGS_TOLD = 3
_FACTS = 2  # in a speech after the first
_SMALL_TALK = 5  # of a hundred turns in company
_PAUSE = 10  # ticks between remarks of its own that nobody asked for
_ANSWERS = 2  # a speech
_OPENERS = 2  # speeches of a meeting that may end with a general remark

SAYINGS: dict[str, dict[str, list[str]]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))


def sayings(kind: str, character: str) -> tuple[list[str], list[str]]:
    """Return the sentences of a kind: those of a character, and the common ones."""
    return SAYINGS[character].get(kind, []), SAYINGS["common"][kind]


def remark(memory: Memory, mind: Mind, bound_for: str, chance: Chance) -> str:
    """Small talk on the way, now and then."""
    present = memory.state.sight.present if memory.state.sight else ()
    if not present or memory.state.tick - memory.spoke_at < _PAUSE or not happens(chance, "talk", _SMALL_TALK):
        return ""
    own, common = sayings("going" if bound_for and happens(chance, "going", 40) else "greeting", mind.traits.sayings)
    values = {
        "seat": chance.choice("to", present),
        "room": with_article(memory.state.mine.room),
        "going": with_article(bound_for),
    }
    return chance.choice("remark", own + common).format(**values)


@value
class Ground:
    """A sentence that says why a seat is suspected. strength: what it rests on."""

    words: str
    strength: Literal["proof", "seen", "heard", "unseen"] = "seen"


class Speech:
    """What a seat says next, in a meeting or in a room."""

    def __init__(self, memory: Memory, mind: Mind, story: Story, chance: Chance) -> None:
        self._memory = memory
        self._mind = mind
        self._story = story
        self._chance = chance
        self._testimony = Testimony(memory, story)
        talk = memory.talk
        self._spoken = sum(bool(spoke.text) for spoke in talk.meeting.speeches if spoke.speaker == memory.me) if talk else 0
        self._turns = sum(spoke.speaker == memory.me for spoke in talk.meeting.speeches) if talk else 0
        self._heard = _texts([talk]) if talk else ""
        self._lately = self._heard + _texts(memory.earlier[-1:])

    def text(self) -> str:
        """Return the next speech in a meeting; empty to say nothing."""
        parts = [*filter(None, self._later() if self._spoken else self._first())]
        closing = [*filter(None, self._closing(" ".join(parts)))]
        return " ".join([*_within(parts, MOST_WORDS - sum(len(each.split()) for each in closing)), *closing])

    def reply(self, question: Question) -> str:
        """Return the answer to a question that was put in a room."""
        return self._answer(question, question.asker)

    # A speech

    def _first(self) -> Iterator[str]:
        yield self._opening()
        yield from self._answers()
        yield from self._vouches()
        yield from self._case()
        yield from self._last_alive()
        way = [self._way(), self._sightings()]
        yield from reversed(way) if happens(self._chance, "sightings first", 35) else way
        if self._story.ask:
            yield self._question(self._story.ask)
        elif not self._story.suspect and self._memory.talk and len(self._memory.talk.meeting.speeches) < _OPENERS:
            yield self._pick("open")

    def _later(self) -> Iterator[str]:
        yield from self._answers()
        facts = [fact for fact, _ in zip(filter(None, self._facts()), range(_FACTS), strict=False)]
        yield from facts or (self._summary(),)
        if self._story.ask:
            yield self._question(self._story.ask)

    def _facts(self) -> Iterator[str]:
        """Yield what it has not told yet, what weighs most first."""
        yield from self._case()
        yield from self._vouches()
        yield from self._corrections()
        yield from self._at_death()
        yield from self._last_alive()
        yield self._sightings(is_more=True)

    def _closing(self, said: str) -> Iterator[str]:
        """Say in the last speech of a meeting why the vote is another than the accusation, or that it has changed.

        said: the speech so far.
        """
        if self._turns + 1 < self._memory.config.rounds:
            return
        story, testimony = self._story, self._testimony
        accused = [seat for seat in self._memory.state.living if testimony.has_said(AGAINST, seat)]
        if story.suspect and story.suspect not in accused:
            accused.append(story.suspect)
        if story.vote in accused:
            return
        mine = [spoke.text for spoke in self._speeches() if spoke.speaker == self._memory.me]
        if story.vote and accused:
            yield self._pick("verdict_instead", seat=story.vote)
        elif story.vote:
            yield self._guess(story.vote)
        elif any(map(DOUBTS.search, (*mine, said))):
            return
        elif story.suspect:
            yield self._doubt(story.suspect, said)
        elif accused:
            yield self._pick("retract", seat=accused[-1])

    def _guess(self, seat: Seat) -> str:
        """Say for whom it votes without a ground, if anything speaks for another."""
        testimony, death = self._testimony, self._testimony.death
        others = [other for other in self._memory.state.living if other != seat]
        if alibis := [alibi for other in others if (alibi := testimony.alibi(other))]:
            alibi = max(alibis, key=lambda each: each.is_certain)
            values = {"room": with_article(alibi.stay.room), "tick": self._then(alibi.stay)}
            if testimony.is_being_told(alibi.seat, alibi.stay.room):
                return self._pick("verdict_so", seat=seat)
            return self._pick("verdict_rather", seat=seat, other=alibi.seat, **values)
        for claim in testimony.placed():
            if claim.about in others and claim.speaker not in (claim.about, seat) and death and claim.room != death.room:
                values = {"room": with_article(claim.room or ""), "tick": max(1, claim.first or 0)}
                return self._pick("verdict_by_hearsay", seat=seat, other=claim.about, new=claim.speaker, **values)
        unseen = self._unseen(seat)
        return f"{unseen} {self._pick('verdict_guess', seat=seat)}" if unseen else ""

    def _doubt(self, seat: Seat, said: str) -> str:
        reason = self._story.reason
        if reason and reason.why == "at_body":
            return self._pick("doubt_one", seat=seat, room=with_article(reason.room), tick=max(1, reason.tick))
        if reason and reason.why == "told" and (claim := self._told_place(seat, reason.other)):
            return self._pick("doubt_told", seat=seat, other=reason.other, room=with_article(claim.room or ""))
        if f"suspect {seat}" in said:
            return self._pick("doubt_after")
        unseen = self._unseen(seat)
        return f"{unseen} {self._pick('doubt_after')}" if unseen else self._pick("doubt", seat=seat)

    def _question(self, ask: Ask) -> str:
        return self._pick(ask.kind, seat=ask.seat, **ask.values)

    def _opening(self) -> str:
        memory, talk = self._memory, self._memory.talk
        if not talk or talk.meeting.caller != memory.me:
            return ""
        sight = memory.state.sight
        here = [death.victim for death in deaths(memory) if sight and death.room == sight.room]
        if talk.meeting.cause == "report" and here and sight:
            return self._pick("found", victim=names(here), room=with_article(sight.room), verb="is" if len(here) == 1 else "are")
        return self._pick("called") if talk.meeting.cause == "button" else ""

    # Answers

    def _answers(self) -> Iterator[str]:
        """Answer what was asked since the last speech, the latest questions first, and what was said against it."""
        by_content: dict[object, list[Question]] = {}
        for question in reversed(pending(self._memory)):
            content = question.about, question.tick, question.room, question.other
            by_content.setdefault(content, []).append(question)
        chosen = [*by_content.values()][:_ANSWERS]
        yield from (self._answer(some[0], names(question.asker for question in some)) for some in chosen)
        if not chosen or self._has_new_accuser({question.asker for some in chosen for question in some}):
            yield self._defence()

    def _answer(self, question: Question, asker: str) -> str:
        story = self._story
        match question.about:
            case "where" | "explain":
                return self._place(question, asker)
            case "company":
                return self._company(question, asker)
            case "sightings" if question.tick is not None and not question.is_after:
                return self._company(question, asker)
            case "sightings":
                return self._told_sightings(question, asker)
            case "confirm":
                return self._confirm(question, asker)
            case "presence":
                return self._presence(question, asker)
            case "when" | "last":
                return self._last(question, asker)
            case "why":
                return self._why(question, asker)
            case "voted":
                return self._voted(question, asker)
            case "duck":
                return self._pick("answer_innocent", asker=asker)
            case "body":
                return self._opening() or self._pick("answer_no_body", asker=asker)
            case "trust":
                return self._trust(question, asker)
            case "going" | "well" | "hello":
                return self._on_the_way(question, asker)
        if self._testimony.is_witness and story.suspect:
            return self._because(asker, story.suspect, story.reason)
        if story.suspect:
            return self._pick("answer_whom", asker=asker, seat=story.suspect)
        return self._pick("answer_nobody_yet", asker=asker)

    def _place(self, question: Question, asker: str) -> str:
        """Say where it was at a tick, as its story has it."""
        default = self._testimony.death
        tick = question.tick if question.tick is not None else (default.first + default.last) // 2 if default else None
        tick = self._memory.state.tick if tick is None else min(tick, self._memory.state.tick)
        found = self._testimony.where(tick, question.room)
        if not found:
            return self._pick("answer_unsure", asker=asker)
        stay, then = found
        kind, values = "answer_where", {"asker": asker, "room": with_article(stay.room), "tick": then}
        if question.about == "explain":
            kind = "answer_admits" if stay.room == question.room else "answer_explain"
        elif others := [seat for seat in self._testimony.company(stay.room, then) if seat not in asker.split()]:
            self._tell(others, stay, then)
            kind, values["other"] = "answer_company", names(others)
        self._tell_own(stay, then)
        return self._pick(kind, **values)

    def _company(self, question: Question, asker: str) -> str:
        """Say with whom it was in a room at a tick."""
        tick = self._memory.state.tick if question.tick is None else min(question.tick, self._memory.state.tick)
        found = self._testimony.where(tick, question.room)
        if not found:
            return self._pick("answer_unsure", asker=asker)
        stay, then = found
        near = self._testimony.company(stay.room, then)
        others = [seat for seat in near if seat not in asker.split()]
        values = {"asker": asker, "room": with_article(stay.room), "tick": then}
        self._tell_own(stay, then)
        if others:
            self._tell(others, stay, then)
            return self._pick("answer_company", other=names(others), **values)
        if near:
            return self._pick("answer_you", **values)
        return self._pick("answer_alone" if self._testimony.is_sure_of_all(stay.room, then) else "answer_forgot", **values)

    def _told_sightings(self, question: Question, asker: str) -> str:
        testimony = self._testimony
        if testimony.is_witness and self._story.suspect:
            return self._because(asker, self._story.suspect, self._story.reason)
        seen = [(seat, stay) for seat, stay in testimony.seen if seat != question.asker]
        if question.room and question.is_after:
            left = max((stay.last for stay in testimony.stays if stay.room == question.room), default=question.tick or 0)
            seen = [(seat, stay) for seat, stay in seen if stay.last > left]
        elif question.room:
            seen = [(seat, stay) for seat, stay in seen if stay.room == question.room]
        if not seen:
            if question.room and not question.is_after and not any(stay.room == question.room for stay in testimony.stays):
                return self._pick("answer_not_there", asker=asker, room=with_article(question.room))
            return self._pick("answer_nobody", asker=asker)
        latest = dict(sorted(seen, key=lambda sighting: sighting[1].last))
        told = [*latest.items()][-_SIGHTINGS_TOLD:]
        for seat, stay in told:
            self._tell([seat], stay, stay.last)
        yes = "Yes, " if question.is_polar else ""
        return yes + self._pick("answer_saw", asker=asker, sightings=_listed(told))

    def _confirm(self, question: Question, asker: str) -> str:
        """Say yes or no to having seen a seat."""
        testimony, other = self._testimony, question.other or ""
        seen = [stay for seat, stay in testimony.seen if seat == other and question.room in (None, stay.room)]
        if question.tick is not None:
            seen = [stay for stay in seen if stay.first - 1 <= question.tick <= stay.last + 1]
        if seen:
            values = {"room": with_article(seen[-1].room), "tick": max(1, min(seen[-1].last, question.tick or seen[-1].last))}
            return self._pick("confirm", asker=asker, other=other, **values)
        if testimony.has_forgotten(other):
            return self._pick("answer_unsure", asker=asker)
        if question.tick is not None and (found := testimony.where(question.tick)) and found[0].room != question.room:
            return self._pick("deny_place", asker=asker, room=with_article(found[0].room), tick=found[1])
        if question.room is None and testimony.has_met(other):
            return self._pick("answer_unsure", asker=asker)
        if question.room is None:
            return self._pick("answer_not_seen", asker=asker, other=other, start=self._start())
        return self._pick("deny", asker=asker, other=other, room=with_article(question.room))

    def _presence(self, question: Question, asker: str) -> str:
        stays = [stay for stay in self._testimony.stays if stay.room == question.room]
        if question.tick is not None:
            stays = [stay for stay in stays if stay.first - 1 <= question.tick <= stay.last + 1]
        if stays:
            tick = max(stays[-1].first, min(stays[-1].last, question.tick or stays[-1].first))
            return self._pick("presence_yes", asker=asker, room=with_article(stays[-1].room), tick=max(1, tick))
        found = self._testimony.where(question.tick) if question.tick is not None else None
        if found:
            return self._pick("deny_place", asker=asker, room=with_article(found[0].room), tick=found[1])
        return self._pick("presence_no", asker=asker, room=with_article(question.room or ""))

    def _last(self, question: Question, asker: str) -> str:
        """Say when it last saw a seat, or was in a room."""
        if question.about == "when" and not question.other:
            return self._presence(question, asker).replace("Yes, ", "", 1)
        other = question.other or ""
        if stay := self._testimony.last_seen(other):
            return self._pick("answer_last", asker=asker, other=other, room=with_article(stay.room), tick=max(1, stay.last))
        if self._testimony.has_forgotten(other):
            return self._pick("answer_unsure", asker=asker)
        return self._pick("answer_not_seen", asker=asker, other=other, start=self._start())

    def _why(self, question: Question, asker: str) -> str:
        story, testimony = self._story, self._testimony
        if story.suspect and question.other in (None, story.suspect, *asker.split()):
            return self._because(asker, story.suspect, story.reason)
        if question.other and testimony.has_said(AGAINST, question.other):
            return self._pick("answer_changed_mind", asker=asker, other=question.other)
        return self._pick("answer_accused_nobody", asker=asker)

    def _voted(self, question: Question, asker: str) -> str:
        """Say why it voted for a seat in the last meeting, or that it did not."""
        last = self._memory.earlier[-1] if self._memory.earlier else None
        gone = question.other or next(iter(last.meeting.ejected), "") if last else ""
        if last is None or not gone:
            return self._pick("answer_accused_nobody", asker=asker)
        if last.meeting.votes.get(self._memory.me) != gone:
            return self._pick("voted_not", asker=asker, other=gone)
        if any(claim.kind in ("at", "kill") and claim.about == gone for claim in last.own):
            return self._pick("voted_seen", asker=asker, other=gone)
        accusers = [claim.speaker for claim in last.claims if claim.kind in AGAINST and claim.about == gone]
        believed = [claim.speaker for claim in last.claims if claim.kind == "kill" and claim.about == gone] or accusers
        if believed := [seat for seat in believed if seat not in asker.split()]:
            return self._pick("voted_believed", asker=asker, other=gone, new=believed[0])
        return self._pick("voted_guess", asker=asker, other=gone)

    def _trust(self, question: Question, asker: str) -> str:
        other = question.other or ""
        if self._story.suspect == other:
            return self._pick("trust_no", asker=asker, other=other)
        if self._story.vouches and (alibi := self._testimony.alibi(other)):
            values = {"room": with_article(alibi.stay.room), "tick": self._then(alibi.stay)}
            return self._pick("trust_yes", asker=asker, other=other, **values)
        if stay := self._testimony.last_seen(other):
            return self._pick("answer_last", asker=asker, other=other, room=with_article(stay.room), tick=max(1, stay.last))
        return self._pick("answer_unsure", asker=asker)

    def _on_the_way(self, question: Question, asker: str) -> str:
        if question.about in ("well", "hello"):
            return self._pick("answer_well" if question.about == "well" else "answer_hi", asker=asker)
        mine, config = self._memory.state.mine, self._memory.config
        rooms = [room for room, done in mine.work.items() if done < config.ticks_per_task and room in config.map.rooms]
        if not rooms:
            return self._pick("answer_roaming", asker=asker)
        goal = min(rooms, key=lambda room: (config.map.distances[mine.room][room], room))
        return self._pick("answer_staying" if goal == mine.room else "answer_going", asker=asker, room=with_article(goal))

    # What was said against it

    def _new_claims(self) -> list[Assertion]:
        """Return what the others have claimed since its last speech."""
        talk = self._memory.talk
        if not talk:
            return []
        since = max((i for i, spoke in enumerate(talk.meeting.speeches) if spoke.speaker == self._memory.me), default=-1)
        return [claim for claims in talk.claims_by_speech[since + 1 :] for claim in claims]

    def _has_new_accuser(self, but: Iterable[Seat]) -> bool:
        me = self._memory.me
        return any(claim.kind in AGAINST and claim.about == me and claim.speaker not in but for claim in self._new_claims())

    def _defence(self) -> str:
        """Answer the last accusation since its last speech: by its place then, or by asking for the ground."""
        me, testimony = self._memory.me, self._testimony
        fresh = self._new_claims()
        accuser = next((claim.speaker for claim in reversed(fresh) if claim.kind in AGAINST and claim.about == me), None)
        if accuser is None:
            return ""
        death, found = testimony.death, testimony.at_death()
        if death is None or found is None:
            return self._deny(accuser)
        charge = self._charge(death.room, accuser)
        if charge and charge.first:
            found = testimony.where(charge.first, charge.room) or found
        elif any(_FINDS.search(spoke.text) for spoke in self._speeches() if spoke.speaker == accuser):
            return self._pick("finder", accuser=accuser)
        stay, tick = found
        if testimony.is_being_told(me, stay.room, tick):
            return self._deny(accuser)
        if stay.room != death.room:
            return self._alibi_of_mine(accuser, stay, tick)
        values = {"accuser": accuser, "room": with_article(stay.room), "tick": tick}
        self._tell_own(stay, tick)
        if stay.first <= death.first:
            return self._pick("admits_place", **values)
        values["tick"] = max(1, stay.first)
        at = testimony.stays.index(stay)
        if at == 0:
            return self._pick("came_late", **values)
        before = testimony.stays[at - 1]
        self._tell_own(before, before.last)
        return self._pick("came_late_from", before=with_article(before.room), **values)

    def _charge(self, room: Room, accuser: Seat) -> Assertion | None:
        """Return the claim with a tick that puts this seat where the victim died: if possible the accuser's own."""
        claims = self._memory.talk.claims if self._memory.talk else []
        about = [claim for claim in claims if claim.about == self._memory.me and claim.speaker != claim.about and claim.first]
        charges = [claim for claim in about if claim.kind == "kill" or (claim.kind == "at" and claim.room == room)]
        return max(charges, key=lambda claim: (claim.speaker == accuser, claim.kind == "kill"), default=None)

    def _deny(self, accuser: Seat) -> str:
        has_ground = any(EXPLAINS.search(spoke.text) for spoke in self._speeches() if spoke.speaker == accuser)
        return self._pick("denials" if has_ground else "no_ground", accuser=accuser)

    def _beside(self, room: Room, tick: int, accuser: Seat) -> list[Seat]:
        return [seat for seat in self._testimony.company(room, tick) if seat != accuser and seat in self._memory.state.living]

    def _alibi_of_mine(self, accuser: Seat, stay: Stay, tick: int) -> str:
        values = {"accuser": accuser, "room": with_article(stay.room), "tick": tick}
        self._tell_own(stay, tick)
        if others := self._beside(stay.room, tick, accuser):
            self._tell(others, stay, tick)
            return self._pick("alibis", other=names(others), verb="was" if len(others) == 1 else "were", **values)
        if accuser in self._testimony.company(stay.room, tick):
            self._tell([accuser], stay, tick)
            return self._pick("alibi_you", **values)
        return self._pick("alibi_alone" if self._testimony.is_sure_of_all(stay.room, tick) else "alibi_place", **values)

    # Suspicion

    def _case(self) -> Iterator[str]:
        """Say whom it suspects, and why; after the first speech only if either is new."""
        seat = self._story.suspect
        if not seat:
            return
        is_new = not self._testimony.has_said(AGAINST, seat)
        before = [other for other in self._memory.state.living if other != seat and self._testimony.has_said(AGAINST, other)]
        turn = self._pick("changed_mind", other=before[-1]) + " " if before and is_new else ""
        for reason in filter(None, (self._story.reason, *self._story.more)):
            if is_new or self._is_untold(seat, reason):
                if ground := self._ground(seat, reason):
                    yield f"{turn}{ground.words} {self._conclusion(seat, ground.strength)}" if is_new else ground.words
                elif is_new and not (self._spoken and self._story.vote != seat):
                    yield turn + self._pick("hunch", seat=seat)
                return
        if is_new and not self._spoken:
            yield self._pick("hunch", seat=seat)

    def _conclusion(self, seat: Seat, strength: str) -> str:
        if strength == "seen" and self._story.vote != seat:
            return self._pick("conclusion_so_far", seat=seat)
        return self._pick(
            {"proof": "verdict_witness", "seen": "conclusion", "heard": "still", "unseen": "hunch"}[strength], seat=seat
        )

    def _is_untold(self, seat: Seat, reason: Reason) -> bool:
        if reason.why == "left_body" and self._testimony.has_said_words(seat, f"from {with_article(reason.room)}"):
            return False
        if reason.why in ("false_charge", "false_sighting"):
            return not self._testimony.is_told(reason.other, reason.room, reason.tick)
        if reason.why in ("lie", "at_body", "left_body") and reason.room and reason.other != self._memory.me:
            return not self._testimony.is_told(seat, reason.room, reason.tick)
        return reason.why == "witness" and not self._testimony.has_said(("kill",), seat)

    def _ground(self, seat: Seat, reason: Reason) -> Ground | None:
        """Return the sentence for a reason, true by this seat's own record; None if nothing was seen or heard."""
        me = self._memory.me
        values = {
            "seat": seat,
            "other": reason.other,
            "room": with_article(reason.room),
            "claimed": with_article(reason.claimed),
            "tick": max(1, reason.tick),
            "when": f" around tick {reason.tick}" if reason.tick else "",
        }
        kind: str = reason.why
        match reason.why:
            case "witness":
                return Ground(self._pick("witness", **values), "proof")
            case "told" if reason.claimed and reason.other not in ("", seat, me):
                kind = "disputed"
            case "told" if reason.other not in ("", seat, me):
                return self._believed(seat, reason)
            case "told" | "opportunity":
                return self._never_met(seat)
            case "silent" if any(spoke.speaker == seat and spoke.text for spoke in self._speeches()):
                return self._never_met(seat)
            case "lie" if reason.other == me:
                kind = "lie_about_me" if reason.claimed else "framed"
            case "false_charge" | "false_sighting":
                self._testimony.tell(reason.other, reason.room, reason.tick)
            case "left_body" if not self._was_in(reason.room, reason.tick):
                kind = "came_from_body"
            case "grudge":
                words = self._grudge(seat)
                return Ground(words) if words else None
        return Ground(self._pick(kind, **values))

    def _never_met(self, seat: Seat) -> Ground | None:
        words = self._unseen(seat)
        return Ground(words, "unseen") if words else None

    def _was_in(self, room: Room, tick: int) -> bool:
        """Return whether it stood in a room and looked round at a tick."""
        return any(sight.room == room and sight.tick == tick for _, sight in self._memory.state.looks)

    def _believed(self, seat: Seat, reason: Reason) -> Ground | None:
        """Say what another seat said about the suspect."""
        claims = self._memory.talk.claims if self._memory.talk else []
        kinds = {claim.kind for claim in claims if claim.speaker == reason.other and claim.about == seat}
        death = self._testimony.death
        if "kill" in kinds and death:
            return Ground(self._pick("told_kill", seat=seat, other=reason.other, victim=death.victim))
        if claim := self._told_place(seat, reason.other):
            return Ground(self._pick("told_place", seat=seat, other=reason.other, room=with_article(claim.room or "")))
        if self._testimony.has_said_words(seat, "I saw"):
            return None  # the others go by its own word
        if kinds & {*AGAINST}:
            return Ground(self._pick("told_only", seat=seat, other=reason.other), "heard")
        return self._never_met(seat)

    def _told_place(self, seat: Seat, other: Seat) -> Assertion | None:
        """Return the claim of another seat that puts the suspect where a body was."""
        claims = self._memory.talk.claims if self._memory.talk else []
        rooms = {death.room for death in deaths(self._memory)} - {""}
        about = (claim for claim in claims if claim.kind == "at" and (claim.speaker, claim.about) == (other, seat))
        return next((claim for claim in about if claim.room in rooms), None)

    def _unseen(self, seat: Seat) -> str:
        """Say that it has lost sight of a seat before the death, if that is so of no other."""
        death, testimony = self._testimony.death, self._testimony
        if death is None or testimony.has_forgotten(seat):
            return ""
        tick = testimony.last_tick(seat)
        others = [testimony.last_tick(other) for other in self._memory.state.living if other != seat]
        if any(other is None or other <= (tick or 0) for other in others) or (tick is not None and tick >= death.last - 1):
            return ""
        if tick is None:
            return self._pick("never_seen", seat=seat, start=self._start())
        if (stay := testimony.last_seen(seat)) and stay.last == tick:
            self._tell([seat], stay, tick)
            return self._pick("last_saw", seat=seat, room=with_article(stay.room), tick=max(1, tick))
        return self._pick("not_seen_since", seat=seat, tick=max(1, tick))

    def _grudge(self, seat: Seat) -> str:
        """Name the goose that a seat got ejected."""
        for talk in reversed(self._memory.earlier):
            for gone in talk.meeting.ejected:
                if self._memory.teams.get(gone) == "goose":
                    if any(c.kind == "kill" and (c.speaker, c.about) == (seat, gone) for c in talk.claims):
                        return self._pick("grudge_kill", seat=seat, other=gone)
                    is_voter = talk.meeting.votes.get(seat) == gone
                    if is_voter and talk.meeting.votes.get(self._memory.me) != gone:
                        return self._pick("grudge", seat=seat, other=gone)
        return ""

    # What it knows

    def _vouches(self) -> Iterator[str]:
        """Speak up for others who are accused and were with it then."""
        testimony, story = self._testimony, self._story
        if not story.vouches:
            return
        together: dict[tuple[bool, str, int], list[Seat]] = {}
        for seat in reversed(testimony.accused()):
            if seat in (story.suspect, story.vote) or testimony.has_said(("clear",), seat):
                continue
            if alibi := testimony.alibi(seat):
                stay, tick = alibi.stay, self._then(alibi.stay)
                if alibi.is_certain or not testimony.is_told(seat, stay.room, tick):
                    together.setdefault((alibi.is_certain, stay.room, tick), []).append(seat)
                    self._tell([seat], stay, tick)
        for (is_certain, room, tick), seats in together.items():
            verb = "was" if len(seats) == 1 else "were"
            kind = "clears" if is_certain else "vouch"
            yield self._pick(kind, seat=names(seats), verb=verb, room=with_article(room), tick=tick)

    def _then(self, stay: Stay) -> int:
        """Return a tick of a stay, as near to the death as there is."""
        death = self._testimony.death
        wanted = (death.first + death.last) // 2 if death else stay.last
        return max(1, min(max(stay.first, wanted), stay.last))

    def _summary(self) -> str:
        """Draw a conclusion from what all have said, unless somebody has."""
        story, testimony = self._story, self._testimony
        missing = testimony.unseen_by_all()
        if missing and missing[0] != story.suspect and "nobody saw" not in self._heard:
            return self._pick("unaccounted", seat=missing[0], tick=missing[1])
        pair = testimony.together() if story.vouches and "say they were together" not in self._heard else None
        if pair and story.suspect not in pair and story.vote not in pair:
            seat, other, room, tick = pair
            return self._pick("together", seat=seat, other=other, room=with_article(room), tick=max(1, tick))
        return ""

    def _corrections(self) -> Iterator[str]:
        for mistake in self._testimony.mistakes():
            claim, seen = mistake.claim, mistake.seen
            yield self._pick(
                "corrects",
                seat=claim.speaker,
                other=claim.about,
                claimed=with_article(claim.room or ""),
                room=with_article(seen.room),
                tick=self._near(claim, seen),
            )

    def _near(self, claim: Assertion, seen: Stay) -> int:
        return max(1, min(max(seen.first, claim.first or 0), seen.last))

    def _at_death(self) -> Iterator[str]:
        found, death, me = self._testimony.at_death(), self._testimony.death, self._memory.me
        if found and death and found[0].room != death.room and not self._testimony.is_told(me, found[0].room):
            yield self._pick("at_death", room=with_article(found[0].room), tick=found[1])

    def _last_alive(self) -> Iterator[str]:
        """Say where it last saw the victim alive."""
        death = self._testimony.death
        if death is None or self._testimony.is_witness:
            return
        stay, reason = self._testimony.last_seen(death.victim), self._story.reason
        if (
            stay is None
            or self._testimony.is_told(death.victim, stay.room)
            or self._testimony.has_said_words(death.victim, "alive")
        ):
            return
        tick = max(1, stay.last)
        is_of_case = reason is not None and reason.why == "at_body" and not self._spoken
        if reason and is_of_case and reason.room == stay.room and abs(reason.tick - tick) <= 1:
            yield self._pick("alive_then", victim=death.victim)
            return
        victims, suspect = self._testimony.victims, self._story.suspect
        beside = [(seat, at) for seat, at in self._testimony.untold([suspect] if suspect else ()) if at.room == stay.room]
        among = [each.seats for each in group([(death.victim, stay), *beside]) if death.victim in each.seats]
        seats = [seat for seat in (among[0] if among else ()) if seat not in victims]
        self._tell([death.victim, *seats], stay, tick)
        values = {"victim": death.victim, "room": with_article(stay.room), "tick": tick}
        if seats:
            yield self._pick("last_alive_among", seats=names([*seats, death.victim]), **values)
        else:
            yield self._pick("last_alive", **values)

    def _way(self) -> str:
        """Return the way in a handful of rooms, with one or two ticks to hold on to."""
        stays = self._testimony.stays
        if not stays:
            return ""
        if len(stays) == 1:
            return self._pick("stayed", room=with_article(stays[0].room), start=self._start())
        told = stays[-_ROOMS_TOLD:]
        dated = {len(told) - 1} | {i for i in (len(told) // 2,) if told[i].first < told[-1].first}
        ticks = [f" around tick {max(1, stay.first)}" if i in dated else "" for i, stay in enumerate(told)]
        arrows = " → ".join(in_words(stay.room) + tick for stay, tick in zip(told, ticks, strict=True))
        rooms = [with_article(stay.room) + tick for stay, tick in zip(told, ticks, strict=True)]
        onward = ", then to ".join(rooms[1:]) if len(rooms) < 4 else ", to ".join(rooms[1:-1]) + " and then to " + rooms[-1]
        way = self._pick("way", arrows=arrows, begin=rooms[0], onward=onward)
        has_worked = any(stay.worked for stay in told)
        return way + self._pick("work") if has_worked and happens(self._chance, "tell work", 30) else way

    def _sightings(self, *, is_more: bool = False) -> str:
        """Return the sightings that matter most and are untold."""
        testimony, story = self._testimony, self._story
        if testimony.saw_nobody():
            return "" if is_more else self._pick("nobody")
        reason = story.reason
        is_of_case = reason is not None and reason.why in ("witness", "lie", "at_body", "left_body")
        untold = testimony.untold([story.suspect] if is_of_case and story.suspect else [], relevant=is_more)
        if not untold:
            return ""
        return self._pick("saw_too" if is_more else "saw", sightings=_listed(untold[:_SIGHTINGS_TOLD]))

    # Words

    def _tell(self, seats: Iterable[Seat], stay: Stay, tick: int) -> None:
        for seat in seats:
            self._testimony.tell(seat, stay.room, tick)

    def _tell_own(self, stay: Stay, tick: int) -> None:
        self._testimony.tell(self._memory.me, stay.room, tick)

    def _speeches(self) -> Sequence[Statement]:
        return self._memory.talk.meeting.speeches if self._memory.talk else ()

    def _start(self) -> str:
        return "the last meeting" if self._memory.state.meetings[: -1 if self._memory.talk else None] else "we started"

    def _because(self, asker: str, seat: Seat, reason: Reason | None) -> str:
        """Tell a seat the reason to suspect another, or that one."""
        ground = self._ground(seat, reason) if reason else None
        if ground is None:
            return self._pick("answer_no_reason", asker=asker)
        words = _to_you(ground.words, seat) if asker == seat else ground.words
        is_name = words.startswith(("I ", "I'", *self._memory.state.seats))
        return f"{asker}, {words if is_name else words[0].lower() + words[1:]}"

    def _pick(self, kind: str, **values: object) -> str:
        """Return a sentence of a kind, if possible one not used in this meeting or the last one."""
        own, common = sayings(kind, self._mind.traits.sayings)
        some = [*own, *own, *common]
        for heard in (self._lately, self._heard):
            if fresh := [saying for saying in some if (mark := _mark(saying)) == "" or mark not in heard]:
                return _capital(self._chance.choice(kind, fresh).format(**values))
        return _capital(self._chance.choice(kind, some).format(**values))


_FINDS = re.compile(r"\b(found one body|finds the body|first at a body|turns up|too many bodies)\b", re.IGNORECASE)


_VERBS = {"says": "say", "claims": "claim", "has": "have", "was": "were", "blames": "blame", "is": "are"}


def _to_you(sentence: str, seat: Seat) -> str:
    """Turn a sentence about a seat into one that is spoken to it."""

    def you(found: re.Match[str]) -> str:
        verb = found[1] or ""
        return f"you {_VERBS[verb]}" if verb in _VERBS else f"you {verb}".rstrip() + (" " if found[0].endswith(" ") else "")

    return re.sub(rf"\b{re.escape(seat)}\b(?: (says|claims|has|was|blames|is)\b)?", you, sentence)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:] if not sentence.startswith(" ") else sentence


def _texts(meetings: Iterable[Talk]) -> str:
    return "\n".join(spoke.text for talk in meetings for spoke in talk.meeting.speeches)


def _listed(seen: Iterable[tuple[Seat, Stay]]) -> str:
    """Return sightings by time, in words."""
    found = [f"{names(each.seats)} in {with_article(each.room)} around tick {each.tick}" for each in group(seen)]
    return found[0] if len(found) == 1 else ", ".join(found[:-1]) + (", and " if " and " in found[0] else " and ") + found[-1]


@lru_cache(maxsize=512)
def _mark(saying: str) -> str:
    """Return the longest piece of a sentence that stays the same whatever is filled in."""
    return max(re.split(r"\{\w+\}", saying), key=len)


def _within(parts: Iterable[str], words: int) -> list[str]:
    """Return as many sentences as there is room for, in order."""
    said: list[str] = []
    for part in parts:
        length = len(part.split())
        if length <= words:
            said.append(part)
            words -= length
    return said

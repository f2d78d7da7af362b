"""Speeches of a bot in a meeting, and what it says in a room: its way, whom it saw, whom it suspects and why, in plain sentences.

A speech first answers what was asked. After the first of a meeting it only adds what is still untold, or is silent. The sentences
are in `sayings.toml` and serve both teams; a duck hands in another story. `assertions.py` understands them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.ship.map import Room
from woozle.games.ship.players.answers import Answers
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.defence import Defence
from woozle.games.ship.players.grounds import Grounds
from woozle.games.ship.players.memory import AGAINST, DOUBTS, Memory
from woozle.games.ship.players.questions import Question, pending
from woozle.games.ship.players.testimony import Story, group
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.players.wording import Voice, listed, sayings
from woozle.games.ship.state import Stay
from woozle.games.ship.words import in_words, with_article
from woozle.players.bot import happens

MOST_WORDS = 60
_ROOMS_TOLD = 4
_SIGHTINGS_TOLD = 3
_FACTS = 2  # in a speech after the first
_SMALL_TALK = 5  # of a hundred turns in company
_PAUSE = 10  # ticks between remarks of its own that nobody asked for
_MET = 3  # looks round with a seat after which it is too late to greet it
_ANSWERS = 2  # a speech
_MANY = 3  # others; fewer are not spoken to as everyone


def remark(memory: Memory, mind: Mind, bound_for: str, chance: Chance) -> str:
    """Small talk on the way, now and then."""
    present = memory.state.sight.present if memory.state.sight else ()
    if not present or memory.state.tick - memory.spoke_at < _PAUSE or not happens(chance, "talk", _SMALL_TALK):
        return ""
    seat = chance.choice("to", present)
    was_here = [
        sight.tick for _, sight in memory.state.looks[-_MET:] if seat in sight.present and sight.room == memory.state.mine.room
    ]
    kind = "going" if bound_for and happens(chance, "going", 40) else "chat" if len(was_here) == _MET else "greeting"
    own, common = sayings(kind, mind.traits.sayings)
    return chance.choice("remark", own + common).format(seat=seat, going=with_article(bound_for))


class Speech:
    """What a seat says next, in a meeting or in a room."""

    def __init__(self, memory: Memory, mind: Mind, story: Story, chance: Chance) -> None:
        self._memory = memory
        self._story = story
        self._chance = chance
        self._voice = Voice(memory, mind, story, chance)
        self._testimony = self._voice.testimony
        self._grounds = Grounds(self._voice)
        self._defence = Defence(self._voice, self._grounds)
        self._replies = Answers(self._voice, self._grounds)
        self._pick = self._voice.pick
        own = [spoke for spoke in self._voice.speeches if spoke.speaker == memory.me]
        self._spoken = sum(bool(spoke.text) for spoke in own)
        self._turns = len(own)

    def text(self) -> str:
        """Return the next speech in a meeting; empty to say nothing."""
        parts = [*filter(None, self._later() if self._spoken else self._first())]
        closing = [*filter(None, self._closing(" ".join(parts)))]
        return " ".join([*_within(parts, MOST_WORDS - sum(len(each.split()) for each in closing)), *closing])

    def reply(self, question: Question) -> str:
        """Return the answer to a question that was put in a room."""
        return self._replies.answer(question, question.asker)

    def _first(self) -> Iterator[str]:
        yield self._opening()
        yield from self._answers()
        yield from self._vouches()
        yield from self._grounds.case(is_first=True)
        yield from self._last_alive()
        way = [self._way(), self._sightings()]
        yield from reversed(way) if happens(self._chance, "sightings first", 35) else way
        if question := self._question():
            yield question
        elif not self._story.suspect and not self._voice.speeches and len(self._memory.state.living) >= _MANY:
            yield self._pick("open")

    def _later(self) -> Iterator[str]:
        answers = [*filter(None, self._answers())]
        yield from answers
        facts = [fact for fact, _ in zip(filter(None, self._facts()), range(_FACTS), strict=False)] or [self._summary()]
        yield from facts
        if (
            any(facts) or answers or not self._story.ask or self._story.ask.kind != "ask_company"
        ):  # that alone is no reason to speak
            yield self._question()

    def _question(self) -> str:
        """Return what it wants to know; it does not question a seat whose word it goes by."""
        ask, reason = self._story.ask, self._story.reason
        if ask is None or (reason is not None and (reason.why, reason.other) == ("told", ask.seat)):
            return ""
        return self._pick(ask.kind, seat=ask.seat, **ask.values)

    def _facts(self) -> Iterator[str]:
        """Yield what it has not told yet, what weighs most first."""
        yield from self._grounds.case(is_first=False)
        yield from self._vouches()
        yield from self._corrections()
        yield from self._last_alive()
        yield from self._more_sightings()

    def _opening(self) -> str:
        talk = self._memory.talk
        if talk and talk.meeting.caller == self._memory.me and talk.meeting.cause == "button":
            return self._pick("called")
        return self._replies.found_body()

    def _answers(self) -> Iterator[str]:
        """Answer what was asked since the last speech, the latest questions first, and what was said against it."""
        by_content: dict[object, list[Question]] = {}
        for question in reversed(pending(self._memory)):
            content = question.about, question.tick, question.room, question.other
            by_content.setdefault(content, []).append(question)
        chosen = [*by_content.values()][:_ANSWERS]
        yield from (self._replies.answer(some[0], names(question.asker for question in some)) for some in chosen)
        yield self._defence.answer(but={question.asker for some in chosen for question in some})

    # The end of a meeting

    def _closing(self, said: str) -> Iterator[str]:
        """Say in the last speech of a meeting why the vote is another than the accusation, or that it has changed.

        said: the speech so far.
        """
        if self._turns + 1 < self._memory.config.rounds:
            return
        story, testimony = self._story, self._testimony
        accused = [seat for seat in self._memory.state.living if testimony.has_said(AGAINST, seat)]
        if story.suspect and story.suspect not in accused and re.search(rf"\b(?:suspect|vote) {re.escape(story.suspect)}\b", said):
            accused.append(story.suspect)
        if story.vote in accused:
            return
        if story.vote and accused:
            yield self._pick("verdict_instead", seat=story.vote)
        elif story.vote:
            yield self._guess(story.vote, said)
        elif any(map(DOUBTS.search, (self._voice.text_of(self._memory.me), said))):
            return
        elif story.suspect and story.suspect in accused:
            yield self._doubt(story.suspect, said)
        elif accused and testimony.death and testimony.own_word(accused[-1]):
            yield self._pick("doubt_admitted", seat=accused[-1], room=with_article(testimony.death.room))
        elif accused:
            yield self._pick("retract", seat=accused[-1])

    def _guess(self, seat: Seat, said: str) -> str:
        """Say for whom it votes without having accused it: by the seat's own word, for lack of another, or as a guess.

        said: the speech so far; without it, a mere guess is no reason to speak.
        """
        testimony, death = self._testimony, self._testimony.death
        if death and (tick := testimony.own_word(seat)):
            return self._pick("verdict_own_word", seat=seat, room=with_article(death.room), victim=death.victim, tick=tick)
        if claimed := self._lie_about_me(seat):
            return self._pick("verdict_lied", seat=seat, claimed=with_article(claimed))
        if unseen := self._grounds.unseen(seat):
            return f"{unseen} {self._pick('verdict_guess', seat=seat)}"
        others = [other for other in self._memory.state.living if other != seat]
        alibis = [alibi for other in others if (alibi := testimony.alibi(other)) and alibi.is_certain]
        fresh = [alibi for alibi in alibis if not testimony.is_told(alibi.seat, alibi.stay.room)]
        if len(alibis) == len(others) and alibis and fresh == alibis:
            seen = [(alibi.seat, alibi.stay) for alibi in alibis]
            return self._pick("verdict_last_left", sightings=listed(seen), seat=seat)
        guess = self._pick("verdict_guess", seat=seat)
        stay = testimony.last_seen(seat)
        if stay is None or testimony.is_told(seat, stay.room):
            return guess if said else ""
        return f"{self._pick('last_saw', seat=seat, room=with_article(stay.room), tick=max(1, stay.last))} {guess}"

    def _lie_about_me(self, seat: Seat) -> Room:
        """Return the room in which a seat says that it saw this one, which has not been there at all."""
        me, been = self._memory.me, {stay.room for stay in self._testimony.stays}
        about = (claim for claim in self._voice.claims if (claim.kind, claim.speaker, claim.about) == ("at", seat, me))
        return next((claim.room for claim in about if claim.room and claim.room not in been), "")

    def _doubt(self, seat: Seat, said: str) -> str:
        reason = self._story.reason
        if reason and self._grounds.saw_by_body(seat, reason):
            return self._pick("doubt_one", seat=seat, room=with_article(reason.room), tick=max(1, reason.tick))
        if reason and reason.why == "told" and (claim := self._grounds.told_place(seat, reason.other)):
            kind = "doubt_admitted" if self._grounds.admits(seat, claim) else "doubt_told"
            return self._pick(kind, seat=seat, other=reason.other, room=with_article(claim.room or ""))
        if f"suspect {seat}" in said:
            return self._pick("doubt_after")
        unseen = self._grounds.unseen(seat)
        return f"{unseen} {self._pick('doubt_after')}" if unseen else self._pick("doubt", seat=seat)

    # What it knows

    def _vouches(self) -> Iterator[str]:
        """Speak up for others who are accused and were with it then."""
        testimony, story = self._testimony, self._story
        if not story.vouches:
            return
        together: dict[tuple[str, Room, int], list[Seat]] = {}
        for seat in reversed(testimony.accused()):
            if seat in (story.suspect, story.vote) or testimony.has_said(("clear",), seat):
                continue
            if alibi := testimony.alibi(seat):
                stay, tick = alibi.stay, self._voice.then(alibi.stay)
                if alibi.is_certain or not testimony.is_told(seat, stay.room, tick):
                    kind = "clears" if alibi.is_certain else "vouch" if alibi.is_likely else "beside"
                    together.setdefault((kind, stay.room, tick), []).append(seat)
                    self._voice.tell([seat], stay, tick)
        for (kind, room, tick), seats in together.items():
            verb = "was" if len(seats) == 1 else "were"
            yield self._pick(kind, seat=names(seats), verb=verb, room=with_article(room), tick=tick)

    def _summary(self) -> str:
        """Draw a conclusion from what all have said, unless somebody has."""
        story, testimony = self._story, self._testimony
        pair = testimony.together() if story.vouches and "say they were together" not in self._voice.heard else None
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

    def _last_alive(self) -> Iterator[str]:
        """Say where it last saw the victim alive."""
        death = self._testimony.death
        if death is None or self._testimony.is_witness:
            return
        stay, suspect, reason = self._testimony.last_seen(death.victim), self._story.suspect, self._story.reason
        if (
            stay is None
            or self._testimony.is_told(death.victim, stay.room)
            or self._testimony.has_said_words(death.victim, "alive")
            or any(f"last saw {death.victim}" in each for each in self._voice.saying)
        ):
            return
        tick = max(1, stay.last)
        is_of_case = suspect and reason and self._grounds.saw_by_body(suspect, reason) and not self._spoken
        if reason and is_of_case and reason.room == stay.room and abs(reason.tick - tick) <= 1:
            yield self._pick("alive_then", victim=death.victim)
            return
        victims = self._testimony.victims
        beside = [(seat, at) for seat, at in self._testimony.untold(self._of_case()) if at.room == stay.room]
        among = [each.seats for each in group([(death.victim, stay), *beside]) if death.victim in each.seats]
        seats = [seat for seat in (among[0] if among else ()) if seat not in victims]
        self._voice.tell([death.victim, *seats], stay, tick)
        values = {"victim": death.victim, "room": with_article(stay.room), "tick": tick}
        if seats:
            yield self._pick("last_alive_among", seats=names([*seats, death.victim]), **values)
        else:
            yield self._pick("last_alive", **values)

    def _way(self) -> str:
        """Return the way in a handful of rooms, with one or two ticks to hold on to."""
        stays, testimony = self._testimony.stays, self._testimony
        if not stays or all(testimony.is_being_told(self._memory.me, stay.room) for stay in stays):
            return ""
        if testimony.found and not testimony.has_just_come:
            return ""  # it cannot have overlooked the body until now
        if len(stays) == 1:
            kind = "stayed" if stays[0].last >= self._memory.state.tick - 1 else "stayed_until"
            return self._pick(kind, room=with_article(stays[0].room), start=self._voice.start, tick=max(1, stays[0].last))
        told = stays[-_ROOMS_TOLD:]
        dated = {len(told) - 1} | {i for i in (len(told) // 2,) if told[i].first < told[-1].first}
        ticks = [f" around tick {max(1, stay.first)}" if i in dated else "" for i, stay in enumerate(told)]
        arrows = " → ".join(in_words(stay.room) + tick for stay, tick in zip(told, ticks, strict=True))
        rooms = [with_article(stay.room) + tick for stay, tick in zip(told, ticks, strict=True)]
        onward = ", then to ".join(rooms[1:]) if len(rooms) < 4 else ", to ".join(rooms[1:-1]) + " and then to " + rooms[-1]
        way = self._pick("way", arrows=arrows, begin=rooms[0], onward=onward)
        has_worked = any(stay.worked for stay in told)
        return way + self._pick("work") if has_worked and happens(self._chance, "tell work", 30) else way

    def _sightings(self) -> str:
        """Return the sightings that matter most, or that there are none."""
        if self._testimony.saw_nobody():
            return self._pick("nobody")
        untold = self._testimony.untold(self._of_case())
        return self._pick("saw", sightings=listed(untold[:_SIGHTINGS_TOLD])) if untold else ""

    def _more_sightings(self) -> Iterator[str]:
        """Yield sightings from the time of the death that nobody has told: what contradicts another, or else what is news."""
        testimony = self._testimony
        if testimony.saw_nobody():
            return
        untold = testimony.untold(self._of_case(), relevant=True)
        for seat, stay in untold:
            if (tick := testimony.said_alone_at(seat, stay)) is not None:
                yield self._pick("not_alone", seat=seat, room=with_article(stay.room), tick=max(1, tick))
                return
        news = [(seat, stay) for seat, stay in untold if not testimony.is_told_by_others(seat, stay)][:_SIGHTINGS_TOLD]
        for seat, stay in news:
            self._voice.tell([seat], stay, stay.last)
        if news:
            yield self._pick("saw_too", sightings=listed(news))

    def _of_case(self) -> list[Seat]:
        """Return the suspect, if what it saw of it is told where it is accused."""
        reason, suspect = self._story.reason, self._story.suspect
        if not suspect or not reason:
            return []
        is_of_case = reason.why in ("witness", "lie", "left_body") or self._grounds.saw_by_body(suspect, reason)
        return [suspect] if is_of_case else []


def _within(parts: Iterable[str], words: int) -> list[str]:
    """Return as many sentences as there is room for, in order."""
    said: list[str] = []
    for part in parts:
        length = len(part.split())
        if length <= words:
            said.append(part)
            words -= length
    return said

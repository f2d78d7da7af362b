"""The answers of a bot to questions, in a meeting and in a room: each is of the kind that was asked for."""

from __future__ import annotations

from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.ship.map import Room
from woozle.games.ship.players.grounds import Grounds
from woozle.games.ship.players.memory import AGAINST
from woozle.games.ship.players.questions import Question
from woozle.games.ship.players.wording import Voice, listed
from woozle.games.ship.words import with_article

_SIGHTINGS_TOLD = 3


class Answers:
    """Answers to questions, by the story that a seat tells. asker: one seat, or several that asked the same ("Bob and Eve")."""

    def __init__(self, voice: Voice, grounds: Grounds) -> None:
        self._voice = voice
        self._grounds = grounds
        self._memory = voice.memory
        self._story = voice.story
        self._testimony = voice.testimony
        self._pick = voice.pick

    def answer(self, question: Question, asker: str) -> str:
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
                return self._why_voted(question, asker)
            case "duck":
                return self._pick("answer_innocent", asker=asker)
            case "body":
                return self.found_body() or self._pick("answer_no_body", asker=asker)
            case "trust":
                return self._trust(question, asker)
            case "going" | "well" | "hello":
                return self._on_the_way(question, asker)
        if self._testimony.is_witness and self._story.suspect:
            return self._grounds.because(asker, self._story.suspect, self._story.reason)
        if self._story.suspect:
            return self._pick("answer_whom", asker=asker, seat=self._story.suspect)
        return self._pick("answer_nobody_yet", asker=asker)

    def found_body(self) -> str:
        """Say whom it found dead, if it has called the meeting for that."""
        sight, here = self._memory.state.sight, self._testimony.found
        if not sight or not here:
            return ""
        kind = "found" if self._testimony.has_just_come else "found_here"
        return self._pick(kind, victim=names(here), room=with_article(sight.room), verb="is" if len(here) == 1 else "are")

    def _place(self, question: Question, asker: str) -> str:
        """Say where it was at a tick, as its story has it."""
        default = self._testimony.death
        tick = question.tick if question.tick is not None else (default.first + default.last) // 2 if default else None
        tick = self._memory.state.tick if tick is None else min(tick, self._memory.state.tick)
        found = self._testimony.where(tick, question.room)
        if not found:
            return self._pick("answer_unsure", asker=asker)
        stay, then = found
        if question.about == "where" and stay.last < tick:
            return self._between(tick, asker)
        kind, values = "answer_where", {"asker": asker, "room": with_article(stay.room), "tick": then}
        if question.about == "explain":
            kind = "answer_admits" if stay.room == question.room else "answer_explain"
        elif others := [seat for seat in self._testimony.company(stay.room, then) if seat not in asker.split()]:
            self._voice.tell(others, stay, then)
            kind, values["other"] = "answer_company", names(others)
        self._voice.tell([self._memory.me], stay, then)
        return self._pick(kind, **values)

    def _between(self, tick: int, asker: str) -> str:
        """Say which room it had left at a tick, and which it came to next."""
        stays = self._testimony.stays
        at = max(i for i, stay in enumerate(stays) if stay.first <= tick)
        left = stays[at]
        values = {"asker": asker, "room": with_article(left.room), "tick": max(1, left.last)}
        self._voice.tell([self._memory.me], left, left.last)
        if at + 1 == len(stays):
            return self._pick("answer_left", **values)
        self._voice.tell([self._memory.me], stays[at + 1], stays[at + 1].first)
        return self._pick("answer_between", going=with_article(stays[at + 1].room), since=stays[at + 1].first, **values)

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
        self._voice.tell([self._memory.me], stay, then)
        if others:
            self._voice.tell(others, stay, then)
            return self._pick("answer_company", other=names(others), **values)
        if near:
            self._voice.tell(near, stay, then)
            return self._pick("answer_you", **values)
        return self._pick("answer_alone" if self._testimony.is_sure_of_all(stay.room, then) else "answer_forgot", **values)

    def _told_sightings(self, question: Question, asker: str) -> str:
        testimony = self._testimony
        if testimony.is_witness and self._story.suspect:
            return self._grounds.because(asker, self._story.suspect, self._story.reason)
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
            self._voice.tell([seat], stay, stay.last)
        yes = "Yes, " if question.is_polar else ""
        return yes + self._pick("answer_saw", asker=asker, sightings=listed(told))

    def _confirm(self, question: Question, asker: str) -> str:
        """Say yes or no to having seen a seat."""
        testimony, other = self._testimony, question.other or ""
        seen = [stay for seat, stay in testimony.seen if seat == other and question.room in (None, stay.room)]
        if question.tick is not None:
            seen = [stay for stay in seen if stay.first - 1 <= question.tick <= stay.last + 1]
        if seen:
            values = {"room": with_article(seen[-1].room), "tick": max(1, min(seen[-1].last, question.tick or seen[-1].last))}
            return self._pick("confirm", asker=asker, other=other, **values)
        if testimony.has_forgotten(other) or self._has_passed(other, question.room or ""):
            return self._pick("answer_unsure", asker=asker)
        if question.tick is not None and (found := testimony.where(question.tick)) and found[0].room != question.room:
            return self._pick("deny_place", asker=asker, room=with_article(found[0].room), tick=found[1])
        if question.room is None and testimony.has_met(other):
            return self._pick("answer_unsure", asker=asker)
        if question.room is None:
            return self._pick("answer_not_seen", asker=asker, other=other, start=self._voice.start)
        return self._pick("deny", asker=asker, other=other, room=with_article(question.room))

    def _has_passed(self, seat: Seat, room: Room) -> bool:
        """Return whether it saw a seat come into a room or leave it."""
        return any(step.seat == seat and room in (step.start, step.to) for step in self._memory.state.round.steps)

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
        return self._pick("answer_not_seen", asker=asker, other=other, start=self._voice.start)

    def _why(self, question: Question, asker: str) -> str:
        story, testimony = self._story, self._testimony
        is_about_asker = question.other is None and testimony.has_said(AGAINST, question.asker)
        if is_about_asker and story.suspect != question.asker:
            return self._pick("answer_changed_mind_you", asker=asker)
        if story.suspect and question.other in (None, story.suspect):
            return self._grounds.because(asker, story.suspect, story.reason)
        if question.other and testimony.has_said(AGAINST, question.other):
            return self._pick("answer_changed_mind", asker=asker, other=question.other)
        return self._pick("answer_accused_nobody", asker=asker)

    def _why_voted(self, question: Question, asker: str) -> str:
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
            values = {"room": with_article(alibi.stay.room), "tick": self._voice.then(alibi.stay)}
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

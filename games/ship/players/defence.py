"""Answers of a bot to those who speak against it: to their ground, or a question for one."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.grounds import Grounds
from woozle.games.ship.players.interview import GROUNDS
from woozle.games.ship.players.memory import AGAINST
from woozle.games.ship.players.suspicion import HEARSAY_SLACK
from woozle.games.ship.players.wording import Voice, to_you
from woozle.games.ship.state import Stay
from woozle.games.ship.words import in_words, with_article

_FINDS = re.compile(r"\b(found one body|finds the body|first at a body|turns up|too many bodies)\b", re.IGNORECASE)
_OWN_WORD = re.compile(r"\bown account\b|\badmits to being\b", re.IGNORECASE)
_LOST_SIGHT = re.compile(r"\b(haven't (seen|met)|last saw|last I saw)\b", re.IGNORECASE)


class Defence:
    """The answer of a seat to the last accusation since it spoke last."""

    def __init__(self, voice: Voice, grounds: Grounds) -> None:
        self._voice = voice
        self._grounds = grounds
        self._testimony = voice.testimony
        self._me = voice.me

    def answer(self, but: Container[Seat] = ()) -> str:
        """Answer by its place at the tick that it is charged with, by standing by what it said, or by asking for the ground.

        but: seats that have been answered.
        """
        voice, testimony = self._voice, self._testimony
        accuser = next((seat for seat in self._accusers() if seat not in but), None)
        if accuser is None or self._is_answered_by_case(accuser):
            return ""
        said = self._said_of_me(accuser)
        charge = self._charge(accuser)
        if charge and charge.first is not None:
            return self._answer_charge(accuser, charge, charge.first)
        talk, death = voice.memory.talk, testimony.death
        if _OWN_WORD.search(said) and death and death.room:
            return voice.pick("denials_of_place", accuser=accuser, room=with_article(death.room))
        if _FINDS.search(said) and talk and talk.meeting.caller == self._me:
            return voice.pick("finder", accuser=accuser)
        if self._is_disputed(accuser) and (seen := self._seen(accuser)):
            return voice.pick("stands_by", accuser=accuser, seen=seen)
        has_ground = bool(GROUNDS.search(said))
        found = testimony.at_death()
        if found and testimony.death and found[0].room != testimony.death.room and not testimony.is_told(self._me, found[0].room):
            stay, tick = found
            if self._beside(stay, tick, accuser) or not has_ground or _LOST_SIGHT.search(said):
                return self._place(accuser, stay, tick, is_asked=bool(_LOST_SIGHT.search(said)))
        return self._deny(accuser, has_ground=has_ground)

    def _accusers(self) -> list[Seat]:
        """Return the seats that have spoken against this one since it spoke last, the latest first."""
        talk = self._voice.memory.talk
        if not talk:
            return []
        since = max((i for i, spoke in enumerate(talk.meeting.speeches) if spoke.speaker == self._me), default=-1)
        fresh = [claim for claims in talk.claims_by_speech[since + 1 :] for claim in claims]
        return [claim.speaker for claim in reversed(fresh) if claim.kind in AGAINST and claim.about == self._me]

    def _said_of_me(self, accuser: Seat) -> str:
        """Return the sentences of a seat about this one."""
        text = self._voice.text_of(accuser)
        return " ".join(each for each in re.findall(r"[^.!?]+[.!?]*", text) if re.search(rf"\b{re.escape(self._me)}\b", each))

    def _is_answered_by_case(self, accuser: Seat) -> bool:
        """Return whether what it holds against the accuser is what the accuser says of it."""
        reason = self._voice.story.reason
        is_new = not self._testimony.has_said(AGAINST, accuser)
        is_lie = reason is not None and reason.why == "lie" and reason.other == self._me and bool(reason.claimed)
        return is_lie and is_new and self._voice.story.suspect == accuser

    def _charge(self, accuser: Seat) -> Assertion | None:
        """Return what puts this seat where somebody died, by the accuser or by a seat that the accuser refers to."""
        about = [
            claim
            for claim in self._voice.claims
            if claim.about == self._me and claim.kind in ("kill", "at") and not self._was_there_too(claim)
        ]
        death = self._testimony.death
        rooms = {death.room} if death else set[Room]()
        own = [claim for claim in about if claim.speaker == accuser and (claim.kind == "kill" or claim.room in rooms)]
        heard = [
            claim
            for claim in about
            if claim.speaker not in (accuser, self._me)
            and re.search(rf"\b{re.escape(claim.speaker)}\b", self._voice.text_of(accuser))
            and (claim.kind == "kill" or claim.room in rooms)
        ]
        return max(own or heard, key=lambda claim: (claim.kind == "kill", claim.first is not None), default=None)

    def _was_there_too(self, claim: Assertion) -> bool:
        """Return whether a seat says that it was itself where it says that this one was."""
        own = (each for each in self._voice.claims if (each.kind, each.speaker, each.about) == ("at", claim.speaker, claim.speaker))
        return claim.kind == "at" and any((each.room, each.first) == (claim.room, claim.first) for each in own)

    def _answer_charge(self, accuser: Seat, charge: Assertion, at: int) -> str:
        """Say where it was at the tick that it is charged with; yes, if there."""
        voice, testimony = self._voice, self._testimony
        stay = self._stay_there(charge.room or "", at)
        if stay is None:
            found = testimony.where(at)
            if found and not self._beside(*found, accuser) and (denied := self._never_there(accuser, charge.room or "")):
                return denied
            if found is None or found[0].room == charge.room or testimony.is_told(self._me, found[0].room, found[1]):
                return self._deny(accuser, has_ground=True, at=at)
            return self._place(accuser, *found, is_asked=True)
        values, death = {"accuser": accuser, "room": with_article(stay.room)}, testimony.death
        if testimony.is_told(self._me, stay.room):
            return voice.pick("denials_there" if testimony.is_being_told(self._me, stay.room) else "denials_of_place", **values)
        voice.tell([self._me], stay, stay.first)
        if death is None or stay.first <= death.first or charge.kind == "kill":
            return voice.pick("admits_place", tick=max(1, min(max(at, stay.first), stay.last)), **values)
        index = testimony.stays.index(stay)
        if index == 0:
            return voice.pick("came_late", tick=max(1, stay.first), **values)
        before = testimony.stays[index - 1]
        voice.tell([self._me], before, before.last)
        return voice.pick("came_late_from", tick=max(1, stay.first), before=with_article(before.room), **values)

    def _stay_there(self, room: Room, at: int) -> Stay | None:
        """Return its stay in a room about a tick, or up to then: whoever was seen to come from there had been there."""
        stays = self._testimony.stays
        for stay, following in reversed([*zip(stays, [*stays[1:], None], strict=True)]):
            until = max(stay.last + HEARSAY_SLACK, following.first if following else 0)
            if stay.room == room and stay.first - HEARSAY_SLACK <= at <= until:
                return stay
        return None

    def _is_disputed(self, accuser: Seat) -> bool:
        """Return whether the accuser says that this seat has not seen what it has told: of the accuser, or of another."""
        talk = self._voice.memory.talk
        own: Sequence[Assertion] = talk.own if talk else ()
        rooms = {self._testimony.death.room} if self._testimony.death else set[Room]()
        suspect = self._voice.story.suspect
        seen = {each.about for each in own if each.kind == "kill" or (each.kind == "at" and each.room in rooms)}
        told = [suspect] if suspect and suspect in seen and self._testimony.has_said(AGAINST, suspect) else []
        disputes = re.compile(rf"\b{re.escape(self._me)} (?:says|claims|blames)\b(?P<what>.*)")
        for found in disputes.finditer(self._said_of_me(accuser)):
            is_of_accuser = accuser in told and re.search(r"\b(me|I)\b", found["what"])
            if is_of_accuser or any(seat in found["what"] for seat in told):
                return True
        return False

    def _place(self, accuser: Seat, stay: Stay, tick: int, *, is_asked: bool) -> str:
        """Say where it was, and with whom. is_asked: whether its place matters even if nobody can confirm it."""
        voice, suspect = self._voice, self._voice.story.suspect
        values = {"accuser": accuser, "room": with_article(stay.room), "tick": tick}
        if others := self._beside(stay, tick, accuser):
            voice.tell([self._me, *others], stay, tick)
            return voice.pick("alibis", other=names(others), verb="was" if len(others) == 1 else "were", **values)
        if accuser != suspect and accuser in self._testimony.company(stay.room, tick):
            voice.tell([self._me, accuser], stay, tick)
            return voice.pick("alibi_you", **values)
        if not is_asked:
            return self._deny(accuser, has_ground=False)
        voice.tell([self._me], stay, tick)
        reason = voice.story.reason
        has_seen = (
            reason is not None and reason.why in ("at_body", "left_body", "witness") and abs(reason.tick - tick) <= HEARSAY_SLACK
        )
        is_alone = not self._testimony.company(stay.room, tick) and self._testimony.is_sure_of_all(stay.room, tick) and not has_seen
        return voice.pick("alibi_alone" if is_alone else "alibi_place", **values)

    def _beside(self, stay: Stay, tick: int, accuser: Seat) -> list[Seat]:
        """Return those who can confirm where it was, but for the seats that it does not trust itself."""
        left_out = {accuser, self._voice.story.suspect}
        living = self._voice.memory.state.living
        return [seat for seat in self._testimony.company(stay.room, tick) if seat in living and seat not in left_out]

    def _seen(self, accuser: Seat) -> str:
        """Return what it saw of its suspect, as it tells the accuser."""
        suspect, reason = self._voice.story.suspect, self._voice.story.reason
        ground = self._grounds.ground(suspect, reason) if suspect and reason else None
        return to_you(ground.words[ground.words.index("I saw") :], accuser) if ground and "I saw" in ground.words else ""

    def _deny(self, accuser: Seat, *, has_ground: bool, at: int | None = None) -> str:
        """Deny it: it was not in that room at all, or it was in another for longer than it has said, or else without more.

        at: the tick that it is charged with.
        """
        voice, testimony, death = self._voice, self._testimony, self._testimony.death
        values = {"accuser": accuser}
        if denied := self._never_there(accuser, death.room if death else ""):
            return denied
        found = testimony.at_death() if at is None else testimony.where(at)
        if death and found and found[0].room != death.room and not testimony.has_said_words("from tick", in_words(found[0].room)):
            stay, first = found[0], max(1, found[0].first)
            if first < stay.last >= (at or 0) and not testimony.is_being_told(self._me, stay.room):
                voice.tell([self._me], stay, first)
                return voice.pick("stayed_then", room=with_article(stay.room), tick=first, last=stay.last, **values)
        return voice.pick("denials" if has_ground else "no_ground", **values)

    def _never_there(self, accuser: Seat, room: Room) -> str:
        """Say that it has not been in a room at all, once; empty if it has."""
        voice, testimony, place = self._voice, self._testimony, with_article(room)
        is_so = room and testimony.stays and all(stay.room != room for stay in testimony.stays)
        if not is_so or testimony.has_said_words("haven't been", place):
            return ""
        return voice.pick("never_there", accuser=accuser, room=place, start=voice.start)

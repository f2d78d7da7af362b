"""What a bot says to those who speak against it: it answers their ground, or asks for one."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.interview import EXPLAINS
from woozle.games.ship.players.memory import AGAINST
from woozle.games.ship.players.testimony import SLACK
from woozle.games.ship.players.wording import Voice
from woozle.games.ship.state import Stay
from woozle.games.ship.words import with_article

_FINDS = re.compile(r"\b(found one body|finds the body|first at a body|turns up|too many bodies)\b", re.IGNORECASE)
_DISPUTES = re.compile(r"\b(says|claims|blames|said)\b")
_LOST_SIGHT = re.compile(r"\b(haven't (seen|met)|last saw|last I saw)\b", re.IGNORECASE)


class Defence:
    """The answer of a seat to the last accusation since it spoke last."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
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
        said = voice.text_of(accuser)
        charge = self._charge(accuser, said)
        if charge and charge.first is not None:
            return self._answer_charge(accuser, charge, charge.first)
        talk = voice.memory.talk
        if _FINDS.search(said) and talk and talk.meeting.caller == self._me:
            return voice.pick("finder", accuser=accuser)
        if _DISPUTES.search(said) and self._accused_by_own_eyes(accuser):
            return voice.pick("stands_by", accuser=accuser)
        has_ground = bool(EXPLAINS.search(said))
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

    def _is_answered_by_case(self, accuser: Seat) -> bool:
        """Return whether what it holds against the accuser is what the accuser says of it."""
        reason = self._voice.story.reason
        is_new = not self._testimony.has_said(AGAINST, accuser)
        is_lie = reason is not None and reason.why == "lie" and reason.other == self._me and bool(reason.claimed)
        return is_lie and is_new and self._voice.story.suspect == accuser

    def _charge(self, accuser: Seat, said: str) -> Assertion | None:
        """Return what puts this seat where somebody died, by the accuser or by a seat that the accuser refers to."""
        about = [claim for claim in self._voice.claims if claim.about == self._me and claim.kind in ("kill", "at")]
        death = self._testimony.death
        rooms = {death.room} if death else set[Room]()
        own = [claim for claim in about if claim.speaker == accuser and (claim.kind == "kill" or claim.room in rooms)]
        heard = [
            claim
            for claim in about
            if claim.speaker not in (accuser, self._me)
            and re.search(rf"\b{re.escape(claim.speaker)}\b", said)
            and (claim.kind == "kill" or claim.room in rooms)
        ]
        return max(own or heard, key=lambda claim: (claim.kind == "kill", claim.first is not None), default=None)

    def _answer_charge(self, accuser: Seat, charge: Assertion, at: int) -> str:
        """Say where it was at the tick that it is charged with; yes, if there."""
        voice, testimony = self._voice, self._testimony
        there = [stay for stay in testimony.stays if stay.room == charge.room and stay.first - SLACK <= at <= stay.last + SLACK]
        if not there:
            found = testimony.where(at)
            if found is None or found[0].room == charge.room:
                return self._deny(accuser, has_ground=True)
            stay, tick = found
            if testimony.is_told(self._me, stay.room, tick):
                return self._deny(accuser, has_ground=True)
            return self._place(accuser, stay, tick, is_asked=True)
        stay = there[-1]
        values = {"accuser": accuser, "room": with_article(stay.room)}
        arrived, death = max(1, stay.first), testimony.death
        if stay.last < at:  # it was seen to leave
            arrived = stay.last
        if testimony.is_told(self._me, stay.room, arrived):
            return voice.pick("denials", accuser=accuser)
        if death is None or stay.first <= death.first or charge.kind == "kill":
            tick = max(1, min(max(at, stay.first), stay.last))
            voice.tell([self._me], stay, tick)
            return voice.pick("admits_place", tick=tick, **values)
        voice.tell([self._me], stay, arrived)
        index = testimony.stays.index(stay)
        if index == 0:
            return voice.pick("came_late", tick=arrived, **values)
        before = testimony.stays[index - 1]
        voice.tell([self._me], before, before.last)
        return voice.pick("came_late_from", tick=arrived, before=with_article(before.room), **values)

    def _accused_by_own_eyes(self, accuser: Seat) -> bool:
        """Return whether it has said that it saw the accuser at a body, or one whom the accuser speaks for."""
        talk = self._voice.memory.talk
        rooms = {self._testimony.death.room} if self._testimony.death else set[Room]()
        own: Sequence[Assertion] = talk.own if talk else ()
        seen = {each.about for each in own if each.kind == "kill" or (each.kind == "at" and each.room in rooms)} - {self._me}
        spoken_for = {each.about for each in self._voice.claims if each.speaker == accuser and each.kind in ("at", "clear")}
        accused = {each.about for each in own if each.kind in AGAINST}
        return bool(seen & accused & ({accuser} | spoken_for))

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
        return voice.pick("alibi_alone" if self._testimony.is_sure_of_all(stay.room, tick) else "alibi_place", **values)

    def _beside(self, stay: Stay, tick: int, accuser: Seat) -> list[Seat]:
        """Return those who can confirm where it was, but for the seats that it does not trust itself."""
        left_out = {accuser, self._voice.story.suspect}
        living = self._voice.memory.state.living
        return [seat for seat in self._testimony.company(stay.room, tick) if seat in living and seat not in left_out]

    def _deny(self, accuser: Seat, *, has_ground: bool) -> str:
        return self._voice.pick("denials" if has_ground else "no_ground", accuser=accuser)

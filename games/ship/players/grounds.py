"""Why a bot suspects a seat, in a sentence that is true by its own story, and what it concludes from that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.memory import AGAINST
from woozle.games.ship.players.suspicion import Reason, deaths
from woozle.games.ship.players.wording import Voice, to_you
from woozle.games.ship.words import with_article

_FINDS_WITHIN = 2  # ticks in which a finder has reached the body
_BESIDE = 1  # ticks from a claim within which a sighting elsewhere speaks against it


@value
class Ground:
    """A sentence that says why a seat is suspected. strength: what it rests on."""

    words: str
    strength: Literal["proof", "seen", "heard", "unseen"] = "seen"


class Grounds:
    """Grounds against others, for a seat to tell."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._memory = voice.memory
        self._testimony = voice.testimony

    def case(self, *, is_first: bool) -> Iterator[str]:
        """Say whom it suspects, and why; after the first speech only if either is new."""
        voice, story = self._voice, self._voice.story
        seat = story.suspect
        if not seat:
            return
        is_new = not self._testimony.has_said(AGAINST, seat)
        before = [other for other in self._memory.state.living if other != seat and self._testimony.has_said(AGAINST, other)]
        turn = voice.pick("changed_mind", other=before[-1]) + " " if before and is_new else ""
        for reason in filter(None, (story.reason, *story.more)):
            if is_new or self._is_untold(seat, reason):
                ground = self.ground(seat, reason)
                if ground and ground.strength == "heard" and story.vote != seat:
                    return  # an echo that leads to nothing
                if ground:
                    yield f"{turn}{ground.words} {self._conclusion(seat, ground.strength)}" if is_new else ground.words
                elif is_new and (is_first or story.vote == seat):
                    yield turn + voice.pick("hunch", seat=seat)
                return
        if is_new and is_first:
            yield voice.pick("hunch", seat=seat)

    def because(self, asker: Seat, seat: Seat, reason: Reason | None) -> str:
        """Tell a seat the reason to suspect another, or that one."""
        ground = self.ground(seat, reason) if reason else None
        if ground is None:
            return self._voice.pick("answer_no_reason", asker=asker)
        words = to_you(ground.words, asker)
        is_name = words.startswith(("I ", "I'", *self._memory.state.seats))
        return f"{asker}, {words if is_name else words[0].lower() + words[1:]}"

    def ground(self, seat: Seat, reason: Reason) -> Ground | None:
        """Return the sentence for a reason, true by this seat's own record; None if nothing was seen or heard."""
        me, pick = self._memory.me, self._voice.pick
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
                return Ground(pick("witness", **values), "proof")
            case "told" if reason.claimed and reason.other not in ("", seat, me):
                kind = "disputed"
            case "told" if reason.other not in ("", seat, me):
                return self._hearsay(seat, reason)
            case "told" | "opportunity":
                return self._never_met(seat)
            case "silent" if self._voice.text_of(seat):
                return self._never_met(seat)
            case "lie" if reason.other == me:
                return Ground(self._lie_about_me(seat, reason.claimed))
            case "false_charge" | "false_sighting":
                kind += "_told" if self._testimony.is_being_told(reason.other, reason.room) else ""
                self._testimony.tell(reason.other, reason.room, reason.tick)
            case "at_body" if not self.saw_by_body(seat, reason):
                return None
            case "left_body" if self._was_alive_after(reason.other, reason.room, reason.tick):
                return None
            case "left_body" if not self._was_in(reason.room, reason.tick):
                kind = "came_from_body"
            case "grudge":
                words = self._grudge(seat)
                return Ground(words) if words else None
        return Ground(pick(kind, **values))

    def told_place(self, seat: Seat, other: Seat) -> Assertion | None:
        """Return the claim of another seat that puts a suspect where a body was, unless it was in sight elsewhere then."""
        rooms = {death.room: death.found for death in deaths(self._memory) if death.room}
        talk = self._memory.talk
        is_finder = talk is not None and talk.meeting.caller == seat
        seen = [stay for each, stay in self._testimony.seen if each == seat]
        for claim in self._voice.claims:
            if claim.kind == "at" and (claim.speaker, claim.about) == (other, seat) and claim.room in rooms:
                at = claim.first
                if at is not None and any(
                    self._was_alive_after(death.victim, death.room, at)
                    for death in deaths(self._memory)
                    if death.room == claim.room
                ):
                    continue
                if is_finder and (at is None or at >= rooms[claim.room or ""] - _FINDS_WITHIN):
                    continue  # all know that it came there
                if at is None or not any(
                    stay.room != claim.room and stay.first - _BESIDE <= at <= stay.last + _BESIDE for stay in seen
                ):
                    return claim
        return None

    def admits(self, seat: Seat, charge: Assertion) -> bool:
        """Return whether a seat has said itself that it was where it is said to have been, and had not left by then."""
        own = [claim for claim in self._voice.claims if (claim.kind, claim.speaker, claim.about) == ("at", seat, seat)]
        if charge.first is None:
            return any(claim.room == charge.room for claim in own)
        dated = [(claim.first, claim.room) for claim in own if claim.first is not None]
        there = [tick for tick, room in dated if room == charge.room and tick <= charge.first]
        elsewhere = [tick for tick, room in dated if room != charge.room and tick < charge.first]
        return bool(there) and max(there) > max(elsewhere, default=-1)

    def saw_by_body(self, seat: Seat, reason: Reason) -> bool:
        """Return whether what it saw of a seat in the room of a body speaks against that seat, and against no other."""
        beside = {other for other in self._testimony.company(reason.room, reason.tick) if other in self._memory.state.living}
        is_late = self._was_alive_after(reason.other, reason.room, reason.tick)
        return reason.why == "at_body" and beside <= {seat} and not is_late and not self._has_reported(seat, reason)

    def _has_reported(self, seat: Seat, reason: Reason) -> bool:
        """Return whether a seat was seen by a body that it found itself then, which all know."""
        meeting = self._memory.talk.meeting if self._memory.talk else None
        body = self._memory.state.round.bodies.get(reason.other)
        is_finder = meeting is not None and (meeting.cause, meeting.caller) == ("report", seat)
        return is_finder and body is not None and reason.tick >= body.tick

    def _was_alive_after(self, victim: Seat, room: Room, tick: int) -> bool:
        """Return whether somebody says that it has seen a victim elsewhere at a tick or later."""
        about = (claim for claim in self._voice.claims if claim.kind == "at" and claim.about == victim)
        return any(claim.room != room and claim.first is not None and claim.first >= tick for claim in about)

    def unseen(self, seat: Seat) -> str:
        """Say that it has lost sight of a seat before the death, if that is so of no other."""
        voice, testimony = self._voice, self._testimony
        death = testimony.death
        if death is None or testimony.has_forgotten(seat):
            return ""
        tick = testimony.last_tick(seat)
        others = [testimony.last_tick(other) for other in self._memory.state.living if other != seat]
        if any(other is None or other <= (tick or 0) for other in others) or (tick is not None and tick >= death.last - 1):
            return ""
        if tick is None:
            return voice.pick("never_seen", seat=seat, start=voice.start)
        stay = testimony.last_seen(seat)
        if stay and testimony.is_being_told(seat, stay.room, tick):
            return ""
        if stay and stay.last == tick:
            voice.tell([seat], stay, tick)
            return voice.pick("last_saw", seat=seat, room=with_article(stay.room), tick=max(1, tick))
        return voice.pick("not_seen_since", seat=seat, tick=max(1, tick))

    def _conclusion(self, seat: Seat, strength: str) -> str:
        kinds = {"proof": "verdict_witness", "seen": "conclusion", "heard": "conclusion", "unseen": "hunch"}
        is_short_of_a_vote = strength == "seen" and self._voice.story.vote != seat
        return self._voice.pick("conclusion_so_far" if is_short_of_a_vote else kinds[strength], seat=seat)

    def _is_untold(self, seat: Seat, reason: Reason) -> bool:
        if reason.why == "left_body" and self._testimony.has_said_words(seat, f"from {with_article(reason.room)}"):
            return False
        if reason.why in ("false_charge", "false_sighting"):
            return not self._testimony.is_told(reason.other, reason.room, reason.tick)
        if reason.why in ("lie", "at_body", "left_body") and reason.room and reason.other != self._memory.me:
            return not self._testimony.is_told(seat, reason.room, reason.tick)
        return reason.why == "witness" and not self._testimony.has_said(("kill",), seat)

    def _lie_about_me(self, seat: Seat, claimed: Room) -> str:
        """Deny what a seat says of this one: by the place where it was at the tick that is claimed, unless that was just told."""
        voice = self._voice
        if not claimed:
            return voice.pick("framed", seat=seat)
        about = (each for each in voice.claims if (each.speaker, each.about, each.room) == (seat, self._memory.me, claimed))
        claim = next((each for each in about if each.first is not None), None)
        found = self._testimony.where(claim.first) if claim and claim.first is not None else None
        values = {"seat": seat, "claimed": with_article(claimed)}
        if any(f"haven't been in {values['claimed']}" in each for each in voice.saying):
            return voice.pick("lie_about_me_denied", **values)
        if found is None or found[0].room == claimed or self._testimony.is_being_told(self._memory.me, found[0].room):
            return voice.pick("lie_about_me_told", **values)
        stay, tick = found
        voice.tell([self._memory.me], stay, tick)
        return voice.pick("lie_about_me", room=with_article(stay.room), tick=tick, **values)

    def _never_met(self, seat: Seat) -> Ground | None:
        words = self.unseen(seat)
        return Ground(words, "unseen") if words else None

    def _was_in(self, room: Room, tick: int) -> bool:
        """Return whether it stood in a room and looked round at a tick."""
        return any(sight.room == room and sight.tick == tick for _, sight in self._memory.state.looks)

    def _hearsay(self, seat: Seat, reason: Reason) -> Ground | None:
        """Say what another seat said about the suspect."""
        pick = self._voice.pick
        kinds = {claim.kind for claim in self._voice.claims if claim.speaker == reason.other and claim.about == seat}
        if "kill" in kinds and (victim := self._told_victim(seat, reason.other)):
            return Ground(pick("told_kill", seat=seat, other=reason.other, victim=victim))
        if claim := self.told_place(seat, reason.other):
            kind = "told_admitted" if self.admits(seat, claim) else "told_place"
            return Ground(pick(kind, seat=seat, other=reason.other, room=with_article(claim.room or "")))
        if self._testimony.has_said_words(seat, "I saw"):
            return None  # the others go by its own word
        if kinds & {*AGAINST} and not self._is_another_charged(seat):
            return Ground(pick("told_only", seat=seat, other=reason.other), "heard")
        return self._never_met(seat)

    def _told_victim(self, seat: Seat, other: Seat) -> Seat | None:
        """Return whom another says to have seen a seat kill."""
        found = re.search(rf"\b{re.escape(seat)} kill(?:ed|ing)? (\w+)", self._voice.text_of(other))
        return found[1] if found and found[1] in self._testimony.victims else None

    def _is_another_charged(self, seat: Seat) -> bool:
        """Return whether somebody has charged another living seat with a kill, or with having been where a body was."""
        others = {*self._memory.state.living} - {seat, self._memory.me}
        charges = [claim for claim in self._voice.claims if claim.kind in AGAINST and claim.about in others]
        return any(claim.kind == "kill" or self.told_place(claim.about or "", claim.speaker) for claim in charges)

    def _grudge(self, seat: Seat) -> str:
        """Name the goose that a seat got ejected."""
        for talk in reversed(self._memory.earlier):
            for gone in talk.meeting.ejected:
                if self._memory.teams.get(gone) == "goose":
                    if any(c.kind == "kill" and (c.speaker, c.about) == (seat, gone) for c in talk.claims):
                        return self._voice.pick("grudge_kill", seat=seat, other=gone)
                    is_voter = talk.meeting.votes.get(seat) == gone
                    if is_voter and talk.meeting.votes.get(self._memory.me) != gone:
                        return self._voice.pick("grudge", seat=seat, other=gone)
        return ""

"""Whom a seat questions in a meeting, and about what: something that was said, seen or left open, now or in the meeting before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.memory import AGAINST, Memory, Talk
from woozle.games.ship.players.questions import unanswered
from woozle.games.ship.players.suspicion import Suspicion, deaths
from woozle.games.ship.words import in_words
from woozle.players.bot import happens

_ASKS_WHY = 60  # of a hundred accusations without a ground
_RECALLS = 60  # of a hundred things held against a seat from the meeting before
_CURIOUS = 60  # of a hundred speeches
_MOST = 2  # questions about the way in a round, by all
_CLEARED = 0.1  # how likely to be the duck a seat must be to be worth a question


@value
class Ask:
    """A question to a seat: the kind of sentence, and what it names besides."""

    kind: str
    seat: Seat
    values: Mapping[str, object] = field(default_factory=dict)


def choose_question(memory: Memory, found: Suspicion, accused: Seat | None, chance: Chance) -> Ask | None:
    """Return the question to put now, if there is one that can still be answered. accused: whom this speech speaks against."""
    talk = memory.talk
    if not talk:
        return None
    can_answer = _may_still_speak(memory, talk)
    busy = {question.asked for _, question in talk.questions}
    for ask in _candidates(memory, talk, found, chance):
        is_new = ask.kind.startswith("insist") or ask.seat not in busy
        if ask.seat in can_answer and ask.seat != accused and is_new:
            return ask
    return None


def _may_still_speak(memory: Memory, talk: Talk) -> set[Seat]:
    mine = sum(spoke.speaker == memory.me for spoke in talk.meeting.speeches)
    later = talk.meeting.order[talk.meeting.order.index(memory.me) + 1 :] if memory.me in talk.meeting.order else ()
    return set(later if mine + 1 >= memory.config.rounds else memory.state.living)


def _candidates(memory: Memory, talk: Talk, found: Suspicion, chance: Chance) -> Iterator[Ask]:
    yield from _insist(memory, talk)
    if (
        memory.earlier
        and not any(spoke.speaker == memory.me for spoke in talk.meeting.speeches)
        and happens(chance, "recall", _RECALLS)
    ):
        yield from _recall(memory, memory.earlier[-1], talk)
    yield from _ask_for_grounds(memory, talk, chance)
    if len(talk.questions) < _MOST * memory.config.rounds and happens(chance, "curious", _CURIOUS):
        for seat in sorted(found.chance, key=lambda seat: (-found.chance[seat], seat)):
            if found.chance[seat] >= _CLEARED:
                yield _ask_about_way(memory, talk, found, seat)


def _insist(memory: Memory, talk: Talk) -> Iterator[Ask]:
    """Come back to a question that was passed over, once."""
    mine = [question.asked for _, question in talk.questions if question.asker == memory.me]
    for question in unanswered(talk, memory.me):
        if mine.count(question.asked) < 2:
            if question.tick is None:
                yield Ask("insist", question.asked)
            else:
                yield Ask("insist_where", question.asked, {"tick": max(1, question.tick)})


def _recall(memory: Memory, last: Talk, talk: Talk) -> Iterator[Ask]:
    """Hold against a seat what it did in the last meeting."""
    gone = {seat for seat, team in memory.teams.items() if team == "goose"}
    for claim in last.claims:
        if claim.kind in AGAINST and claim.about in gone:
            yield Ask("recall_goose", claim.speaker, {"other": claim.about})
    for question in unanswered(last, memory.me):
        yield Ask("recall_unanswered", question.asked)
    now = _suspects(talk)
    for seat, before in _suspects(last).items():
        if seat in now and before != now[seat] and before not in memory.state.fates and memory.me != before:
            yield Ask("recall_suspect", seat, {"other": before, "new": now[seat]})


def _suspects(talk: Talk) -> dict[Seat, Seat]:
    return {claim.speaker: claim.about for claim in talk.claims if claim.kind in ("accuse", "vote") and claim.about}


def _ask_for_grounds(memory: Memory, talk: Talk, chance: Chance) -> Iterator[Ask]:
    """Ask those who speak against a seat without having seen it."""
    grounded = {(claim.speaker, claim.about) for claim in talk.claims if claim.kind in ("at", "kill")}
    for claim in reversed(talk.claims):
        if claim.kind in AGAINST and claim.about and (claim.speaker, claim.about) not in grounded:
            if claim.about == memory.me:
                yield Ask("ask_why_me", claim.speaker)
            elif happens(chance, "why", _ASKS_WHY):
                yield Ask("ask_why", claim.speaker, {"other": claim.about})


def _ask_about_way(memory: Memory, talk: Talk, found: Suspicion, seat: Seat) -> Ask:
    lie = next((reason for reason in found.reasons.get(seat, ()) if reason.why == "lie" and reason.other == seat), None)
    if lie:
        values = {"claimed": in_words(lie.claimed), "room": in_words(lie.room), "tick": max(1, lie.tick)}
        return Ask("ask_explain", seat, values)
    death = next((death for death in reversed(deaths(memory))), None)
    tick = max(1, (death.first + death.last) // 2 if death else memory.state.tick - 2)
    told = [claim for claim in talk.claims if claim.kind == "at" and claim.speaker == seat]
    own = [claim for claim in told if claim.about == seat and claim.room and claim.first]
    if own:
        place = min(own, key=lambda claim: abs((claim.first or 0) - tick))
        if not any(claim.about != seat and claim.room == place.room for claim in told):
            return Ask("ask_company", seat, _place(place))
        return Ask("ask_sightings", seat, _place(place))
    return Ask("ask_where", seat, {"tick": tick})


def _place(claim: Assertion) -> dict[str, object]:
    return {"room": in_words(claim.room or ""), "tick": max(1, claim.first or 1)}

"""Whom a seat questions in a meeting, and about what: something that was said, seen or left open, now or in the meeting before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.players.memory import AGAINST, Memory, Talk
from woozle.games.ship.players.questions import unanswered
from woozle.games.ship.players.suspicion import HEARSAY_SLACK, Suspicion, last_death
from woozle.games.ship.words import with_article
from woozle.players.bot import happens

_ASKS_WHY = 60  # of a hundred accusations without a ground
_RECALLS = 60  # of a hundred things held against a seat from the meeting before
_CURIOUS = 60  # of a hundred speeches
_MOST = 2  # questions about the way in a round, by all
_CLEARED = 0.1  # how likely to be the duck a seat must be to be worth a question
_NEAR = 2  # ticks

GROUNDS = re.compile(
    r"\b(because|believed?|saw|says|said|blames|claims|was with|was there|know it was|haven't seen|met|body|bodies|turns up|doubts|"
    r"keeping quiet|answer|voted)\b",
    re.IGNORECASE,
)  # why a seat is accused
_GUESSES = re.compile(r"\b(prove|proof|feeling|name one|to bet|to go on)\b", re.IGNORECASE)
_ALONE = re.compile(r"\b(alone|nobody|no one|anyone|anybody)\b", re.IGNORECASE)


def explains(text: str) -> bool:
    """Return whether a speech says why it accuses somebody, or that there is no more to it."""
    return bool(GROUNDS.search(text) or _GUESSES.search(text))


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
                yield from _ask_about_way(memory, talk, found, seat)


def _insist(memory: Memory, talk: Talk) -> Iterator[Ask]:
    """Come back to a question that was passed over, once."""
    mine = [question.asked for _, question in talk.questions if question.asker == memory.me]
    for question in unanswered(talk, memory.me):
        if mine.count(question.asked) < 2:
            if question.about in ("where", "company", "explain") and question.tick is not None:
                yield Ask("insist_where", question.asked, {"tick": max(1, question.tick)})
            elif question.about == "why" and question.other:
                yield Ask("insist_why", question.asked, {"other": question.other})


def _recall(memory: Memory, last: Talk, talk: Talk) -> Iterator[Ask]:
    """Hold against a seat what it did in the last meeting."""
    for gone in last.meeting.ejected:
        if memory.teams.get(gone) == "goose":
            votes = last.meeting.votes
            if votes.get(memory.me) == gone:
                continue  # it was wrong itself
            voters = [seat for seat in memory.state.living if votes.get(seat) == gone]
            accused = [c.speaker for c in last.claims if c.kind in AGAINST and c.about == gone and c.speaker not in votes]
            for seat in dict.fromkeys((*voters, *accused)):
                yield Ask("recall_goose", seat, {"other": gone})
    for question in unanswered(last, memory.me):
        yield Ask("recall_unanswered", question.asked)
    now = _suspects(talk)
    for seat, before in _suspects(last).items():
        if seat in now and before != now[seat] and before not in memory.state.fates and memory.me not in (before, now[seat]):
            yield Ask("recall_suspect", seat, {"other": before, "new": now[seat]})


def _suspects(talk: Talk) -> dict[Seat, Seat]:
    return {claim.speaker: claim.about for claim in talk.claims if claim.kind in ("accuse", "vote") and claim.about}


def _ask_for_grounds(memory: Memory, talk: Talk, chance: Chance) -> Iterator[Ask]:
    """Ask those who speak against a seat and have said neither what they saw nor whom they believe."""
    grounded = {(claim.speaker, claim.about) for claim in talk.claims if claim.kind in ("at", "kill")}
    explained = {said.speaker for said in talk.meeting.speeches if explains(said.text)}
    for claim in reversed(talk.claims):
        is_open = (claim.speaker, claim.about) not in grounded and claim.speaker not in explained
        if claim.kind in AGAINST and claim.about and is_open:
            if claim.about == memory.me:
                yield Ask("ask_why_me", claim.speaker)
            elif happens(chance, "why", _ASKS_WHY):
                yield Ask("ask_why", claim.speaker, {"other": claim.about})


def _ask_about_way(memory: Memory, talk: Talk, found: Suspicion, seat: Seat) -> Iterator[Ask]:
    """Ask a seat where it was at the time of the death, or who can confirm that, unless it has told it."""
    for lie in found.reasons.get(seat, ()):
        if lie.why == "lie" and lie.other == seat:
            values = {"claimed": with_article(lie.claimed), "room": with_article(lie.room), "tick": max(1, lie.tick)}
            yield Ask("ask_explain", seat, values)
    death = last_death(memory)
    if death is None:
        return
    tick = max(1, (death.first + death.last) // 2)
    told = [claim for claim in talk.claims if claim.kind == "at" and claim.speaker == seat]
    own = [claim for claim in told if claim.about == seat and claim.room]
    dated = [claim for claim in own if claim.first is not None and claim.first <= tick + _NEAR]
    then = max(dated, key=lambda claim: claim.first or 0, default=None)
    if then is None:
        seen = memory.state.round.seen.get(seat, ())
        if not own and not any(stay.first - _NEAR <= tick <= stay.last + _NEAR for stay in seen):
            yield Ask("ask_where", seat, {"tick": tick})
        return
    since = max(1, then.first or 1)
    place = {"room": with_article(then.room or ""), "tick": since}
    beside = {claim.about for claim in told if claim.room == then.room and claim.about != seat}
    about = [claim for claim in talk.claims if claim.about == seat and claim.speaker != seat]
    named = {claim.speaker for claim in about}
    is_confirmed = any(claim.kind == "at" and claim.room == then.room for claim in about)
    for claim in talk.claims:
        is_there = claim.kind == "at" and claim.about == claim.speaker and claim.room == then.room
        is_then = claim.first is not None and abs(claim.first - since) <= HEARSAY_SLACK
        if is_there and is_then and claim.speaker not in {seat, memory.me, *beside, *named}:
            yield Ask("ask_confirm", seat, {"other": claim.speaker, **place})
    said = " ".join(speech.text for speech in talk.meeting.speeches if speech.speaker == seat)
    is_at_body = any(claim.kind == "body" and claim.speaker == seat and claim.room == then.room for claim in talk.claims)
    if not beside and not is_confirmed and not is_at_body and not _ALONE.search(said):
        yield Ask("ask_company", seat, place)

"""Questions that seats put to each other in a meeting: to whom, about what, and whether they were answered.

Like claims they are read from plain speech ("bob where were you", "Ada, you said medbay at tick 6. Who was with you?"), of bots,
models and people alike. Short answers ("medbay", "Bob", "nobody") mean what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import words
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import LONGEST, Assertion, Reader

if TYPE_CHECKING:
    from woozle.games.ship.players.memory import Memory, Talk

_MOST = 6  # of one speech

Topic = Literal["where", "company", "sightings", "why", "whom", "explain"]


@value
class Question:
    """A question of `asker` to `asked`. tick, room: the ones that it names, if it does; other: a third seat that it names."""

    asker: Seat
    asked: Seat
    about: Topic
    tick: int | None = None
    room: Room | None = None
    other: Seat | None = None


_TOPICS: tuple[tuple[Topic, re.Pattern[str]], ...] = (
    ("explain", re.compile(r"\b(i|we) (saw|met) you\b.*\b(how come|why|explain|how)\b")),
    ("company", re.compile(r"\bwith you\b|\bwho else\b(?! (?:could|can|would|might|is)\b)|\bcan (confirm|vouch)|\bwere you alone")),
    ("whom", re.compile(
        r"\bwho(m|'s)?\b.*\b(suspect|vote|voting|think|it be)\b|\bwho(m)? do you (mean|think)|\bwho else is\b|\byour suspect\b"
    )),
    ("sightings", re.compile(r"\bwho(m)? (did|have) you\b|\bdid you (see|meet)|\bhave you (seen|met)|\bsee (anyone|anybody)\b")),
    ("why", re.compile(r"\bwhy\b|\bhow come\b|\bwhat makes you\b|\bhow do you know\b|\bexplain\b|\bwhat did you see\b")),
    ("where", re.compile(r"\bwhere\b|\byour (route|way)\b|\bwhat (were|have) you\b|\bwhat about you\b|\bhow about you\b")),
)  # fmt: skip
_ASKS = re.compile(r"\b(where|who|whom|why|how come|what)\b.{0,20}\b(you|your|me)\b|\bwhat about\b")
_TICK = re.compile(r"\bticks? (\d{1,5})")
_DENIES = re.compile(
    r"\b(alone|nobody|no one|noone|none|not sure|don't know|dont know|dunno|remember|no idea|nowhere)\b|\w+n't see\b"
)
_GIVES_REASON = re.compile(r"\b(because|since|saw|seen|feeling|hunch|lied|lying|no reason)\b")


@lru_cache(maxsize=64)
def _addresses(seats: tuple[Seat, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what finds the seat that is spoken to, and what finds all seats."""
    names = "|".join(re.escape(seat.lower()) for seat in seats)
    spoken_to = re.compile(rf"^\W*(?:(?:and|so|well|ok|okay|hey|but|sorry|you|now)\b,?\s*)*({names})\s*[,:]|,\s*({names})\s*\W*$")
    return spoken_to, re.compile(rf"\b({names})\b")


@lru_cache(maxsize=2048)
def read_questions(text: str, speaker: Seat, reader: Reader) -> tuple[Question, ...]:
    """Return the questions of a speech that are put to one seat."""
    if "?" not in text and not _ASKS.search(text.lower()):
        return ()
    by_name = {seat.lower(): seat for seat in reader.seats}
    spoken_to, named = _addresses(reader.seats)
    found: list[Question] = []
    asked, before = "", ""
    for sentence in re.findall(r"[^.!?;\n]+[.!?;\n]*", text[:LONGEST].lower().replace("’", "'")):
        names = named.findall(sentence)
        if address := spoken_to.search(sentence):
            asked, before = address[1] or address[2], ""
        elif len(names) == 1 and re.search(r"\byou\b|\bwhat about\b", sentence):
            asked, before = names[0], ""
        elif names or not ("?" in sentence or "you" in sentence):
            asked = asked if "?" in sentence and re.search(r"\byou\b|\bwhy\b", sentence) else ""
        if asked and by_name[asked] != speaker and ("?" in sentence or _ASKS.search(sentence)):
            found += _question(f"{before} {sentence}", sentence, speaker, by_name[asked], reader)
        before = sentence
    return tuple(found[:_MOST])


def _question(context: str, sentence: str, asker: Seat, asked: Seat, reader: Reader) -> Iterator[Question]:
    about = next((topic for topic, words in _TOPICS if words.search(context if topic == "explain" else sentence)), None)
    if about is None:
        return
    meant = reader.tokens(context)
    places = [token.rooms[0] for token in meant if token.kind == "room"]
    others = [token.seat for token in meant if token.seat not in ("", asker, asked)]
    tick = _TICK.search(context)
    yield Question(
        asker, asked, about, int(tick[1]) if tick else None, places[-1] if places else None, others[0] if others else None
    )


def pending(memory: Memory) -> list[Question]:
    """Return the questions put to this seat since it last spoke, the latest of each asker."""
    found = memory.talk.questions_to(memory.me) if memory.talk else []
    return list({question.asker: question for question in found}.values())


def unanswered(talk: Talk, asker: Seat) -> list[Question]:
    """Return the questions of a seat that those who were asked have passed over, though they spoke since."""
    found = []
    for at, question in talk.questions:
        if question.asker == asker:
            since = [i for i in range(at + 1, len(talk.meeting.speeches)) if talk.meeting.speeches[i].speaker == question.asked]
            if since and not any(is_answer(question, talk.meeting.speeches[i].text, talk.claims_by_speech[i]) for i in since):
                found.append(question)
    return found


def is_answer(question: Question, text: str, claims: Iterable[Assertion]) -> bool:
    """Return whether a speech deals with a question, well or badly."""
    low = text.lower().replace("’", "'")
    if not low.strip():
        return False
    if question.asker.lower() in low or _DENIES.search(low):
        return True
    kinds = {claim.kind for claim in claims}
    if question.about == "whom":
        return bool(kinds & {"accuse", "vote", "kill", "clear", "skip"})
    if question.about == "why":
        return bool(_GIVES_REASON.search(low)) or bool(kinds & {"at", "kill"})
    return "at" in kinds


def short_answer(question: Question, text: str, claims: Sequence[Assertion], reader: Reader) -> tuple[Assertion, ...]:
    """Return the claims of a speech with what a short answer leaves out: the tick, or the room in which `Bob` was company."""
    me = question.asked
    own = [claim for claim in claims if claim.kind == "at" and claim.about == me]
    if question.about in ("where", "company", "explain") and question.tick is not None and len(own) == 1 and own[0].first is None:
        dated = replace(own[0], first=question.tick, last=question.tick)
        return tuple(dated if claim is own[0] else claim for claim in claims)
    if question.about == "company" and question.room and not claims and len(text.split()) <= 8:
        meant = reader.tokens(text)
        company = [token.seat for token in meant if token.seat not in ("", me, question.asker)]
        if not any(token.text in words("negations") | words("nobody") for token in meant):
            return tuple(Assertion("at", me, seat, question.room, question.tick, question.tick) for seat in dict.fromkeys(company))
    return tuple(claims)

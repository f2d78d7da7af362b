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

Topic = Literal[
    "where", "presence", "when", "last", "company", "confirm", "sightings", "why", "whom", "trust", "explain", "voted", "duck",
    "going", "well", "hello", "body",
]  # fmt: skip


@value
class Question:
    """A question of `asker` to `asked`. tick, room: the ones that it names, if it does; other: a third seat that it names.

    is_after: it asks about the time after `room`. is_polar: it asks for a yes or a no.
    """

    asker: Seat
    asked: Seat
    about: Topic
    tick: int | None = None
    room: Room | None = None
    other: Seat | None = None
    is_after: bool = False
    is_polar: bool = False


_TOPICS: tuple[tuple[Topic | Literal["grounds"], re.Pattern[str]], ...] = (
    ("explain", re.compile(r"\b(i|we) (saw|met) you\b.*\b(how come|why|explain|how)\b")),
    ("voted", re.compile(
        r"\byou (voted?|pushed|got|threw|helped|were wrong)\b.*\b(why|what makes|how come)\b|\bwhy did you vote\b"
    )),
    ("grounds", re.compile(r"\bwhy\b.*\bwhat did you see\b")),
    ("why", re.compile(r"\bwhat makes you\b|\bhow do you know\b|\bwhy (me|do you (suspect|think|accuse))\b")),
    ("duck", re.compile(r"\b(are you|is it you|was it you)\W*(the |a )?(duck|killer|impostor|bad)?\W*$|\bdid you (do it|kill)\b")),
    ("body", re.compile(r"\b(see|seen|find|found) (a|any|the) (body|bodies)\b")),
    ("last", re.compile(
        r"\bwhere(?:'s| is| was) (?!your\b|the\b)\w+\W*$|\blast (see|saw|seen|meet|met|spot)\b|\b(see|saw|seen|met) \w+ last\b|"
        r"\bwhen did you (see|meet)\b"
    )),
    ("trust", re.compile(r"\bdo you (trust|believe|suspect)\b|\bcan you vouch\b|\bthink (of|about)\b|\bis \w+ (sus|guilty)\b")),
    ("confirm", re.compile(r"\b(did|have) you (see|seen|meet|met)\b|\bwere you with\b|\bwas \w+ with you\b|\b(right|true)\W*$")),
    ("company", re.compile(r"\bwith you\b|\bwho else\b(?! (could|can|would|might|is)\b)|\bcan (confirm|vouch)|\bwere you alone")),
    ("whom", re.compile(
        r"\bwho(m|'s)?\b.*\b(suspect|vote|voting|think|it be|duck|killer)\b|\bwho(m)? do you mean|\bwho else is\b|\byour suspect\b"
    )),
    ("going", re.compile(
        r"\bgoing\b|\bheading\b|\bheaded\b|\bwhere (to|next)\b|\bwhat are you (doing|up to)\b|\byour (next )?task\b|"
        r"\bwhat('s| is) next\b|\bdoing (now|next)\b"
    )),
    ("sightings", re.compile(r"\bwho(m)? (did|have) you\b|\b(did|have) you (see|meet|seen|met)|\bsee (anyone|anybody)\b")),
    ("when", re.compile(r"\bwhen\b|\b(what|which) tick\b")),
    ("why", re.compile(r"\bwhy\b|\bhow come\b|\bexplain\b|\bwhat did you see\b|\bon what grounds\b")),
    ("where", re.compile(r"\bwhere\b|\byour (route|way)\b|\bwhat (were|have) you\b|\bwhat about you\b|\bhow about you\b")),
    ("presence", re.compile(r"\b(were|was) you\b.*\b(in|at)\b")),
    ("well", re.compile(
        r"\b(all|everything|are you|you) (well|quiet|good|clear|fine|ok|okay|all right)\b|\bhow are you\b|\banything new\b|\bbusy\b"
    )),
)  # fmt: skip
_BY_CONTEXT = frozenset(("explain", "voted", "grounds"))
_NEEDS_OTHER = frozenset(("last", "trust", "confirm"))
_NEEDS_ROOM = frozenset(("presence", "when"))
_POLAR = re.compile(r"(?:^|[,:]\s*|\b(?:and|so|but|then|or)\s+)(?:did|do|were|was|are|is|have|has|can|could|will|would)\b")
_ASKS = re.compile(r"\b(where|who|whom|why|when|how come|what)\b.{0,20}\b(you|your|me)\b|\bwhat about\b|\bwhere is\b")
_GREETS = re.compile(r"^\W*(hi|hello|hey|nice to see you|good to see you)\b", re.IGNORECASE)
_QUIET = 5  # ticks after a remark of its own in which a greeting needs no answer
_TICK = re.compile(r"\bticks? (\d{1,5})")
_DENIES = re.compile(
    r"\b(alone|nobody|no one|noone|none|not sure|don't know|dont know|dunno|remember|no idea|nowhere)\b|\w+n't see\b"
)
_GIVES_REASON = re.compile(r"\b(because|since|saw|seen|feeling|hunch|lied|lying|no reason)\b")


@lru_cache(maxsize=64)
def _addresses(seats: tuple[Seat, ...]) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return what finds the seat that is spoken to, a seat that a sentence begins with, and all seats."""
    names = "|".join(re.escape(seat.lower()) for seat in seats)
    lead = r"^\W*(?:(?:and|so|well|ok|okay|hey|hi|hello|but|sorry|you|now|thanks)\b,?\s*)*"
    spoken_to = re.compile(rf"{lead}({names})\s*[,:]|,\s*({names})\s*\W*$")
    first = re.compile(rf"{lead}({names})\b")
    return spoken_to, first, re.compile(rf"\b({names})\b")


@lru_cache(maxsize=2048)
def read_questions(text: str, speaker: Seat, reader: Reader, listener: Seat = "") -> tuple[Question, ...]:
    """Return the questions of a speech that are put to one seat. listener: who is meant if no name is called."""
    if "?" not in text and not _ASKS.search(text.lower()):
        return ()
    by_name = {seat.lower(): seat for seat in reader.seats}
    spoken_to, first, named = _addresses(reader.seats)
    found: list[Question] = []
    asked, before = listener.lower(), ""
    for sentence in re.findall(r"[^.!?;\n]+[.!?;\n]*", text[:LONGEST].lower().replace("’", "'")):
        names = named.findall(sentence)
        is_to_you = bool(re.search(r"\byou\b|\byour\b|\bwhat about\b", sentence))
        if address := spoken_to.search(sentence):
            asked, before = address[1] or address[2], ""
        elif is_to_you and (opening := first.search(sentence)) and not (asked and "?" not in sentence):
            asked, before = opening[1], ""
        elif asked and is_to_you and "?" in sentence:
            pass  # "Alice, you were in medbay. Did you see Bob there?"
        elif len(names) == 1 and is_to_you:
            asked, before = names[0], ""
        elif names or not ("?" in sentence or "you" in sentence):
            asked = asked if "?" in sentence and re.search(r"\bwhy\b|\b(right|true)\W*$", sentence) else listener.lower()
        if asked and by_name[asked] != speaker and ("?" in sentence or _ASKS.search(sentence)):
            found += _question(f"{before} {sentence}", sentence, speaker, by_name[asked], reader)
        before = sentence
    return tuple(found[:_MOST])


def _question(context: str, sentence: str, asker: Seat, asked: Seat, reader: Reader) -> Iterator[Question]:
    meant = reader.tokens(context)
    places = [token.rooms[0] for token in meant if token.kind == "room"]
    others = [token.seat for token in meant if token.seat not in ("", asker, asked)]
    for topic, words_of in _TOPICS:
        if (topic in _NEEDS_OTHER and not others) or (topic in _NEEDS_ROOM and not places):
            continue
        if words_of.search(context if topic in _BY_CONTEXT else sentence):
            tick = _TICK.search(context)
            yield Question(
                asker,
                asked,
                "why" if topic == "grounds" else topic,
                int(tick[1]) if tick else None,
                places[-1] if places else None,
                others[-1] if others else None,
                bool(re.search(r"\bafter\b|\bsince\b", sentence)),
                bool(_POLAR.search(sentence)),
            )
            return


def asked_in_room(memory: Memory) -> Question | None:
    """Return what a seat that is still here has asked this one in the room since its last turn; a greeting is a question too."""
    sight, me = memory.state.sight, memory.me
    present = sight.present if sight else ()
    for speaker, text in reversed(memory.remarks):
        if speaker not in present:
            continue
        others = [seat for seat in memory.state.seats if seat in (*present, me) and seat != speaker]
        listener = me if others[0] == me else ""
        found = [each for each in read_questions(text, speaker, memory.reader, listener) if each.asked == me]
        if found:
            return found[-1]
        is_named = re.search(rf"\b{re.escape(me)}\b", text, re.IGNORECASE)
        if _GREETS.search(text) and (is_named or len(others) == 1) and memory.state.tick - memory.spoke_at > _QUIET:
            return Question(speaker, me, "hello")
    return None


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
    match question.about:
        case "whom" | "trust":
            return bool(kinds & {"accuse", "vote", "kill", "clear", "skip"})
        case "why" | "voted":
            return bool(_GIVES_REASON.search(low)) or bool(kinds & {"at", "kill"})
        case "duck" | "going" | "well":
            return True
        case _ if question.is_polar and re.search(r"\b(yes|no|yeah|yep|nope)\b", low):
            return True
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

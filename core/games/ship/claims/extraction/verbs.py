"""The verbs of a sentence: what is one, who does it, and whether it is told as a thing that happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from woozle.core.games.ship.claims.extraction.frames import MOVES, Frame
from woozle.core.games.ship.claims.extraction.groups import Party
from woozle.core.games.ship.claims.extraction.lexicon import Form, Verb, verbs, words
from woozle.core.games.ship.claims.extraction.reading import LOOK_BACK, Reading
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.request import Seat

_Subject: TypeAlias = tuple[tuple[Seat, ...], Frame | None, bool]
"""Who does it; the frame it was seen in; whether it is real."""


def verb_at(reading: Reading, i: int) -> Verb | None:
    """The verb at i, unless the word is a noun, an adverb or a helper here, or only carries the noun before it."""
    text = reading.text(i)
    if text in words("be"):
        form: Form = "past" if text in ("was", "were") else "ing" if text == "being" else "base"
        return None if _awaits_rest(reading, i) or _only_helps(reading.tokens, i) else Verb("be", form, "be")
    verb = verbs().get(text)
    if verb is None or text in words("adverbs") or text in words("meetings"):
        return None
    if text in words("auxiliaries") and reading.text(i + 1) not in words("determiners") | words("tasks"):
        return None  # "did see", but "did my task"
    before = reading.text(i - 1)
    if before in words("determiners") or (i and reading.tokens[i - 1].is_possessive and verb.form != "ing"):
        return None  # "the kill", "my report"
    if text == "left" and (before in words("before_a_side") or reading.text(i + 1) in words("sides")):
        return None
    if verb.kind == "go" and _goes_in(reading, i):
        verb = Verb("enter", verb.form, verb.base)
    return None if _carries_route(reading, i, verb) else verb


def open_verb(reading: Reading, i: int, verb: Verb) -> None:
    """Begin the frame of the verb at i."""
    j = i - 1
    while j >= 0 and i - j < LOOK_BACK and _is_helper(reading.tokens[j]):
        j -= 1
    helpers = {token.text for token in reading.tokens[j + 1 : i]}
    is_finite = verb.form in ("past", "third") or verb.kind == "be" or bool(helpers & (words("be") | words("auxiliaries")))
    group, before = reading.group, reading.frame
    subject, parent, is_real = _subject(reading, j, verb.form, is_finite)
    frame = reading.open(verb, subject, i, parent)
    frame.is_passive = verb.form in ("past", "participle") and bool(helpers & words("be"))
    frame.is_negated = (
        bool(helpers & words("negations")) or (verb.kind == "be" and _denied(reading, i)) or reading.text(j) == "without"
    )
    frame.is_hedged = reading.is_hedged or bool(helpers & words("hedges"))
    frame.is_earlier = verb.form == "ing" and reading.text(j) == "after"
    frame.is_reported = before is not None and _reports(before, subject, reading.discourse.speaker)
    is_order = verb.kind == "see" and verb.form == "base" and not is_finite and not parent and not _is_right_before(group, j)
    is_thought = reading.is_supposed or _is_unreal(helpers, verb.form) or is_asked(reading, i)
    frame.is_real = is_real and not is_order and not is_thought
    if group and group.is_possessive and j == group.end and reading.text(j) in words("bodies"):
        frame.owners, frame.has_body = list(group.seats), True  # "Bob's body was in medbay"
    if parent:
        frame.is_negated = frame.is_negated or parent.is_negated
        frame.is_hedged = frame.is_hedged or parent.is_hedged
        frame.is_real = frame.is_real and parent.is_real
    elif is_finite or (verb.form == "base" and is_real):
        reading.main = frame


def is_asked(reading: Reading, i: int) -> bool:
    """Whether the clause is a question: the sentence ends in a question mark, and the clause begins with the word of one."""
    opening = reading.tokens[reading.clause : min(reading.clause + 4, i + 1)] if reading.asks else ()
    return any(token.text in words("asking") for token in opening)


# What is a verb


def _only_helps(tokens: Sequence[Token], i: int) -> bool:
    """Whether a form of "be" only helps the verb after it."""
    for token in tokens[i + 1 : i + 6]:
        is_adverb = token.text in words("adverbs") and token.text not in ("in", "there")
        if token.kind == "time" or is_adverb or token.text in words("negations"):
            continue
        verb = verbs().get(token.text) if token.kind == "word" else None
        return token.text in words("be") or (verb is not None and verb.form not in ("base", "third") and token.text != "left")
    return False


def _awaits_rest(reading: Reading, i: int) -> bool:
    """Whether what "be" leads to still belongs to the frame: "my route was ...", "the only one I saw was ..."."""
    frame = reading.frame
    if frame is None or frame.places:
        return False
    if frame.kind == "route" or frame.base == "sighting":
        return True
    return frame.kind == "see" and not frame.targets and _follows_at_once(reading, frame, i)


def _carries_route(reading: Reading, i: int, verb: Verb) -> bool:
    """Whether a verb only carries the noun before it: "his route took him", "my route goes"."""
    frame = reading.frame
    is_carrier = verb.kind in MOVES | {"place"} or verb.base in words("carriers")
    return frame is not None and frame.kind == "route" and not frame.places and is_carrier and _follows_at_once(reading, frame, i)


def _follows_at_once(reading: Reading, frame: Frame, i: int) -> bool:
    return i - frame.first < LOOK_BACK and all(_is_helper(token) for token in reading.tokens[frame.first + 1 : i])


def _goes_in(reading: Reading, i: int) -> bool:
    """Whether "in" belongs to the verb: "walked in from storage", but not "walked in storage"."""
    if reading.text(i + 1) not in ("in", "inside"):
        return False
    following = reading.tokens[i + 2] if i + 2 < len(reading.tokens) else None
    return following is None or not (following.kind == "room" or following.text in words("determiners"))


def _is_helper(token: Token) -> bool:
    """Whether a word before a verb belongs to it: an auxiliary, a negation, an adverb, a time."""
    if token.kind != "word":
        return token.kind == "time"
    text = token.text
    is_adverb = text in words("adverbs") or text == "as" or (text.endswith("ly") and text not in verbs())
    return is_adverb or text in words("negations") or text in words("be") or text in words("auxiliaries")


# Who does it


def _subject(reading: Reading, j: int, form: Form, is_finite: bool) -> _Subject:
    """Who does what a verb says. j: position before the verb and its helpers."""
    frame, group, speaker = reading.frame, reading.group, reading.discourse.speaker
    before = reading.text(j)
    if group and _is_right_before(group, j):
        return _named(reading, group, is_finite)
    if j < 0:
        is_fragment = form == "base" and frame is None
        return (speaker,) if is_fragment or form != "third" else (), None, not is_fragment
    if before in words("relatives") and group:
        return group.seats, None, True
    if form == "base" and before in ("to", "not"):
        moves = before == "to" and frame is not None and frame.kind in MOVES | {"stay"} and not _is_planned(reading, j)
        return frame.subject if frame else (speaker,), None, moves
    if frame is None:
        return _implied(reading, j, form, is_finite)
    if form == "ing" and frame.kind == "say" and reading.clause <= frame.first and (j == frame.first or before in ("to", "of")):
        return frame.subject, None, True  # "Bob admits being in medbay"
    if frame.parent and form in ("base", "ing"):
        return frame.subject, frame.parent, True
    is_seen = form == "ing" and frame.kind in ("see", "find") and frame.targets and before not in words("at") | words("links")
    return (tuple(frame.targets), frame, True) if is_seen else _implied(reading, j, form, is_finite)


def _implied(reading: Reading, j: int, form: Form, is_finite: bool) -> _Subject:
    """The subject of a verb that names none: that of the story so far."""
    before, frame = reading.text(j), reading.frame
    if is_finite and reading.tokens[j].kind == "word" and before not in words("links") and before not in verbs():
        return (), None, True  # "the body was": a noun that is no seat
    told = reading.main or frame
    if told is None or frame is None:
        return (reading.discourse.speaker,), None, True
    goes_on = reading.clause <= frame.first and form in ("past", "participle", "base") and not frame.parent
    return told.subject, None, frame.is_real or not goes_on  # "could have killed Eve and left"


def _named(reading: Reading, group: Party, is_finite: bool) -> _Subject:
    """The seats right before a verb are its subject; they are seen, if they are objects of seeing in the same clause."""
    frame = reading.frame
    if frame is None or group.start < frame.first:
        return group.seats, None, True
    is_joined = is_finite and reading.text(group.start - 1) in (",", "and")
    is_object = frame.kind in ("see", "find", "place") and not frame.is_passive and reading.clause <= frame.first
    if is_object and not is_joined and set(group.seats) <= {*frame.targets, *frame.companions}:
        return group.seats, frame, True
    if is_finite:
        frame.targets = [seat for seat in frame.targets if seat not in reading.added]
    return group.seats, None, frame.kind != "wish"


def _is_right_before(group: Party | None, j: int) -> bool:
    return group is not None and not group.is_possessive and group.end == j + 1


# Whether it is real


def _reports(before: Frame, subject: Sequence[Seat], speaker: Seat) -> bool:
    """Whether a frame is what somebody else says: the frame before tells of saying, or is reported itself."""
    is_said = before.kind == "say" and bool(before.subject) and speaker not in before.subject
    return (is_said or before.is_reported) and speaker not in subject


def _is_unreal(helpers: set[str], form: Form) -> bool:
    """Whether the helpers of a verb make it a thought; "would" before a past form stands for "had" ("I'd left")."""
    is_had = "would" in helpers and "have" not in helpers and form in ("past", "participle")
    return bool(helpers & words("unreal_auxiliaries")) and not is_had


def _is_planned(reading: Reading, j: int) -> bool:
    return any(token.text in words("unreal_auxiliaries") for token in reading.tokens[max(j - 4, 0) : j])


def _denied(reading: Reading, i: int) -> bool:
    return any(token.text in words("negations") for token in reading.tokens[i + 1 : i + 3])

"""Review of claims extracted elsewhere, by a language model or a person: some are hearsay, suppositions or aims.

Such claims often come without the words that make them. So the review looks at the sentences that name the rooms of a claim. If all
of them report what another seat says, the claim is hearsay; if all of them suppose it, or name a task only as the goal of a walk,
it is uncertain. Two things make a claim tentative: a location of another seat that the grammar does not read, and a tick where the
grammar reads the same claim without one. On the gold set, these were most of the errors in the public claims of QUACK
(docs/claims.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from woozle.core.request import Seat
from woozle.games.ship.claims.extraction import Extractor, lexicon
from woozle.games.ship.claims.extraction.lexicon import Names
from woozle.games.ship.claims.extraction.tokens import sentences, tokens
from woozle.games.ship.claims.schema import STANCES, Claim, Statement
from woozle.games.ship.map import Room, ShipMap

_SAYS = re.compile(
    r"\b(?:says?|said|saying|claim(?:s|ed|ing)?|admit(?:s|ted|ting)?|mention(?:s|ed|ing)?|told|tells|stated?|insists?|confirm(?:s|ed|ing)?"
    r"|vouch(?:es|ed|ing)?|according|alleges?|places?|places? each other|your story|his story|her story|own (?:account|words))\b"
)
_OWN_WORD = re.compile(
    r"\b(?:i|i'm|im) (?:can |already |just |also |did |will )*"
    r"(?:say|said|claim|claimed|admit|admitted|confirm|vouch|mentioned|told|place)\b"
)
_SUPPOSED = lexicon.pattern("suppositions", "supposed_deeds")
_AIM = re.compile(
    r"\b(?:to (?:do|work|finish|complete|fix|start|get|handle|submit|calibrate|align|clean|clear|chart|sort|fuel|check|grab)\b"
    r"|for (?:my|the|a|an|his|her|some)\b|heading|headed|on my way|going to)"
)
_FOR_TASK = re.compile(r"\bfor (?:my|the|a|an|his|her|some) (?:[\w']+ ){0,3}(?:tasks?|scan|wiring)\b")
_TICK = re.compile(r"\d+")
_DEED = re.compile(r"\b(?:did|doing|done|finished|finishing|completed|completing|worked|working on|was on|were on|been on|busy)\b")


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    seats: frozenset[Seat]
    rooms: frozenset[Room]
    has_task: bool
    tasks: frozenset[Room]


class Review:
    """Reviews the claims of one match that were extracted elsewhere."""

    def __init__(self, seats: Sequence[Seat], ship_map: ShipMap) -> None:
        self._names = Names(seats, ship_map)
        self._extractor = Extractor(seats, ship_map)
        self._tasks = {
            room: {word for word in name.lower().split() if len(word) > 3 and word not in room.split("_")}
            for room, name in ship_map.tasks.items()
        }

    def __call__(self, statement: Statement, claims: Sequence[Claim], before: Sequence[Statement] = ()) -> tuple[Claim, ...]:
        """Return the claims of a speech, with a doubt or another source where they have one.

        Args:
            before: the speeches before it in the match.
        """
        said = list(self._sentences(statement.text))
        reviewed = [_reviewed(statement, claim, said) for claim in claims]
        read = [claim for claim in self._extractor.read(statement, before) if claim.source == "own"]
        return tuple(replace(claim, is_tentative=_is_tentative(claim, read, statement.speaker)) for claim in reviewed)

    def _sentences(self, text: str) -> Iterator[_Sentence]:
        for found, _ in sentences(tokens(text, self._names)):
            words = text[found[0].start : found[-1].end].lower().replace("’", "'")
            rooms = frozenset(room for token in found for room in token.rooms)
            has_task = any(token.kind == "task" or token.text in lexicon.words("tasks") for token in found)
            tasks = frozenset(room for room, told in self._tasks.items() if told & set(words.split()))
            yield _Sentence(words, frozenset(token.seat for token in found if token.seat), rooms, has_task, tasks)


def _is_tentative(claim: Claim, read: Sequence[Claim], speaker: Seat) -> bool:
    """Return whether the grammar's reading of the speech does not bear out a claim."""
    if claim.source != "own" or claim.type in STANCES:
        return False
    rooms = {claim.room, *claim.route} - {""}
    if claim.type in ("location", "activity") and claim.subject != speaker:
        is_read = any(
            claim.subject in (other.subject, other.target)
            and claim.is_negated == other.is_negated
            and not rooms.isdisjoint((other.room, other.way, *other.route))
            for other in read
        )
        if not is_read:
            return True
    told = (claim.type, claim.subject, claim.target, claim.room, claim.route)
    same = [other for other in read if (other.type, other.subject, other.target, other.room, other.route) == told]
    ticks = set(_TICK.findall(claim.when))
    return bool(same and ticks) and not any(ticks.intersection(_TICK.findall(" ".join((each.when, *each.stops)))) for each in same)


def _reviewed(statement: Statement, claim: Claim, said: Sequence[_Sentence]) -> Claim:
    if claim.doubt or claim.source != "own" or claim.type in STANCES:
        return claim
    rooms = {claim.room, claim.way, *claim.route} - {""}
    told = [sentence for sentence in said if rooms and rooms <= sentence.rooms]
    of_tasks = [each for each in said if claim.room in each.tasks] or [each for each in told if each.has_task]
    of_tasks = of_tasks or [each for each in said if each.has_task] or told
    if claim.type == "activity" and claim.activity == "task" and of_tasks and all(map(_is_aim, of_tasks)):
        return replace(claim, doubt="It may be where a described way leads, and no task that was done.")
    if not told:
        return claim
    others = [seat for seat in (claim.subject, claim.target) if seat not in ("", statement.speaker)]
    if others and all(_SAYS.search(sentence.text) and not _OWN_WORD.search(sentence.text) for sentence in told):
        return replace(claim, source="hearsay", told_by=others[0])
    if all(_SUPPOSED.search(sentence.text) for sentence in told):
        return replace(claim, doubt="It may be a supposition, not a statement.")
    return claim


def _is_aim(sentence: _Sentence) -> bool:
    text = sentence.text
    return bool(_FOR_TASK.search(text) or (_AIM.search(text) and not _DEED.search(text)))

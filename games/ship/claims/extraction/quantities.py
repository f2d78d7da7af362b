"""Claims about all, about nobody but some, and about nothing else: "everyone was in medbay", "nobody but Bob", "I only saw Bob".

The clauses of the grammar know nobody and numbers. What is left out of a whole is read here, from the tokens of a sentence around a
claim, and becomes `besides` of a claim of its own, so that it can be judged by all looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from woozle.core.request import Seat
from woozle.games.ship.claims.extraction.lexicon import phrases, verbs, words
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.map import Room

Sentences = Sequence[tuple[Sequence[Token], bool]]
_NEAR = 6  # tokens between a word for nobody and its exception


def read_quantities(claims: Sequence[Claim], sentences: Sentences, speaker: Seat) -> list[Claim]:
    """Return the claims of a speech, with exceptions taken in, and with those of all and of nothing else."""
    found = list(claims)
    for said, asks in sentences:
        if said and not asks:
            found = _Sentence(said, speaker).revise(found)
    return sorted(found, key=lambda claim: claim.span or (0, 0))


@dataclass(frozen=True, slots=True)
class _Sentence:
    tokens: Sequence[Token]
    speaker: Seat

    def revise(self, claims: Sequence[Claim]) -> list[Claim]:
        start, end = self.tokens[0].start, self.tokens[-1].end
        own, others = list[Claim](), list[Claim]()
        for claim in claims:
            is_own = claim.source == "own" and claim.span and start <= claim.span[0] < end
            (own if is_own else others).append(claim)
        if _openings().isdisjoint([token.text for token in self.tokens]):
            return [*others, *own]
        everyone = self._all()
        if everyone:  # "everyone but Bob was in medbay" puts Bob nowhere
            own = [claim for claim in own if not (claim.type == "location" and claim.subject in everyone.besides)]
        return [*others, *self._only(self._except(own)), *([everyone] if everyone else ())]

    def _text(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    # Nobody but some

    def _except(self, own: Sequence[Claim]) -> list[Claim]:
        for i in range(len(self.tokens)):
            size = self._exception(i)
            seats, stop = self._seats(i + size) if size else ((), 0)
            nobody = next((n for n in range(i - 1, max(-1, i - _NEAR), -1) if self._is_nobody(n)), None) if seats else None
            if nobody is not None:
                own = _leave_out(own, seats, (self.tokens[nobody].start, self.tokens[stop - 1].end))
        return list(own)

    def _exception(self, i: int) -> int:
        """Return the number of words of "except", "other than" or the like at i; 0 if none is there. "But" must follow nobody."""
        for size in (2, 1):
            if " ".join(self._text(i + n) for n in range(size)) in phrases("exceptions"):
                return size
        return int(self._text(i) == "but" and self._is_nobody(i - 1))

    def _is_nobody(self, i: int) -> bool:
        text = self._text(i)
        return text in words("nobody") or text in words("any_of_all") or (text == "one" and self._text(i - 1) == "no")

    def _seats(self, i: int) -> tuple[tuple[Seat, ...], int]:
        """Return the seats that are listed from i on, and where the list ends."""
        seats: list[Seat] = []
        while i < len(self.tokens):
            token = self.tokens[i]
            if token.kind == "seat" and not token.is_possessive:
                seats.append(token.seat)
            elif not (token.kind == "and" or token.text in ("and", "or", ",", "for")):
                break
            i += 1
        return tuple(seats), i

    # Nothing else

    def _only(self, own: Sequence[Claim]) -> list[Claim]:
        found = list(own)
        only = next((i for i in range(len(self.tokens)) if self._text(i) == "only"), None)
        if only is None:
            return found
        span = self.tokens[only].start
        mine = [claim for claim in own if claim.subject == self.speaker and not claim.is_negated and claim.span]
        mine = [claim for claim in mine if claim.span and claim.span[0] <= span < claim.span[1]]
        seen = [claim for claim in mine if claim.type == "sighting" and not claim.room]
        if seen and self._ends(only, {claim.target for claim in seen}) and self._sees(only):
            besides = tuple(dict.fromkeys(token.seat for token in self.tokens[only:] if token.seat))
            found.append(replace(seen[0], type="count", target="", number=0, besides=besides, is_tentative=False))
        been = [claim for claim in mine if claim.type == "location"]
        if len(been) == 1 and self._ends(only, {been[0].room, *been[0].route} - {""}):
            rooms = tuple(dict.fromkeys(been[0].route or (been[0].room,)))
            found.append(replace(been[0], room="", route=(), stops=(), besides=rooms, is_negated=True))
        return found

    def _sees(self, only: int) -> bool:
        """Return whether "only" stands at a verb of seeing: "only saw", "saw only", "the only one I saw"."""
        near = (self._text(only - 1), *(self._text(i) for i in range(only + 1, only + 5)))
        return any((verb := verbs().get(text)) and verb.kind == "see" for text in near)

    def _ends(self, only: int, names: set[str]) -> bool:
        """Return whether the names are the last words after "only", but for the round: not in "only saw Bob at tick 5"."""
        after = self.tokens[only + 1 :]
        named = [i for i, token in enumerate(after) if token.seat in names or not names.isdisjoint(token.rooms)]
        if not named or any(token.kind == "time" for token in after[: named[-1]]):
            return False
        rest = after[named[-1] + 1 : named[-1] + 2]
        return not rest or rest[0].kind in ("stop", "mark") or (rest[0].kind == "time" and "round" in rest[0].text.split())

    # All

    def _all(self) -> Claim | None:
        """Return the claim of "I saw everyone in medbay" or "everyone was in medbay"; None if the sentence makes none."""
        for i in range(len(self.tokens)):
            if self._text(i) in words("supposing"):
                return None
            size = self._everyone(i)
            if size and (claim := self._seen_by_me(i, size) or self._all_there(i, size)):
                return claim
        return None

    def _everyone(self, i: int) -> int:
        """Return the number of words of "everyone", "all of us" or the like at i; 0 if none is there."""
        if self._text(i) in words("everyone"):
            return 2 if self._text(i + 1) == "else" else 1
        return 3 if f"{self._text(i)} {self._text(i + 1)} {self._text(i + 2)}" in phrases("all_of_them") else 0

    def _seen_by_me(self, i: int, size: int) -> Claim | None:
        verb = verbs().get(self._text(i - 1))
        if not (verb and verb.kind == "see" and self._text(i - 2) == "i"):
            return None
        return self._of_all(i - 2, i + size)

    def _all_there(self, i: int, size: int) -> Claim | None:
        is_first = i == 0 or self._text(i - 1) in ("and", "but", ",", "so")
        besides, stop = self._left_out(i + size)
        if not (is_first and self._text(stop) in ("was", "were")):
            return None
        claim = self._of_all(i, stop + 1, besides)
        return claim if claim and claim.room else None

    def _left_out(self, i: int) -> tuple[tuple[Seat, ...], int]:
        """Return the seats of an exception from all at i, and where it ends; i itself without an exception."""
        size = self._exception(i) or int(self._text(i) == "but")
        seats, stop = self._seats(i + size) if size else ((), i)
        return (seats, stop) if seats else ((), i)

    def _of_all(self, first: int, i: int, besides: tuple[Seat, ...] = ()) -> Claim | None:
        """Return the claim of all, of a sentence whose words from i on are a room, a time or an exception, and nothing else."""
        room: Room = ""
        when: list[str] = []
        while i < len(self.tokens):
            token = self.tokens[i]
            if token.kind == "stop" or token.text in ("in", "at", "the", "together", "inside"):
                pass
            elif token.kind == "room" and not room and len(token.rooms) == 1:
                room = token.rooms[0]
            elif token.kind == "time":
                when.append(token.text)
            elif (listed := self._left_out(i))[0]:
                besides, i = listed[0], listed[1] - 1
            else:
                return None
            i += 1
        span = (self.tokens[first].start, self.tokens[-1].end)
        return Claim("count", self.speaker, room=room, when=" ".join(when), is_all=True, besides=besides, span=span)


@cache
def _openings() -> frozenset[str]:
    """Return the words with which an exception, "only" or a phrase for all begins; a sentence without any changes no claim."""
    listed = (*phrases("exceptions"), *phrases("all_of_them"))
    return frozenset(["but", "only", *words("everyone"), *(phrase.split()[0] for phrase in listed)])


def _leave_out(own: Sequence[Claim], seats: tuple[Seat, ...], span: tuple[int, int]) -> list[Claim]:
    """Return the claims of "nobody but Bob", whose words are there: nobody but him was seen, and he was."""
    found: list[Claim] = []
    nobody: Claim | None = None
    for claim in own:
        start, end = claim.span or (0, 0)
        is_there = start < span[1] and span[0] < end
        if is_there and claim.type == "count" and claim.number == 0:
            nobody = replace(claim, besides=seats)
        elif is_there and claim.type == "sighting" and claim.is_negated and claim.target in seats:
            found.append(replace(claim, is_negated=False))
            nobody = nobody or replace(claim, type="count", target="", number=0, besides=seats, is_negated=False)
        else:
            found.append(claim)
    return [*found, nobody] if nobody else found

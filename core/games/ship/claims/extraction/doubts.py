"""Doubts about clauses that may have been misread: quoted, supposed, or with who or where told elsewhere."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from woozle.core.games.ship.claims.extraction.lexicon import words
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat

_QUOTE = re.compile(r"[\"“”«»]")
_CLAUSE_ENDS = frozenset((",", ";", ":", "—", "(", ")", "[", "]"))


class _Part:
    """A sentence, or a clause of one."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.start, self.end = tokens[0].start, tokens[-1].end

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(token.text for token in self.tokens if token.kind == "word")

    @cached_property
    def seats(self) -> frozenset[Seat]:
        return frozenset(token.seat for token in self.tokens if token.seat)

    @cached_property
    def rooms(self) -> frozenset[Room]:
        return frozenset(room for token in self.tokens for room in token.rooms)


class Doubts:
    """Finds what may be wrong with the reading of claims of one speech, in time linear in its length."""

    def __init__(self, text: str, sentences: Sequence[Sequence[Token]], speaker: Seat) -> None:
        self._speaker = speaker
        self._sentences = [_Part(sentence) for sentence in sentences if sentence]
        self._clauses = [_Part(clause) for sentence in sentences for clause in _clauses(sentence)]
        self._starts = [part.start for part in self._sentences]
        self._clause_starts = [part.start for part in self._clauses]
        self._quotes = [found.start() for found in _QUOTE.finditer(text)]

    def note(self, claim: Claim) -> Claim:
        """Return the claim, with its doubt if there is one."""
        if claim.doubt or claim.span is None or not self._sentences:
            return claim
        doubt = self._doubt(claim, *claim.span)
        return replace(claim, doubt=doubt) if doubt else claim

    def _doubt(self, claim: Claim, start: int, end: int) -> str:
        first = max(0, bisect_right(self._starts, start) - 1)
        last = max(first, bisect_right(self._starts, max(start, end - 1)) - 1)
        sentence = self._sentences[first]
        clause = self._clauses[max(0, bisect_right(self._clause_starts, start) - 1)]
        quotes = bisect_right(self._quotes, end) - bisect_right(self._quotes, sentence.start)
        if quotes or bisect_right(self._quotes, start) % 2:
            return "It stands in a quotation or beside one."
        if sentence.words & words("conditions") or clause.words & words("modals"):
            return "It may be supposed and not told."
        return self._of_names(claim, self._sentences[max(0, first - 1) : last + 1])

    def _of_names(self, claim: Claim, sentences: Sequence[_Part]) -> str:
        meant = {claim.subject, claim.target, claim.victim} - {"", self._speaker}
        if not meant <= frozenset().union(*(sentence.seats for sentence in sentences)):
            return "Who is meant is named neither in the sentence nor in the one before."
        rooms = {claim.room, claim.way, *claim.route} - {""}
        if not rooms <= frozenset().union(*(sentence.rooms for sentence in sentences)):
            return "The room is named neither in the sentence nor in the one before."
        return ""


def _clauses(sentence: Sequence[Token]) -> list[Sequence[Token]]:
    """Return the parts of a sentence between marks, and before "but" and "so"."""
    found: list[Sequence[Token]] = []
    first = 0
    for i, token in enumerate(sentence):
        if token.kind == "mark" and token.text in _CLAUSE_ENDS:
            found.append(sentence[first:i])
            first = i + 1
        elif token.text in ("but", "so", "because") and i > first:
            found.append(sentence[first:i])
            first = i
    return [part for part in (*found, sentence[first:]) if part]

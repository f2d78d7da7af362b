"""Doubts about clauses that may have been misread: quoted, reported, addressed, supposed, negated, or without who or where."""

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

    @cached_property
    def reports(self) -> frozenset[str]:
        """The words of reporting that have another subject than the speaker."""
        before = ["", *(token.text for token in self.tokens)]
        pairs = zip(self.tokens, before, strict=False)
        found = frozenset(token.text for token, said in pairs if token.kind == "word" and said not in ("i", "my"))
        return found & (words("reports") | words("accounts_of"))

    @cached_property
    def is_of_others(self) -> bool:
        """Return whether it is about others, and the speaker is not named."""
        return bool(self.seats or self.words & words("you")) and not self.words & words("speaking")


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
        if first != last:
            return "It is told in more than one sentence."
        sentence = self._sentences[first]
        clause = self._clauses[max(0, bisect_right(self._clause_starts, start) - 1)]
        quotes = bisect_right(self._quotes, end) - bisect_right(self._quotes, sentence.start)
        if quotes or bisect_right(self._quotes, start) % 2:
            return "It stands in a quotation or beside one."
        if sentence.words & words("conditions") or clause.words & words("modals"):
            return "It may be supposed and not told."
        is_stance = claim.type in ("accusation", "defense")
        if sentence.reports & (words("reports") if is_stance else words("reports") | words("accounts_of")):
            return "It may be what somebody else says."
        return self._of_negation(claim, clause) or self._of_names(claim, sentence)

    def _of_negation(self, claim: Claim, clause: _Part) -> str:
        is_denied = claim.is_negated or claim.number == 0 or claim.type == "alone"
        if is_denied and clause.words & words("limits"):
            return "What is denied may be less than that."
        if not is_denied and clause.words & words("denials"):
            return "What is denied in the clause may be this."
        return ""

    def _of_names(self, claim: Claim, sentence: _Part) -> str:
        if claim.type == "body" and not claim.subject:
            return "It does not say who found the body."
        if claim.subject == self._speaker and sentence.is_of_others and claim.type not in ("accusation", "defense"):
            return "The speaker is not named in the sentence."
        meant = {claim.subject, claim.target, claim.victim} - {"", self._speaker}
        if not meant <= sentence.seats:
            return "Who is meant is not named in the sentence."
        rooms = {claim.room, claim.way, *claim.route} - {""}
        if not rooms <= sentence.rooms:
            return "The room is not named in the sentence."
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

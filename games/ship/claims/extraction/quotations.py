"""Words in quotation marks, and who said them: 'Bob said "I was in medbay"', '"I was in medbay," says Bob'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import is_saying, words
from woozle.games.ship.claims.extraction.tokens import Token

_CLOSED_BY = {'"': '"', "“": "”"}
_FARTHEST, _NEAR = 8, 3  # tokens before and after a quotation in which the name of who said it stands
_OWN, _POSSESSIVES = words("me"), words("possessives")
_OTHERS = words("he") | words("she") | words("you")


@value
class Quotation:
    """A quotation. told_by: who said it, if that is told beside it."""

    tokens: Sequence[Token]
    told_by: Seat


def has_quotations(text: str) -> bool:
    """Return whether a text has a mark that may open a quotation."""
    return any(mark in text for mark in _CLOSED_BY)


def quotations(tokens: Sequence[Token], speaker: Seat) -> Iterator[Quotation]:
    """Yield the quotations of a speech, but those of the speaker's own words. A mark that is never closed opens none."""
    outside: list[Token] = []
    inside: list[Token] | None = None
    closing = named = ""
    for i, token in enumerate(tokens):
        if inside is None:
            if token.text in _CLOSED_BY:
                inside, closing = [], _CLOSED_BY[token.text]
            else:
                outside.append(token)
                named = token.seat if token.seat not in ("", speaker) else named
        elif token.text != closing:
            inside.append(token)
        else:
            told_by = _teller_before(outside[-_FARTHEST:], speaker, named) or _teller_after(tokens[i + 1 : i + 1 + _NEAR], speaker)
            if inside and told_by != speaker:
                yield Quotation(inside, told_by)
            inside = None


def _teller_before(before: Sequence[Token], speaker: Seat, named: Seat) -> Seat:
    """Return who says what follows these words: "Bob said", "Bob told me that", "Bob's", "Bob:".

    named: who was named last, whom "he said" means.
    """
    for i in range(len(before) - 1, -1, -1):
        token = before[i]
        if token.kind in ("stop", "question"):
            return ""
        says = any(is_saying(other.text) for other in before[i + 1 :])
        if token.kind == "seat":
            return token.seat if says or token.is_possessive or all(other.kind == "mark" for other in before[i + 1 :]) else ""
        if token.text in _OWN and says:
            return speaker
        if token.text in _POSSESSIVES - _OWN or (token.text in _OTHERS and says):
            return named
    return ""


def _teller_after(after: Sequence[Token], speaker: Seat) -> Seat:
    """Return who said what stands before these words: "says Bob", "Bob says", "I said"."""
    said = [token for token in after if token.kind != "mark"][:2]
    if len(said) < 2 or not any(is_saying(token.text) for token in said):
        return ""
    if any(token.text in _OWN for token in said):
        return speaker
    return next((token.seat for token in said if token.seat), "")

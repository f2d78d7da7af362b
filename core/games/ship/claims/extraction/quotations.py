"""Words in quotation marks, and who said them: 'Bob said "I was in medbay"', '"I was in medbay," says Bob'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.games.ship.claims.extraction.lexicon import verbs, words
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.request import Seat
from woozle.core.value import value

MARKS = frozenset('"“”')
_FARTHEST, _NEAR = 8, 3  # tokens before and after a quotation in which the name of who said it stands
_OWN, _POSSESSIVES = words("me"), words("possessives")
_OTHERS = words("he") | words("she") | words("you")


@value
class Quotation:
    """What is quoted. told_by: who said it, if that is told beside it."""

    tokens: Sequence[Token]
    told_by: Seat


def quotations(tokens: Sequence[Token], speaker: Seat) -> Iterator[Quotation]:
    """Yield the quotations of a speech, but those of the speaker's own words. A mark that is never closed opens none."""
    marks = [i for i, token in enumerate(tokens) if token.text in MARKS]
    outside: list[Token] = []
    end = 0
    for first in marks:
        if first < end or tokens[first].text == "”":
            continue
        closing = "”" if tokens[first].text == "“" else '"'
        last = next((i for i in marks if i > first and tokens[i].text == closing), None)
        if last is None:
            return
        outside += tokens[end:first]
        end = last + 1
        told_by = _teller_before(outside, speaker) or _teller_after(tokens[end : end + _NEAR], speaker)
        if end - first > 2 and told_by != speaker:
            yield Quotation(tokens[first + 1 : last], told_by)


def _teller_before(before: Sequence[Token], speaker: Seat) -> Seat:
    """Return who says what follows these words: "Bob said", "Bob told me that", "Bob's", "Bob:"; with "he", who was named last."""
    last = len(before) - 1
    for i in range(last, max(-1, last - _FARTHEST), -1):
        token = before[i]
        if token.kind in ("stop", "question"):
            return ""
        says = any(_is_saying(other) for other in before[i + 1 :])
        if token.kind == "seat":
            return token.seat if says or token.is_possessive or all(other.kind == "mark" for other in before[i + 1 :]) else ""
        if token.text in _OWN and says:
            return speaker
        if token.text in _POSSESSIVES - _OWN or (token.text in _OTHERS and says):
            return next((other.seat for other in reversed(before[:i]) if other.seat not in ("", speaker)), "")
    return ""


def _teller_after(after: Sequence[Token], speaker: Seat) -> Seat:
    """Return who said what stands before these words: "says Bob", "Bob says", "I said"."""
    said = [token for token in after if token.kind != "mark"][:2]
    if len(said) < 2 or not any(_is_saying(token) for token in said):
        return ""
    if any(token.text in _OWN for token in said):
        return speaker
    return next((token.seat for token in said if token.seat), "")


def _is_saying(token: Token) -> bool:
    verb = verbs().get(token.text)
    return verb is not None and verb.kind == "say"

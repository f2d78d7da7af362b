"""Seats that are named together: "Bob", "Bob and Eve", "me and Bob", "Bob's", "he"; and seats that are spoken to."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.games.ship.claims.extraction.discourse import Discourse
from woozle.core.games.ship.claims.extraction.lexicon import verbs, words
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.request import Seat
from woozle.core.value import value

_PRONOUNS = words("me") | words("us") | words("you") | words("they")
_LINKS = frozenset({",", "and", "or", "nor", "both"})


@value
class Party:
    """Seats that are named together; none, for "anyone". start, end: positions of the first token and after the last."""

    seats: tuple[Seat, ...]
    start: int
    end: int
    is_possessive: bool = False
    is_called: bool = False


def is_seat(token: Token) -> bool:
    """Whether a token names a seat or stands for one."""
    return token.kind == "seat" or (token.kind == "word" and token.text in _PRONOUNS)


def group_at(tokens: Sequence[Token], i: int, discourse: Discourse, opens: bool, parts: bool) -> Party:
    """The group that begins at i. opens: whether a clause begins there. parts: whether "and Eve left" begins another clause."""
    seats, end, owns = list(_meant(tokens[i], discourse)), i + 1, _owns(tokens, i)
    while not owns and (following := _next(tokens, end, parts)) is not None:
        seats += [seat for seat in _meant(tokens[following], discourse) if seat not in seats]
        owns, end = _owns(tokens, following), following + 1
    called = opens and not owns and _is_called(tokens, i, end)
    if called:
        discourse.address(seats)
    else:
        discourse.name([seat for seat in seats if seat != discourse.speaker])
    return Party(tuple(seats), i, end, owns, called)


def is_predicate(tokens: Sequence[Token], i: int) -> bool:
    """Whether a finite verb begins at i, adverbs left out."""
    while i < len(tokens) and tokens[i].text in words("adverbs"):
        i += 1
    if i >= len(tokens) or tokens[i].kind != "word":
        return False
    text = tokens[i].text
    verb = verbs().get(text)
    return text in words("be") or text in words("auxiliaries") or (verb is not None and verb.form in ("past", "third"))


def _meant(token: Token, discourse: Discourse) -> tuple[Seat, ...]:
    return (token.seat,) if token.kind == "seat" else discourse.meant(token.text)


def _owns(tokens: Sequence[Token], i: int) -> bool:
    """Whether a seat is named as an owner; "her" is, before a noun ("her route")."""
    token = tokens[i]
    if token.text == "her":
        return i + 1 < len(tokens) and tokens[i + 1].text in words("owned")
    return token.is_possessive or (token.kind == "word" and token.text in words("possessives"))


def _next(tokens: Sequence[Token], i: int, parts: bool) -> int | None:
    """Where the next seat of the group stands, if the group goes on at i."""
    j = i
    while j < min(len(tokens), i + 3) and (tokens[j].kind == "and" or tokens[j].text in _LINKS):
        j += 1
    if j == i or j >= len(tokens) or not is_seat(tokens[j]):
        return None
    is_linked = any(token.kind == "and" or token.text in ("and", "or", "nor") for token in tokens[i:j])
    if tokens[j].kind == "word" and (not is_linked or tokens[j].text in words("possessives") | {"you"}):
        return None
    return None if parts and is_predicate(tokens, j + 1) else j


def _is_called(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether seats that open a clause are spoken to: "Bob, where were you"."""
    if any(token.kind == "word" and token.text in _PRONOUNS for token in tokens[start:end]):
        return False
    if end >= len(tokens) or tokens[end].text not in (",", "—", ":"):
        return False
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    return following is not None and following.text in words("calling")

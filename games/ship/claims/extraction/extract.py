"""Claims of a speech, read by a grammar and without a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from woozle.core.request import Seat
from woozle.games.ship.claims.extraction.certainty import Certainty
from woozle.games.ship.claims.extraction.discourse import Discourse
from woozle.games.ship.claims.extraction.doubts import revise
from woozle.games.ship.claims.extraction.lexicon import Names, is_saying, words
from woozle.games.ship.claims.extraction.quantities import read_quantities
from woozle.games.ship.claims.extraction.stances import stances
from woozle.games.ship.claims.extraction.story import Story
from woozle.games.ship.claims.extraction.tokens import Token, sentences, tokens
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.map import Room, ShipMap

_KEPT = 256  # speeches
_LOOKED_AT = 300  # characters of the speech before that a pronoun may point to


class _Told(NamedTuple):
    """The content of a speech. own: the room in which it last puts its speaker; scene: that of the body, with its victim."""

    claims: tuple[Claim, ...]
    own: Room
    scene: Room
    victim: Seat


class Extractor:
    """Reads the claims of speeches of one match. Pure and total: any text gives claims or none, in time linear in its length."""

    def __init__(self, seats: Sequence[Seat], ship_map: ShipMap) -> None:
        self._names = Names(seats, ship_map)
        self._parsed: dict[str, tuple[Sequence[Token], Sequence[tuple[Sequence[Token], bool]]]] = {}
        self._kept: dict[tuple[Statement, tuple[Statement, ...], Room, Room, Seat], _Told] = {}

    def __call__(self, statement: Statement, before: Sequence[Statement] = ()) -> tuple[Claim, ...]:
        """Return the claims that a speech probably makes, in order.

        Args:
            before: the speeches before it in the match, to which it may refer.
        """
        sentences = self._sentences(statement.text)
        claims = self.certainty(statement, before).weigh(self.read(statement, before))
        claims = read_quantities(claims, sentences, statement.speaker)
        return tuple(revise(claims, statement.text, sentences, statement.speaker))

    def read(self, statement: Statement, before: Sequence[Statement] = ()) -> list[Claim]:
        """Return all claims that the grammar reads, in order, however probable."""
        found = [*self._read_claims(statement, before), *self._read_same_route(statement, before)]
        unique = {_same(claim): claim for claim in reversed(found)}
        return sorted(unique.values(), key=lambda claim: claim.span or (0, 0))

    def certainty(self, statement: Statement, before: Sequence[Statement]) -> Certainty:
        """Return the estimator of how probable the claims of a speech are."""
        meeting = sum(said.meeting == statement.meeting for said in before)
        return Certainty(statement, self._sentences(statement.text), meeting)

    def tokens(self, text: str) -> Sequence[Token]:
        """Return the tokens of a text."""
        return self._parse(text)[0]

    def _sentences(self, text: str) -> Sequence[tuple[Sequence[Token], bool]]:
        return self._parse(text)[1]

    def _parse(self, text: str) -> tuple[Sequence[Token], Sequence[tuple[Sequence[Token], bool]]]:
        """Return the tokens and the sentences of a text, cached, since they are needed several times."""
        if text not in self._parsed:
            if len(self._parsed) > _KEPT:
                self._parsed.clear()
            found = tokens(text, self._names)
            self._parsed[text] = found, list(sentences(found))
        return self._parsed[text]

    def _read_claims(self, statement: Statement, before: Sequence[Statement]) -> Iterator[Claim]:
        parts = self._sentences(statement.text)
        story = self._story(statement, before)
        on_the_way = {room for claim in story if claim.subject == statement.speaker for room in claim.route}
        for claim in story:
            is_retold = claim.type == "location" and claim.subject == statement.speaker and claim.room in on_the_way
            if not is_retold or claim.when or claim.is_negated:
                yield claim
        kills = [claim for claim in story if claim.type == "kill" and claim.span and not claim.is_negated]
        dead = frozenset(claim.target for claim in story if claim.type == "body" and claim.target and not claim.is_negated)
        yield from self._read_quotations(statement)
        for claim in stances(statement.text, parts, Discourse(statement, before), dead):
            if not any(kill.target == claim.target and _holds(kill, claim) for kill in kills):
                yield claim

    def _read_quotations(self, statement: Statement) -> Iterator[Claim]:
        """Yield the claims within quotation marks, not as the speaker's own; the "I" of a quotation must be named beside it."""
        for quoted, told_by in _quotations(self._parse(statement.text)[0], statement.speaker):
            discourse = Discourse(replace(statement, speaker=told_by), ())
            for claim in Story(told_by).read(list(sentences(quoted)), discourse):
                if claim.subject:
                    yield replace(claim, source="quoted", told_by=told_by)

    def _story(self, statement: Statement, before: Sequence[Statement]) -> Sequence[Claim]:
        """Return the claims of a speech, given where earlier speeches of the meeting put its speaker and the body."""
        same = [said for said in before if said.meeting == statement.meeting]
        found = next((told for said in same[:3] if (told := self._told(said, ())).scene), None)
        scene, victim = (found.scene, found.victim) if found else ("", "")
        own = next(
            (room for said in reversed(same) if said.speaker == statement.speaker and (room := self._told(said, ()).own)), ""
        )
        return self._told(statement, before, own, scene, victim).claims

    def _told(
        self, statement: Statement, before: Sequence[Statement], own: Room = "", scene: Room = "", victim: Seat = ""
    ) -> _Told:
        key = (statement, tuple(before), own, scene, victim)
        if key not in self._kept:
            if len(self._kept) > _KEPT:
                self._kept.clear()
            story = Story(statement.speaker, own, scene, victim)
            discourse = Discourse(statement, before)
            discourse.name((victim,) if victim else ())
            for said in before[-1:]:
                discourse.name(
                    [token.seat for token in self._parse(said.text[:_LOOKED_AT])[0] if token.seat]
                    if said.meeting == statement.meeting
                    else ()
                )
            discourse.begin()
            claims = story.read(self._sentences(statement.text), discourse)
            body = next((claim for claim in claims if claim.type == "body" and claim.room and claim.source == "own"), None)
            self._kept[key] = _Told(tuple(claims), story.own, body.room if body else "", body.target if body else "")
        return self._kept[key]

    def _read_same_route(self, statement: Statement, before: Sequence[Statement]) -> Iterator[Claim]:
        """Read "Same as Diana" or "the same route as Diana" as the speaker's own route: the last one that Diana told."""
        said, _ = self._parse(statement.text)
        for i, token in enumerate(said):
            if token.text != "same":
                continue
            following = [other for other in said[i + 1 : i + 4] if other.text not in words("routes")]
            if len(following) < 2 or following[0].text != "as" or following[1].seat in ("", statement.speaker):
                continue
            route = self._last_route(following[1], before)
            if route:
                span = (token.start, following[1].end)
                yield Claim(type="location", subject=statement.speaker, route=route, span=span)
            return

    def _last_route(self, token: Token, before: Sequence[Statement]) -> tuple[Room, ...]:
        """Return the longest route that a seat gave for itself in its last speech."""
        last = next((said for said in reversed(before) if said.speaker == token.seat), None)
        if last is None:
            return ()
        own = [claim.route for claim in self._read_claims(last, ()) if claim.subject == last.speaker and claim.type == "location"]
        return max(own, key=len, default=())


def _holds(whole: Claim, part: Claim) -> bool:
    """Return whether the words of a claim lie within those of another."""
    if whole.span is None or part.span is None:
        return False
    return whole.span[0] <= part.span[0] and part.span[1] <= whole.span[1]


_same = attrgetter(
    "type", "subject", "target", "room", "route", "stops", "activity", "when", "victim", "way", "number", "strength",
    "is_negated", "source", "told_by", "is_tentative",
)  # fmt: skip
"""Returns a key that is equal for claims that differ only in wording and position."""


# Words in quotation marks, and who said them: 'Bob said "I was in medbay"', '"I was in medbay," says Bob'

_CLOSED_BY = {'"': '"', "“": "”"}
_FARTHEST, _NEAR = 8, 3  # tokens before and after a quotation in which the name of who said it stands
_OWN, _POSSESSIVES = words("me"), words("possessives")
_OTHERS = words("he") | words("she") | words("you")


def _quotations(tokens: Sequence[Token], speaker: Seat) -> Iterator[tuple[Sequence[Token], Seat]]:
    """Yield the quotations of a speech, but those of the speaker's own words, and who said each if the speech names them.

    A mark that is never closed opens none.
    """
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
                yield inside, told_by
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

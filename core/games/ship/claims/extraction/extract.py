"""Claims of a speech, read by a grammar and without a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from woozle.core.games.ship.claims.extraction.doubts import Doubts
from woozle.core.games.ship.claims.extraction.lexicon import Names, words
from woozle.core.games.ship.claims.extraction.parser import Discourse, frames
from woozle.core.games.ship.claims.extraction.routes import routes
from woozle.core.games.ship.claims.extraction.rules import RULES, scenes
from woozle.core.games.ship.claims.extraction.stances import stances
from woozle.core.games.ship.claims.extraction.tokens import Token, sentences, tokens
from woozle.core.games.ship.claims.schema import Claim, Statement
from woozle.core.games.ship.map import Room, ShipMap
from woozle.core.request import Seat


class Extractor:
    """Reads the claims of speeches of one match. Pure and total: any text gives claims or none, in time linear in its length."""

    def __init__(self, seats: Sequence[Seat], ship_map: ShipMap) -> None:
        self._names = Names(seats, ship_map)

    def __call__(self, statement: Statement, before: Sequence[Statement] = ()) -> tuple[Claim, ...]:
        """Return the claims of a speech, in order. before: The speeches before it in the match, to which it may refer."""
        found = [*self._read_claims(statement, before), *self._read_same_route(statement, before)]
        doubts = Doubts(statement.text, [said for said, _ in sentences(tokens(statement.text, self._names))], statement.speaker)
        unique = {_key(claim): doubts.note(claim) for claim in reversed(found)}
        return tuple(sorted(unique.values(), key=lambda claim: claim.span or (0, 0)))

    def _read_claims(self, statement: Statement, before: Sequence[Statement]) -> Iterator[Claim]:
        parts = list(sentences(tokens(statement.text, self._names)))
        discourse = Discourse(statement, before)
        speech = [frames(sentence, asks, discourse) for sentence, asks in parts]
        ways = list(routes(speech, statement.speaker))
        on_the_way = {room for way in ways if way.subject == statement.speaker for room in way.route}
        yield from ways
        for claim in chain.from_iterable(rule(scene) for scene in scenes(speech, statement.speaker) for rule in RULES):
            is_retold = claim.type == "location" and claim.subject == statement.speaker and claim.room in on_the_way
            if not is_retold or claim.when or claim.is_negated:
                yield claim
        yield from stances(statement.text, [sentence for sentence, _ in parts], Discourse(statement, before))

    def _read_same_route(self, statement: Statement, before: Sequence[Statement]) -> Iterator[Claim]:
        """Read "Same as Diana", "the same route as Diana": the route that Diana told last, as the speaker's own."""
        said = tokens(statement.text, self._names)
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
        """Return the longest route that a seat told of itself in its last speech."""
        last = next((said for said in reversed(before) if said.speaker == token.seat), None)
        if last is None:
            return ()
        own = [claim.route for claim in self._read_claims(last, ()) if claim.subject == last.speaker and claim.type == "location"]
        return max(own, key=len, default=())


def _key(claim: Claim) -> Claim:
    """Return a claim without its wording and place, for comparison with others of the speech."""
    return replace(claim, span=None, basis="", is_hedged=False, doubt="")

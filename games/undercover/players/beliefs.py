"""What an undercover bot believes: what its eye makes of the picture, and what it makes of the words of the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from woozle.core.request import Seat
from woozle.games.undercover.claims.answers import interpret_answer
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.lexicon import tokens
from woozle.games.undercover.claims.suspicion import Account, account, supporters
from woozle.games.undercover.players.eye import Sighting
from woozle.games.undercover.scenes.graph import Question, Setting
from woozle.games.undercover.scenes.queries import Query
from woozle.games.undercover.scenes.vocabulary import vocabulary
from woozle.games.undercover.scenes.wordings import parse_query
from woozle.games.undercover.state import State

_account = lru_cache(maxsize=4096)(account)
SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
"""A sentence, or a part of one before a semicolon."""


@dataclass
class Beliefs:
    """The beliefs of a seat.

    Args:
        state: What it knows.
        sees: What its eye makes of the picture; None of a picture that is no scene.
        span: How many of each seat's last statements count, 0 for all.
    """

    state: State
    sees: Sighting | None = None
    span: int = 0

    @property
    def me(self) -> Seat:
        return self.state.viewer

    @property
    def question(self) -> str:
        """The question about the picture."""
        return self.state.briefing.question

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.state.seats if seat != self.me and seat not in self.state.out]

    @property
    def setting(self) -> Setting | None:
        """The setting of the scene; None for a picture that is no scene."""
        return self.sees.scene.setting if self.sees else None

    @property
    def is_hunting(self) -> bool:
        """Return whether there is an undercover that is not found yet."""
        return self.state.has_undercover and not any(out.was_undercover for out in self.state.out.values())

    def query(self) -> Query | None:
        """Return the query behind the question, if it is of the kind asked about scenes."""
        return parse_query(self.question, self.setting) if self.setting else None

    def comparable_answer(self, answer: str) -> str:
        """Return an answer in the words in which two of them are compared."""
        return interpret_answer(answer, Question("open", self.question, self.state.briefing.options, ""))

    def latest(self) -> dict[Seat, str]:
        """Return the last answer of each other seat that gave one, but not of a seat that turned out to be the undercover."""
        found = [seat for seat, out in self.state.out.items() if out.was_undercover]
        given = {seat: self.comparable_answer(said) for seat, said in self.state.lasts.items() if seat not in (self.me, *found)}
        return {seat: answer for seat, answer in given.items() if answer}

    def consensus(self) -> str:
        """Return the answer of more than half of the others, of two at least; empty if there is no such answer."""
        given = self.latest()
        answer, votes = next(iter(Counter(given.values()).most_common(1)), ("", 0))
        return answer if votes >= 2 and 2 * votes > len(given) else ""

    def mine(self) -> str:
        """Return the last answer of this seat itself; empty if it gave none."""
        return self.comparable_answer(self.state.lasts.get(self.me, ""))

    def agreeing(self, answer: str) -> list[Seat]:
        """Return the others who are still in and last gave an answer."""
        given = self.latest()
        return [seat for seat in self.others if given.get(seat) == answer]

    def is_witness(self, seat: Seat) -> bool:
        """Return whether a seat has described what the question is about, and never gave another answer."""
        query, told = self.query(), self.on_record.get(seat, frozenset())
        if query is None or len({each.value for each in told if each.about == "answer"}) > 1:
            return False
        asked = {*query.kinds}
        place = vocabulary(self.setting).places[query.place].name if self.setting and query.place >= 0 else ""
        sought = {place, query.value} - {""}
        return any(each.kind in asked or (not asked and each.value in sought) for each in told)

    def is_of_most(self, answer: str) -> bool:
        """Return whether most of the others who are still in last gave an answer, two at least."""
        agreeing = len(self.agreeing(answer))
        return agreeing >= 2 and 2 * agreeing > len(self.others)

    def out_for(self, answer: str) -> Seat:
        """Return the seat that went out last of those that gave an answer; empty without any."""
        given = self.latest()
        return next((seat for seat in reversed(self.state.out) if given.get(seat) == answer), "")

    def outnumbers(self, answer: str, mine: str) -> bool:
        """Return whether more others give an answer than give `mine`, this seat included."""
        given = Counter(self.latest().values())
        return given[answer] > given[mine] + 1

    def leading(self) -> str:
        """Return the most frequent answer of the others, the first of several; empty if none has answered."""
        return next(iter(Counter(self.latest().values()).most_common(1)), ("", 0))[0]

    @cached_property
    def accounts(self) -> dict[Seat, Account]:
        """The claims of each seat about the scene, this one included."""
        return {seat: self._account(seat) for seat in self.state.said}

    @cached_property
    def on_record(self) -> dict[Seat, frozenset[Claim]]:
        """All claims of each seat since the match began, those beside its votes included. Where no number is said, it is one."""
        found: dict[Seat, frozenset[Claim]] = {}
        for seat, said in self.state.said.items() if self.setting else ():
            reasons = (("", why) for why in self.state.argued.get(seat, ()))
            told = _account(self.question, (*said, *reasons), self.setting).claims
            kinds = {claim.kind for claim in told if claim.about != "answer" and not claim.is_denied}
            numbered = {claim.kind for claim in told if claim.about == "count"}
            found[seat] = frozenset((*told, *(Claim("count", kind, "1") for kind in kinds - numbered)))
        return found

    def agree_about(self, kind: str, seats: Sequence[Seat]) -> bool:
        """Return whether no two seats ever said different things of the same about a kind of thing."""
        told: list[dict[str, set[Claim]]] = []
        for seat in seats:
            told.append({})
            for claim in self.on_record.get(seat, ()):
                if claim.kind == kind:
                    told[-1].setdefault(claim.about, set()).add(claim)
        return all(one[about] == two[about] for one, two in combinations(told, 2) for about in one.keys() & two.keys())

    def _account(self, seat: Seat) -> Account:
        setting, said = self.setting, self.state.said[seat]
        if setting is None:
            return self._answers_of(seat)
        said = said[-self.span :]
        return _account(self.question, said, setting)

    def _answers_of(self, seat: Seat) -> Account:
        """Return the answers alone: in a picture that is no scene, nothing else can be compared."""
        given = dict.fromkeys(self.comparable_answer(answer) for answer, _ in self.state.said[seat] if answer)
        return Account(tuple(Claim("answer", self.question, answer) for answer in given), 0.0)

    @cached_property
    def disputed_claims(self) -> dict[Claim, list[Seat]]:
        """The claims of others that its own eye does not bear out, each with those who make it."""
        if self.sees is None:
            return {}
        heard = {seat: told for seat, told in self.accounts.items() if seat != self.me}
        all_claims = dict.fromkeys(claim for told in heard.values() for claim in told.claims)
        return {claim: supporters(claim, heard) for claim in all_claims if not is_true(claim, self.sees.scene)}

    def questions(self, asker: Seat, asked: Seat, *, rounds_ago: int = 1) -> Sequence[str]:
        """Return the kinds of thing that one seat asked another about, by its name, in its last statement or in one before."""
        said, setting = self.state.said.get(asker, ()), self.setting
        return _questions(said[-rounds_ago][1], asked, setting) if len(said) >= rounds_ago and setting else ()

    def left_open(self) -> list[tuple[Seat, str]]:
        """Return the seats that said nothing about the thing that this one asked them about in its last statement but one.

        A seat that is asked in the last one may not have spoken since: all speak at the same time.
        """
        asked = [
            (seat, kind)
            for seat in self.others
            if self.state.said.get(seat)
            for kind in self.questions(self.me, seat, rounds_ago=2)
        ]
        told = {seat: {claim.kind for claim in self.accounts[seat].claims} for seat, _ in asked}
        return [(seat, kind) for seat, kind in asked if kind not in told[seat]]


@lru_cache(maxsize=4096)
def _questions(text: str, asked: Seat, setting: Setting) -> tuple[str, ...]:
    if "?" not in text or asked not in text:
        return ()
    to = re.compile(rf"\b{re.escape(asked)}\b")
    sentences = [each for each in SENTENCE.findall(text) if "?" in each and to.search(each)]
    return tuple(token.meant for each in sentences for token in tokens(each, setting) if token.type == "thing")

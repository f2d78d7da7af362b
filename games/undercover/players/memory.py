"""The memory of an undercover bot: what it was told, what it sees, and the words of the others so far."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.games.undercover.claims.answers import interpret_answer
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.lexicon import is_hedged, tokens
from woozle.games.undercover.claims.suspicion import Account, account, supporters
from woozle.games.undercover.events import Briefing, Counted, Reasoned, Role, RoundBegan, Sight, Summarised
from woozle.games.undercover.players.eye import Acuity, Sighting, sighting
from woozle.games.undercover.scenes.graph import Question, Setting
from woozle.games.undercover.scenes.queries import Query
from woozle.games.undercover.scenes.wordings import parse_query

_account = lru_cache(maxsize=4096)(account)
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_OPENING = 2  # sentences in which somebody says how sure its answer is
_NO_BRIEFING = Briefing((), "undercover", "", (), False, False, "together", 1, 1, "direct", "none", 0)


@dataclass
class Memory:
    """The observation so far. said: of each seat, answers and analyses in order; out: who was voted out, and whether it was right.

    sees: what the eye makes of the picture, None of a picture that is no scene; then `described` may say what is in it.
    is_undercover: None if the seat was not told. round: of reasoning or summary, from 1; phase: as in RoundBegan. votes: counted so
    far; is_revote: a tie is being voted about.
    span: how many of each seat's last statements count, 0 for all; forgives: what was hedged does not count.
    """

    me: Seat
    briefing: Briefing = _NO_BRIEFING
    sees: Sighting | None = None
    described: str = ""
    is_undercover: bool | None = None
    phase: str = "reasoning"
    round: int = 1
    said: dict[Seat, list[tuple[str, str]]] = field(default_factory=dict)
    out: dict[Seat, bool] = field(default_factory=dict)
    votes: int = 0
    is_revote: bool = False
    span: int = 0
    forgives: bool = False

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.briefing.seats if seat != self.me and seat not in self.out]

    @property
    def setting(self) -> Setting | None:
        """The setting of the scene; None for a picture that is no scene."""
        return self.sees.scene.setting if self.sees else None

    @property
    def is_hunting(self) -> bool:
        """Return whether somebody is the undercover and not found yet."""
        return self.briefing.mode == "undercover" and self.briefing.has_undercover and not any(self.out.values())

    def query(self) -> Query | None:
        """Return the query behind the question, if it is of the kind asked about scenes."""
        return parse_query(self.briefing.question, self.setting) if self.setting else None

    def comparable_answer(self, answer: str) -> str:
        """Return an answer in the words in which two of them are compared."""
        return interpret_answer(answer, Question("open", self.briefing.question, self.briefing.options, ""))

    def latest(self) -> dict[Seat, str]:
        """Return the last answer of each other seat that gave one, but not of a seat that turned out to be the undercover."""
        given = {seat: self.comparable_answer(said[-1][0]) for seat, said in self.said.items() if said and not self.out.get(seat)}
        return {seat: answer for seat, answer in given.items() if answer and seat != self.me}

    def consensus(self) -> str:
        """Return the answer of more than half of the others, of two at least; empty if there is no such answer."""
        given = self.latest()
        answer, votes = next(iter(Counter(given.values()).most_common(1)), ("", 0))
        return answer if votes >= 2 and 2 * votes > len(given) else ""

    def leading(self) -> str:
        """Return the most frequent answer of the others, the first of several; empty if nobody has answered."""
        return next(iter(Counter(self.latest().values()).most_common(1)), ("", 0))[0]

    @cached_property
    def accounts(self) -> dict[Seat, Account]:
        """The claims of each seat about the scene, this one included."""
        return {seat: self._account(seat) for seat in self.said}

    def _account(self, seat: Seat) -> Account:
        setting, said = self.setting, self.said[seat]
        if setting is None:
            return self._answers_of(seat)
        said = said[-self.span :]
        if self.forgives:
            said = [(_firm_answer(answer, text), _firm(text)) for answer, text in said]
        return _account(self.briefing.question, tuple(said), setting)

    def _answers_of(self, seat: Seat) -> Account:
        """Return the answers alone: in a picture that is no scene, nothing else can be compared."""
        given = dict.fromkeys(self.comparable_answer(answer) for answer, _ in self.said[seat] if answer)
        return Account(tuple(Claim("answer", self.briefing.question, answer) for answer in given), 0.0)

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
        said, setting = self.said.get(asker, ()), self.setting
        return _questions(said[-rounds_ago][1], asked, setting) if len(said) >= rounds_ago and setting else ()

    def left_open(self) -> list[tuple[Seat, str]]:
        """Return the seats that said nothing about the thing that this one asked them about in its last statement but one.

        Whoever is asked in the last one may not have spoken since: all speak at the same time.
        """
        asked = [
            (seat, kind) for seat in self.others if self.said.get(seat) for kind in self.questions(self.me, seat, rounds_ago=2)
        ]
        told = {seat: {claim.kind for claim in self.accounts[seat].claims} for seat, _ in asked}
        return [(seat, kind) for seat, kind in asked if kind not in told[seat]]


@lru_cache(maxsize=4096)
def _questions(text: str, asked: Seat, setting: Setting) -> tuple[str, ...]:
    if "?" not in text or asked not in text:
        return ()
    to = re.compile(rf"\b{re.escape(asked)}\b")
    sentences = [each for each in _SENTENCE.findall(text) if "?" in each and to.search(each)]
    return tuple(token.meant for each in sentences for token in tokens(each, setting) if token.type == "thing")


@lru_cache(maxsize=4096)
def _firm(text: str) -> str:
    """Return the sentences of a text in which nothing hedges."""
    return "".join(each for each in _SENTENCE.findall(text) if not is_hedged(each))


@lru_cache(maxsize=4096)
def _firm_answer(answer: str, text: str) -> str:
    return "" if any(map(is_hedged, _SENTENCE.findall(text)[:_OPENING])) else answer


def remember(
    me: Seat, observation: Sequence[Event], acuity: Acuity, key: bytes, span: int = 0, *, forgives: bool = False
) -> Memory:
    """Return the memory of a seat, from all that it has observed."""
    memory = Memory(me, span=span, forgives=forgives)
    for event in observation:
        match event:
            case Briefing():
                memory.briefing = event
            case Sight():
                memory.sees = sighting(event.scene, acuity, key) if event.scene else None
                memory.described = event.described
            case Role(seat, is_undercover) if seat == me:
                memory.is_undercover = is_undercover
            case RoundBegan("revote"):
                memory.is_revote = True
            case RoundBegan(phase, number, _):
                memory.phase, memory.round, memory.is_revote = phase, number, False
            case Reasoned(seat, _, answer, text) | Summarised(seat, _, answer, text):
                memory.said.setdefault(seat, []).append((answer, text))
            case Counted(eliminated=seat, was_undercover=was):
                memory.votes += 1
                memory.out |= {seat: bool(was)} if seat else {}
    return memory

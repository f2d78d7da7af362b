"""Speech of a bot of the undercover game: why it answers and votes as it does, what else it sees, and where it disagrees.

The sentences are in `sayings.toml`; `games/undercover/claims/grammar.py` understands them. No speech describes a thing twice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.undercover.claims.grammar import Claim, claims, is_true
from woozle.games.undercover.claims.lexicon import is_hedged
from woozle.games.undercover.claims.suspicion import FEW, Account, Charge, account, opponents
from woozle.games.undercover.players.beliefs import SENTENCE, Beliefs
from woozle.games.undercover.players.eye import Sighting
from woozle.games.undercover.scenes.graph import Thing
from woozle.games.undercover.scenes.heights import is_taller
from woozle.games.undercover.scenes.queries import Query, find
from woozle.games.undercover.scenes.vocabulary import COLUMNS, Kind, vocabulary
from woozle.games.undercover.scenes.words import NUMBERS, phrase_count
from woozle.games.undercover.words import quoted
from woozle.players.bot import happens

SAYINGS: dict[str, list[str]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))
"""Sentences by occasion. `OCCASION_TEMPER` are those of bots of that temper, in place of `OCCASION`."""

_DETAILS = 2
_HEDGED = 1 / 3  # of the sentences of a seat: where fewer are sure, it hedges nearly everything
_SHARED = ("in_two", "states", "missing", "vacant", "taller")  # sentences that are mostly made of what is seen
_PLAIN_FIELDS = ("count", "colour", "place")  # of a thing that no one asked about, those whose doubts are mentioned
_OF_SEVERAL = ("taller", "tallest", "side", "together")  # answers that no one thing shows
_BESIDE = ("open", "closed", "full", "empty", "lit", "unlit")  # states that can stand before a thing


@dataclass(slots=True)
class Stance:
    """The stance of a bot. opening: the kind of its first sentence, other: the seat that this names.

    shows: whether it says what its answer rests on; silent: kinds that it had better not speak of. reply: a claim that it disputes,
    and whose it is. suspect: whom it suspects, and why; wrong: what that seat says wrongly; would_vote: whether it would vote for
    it as things are. regrets: a seat that it voted out, and wrongly. question: a seat and a kind to ask it about. is_cautious:
    whether it hedges what its answer rests on. talks: whether it answers others, or only the question. temper: of its words.
    """

    answer: str
    opening: str
    other: Seat = ""
    shows: bool = True
    silent: Collection[str] = ()
    reply: tuple[Claim, Seat] | None = None
    suspect: Charge | None = None
    wrong: Sequence[Claim] = ()
    regrets: Seat = ""
    would_vote: bool = False
    question: tuple[Seat, str] | None = None
    is_cautious: bool = False
    talks: bool = True
    temper: str = ""


def analysis(beliefs: Beliefs, stance: Stance, chance: Chance, details: int = _DETAILS) -> str:
    """Return the analysis beside its answer. details: how many things it mentions unasked."""
    if beliefs.sees is None:
        return chance.choice("opening", own_sayings(stance.opening, beliefs)).format(other=stance.other, Other=stance.other)
    return " ".join(_Words(beliefs, beliefs.sees, stance, chance).sentences(details))


def vote_reason(beliefs: Beliefs, stance: Stance, chance: Chance) -> str:
    """Return why a bot votes for its suspect, as one sentence."""
    assert stance.suspect
    charge, said = stance.suspect, beliefs.latest().get(stance.suspect.seat)
    if beliefs.sees is None:
        has_said = said and charge.ground == "answer"
        return f"{charge.seat} says {quoted(said)}, and I don't." if said and has_said else "It's a hunch."
    words = _Words(beliefs, beliefs.sees, stance, chance)
    return words.reason() or words.hunch()


def own_sayings(occasion: str, beliefs: Beliefs) -> list[str]:
    """Return the part of a list that this seat says: at one table no two seats share any, where there are enough."""
    seats, order = beliefs.state.seats, _order(occasion, beliefs.question)
    at = seats.index(beliefs.me) if beliefs.me in seats else 0
    return order[at % len(order) :: max(1, min(len(seats), len(order)))]


@lru_cache(maxsize=1024)
def _order(occasion: str, question: str) -> list[str]:
    return Chance(b"sayings " + question.encode(errors="replace")).shuffle(occasion, SAYINGS[occasion])


class _Words:
    def __init__(self, beliefs: Beliefs, sees: Sighting, stance: Stance, chance: Chance) -> None:
        self._beliefs = beliefs
        self._scene, self._doubts = sees.scene, sees.doubts
        self._stance = stance
        self._chance = chance
        self._words = vocabulary(sees.scene.setting)
        self._used: set[str] = set()
        self._told: set[str] = set()  # kinds
        self._has_described = False
        self._before = " ".join(text for _, text in beliefs.state.said.get(beliefs.me, ()))
        self._has_answered = self._compares = False
        self._quoted: dict[Seat, str] = {}  # answers
        self._asked = self._askers() if stance.talks else {}

    def sentences(self, details: int) -> Iterator[str]:
        stance = self._stance
        if stance.regrets:
            yield self._say("regrets", other=stance.regrets)
        yield from self._answer()
        self._has_answered = True
        for kind in self._asked:
            if kind not in self._told:
                yield from self._reply_to_askers(kind)
                details -= details > 1
        reason = self.reason()
        reply = self._dispute(*stance.reply) if stance.reply and not reason and stance.reply[0].kind not in self._told else ""
        for thing in self._fresh()[:details]:
            yield from self._mention(thing)
        yield from filter(None, [reason or reply])
        if stance.suspect and reason:
            yield self._say("suspects" if stance.would_vote else "doubts", other=stance.suspect.seat)
        if stance.talks:
            yield from self._talk()

    # What the answer rests on

    def _answer(self) -> Iterator[str]:
        """Yield the first words, and what the answer rests on."""
        stance, query = self._stance, self._beliefs.query()
        occasion = stance.opening
        things, missing = self._evidence(query) if stance.shows and query else ([], [])
        self._compares = query is not None and query.about in ("taller", "tallest")
        about = query.field if query else ""
        if occasion == "stays" and any(self._is_doubtful(thing, about) for thing in things):
            occasion = "keeps"
        is_of_one = query is not None and query.about not in _OF_SEVERAL
        if occasion == "again" and is_of_one and things and not missing and things[0].kind not in self._asked:
            first, *things = things
            dissenters = {seat: said for seat, said in self._beliefs.latest().items() if self._is_dissent(seat, said)}
            if self._is_doubtful(first, about):
                yield from self._describe(first, "again_in_doubt", about)
            elif dissenters and self._stance.talks:
                said = next(iter(dissenters.values()))
                seats = [seat for seat, each in dissenters.items() if each == said]
                says = "says" if len(seats) == 1 else "say"
                self._quoted = dict.fromkeys(seats, said)
                yield from self._describe(first, "again_against", about, other=names(seats), says=says, said=quoted(said))
            else:
                yield from self._describe(first, "again_things", about)
        else:
            yield self._say(occasion, other=stance.other)
        yield from missing
        if missing and query and query.kind:
            self._told.add(query.kind)
        for thing in things:
            yield from self._of(thing, about)
        if query and self._compares and stance.shows:
            yield from self._compare(query)

    def _is_dissent(self, seat: Seat, said: str) -> bool:
        return seat in self._beliefs.others and said != self._beliefs.comparable_answer(self._stance.answer)

    def _evidence(self, query: Query) -> tuple[list[Thing], list[str]]:
        """Return the things that an answer rests on, and sentences on what is not there."""
        match query.about:
            case "occupant" | "empty" | "taken":
                things = [thing for thing in self._scene.things if thing.place == query.place]
                return things, [] if things else [self._say("vacant", place=self._words.places[query.place].name)]
            case "reading":
                return [thing for thing in self._scene.things if thing.text == query.value], []
        is_missing = query.about != "side" and find(self._scene, query.kind) is None
        found = [thing for kind in query.kinds if (thing := find(self._scene, kind))]
        return found, [self._say("missing", kind=self._words.kinds[query.kind].word)] if is_missing else []

    def _compare(self, query: Query) -> Iterator[str]:
        one, other = find(self._scene, query.kind), find(self._scene, query.than)
        taller = is_taller(one, other, self._scene) if one and other else None
        if taller is not None and one and other:
            tall, short = (one, other) if taller else (other, one)
            yield self._say("taller", tall=self._words.kinds[tall.kind].word, short=self._words.kinds[short.kind].word)

    # What else it sees

    def _fresh(self) -> list[Thing]:
        """Return things to mention: none that it speaks of anyway or had better not, those not mentioned yet first."""
        mine = self._beliefs.accounts.get(self._beliefs.me)
        told = {claim.kind for claim in mine.claims} if mine else set()
        spared = {*self._told, *self._stance.silent, *([self._stance.question[1]] if self._stance.question else [])}
        if not self._stance.shows and (query := self._beliefs.query()):
            spared |= {*query.kinds} | {thing.kind for thing in self._evidence(query)[0]}
            if query.about == "place":  # what it sees where it says that something else is
                places = {thing.kind: self._words.places[thing.place].name for thing in self._scene.things}
                spared |= {kind for kind, place in places.items() if place == self._stance.answer}
        things = [thing for thing in self._scene.things if thing.kind not in spared]
        return sorted(self._chance.shuffle("details", things), key=lambda thing: thing.kind in told)

    def _mention(self, thing: Thing) -> Iterator[str]:
        """Yield a thing that nobody asked it about; some that another seat has mentioned by naming that seat."""
        if not self._is_doubtful(thing) and happens(self._chance, f"shared {thing.kind}", 50):
            opposed = {self._stance.suspect.seat if self._stance.suspect else "", *(self._stance.reply or ())[1:]}
            for seat in self._beliefs.others:
                if seat not in opposed and (shared := self._find_shared(thing, seat)):
                    yield from self._describe(shared, "shared", other=seat)
                    return
        yield from self._of(thing)

    def _find_shared(self, thing: Thing, seat: Seat) -> Thing | None:
        """Return as much of a thing as another seat has said of it too; None if that is little, or it ever said otherwise."""
        of_it = [claim for claim in self._beliefs.on_record.get(seat, ()) if claim.kind == thing.kind]
        told = {claim.about for claim in of_it if not claim.is_denied}
        place, places = self._words.places[thing.place], {claim.value for claim in of_it if claim.about == "place"}
        is_told = {"colour", "count"} <= told and (place.name in places or {place.row, place.column} <= places)
        if not (is_told and all(is_true(claim, self._scene) for claim in of_it)):
            return None
        return Thing(
            thing.id,
            thing.kind,
            thing.colour,
            thing.place,
            thing.count,
            thing.size if "size" in told else "medium",
            thing.pattern if "pattern" in told else "plain",
            thing.text if "text" in told else "",
            thing.state if "state" in told else "",
        )

    def _of(self, thing: Thing, about: str = "") -> Iterator[str]:
        """Yield a thing in one sentence or two. about: the field that must be named."""
        if thing.kind in self._told:
            return
        if self._is_doubtful(thing, about) or (self._stance.is_cautious and about):
            yield from self._describe(thing, "in_doubt", about)
        elif askers := self._asked.get(thing.kind):
            yield from self._describe(thing, "asked", about, other=names(askers))
        else:
            is_long = len(self._adjectives(thing)) > 1 and not thing.text
            is_in_two = is_long and about != "pattern" and happens(self._chance, f"in two {thing.kind}", 25)
            plain = "more" if self._has_described and not about and happens(self._chance, f"more {thing.kind}", 30) else "things"
            yield from self._describe(thing, "in_two" if is_in_two else plain, about)

    def _is_doubtful(self, thing: Thing, about: str = "") -> bool:
        return any((thing.kind, field) in self._doubts for field in ((about,) if about else _PLAIN_FIELDS))

    def _describe(self, thing: Thing, sayings: str, about: str = "", **values: str) -> Iterator[str]:
        """Yield a saying about a thing and, if that is asked about or now and then, its state, which may have its own sentence."""
        self._told.add(thing.kind)
        self._has_described = True
        tells_state = bool(thing.state) and (about == "state" or happens(self._chance, f"state {thing.kind}", 60))
        tells_text = bool(thing.text) and (about in ("text", "reading") or happens(self._chance, f"text {thing.kind}", 60))
        is_beside = tells_state and thing.state in _BESIDE and sayings != "in_two" and happens(self._chance, "beside", 50)
        words = [word for word in self._adjectives(thing) if word != "plain"]
        if about == "pattern" and thing.pattern == "plain":
            words.insert(words[:1] == [thing.size], "plain")
        if is_beside:
            words.insert(words[:1] == [thing.size], thing.state)
        yield self._about(thing, sayings, thing=self._in_words(thing, words, tells_text), adjectives=names(words), **values)
        if about == "size" and thing.size == "medium" and not self._compares:
            yield self._about(thing, "states", state="medium-sized")
        if tells_state and not is_beside:
            yield self._about(thing, "states", state=thing.state)

    # Talking to others

    def _askers(self) -> dict[str, list[Seat]]:
        """Return the kinds that others asked it about, each with those who did, but not what it had better not speak of."""
        found: dict[str, list[Seat]] = {}
        stance, query = self._stance, self._beliefs.query()
        evaded = {*stance.silent, *([] if stance.shows or not query else query.kinds)}
        for other in self._beliefs.others:
            for kind in self._beliefs.questions(other, self._beliefs.me)[:1]:
                if kind not in evaded:
                    found.setdefault(kind, []).append(other)
        return found

    def _reply_to_askers(self, kind: str) -> Iterator[str]:
        askers = names(self._asked[kind])
        if thing := find(self._scene, kind):
            if self._is_doubtful(thing):
                yield self._say("asked_in_doubt", other=askers)
            yield from self._of(thing)
        else:
            self._told.add(kind)
            yield self._say("asked_missing", other=askers, kind=self._words.kinds[kind].word)

    def _talk(self) -> Iterator[str]:
        """Yield a word on a question that was left open, and its own question."""
        for other, kind in self._beliefs.left_open()[:1]:
            if thing := find(self._scene, kind):
                yield self._about(thing, "left", other=other)
        if self._stance.question:
            other, kind = self._stance.question
            if thing := find(self._scene, kind):
                about = self._chance.choice("asks", ("colour", "count", "place"))
                yield self._about(thing, f"asks_{about}", other=other, plural=self._words.kinds[kind].plural)

    # What speaks against a seat

    def reason(self) -> str:
        """Return what its suspect is suspected for, as a sentence; empty if that is nothing, or nothing that it had better say."""
        if (charge := self._stance.suspect) is None:
            return ""
        if charge.ground in ("hedges", "little") and (shortcoming := self._shortcoming(charge.seat)):
            return self._say(shortcoming, other=charge.seat)
        if charge.ground == "alone":
            return self._contradiction(charge.seat) or self._disputed(charge.seat) or self._only(charge.seat)
        return self._disputed(charge.seat, charge.claim) or self._contradiction(charge.seat) or self._only(charge.seat)

    def hunch(self) -> str:
        """Return a vote for its suspect without a reason."""
        assert self._stance.suspect
        return self._say("hunches", other=self._stance.suspect.seat)

    def _disputed(self, seat: Seat, first: Claim | None = None) -> str:
        """Return what a seat says wrongly, and how its own eye sees that, if it may speak of any. first: preferably."""
        told, doubts = self._beliefs.accounts, self._doubts
        sure = [claim for claim in self._stance.wrong if (claim.kind, claim.about) not in doubts] or self._stance.wrong
        alone = sorted(sure, key=lambda claim: not opponents(claim, seat, told))
        for claim in [first, *alone] if first in sure else alone:
            if claim and not (self._is_silent(claim) or self._has_said(claim)) and (said := self._dispute(claim, seat)):
                return said
        return ""

    def _has_said(self, claim: Claim) -> bool:
        """Return whether the bot itself ever said so."""
        return claim in self._beliefs.on_record.get(self._beliefs.me, ())

    def _mine_ever(self) -> set[str]:
        """Return all answers that the bot ever gave."""
        record = self._beliefs.on_record.get(self._beliefs.me, ())
        given = {claim.value for claim in record if claim.about == "answer"}
        return given | {self._beliefs.comparable_answer(self._stance.answer)}

    def _is_silent(self, claim: Claim) -> bool:
        query = self._beliefs.query()
        asked = {*query.kinds} if query else set()
        kinds = asked if claim.about == "answer" else {claim.kind}
        hidden = {*self._stance.silent, *self._told} | (set() if self._stance.shows else asked)
        return bool(kinds & hidden) or (claim.about == "answer" and not self._stance.shows)

    def _shortcoming(self, seat: Seat) -> str:
        """Return how it is said that a seat told little, or hedged, where that is so and the bot itself did better; else empty."""
        said = self._beliefs.state.said
        theirs, mine = said.get(seat, ()), said.get(self._beliefs.me, ())
        for occasion, first in (("little", 0), ("little_now", -1)):
            if self._details(theirs[first:]) < FEW <= self._details(mine[first:]):
                return occasion
        return "hedges" if self._certainty(theirs) < _HEDGED <= self._certainty(mine) else ""

    def _details(self, said: Sequence[tuple[str, str]]) -> int:
        return sum(claim.about != "answer" for claim in account(self._beliefs.question, said, self._scene.setting).claims)

    def _certainty(self, said: Sequence[tuple[str, str]]) -> float:
        """Return the share of the sentences about things that do not hedge."""
        sentences = [each for _, text in said for each in SENTENCE.findall(text) if claims(each, self._scene.setting)]
        return sum(not is_hedged(each) for each in sentences) / max(1, len(sentences))

    def _only(self, seat: Seat) -> str:
        """Return what a seat alone says, where the bot does not believe it and had better not say why; empty without it."""
        for claim in self._stance.wrong:
            is_answer = claim.about == "answer"
            is_told = seat in self._quoted if is_answer else claim.kind in self._told
            if self._is_alone(claim, seat) and self._stands(claim, seat) and not is_told:
                self._told.add(claim.kind)
                claimed = quoted(claim.value) if is_answer else f"that {self._claimed(claim, self._number_by(seat, claim.kind))}"
                return self._say("only", other=seat, claimed=claimed)
        return ""

    def _is_alone(self, claim: Claim, seat: Seat) -> bool:
        """Return whether two others at least ever spoke of what a seat claims, and said the same, but not what it says."""
        others = {name: told for name, told in self._beliefs.on_record.items() if name != seat}
        said = [{each for each in told if _topic(each) == _topic(claim)} for told in others.values()]
        said = [each for each in said if each]
        return len(said) >= 2 and bool(set.intersection(*said)) and claim not in set.union(*said)

    def _stands(self, claim: Claim, seat: Seat) -> bool:
        """Return whether a seat still says so: who takes back an answer takes back what it rested on."""
        if claim.about == "answer":
            return self._beliefs.latest().get(seat) == claim.value
        said, query = self._beliefs.state.said.get(seat, ()), self._beliefs.query()
        if query is None or claim.kind not in query.kinds or len({answer for answer, _ in said}) < 2:
            return True
        return claim in account(self._beliefs.question, said[-1:], self._scene.setting).claims

    def _contradiction(self, seat: Seat) -> str:
        """Return which others a seat contradicts, and in what; empty without any.

        They are several that agree, and as to the answer none that guesses; or one, and this bot itself has said the same.
        """
        told, query = self._beliefs.accounts, self._beliefs.query()
        asked, is_steady = query.kinds if query else (), len(self._mine_ever()) == 1
        for claim in told.get(seat, Account((), 0.0)).claims:
            against: dict[Claim, list[Seat]] = {}
            for other in opponents(claim, seat, told):
                for each in told[other].claims if other != self._beliefs.me and self._stands(claim, seat) else ():
                    if (each.about, each.kind) == (claim.about, claim.kind) and self._stands(each, other):
                        against.setdefault(each, []).append(other)
            agreed, others = max(against.items(), key=lambda each: len(each[1]), default=(claim, []))
            if claim.about == "answer":
                witnesses = [each for each in others if self._beliefs.is_witness(each)]
                is_alone = self._beliefs.agreeing(claim.value) == [seat] and self._beliefs.is_witness(seat)
                is_agreed = all(self._beliefs.agree_about(kind, [self._beliefs.me, *witnesses]) for kind in asked)
                is_new = seat not in self._quoted and self._mine_ever() == {agreed.value}
                if len(witnesses) > 1 and is_alone and is_agreed and is_new:
                    return self._say("contradicts", other=seat, others=names(witnesses))
                continue
            is_joined = self._has_said(agreed)
            is_backed = any(claim in record for other, record in self._beliefs.on_record.items() if other != seat)
            if len(others) + is_joined < 2 or is_backed:
                continue
            if claim.kind in asked and not is_steady:
                continue  # it once said otherwise itself
            is_sided = self._beliefs.agree_about(claim.kind, [self._beliefs.me, *others])
            if is_sided and claim.kind not in self._told and find(self._scene, claim.kind):
                self._told.add(claim.kind)
                plural = self._words.kinds[claim.kind].plural
                occasion = "contradicts_about" if is_joined else "alone_about"
                return self._say(occasion, other=seat, others=names([*others, *["me"] * is_joined]), plural=plural)
        return ""

    def _dispute(self, claim: Claim, other: Seat) -> str:
        """Return the claim of another seat, and how its own eye sees it."""
        if claim.about == "answer":
            return self._dispute_answer(claim, other)
        kind = self._words.kinds[claim.kind]
        if self._quoted.get(other) == kind.word:
            return ""
        self._told.add(claim.kind)
        thing = find(self._scene, claim.kind)
        if claim.about == "kind" and claim.is_denied and thing:
            claimed = f"there is no {' '.join(filter(None, (claim.value, kind.word)))}"
            mine = f"I see {self._in_words(thing, [thing.colour])}"
        elif thing is None:
            claimed, mine = self._claimed_count(kind, self._count_by(other, claim.kind)), f"I see no {kind.word}"
        else:
            claimed, mine = self._claimed(claim, self._number_by(other, claim.kind)), self._mine(claim, thing)
        return self._say("replies" if self._stands(claim, other) else "replies_before", other=other, claimed=claimed, mine=mine)

    def _dispute_answer(self, claim: Claim, other: Seat) -> str:
        """Return a wrong answer of another seat, its last one if that is wrong too, and what its own eye sees."""
        last, query = self._beliefs.latest().get(other), self._beliefs.query()
        is_last = last is not None and any(each.about == "answer" and each.value == last for each in self._stance.wrong)
        said = quoted(last if is_last and last else claim.value)
        mine = "" if self._has_answered or query is None else self._counterpart(query)
        if not (mine or self._has_answered) or (is_last and other in self._quoted):
            return ""
        occasion = "disputes_answer" if mine else "disputes_briefly"
        return self._say(occasion if is_last else f"{occasion}_before", other=other, said=said, mine=mine)

    def _count_by(self, seat: Seat, kind: str) -> int:
        """Return how many of a kind a seat claims there are; 0 if it does not say."""
        told = self._beliefs.accounts.get(seat)
        counts = [claim for claim in told.claims if (claim.about, claim.kind) == ("count", kind)] if told else []
        return next((int(claim.value) for claim in counts if not claim.is_denied), 0)

    def _number_by(self, seat: Seat, kind: str) -> int:
        """Return how many of a kind a seat claims there are; without a number 2, if it names more than one, else 1."""
        plural = re.compile(rf"\b{self._words.kinds[kind].plural}\b", re.IGNORECASE)
        sentences = [each for _, text in self._beliefs.state.said.get(seat, ()) for each in SENTENCE.findall(text)]
        is_plural = any(plural.search(each) and "?" not in each for each in sentences)
        return self._count_by(seat, kind) or 1 + is_plural

    def _claimed(self, claim: Claim, count: int) -> str:
        """Return a claim of another seat as a clause: `the cups are not red`. count: of the things, as far as it knows."""
        kind = self._words.kinds[claim.kind]
        be = f"the {kind.words(count)} {'is' if count == 1 else 'are'}{' not' if claim.is_denied else ''}"
        match claim.about:
            case "count":
                return self._claimed_count(kind, int(claim.value), " not" if claim.is_denied else "")
            case "kind":
                return f"there is {'no ' + kind.word if claim.is_denied else phrase_count(1, kind)}"
            case "text":
                return f'{be} marked "{claim.value}"'
            case "size" if claim.value == "medium":
                return f"{be} medium-sized"
        return f"{be} {claim.value}"

    @staticmethod
    def _claimed_count(kind: Kind, number: int, no: str = "") -> str:
        """Return that there are so many of a kind: `there are not three cups`. number: 0 for at least one."""
        if number == 0 and not no:
            return f"there is {phrase_count(1, kind)}"
        word = "one" if number == 1 else NUMBERS[number] if number < len(NUMBERS) else str(number)
        return f"there {'is' if number == 1 else 'are'}{no} {word} {kind.words(number)}"

    def _mine(self, claim: Claim, thing: Thing) -> str:
        """Return how the bot sees what a claim is about: `mine are red`."""
        be = f"mine {_is(thing)}"
        match claim.about:
            case "count":
                return f"I count {NUMBERS[thing.count] if thing.count > 1 else 'one'}"
            case "place":
                return f"{be} {self._words.places[thing.place].name}"
            case "text":
                return (
                    f'mine {"says" if thing.count == 1 else "say"} "{thing.text}"'
                    if thing.text
                    else f"I read nothing on {_it(thing)}"
                )
            case "kind":
                return f"I see {self._in_words(thing, [thing.colour])}"
            case "size" if thing.size == "medium":
                return f"{be} medium-sized"
        return f"{be} {getattr(thing, claim.about) or 'neither'}"

    def _counterpart(self, query: Query) -> str:
        """Return what it sees of what the question is about, against another answer: `I count three birds`; empty if nothing."""
        thing, kind = find(self._scene, query.kind), self._words.kinds.get(query.kind)
        match query.about:
            case "occupant" | "empty" | "taken":
                here = next((each for each in self._scene.things if each.place == query.place), None)
                place = self._words.places[query.place].name
                return f"I see {self._in_words(here, [here.colour])} {place}" if here else f"I see nothing {place}"
            case "reading":
                bearer = next((each for each in self._scene.things if each.text == query.value), None)
                return f'my {self._words.kinds[bearer.kind].word} says "{bearer.text}"' if bearer else ""
            case "tallest" | "taller" | "side":
                return self._compared(query)
            case "together":
                found = [each for each in self._scene.things if each.kind in query.kinds]
                return f"I count {names(self._in_words(each, []) for each in found)}" if found else ""
            case "count" | "presence" if thing and kind:
                return f"I count {NUMBERS[thing.count] if thing.count > 1 else 'one'} {kind.words(thing.count)}"
            case "count" | "presence" if kind:
                return f"I see no {kind.word}"
        if thing is None or kind is None:
            return ""
        my = f"my {kind.words(thing.count)}"
        match query.about:
            case "place":
                return f"{my} {_is(thing)} {self._words.places[thing.place].name}"
            case "text":
                return f'{my} {"says" if thing.count == 1 else "say"} "{thing.text}"' if thing.text else ""
        return f"{my} {_is(thing)} {getattr(thing, query.about)}"

    def _compared(self, query: Query) -> str:
        one, other = find(self._scene, query.kind), find(self._scene, query.than)
        if one is None or other is None:
            return ""
        one_word, other_word = (self._words.kinds[each.kind].words(each.count) for each in (one, other))
        if query.about == "side":
            one_place, other_place = (self._words.places[each.place].name for each in (one, other))
            return f"my {one_word} {_is(one)} {one_place} and my {other_word} {_is(other)} {other_place}"
        taller = is_taller(one, other, self._scene)
        if taller is None:
            return ""
        return f"my {one_word if taller else other_word} is taller than my {other_word if taller else one_word}"

    # Sentences

    def _adjectives(self, thing: Thing) -> list[str]:
        size = thing.size if thing.size != "medium" else ""
        pattern = thing.pattern if self._words.kinds[thing.kind].has_patterns else ""
        return [word for word in (size, thing.colour, pattern) if word]

    def _in_words(self, thing: Thing, adjectives: list[str], tells_text: bool = False) -> str:
        """Return a thing as a viewer names it: `three small red cups`, `a blue sign that says "WEST"`."""
        said = " ".join([*adjectives, self._words.kinds[thing.kind].words(thing.count)])
        text = f' that {"says" if thing.count == 1 else "say"} "{thing.text}"' if tells_text else ""
        return f"{NUMBERS[thing.count] if thing.count > 1 else 'an' if said[0] in 'aeiou' else 'a'} {said}{text}"

    def _about(self, of: Thing, sayings: str, **values: str) -> str:
        kind, are = self._words.kinds[of.kind], _is(of)
        return self._say(
            sayings,
            counted=phrase_count(of.count, kind) if of.count > 1 else f"one {kind.word}",
            the=f"the {kind.words(of.count)}",
            place=self._words.places[of.place].name,
            they="it" if of.count == 1 else "they",
            **{"is": are, **values},
        )

    def _say(self, sayings: str, **values: str) -> str:
        capital = {name.capitalize(): value[:1].upper() + value[1:] for name, value in values.items()}
        sayings = tempered if (tempered := f"{sayings}_{self._stance.temper}") in SAYINGS else sayings
        own = SAYINGS[sayings] if sayings in _SHARED else own_sayings(sayings, self._beliefs)
        said = [(saying, saying.format(**values, **capital)) for saying in (*own, *SAYINGS[sayings])]
        fresh = [(saying, words) for saying, words in said if saying not in self._used and words not in self._before]
        saying, words = self._chance.choice(sayings, [each for each in fresh if each[0] in own] or fresh or said)
        self._used.add(saying)
        return words


def _topic(claim: Claim) -> tuple[str, str, bool]:
    """Return what a claim is about; rows and columns of places are two things."""
    return claim.about, claim.kind, claim.value in COLUMNS


def _is(thing: Thing) -> str:
    return "is" if thing.count == 1 else "are"


def _it(thing: Thing) -> str:
    return "it" if thing.count == 1 else "them"

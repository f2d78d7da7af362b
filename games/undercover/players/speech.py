"""Speech of a bot of the undercover game: why it answers as it does, what else it sees, and where it disagrees.

The sentences are in `sayings.toml`; `games/undercover/claims/grammar.py` understands them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.undercover.claims.grammar import Claim
from woozle.games.undercover.claims.suspicion import Charge
from woozle.games.undercover.players.beliefs import Beliefs
from woozle.games.undercover.players.eye import Sighting
from woozle.games.undercover.scenes.graph import Thing
from woozle.games.undercover.scenes.queries import Query, find
from woozle.games.undercover.scenes.vocabulary import vocabulary
from woozle.games.undercover.scenes.words import NUMBERS, phrase_count
from woozle.players.bot import happens

SAYINGS: dict[str, list[str]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))

_DETAILS = 2
_SHARED = ("in_two", "states", "texts", "missing", "vacant")  # sentences that are mostly made of what is seen
_PLAIN_FIELDS = ("count", "colour", "place")  # of a thing that no one asked about, those whose doubts are mentioned


@dataclass(slots=True)
class Stance:
    """The stance of a bot. opening: the kind of its first sentence, other: the seat that this names.

    shows: whether it says what its answer rests on; silent: kinds that it had better not speak of. reply: a claim that it disputes,
    and whose it is. suspected_for: why it suspects the suspect; would_vote: whether it would vote for it as things are. voted_for:
    the seat that it voted for in the last vote, and why. question: a seat and a kind to ask it about. is_cautious: whether it
    hedges what its answer rests on.
    """

    answer: str
    opening: str
    other: Seat = ""
    shows: bool = True
    silent: Collection[str] = ()
    reply: tuple[Claim, Seat] | None = None
    suspect: Seat = ""
    suspected_for: Charge | None = None
    voted_for: Charge | None = None
    would_vote: bool = False
    question: tuple[Seat, str] | None = None
    is_cautious: bool = False


def analysis(beliefs: Beliefs, stance: Stance, chance: Chance, details: int = _DETAILS) -> str:
    """Return the analysis beside its answer. details: how many things it mentions unasked."""
    opening = chance.choice("opening", own_sayings(stance.opening, beliefs)).format(other=stance.other, Other=stance.other)
    if beliefs.sees is None:
        return opening
    return " ".join([opening, *_Words(beliefs, beliefs.sees, stance, chance).sentences(details)])


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

    def sentences(self, details: int) -> Iterator[str]:
        query = self._beliefs.query()
        spoken: list[str] = []
        if self._stance.shows and query:
            yield from self._evidence(query)
            spoken = [query.kind, query.than]
        for thing in self._fresh(spoken)[:details]:
            yield from self._of(thing)
        if self._stance.reply:
            yield from self._reply(*self._stance.reply)
        yield from self._dialogue()
        if self._stance.suspect:
            yield self._say("suspects" if self._stance.would_vote else "doubts", other=self._stance.suspect)

    def _dialogue(self) -> Iterator[str]:
        """Yield replies to those who asked it something, a word on a question that was left open, and its own question."""
        beliefs = self._beliefs
        for other in beliefs.others:
            for kind in beliefs.questions(other, beliefs.me)[:1]:
                yield self._say("asked", other=other)
                thing = find(self._scene, kind)
                yield from self._of(thing) if thing else [self._say("missing", kind=self._words.kinds[kind].word)]
        for other, kind in beliefs.left_open():
            if thing := find(self._scene, kind):
                yield self._about(thing, "left", other=other)
        if self._stance.question:
            other, kind = self._stance.question
            if thing := find(self._scene, kind):
                about = self._chance.choice("asks", ("colour", "count", "place"))
                yield self._about(thing, f"asks_{about}", other=other, plural=self._words.kinds[kind].plural)

    # What the answer rests on

    def _evidence(self, query: Query) -> Iterator[str]:
        match query.about:
            case "occupant" | "empty" | "taken":
                things = [thing for thing in self._scene.things if thing.place == query.place]
                if not things:
                    yield self._say("vacant", place=self._words.places[query.place].name)
            case "reading":
                things = [thing for thing in self._scene.things if thing.text == query.value]
            case _:
                if query.about != "side" and find(self._scene, query.kind) is None:
                    yield self._say("missing", kind=self._words.kinds[query.kind].word)
                things = [thing for kind in (query.kind, query.than) if (thing := find(self._scene, kind))]
        for thing in things:
            yield from self._of(thing, "size" if query.about in ("taller", "tallest") else query.about)

    def _fresh(self, spoken: list[str]) -> list[Thing]:
        """Return things to mention: none that was asked about or is better left out, those not mentioned yet first."""
        mine = self._beliefs.accounts.get(self._beliefs.me)
        told = {claim.kind for claim in mine.claims} if mine else set()
        things = [thing for thing in self._scene.things if thing.kind not in spoken and thing.kind not in self._stance.silent]
        return sorted(self._chance.shuffle("details", things), key=lambda thing: thing.kind in told)

    def _of(self, thing: Thing, about: str = "") -> Iterator[str]:
        """Yield a thing in one sentence or two, and another about its state or text. about: the field that must be named."""
        doubtful = any((thing.kind, field) in self._doubts for field in ((about,) if about else _PLAIN_FIELDS))
        doubtful = doubtful or (self._stance.is_cautious and bool(about))
        adjectives = self._adjectives(thing)
        in_two = len(adjectives) > 1 and happens(self._chance, "in two", 30)
        yield self._about(thing, "in_doubt" if doubtful else "in_two" if in_two else "things", adjectives=names(adjectives))
        if (about == "size" and thing.size == "medium") or (about == "pattern" and thing.pattern == "plain" and not in_two):
            yield self._about(thing, "states", state=str(getattr(thing, about)))
        if thing.state and (about == "state" or happens(self._chance, "state", 60)):
            yield self._about(thing, "states", state=thing.state)
        if thing.text and (about in ("text", "reading") or happens(self._chance, "text", 60)):
            yield self._about(thing, "texts", text=thing.text)

    def _reply(self, claim: Claim, other: Seat) -> Iterator[str]:
        """Return the claim of another seat, and how its own eye sees it."""
        kind = self._words.kinds[claim.kind]
        thing = find(self._scene, claim.kind)
        if claim.about == "kind" and claim.is_denied and thing:
            claimed, mine = f"there is no {kind.word}", f"I see {phrase_count(thing.count, kind)}"
        elif thing is None:
            claimed, mine = f"there is {phrase_count(1, kind)}", "I see none"
        else:
            claimed, mine = self._aspect(thing, claim.about, claim.value), f"in my picture {self._aspect(thing, claim.about, '')}"
        yield self._say("replies", other=other, claimed=claimed, mine=mine)

    def _aspect(self, thing: Thing, about: str, value: str) -> str:
        """Return one field of a thing in words, with another value if one is given: `the cups are red`."""
        kind, are = self._words.kinds[thing.kind], _is(thing)
        the = f"the {kind.words(thing.count)}"
        match about:
            case "count":
                count = int(value or thing.count)
                return f"there {'is' if count == 1 else 'are'} {'one ' + kind.word if count == 1 else f'{count} {kind.plural}'}"
            case "place":
                return f"{the} {are} {value or self._words.places[thing.place].name}"
            case "text":
                return f'{the} {are} marked "{value or thing.text}"'
        return f"{the} {are} {value or getattr(thing, about)}"

    # Sentences

    def _adjectives(self, thing: Thing) -> list[str]:
        size = thing.size if thing.size != "medium" else ""
        pattern = thing.pattern if self._words.kinds[thing.kind].has_patterns else ""
        return [word for word in (size, thing.colour, pattern) if word]

    def _in_words(self, thing: Thing) -> str:
        """Return a thing as a viewer names it: `three small red cups`; what is usual, such as plain, is left out."""
        words = [word for word in self._adjectives(thing) if word != "plain"]
        said = " ".join([*words, self._words.kinds[thing.kind].words(thing.count)])
        return f"{NUMBERS[thing.count]} {said}" if thing.count > 1 else f"{'an' if said[0] in 'aeiou' else 'a'} {said}"

    def _about(self, thing: Thing, sayings: str, **values: str) -> str:
        kind, are = self._words.kinds[thing.kind], _is(thing)
        return self._say(
            sayings,
            thing=self._in_words(thing),
            counted=phrase_count(thing.count, kind) if thing.count > 1 else f"one {kind.word}",
            the=f"the {kind.words(thing.count)}",
            place=self._words.places[thing.place].name,
            they="it" if thing.count == 1 else "they",
            say="says" if thing.count == 1 else "say",
            **{"is": are, **values},
        )

    def _say(self, sayings: str, **values: str) -> str:
        capital = {name.capitalize(): value[:1].upper() + value[1:] for name, value in values.items()}
        own = SAYINGS[sayings] if sayings in _SHARED else own_sayings(sayings, self._beliefs)
        fresh = [[saying for saying in each if saying not in self._used] for each in (own, SAYINGS[sayings])]
        saying = self._chance.choice(sayings, fresh[0] or fresh[1] or own)
        self._used.add(saying)
        return saying.format(**values, **capital)


def _is(thing: Thing) -> str:
    return "is" if thing.count == 1 else "are"

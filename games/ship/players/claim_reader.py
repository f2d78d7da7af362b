"""Claims in a speech: who was where, who found whom, who accuses, clears or wants to eject whom.

Speeches are read as they come, from bots, models and people ("i was in nav", "Bob killed Carol, vote him"). A grammar of a dozen
words misses much and is sometimes wrong. A bot weighs a claim by its speaker, and never more than its own sightings.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.map import Room

_MOST_CLAIMS = 40  # of one speech; more is noise, or an attempt to drown others
_LONGEST = 4000

ALIASES: dict[Room, tuple[str, ...]] = {
    "cafeteria": ("cafe", "caf", "caffeteria", "cafetaria"),
    "weapons": ("weapon", "weap", "weaps", "weps"),
    "oxygen": ("o2", "oxy"),
    "upper_engine": ("upper", "top engine"),
    "lower_engine": ("lower", "bottom engine"),
    "medbay": ("med", "med bay", "medibay", "medical", "infirmary"),
    "electrical": ("elec", "electric", "electricity"),
    "security": ("sec", "cams", "cameras"),
    "storage": ("store", "stor"),
    "navigation": ("nav", "navi", "navs"),
    "observatory": ("obs",),
    "turbines": ("turbine",),
    "engine": ("engines", "engine room"),
    "comms": ("communications", "coms"),
    "mess": ("mess hall",),
}
"""Other names that people use for rooms; two words are also understood written as one."""

Kind = Literal["at", "body", "kill", "accuse", "clear", "vote", "skip", "confess"]


@value
class Claim:
    """A claim of a speaker.

    at: `about` was in `room`, from tick `first` to `last` (None if unsaid; `about` may be the speaker). body: `about` lies dead in
    `room`. kill: the speaker says that `about` killed; `seen` if the speaker saw it. accuse, clear, vote: about `about`. skip,
    confess: about the speaker alone.
    """

    kind: Kind
    speaker: Seat
    about: Seat | None = None
    room: Room | None = None
    first: int | None = None
    last: int | None = None
    seen: bool = False


_WORDS: dict[str, str] = {
    "me": "i|im|i'm|i've|ive|i'd|me|my|myself|mine",
    "us": "we|us|our",
    "pronoun": "he|she|him|her|his|hers",
    "saw": "saw|seen|see|spotted|noticed|met|passed|caught|watched|witnessed",
    "with": "with|beside|alongside",
    "not": r"not|never|no|nobody|noone|none|without|hardly|\w+n't|didnt|dont|wasnt|isnt|cant|wont|doubt",
    "kill": "kill|kills|killed|killing|murder|murdered|murders|stabbed",
    "by": "by",
    "passive": "was|were|been|got|is|being",
    "who": "who|whoever|someone|somebody|anyone",
    "vague": "everybody|everyone|others|rest|could|might|maybe|if|probably|perhaps|somewhere",
    "accuse": "suspect|suspects|suspected|accuse|accusing|blame|blaming|finger",
    "sus": "sus|sussy|suspicious|liar|lying|lied|lies|guilty|impostor|imposter|duck|killer|murderer|fishy|shady|faking|fake|"
    "strange|weird",
    "vote": "vote|votes|voting|eject|ejecting|kick|evict",
    "clear": "innocent|clear|clears|cleared|trust|trusts|clean|safe|vouch|vouched|goose|alibi",
    "skip": "skip|skipping|abstain|abstaining",
    "body": "body|bodies|dead|corpse|died|lay|lying there",
    "you": "you|you're|youre|you've|youve|you'd|your|yourself|u",
    "said": "say|says|said|claims|claimed|told|according",
    "but": "but|however|though|because|since",
    "left": "left|leave|leaving|leaves",
    "heading": "heading|headed|going|towards|toward|way",
}

_TICK = r"(?:ticks?|t)\s?#?\s?(?P<first>\d{1,5})(?:\s?(?:-|–|to|and|until)\s?(?:tick\s)?(?P<last>\d{1,5}))?"


@lru_cache(maxsize=64)
def scanner(seats: tuple[Seat, ...], rooms: tuple[Room, ...]) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    """Return a pattern for the relevant words, as its group `word`, and for each its kind, and a room, a seat or itself."""
    known: dict[str, tuple[str, str]] = {}
    for kind, words in _WORDS.items():
        known |= {word: (kind, word) for word in words.split("|") if "\\" not in word}
    for room in rooms:
        for name in (room, *ALIASES.get(room, ())):
            spaced = name.replace("_", " ")
            known |= dict.fromkeys((spaced, spaced.replace(" ", ""), spaced.replace(" ", "-"), name), ("room", room))
    known |= {seat.lower(): ("name", seat) for seat in seats}
    words = "|".join(re.escape(word) for word in sorted(known, key=lambda word: (-len(word), word)))
    pattern = re.compile(rf"(?P<stop>[.!?;\n]+)|(?P<but>:)|\b(?:{_TICK}|(?P<word>{words})|(?P<not>[a-z]+n't))(?:'s)?\b")
    return pattern, known


_GOES_ON = r"(?:i(?:'?m|'?ve|'d)?|you(?:'re|r)?|u|we|it(?:'s)?|around|at|there|nobody|no|not|yes|why|what|where|who|how|that)\b"


@lru_cache(maxsize=64)
def _addresses(seats: tuple[Seat, ...]) -> re.Pattern[str]:
    """Return a pattern for a seat that is addressed: `Bob, I was ...` and `... around tick 4, Bob.`, but not `I saw Eve, Bob.`"""
    names = "|".join(re.escape(seat.lower()) for seat in seats)
    opens = rf"(?:^|[.!?;\n]\s*)(?:(?:and|so|well|ok|okay|hey|but|sorry|no|yes)\b,?\s+)?(?P<first>{names}),\s+(?={_GOES_ON})"
    before = "".join(rf"(?<!\b{re.escape(seat.lower())})" for seat in seats)
    return re.compile(rf"{opens}|{before},\s+(?P<last>{names})\s*(?=[.!?;,\n]|$)")


Token = tuple[str, str, int, int]
"""Kind, value (a room, a seat, the word), and for a tick its first and last number."""


def _clauses(text: str, seats: tuple[Seat, ...], rooms: tuple[Room, ...]) -> Iterator[list[Token]]:
    """Yield the relevant words, sentence by sentence; leave out questions, since they claim nothing."""
    pattern, known = scanner(seats, rooms)
    text = text[:_LONGEST].lower().replace("’", "'")
    spoken_to = {found.start("first" if found["first"] else "last") for found in _addresses(seats).finditer(text)}
    tokens: list[Token] = []
    for found in pattern.finditer(text):
        kind = found.lastgroup
        if kind == "stop":
            if "?" not in found["stop"]:
                yield tokens
            tokens = []
        elif kind == "word":
            what, meant = known[found["word"]]
            tokens.append(("to" if found.start() in spoken_to else what, meant, 0, 0))
        elif kind in ("not", "but"):
            tokens.append((kind, found[kind], 0, 0))
        else:
            first = int(found["first"])
            tokens.append(("tick", "", first, max(first, int(found["last"] or first))))
    yield tokens


@dataclass(slots=True)
class _Place:
    """A named room, and the seats said to have been there."""

    seats: list[Seat]
    room: Room
    first: int | None
    last: int | None


@lru_cache(maxsize=4096)
def read_claims(
    text: str, speaker: Seat, seats: tuple[Seat, ...], alive: frozenset[Seat], rooms: tuple[Room, ...]
) -> tuple[Claim, ...]:
    """Return the claims understood in a speech. alive: the living seats, who can be accused."""
    found: list[Claim] = []
    named: Seat | None = None
    addressed: Seat | None = None
    for words in _clauses(text, seats, rooms):
        addressed = next((meant for kind, meant, *_ in words if kind == "to"), addressed)
        if tokens := list(_resolved(words, addressed)):
            clause = _Clause(tokens, speaker, alive, named)
            found += clause.claims()
            named = clause.named
        if len(found) >= _MOST_CLAIMS:
            break
    return tuple(dict.fromkeys(found[:_MOST_CLAIMS]))


def _resolved(tokens: Iterable[Token], addressed: Seat | None) -> Iterator[Token]:
    """Yield the words of a clause with `you` replaced by the seat that is addressed, whose name by itself means nothing."""
    for kind, meant, first, last in tokens:
        if kind == "you" and addressed:
            yield "name", addressed, first, last
        elif kind not in ("to", "you"):
            yield kind, meant, first, last


class _Clause:
    """A sentence. named: the seat that a pronoun means."""

    def __init__(self, tokens: Sequence[Token], speaker: Seat, alive: frozenset[Seat], named: Seat | None) -> None:
        self.tokens = list(tokens)
        self.speaker = speaker
        self.alive = alive
        self.named = named
        for i, (kind, _, first, last) in enumerate(self.tokens):
            if kind == "pronoun" and self.named:
                self.tokens[i] = ("name", self.named, first, last)
            elif kind == "name":
                self.named = self.tokens[i][1]
        self.kinds = [token[0] for token in self.tokens]
        self._others = [
            i for i, (kind, meant, *_) in enumerate(self.tokens) if kind == "name" and meant in alive and meant != speaker
        ]

    def claims(self) -> Iterator[Claim]:
        kinds = set(self.kinds)
        if "body" in kinds or ("kill" in kinds and self._is_passive(self.kinds.index("kill"))):
            yield from self._bodies()
        for i, kind in enumerate(self.kinds):
            if kind == "kill":
                yield from self._kill_claims(i)
            elif kind in ("accuse", "vote"):
                yield from self._accusations(i, kind)
            elif kind in ("sus", "clear"):
                yield from self._opinions(i, kind)
            elif kind == "skip" and not self._is_negated(i):
                yield Claim("skip", self.speaker)
        if "room" in kinds and "body" not in kinds:
            yield from self._places()

    def _bodies(self) -> Iterator[Claim]:
        room = next((token[1] for token in self.tokens if token[0] == "room"), None)
        victims = [token[1] for token in self.tokens if token[0] == "name" and token[1] not in self.alive]
        if room and not self._is_negated(self.kinds.index("room")):
            yield from (Claim("body", self.speaker, victim, room) for victim in (victims or (None,)))

    def _kill_claims(self, i: int) -> Iterator[Claim]:
        seen = "saw" in self.kinds[:i] and "me" in self.kinds[:i]
        if "by" in self.kinds[i:]:
            killer = self._living_after(i + self.kinds[i:].index("by"))
        elif self._is_passive(i):
            return
        elif i and self.kinds[i - 1] == "me" and not {"not", "who", "said", "vague"} & set(self.kinds[:i]):
            yield Claim("confess", self.speaker)
            return
        else:
            killer = self._living_before(i)
        if killer:
            negated = self._is_negated(i)
            yield Claim("clear" if negated else "kill", self.speaker, killer, self._room(), seen=seen and not negated)

    def _accusations(self, i: int, kind: str) -> Iterator[Claim]:
        """Yield the claims of `vote Bob`, `I suspect Bob`, and also `Bob has my vote`."""
        about = self._living_after(i) or self._living_before(i)
        if kind == "vote" and "skip" in self.kinds:
            return
        if about:
            negated = self._is_negated(i)
            yield Claim("clear" if negated else "vote" if kind == "vote" else "accuse", self.speaker, about)

    def _opinions(self, i: int, kind: str) -> Iterator[Claim]:
        """Yield the claims of `Bob is suspicious`, `the duck is Bob` and `I trust Bob`."""
        about = self._living_before(i) or (None if "me" in self.kinds[:i] and kind == "sus" else self._living_after(i))
        if about:
            yield Claim("accuse" if (kind == "sus") != self._is_negated(i) else "clear", self.speaker, about)

    def _places(self) -> Iterator[Claim]:
        """Yield where seats were: the seat named last, and another after `with`. A seat is not yet where it is heading."""
        about: list[Seat] = []
        place: _Place | None = None
        ticks: tuple[int | None, int | None] = (None, None)
        tick_comes_first = "tick" in self.kinds[: self.kinds.index("room")]
        joined = ignored = leaving = away = False
        for kind, meant, first, last in self.tokens:
            match kind:
                case "me" | "us" | "name" if joined and place:
                    place.seats.append(self.speaker if kind != "name" else meant)
                    joined = False
                case "me" | "us" | "name":
                    who = self.speaker if kind != "name" else meant
                    more = joined or kind == "us" or (about and self.speaker not in about and not place)
                    about, joined = ([*about, who] if more else [who]), False
                    if kind == "me":
                        leaving = away = False
                case "with":
                    joined = True
                case "saw":
                    about, joined, leaving, away = [], False, False, False
                case "who" if about:
                    pass  # Bob, who was in storage
                case "not" | "who" | "said" | "vague":
                    ignored = True
                case "but":
                    joined = ignored = leaving = away = False
                case "left":
                    leaving = True
                case "heading":
                    away = True
                case "tick":
                    if place and not tick_comes_first:
                        place.first, place.last = first, last
                    else:
                        ticks = first, last
                case "room" if not (ignored or away):
                    if place:
                        yield from self._location_claims(place)
                    place = _Place(about or [self.speaker], meant, *ticks)
                    away = leaving
        if place:
            yield from self._location_claims(place)

    def _location_claims(self, place: _Place) -> Iterator[Claim]:
        for seat in dict.fromkeys(place.seats):
            if "kill" in self.kinds and seat not in self.alive:
                continue  # the place of a death is not a sighting
            yield Claim("at", self.speaker, seat, place.room, place.first, place.last)

    def _room(self) -> Room | None:
        return next((token[1] for token in self.tokens if token[0] == "room"), None)

    def _is_passive(self, i: int) -> bool:
        return i > 0 and self.kinds[i - 1] == "passive" and (i < 2 or self.kinds[i - 2] in ("name", "who"))

    def _is_negated(self, i: int) -> bool:
        """Return whether `not` closely precedes a word; the speaker's next words about themselves are a new thought."""
        near = self.kinds[max(0, i - 3) : i]
        return "not" in near and "me" not in near[near.index("not") :]

    def _living_before(self, i: int) -> Seat | None:
        k = bisect_left(self._others, i)
        return self.tokens[self._others[k - 1]][1] if k else None

    def _living_after(self, i: int) -> Seat | None:
        k = bisect_right(self._others, i)
        return self.tokens[self._others[k]][1] if k < len(self._others) else None

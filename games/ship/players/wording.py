"""The words of a bot: sentences of its character, each filled in and, if possible, not used lately."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.words import names
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.memory import Memory, Talk
from woozle.games.ship.players.testimony import Story, Testimony, group
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.state import Stay
from woozle.games.ship.words import with_article

SAYINGS: dict[str, dict[str, list[str]]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))


def sayings(kind: str, character: str) -> tuple[list[str], list[str]]:
    """Return the sentences of a kind: those of a character, and the common ones."""
    return SAYINGS[character].get(kind, []), SAYINGS["common"][kind]


class Voice:
    """A seat that is about to speak: its story, what it has told and heard, and the sentences that it draws from."""

    def __init__(self, memory: Memory, mind: Mind, story: Story, chance: Chance) -> None:
        self.memory = memory
        self.story = story
        self.chance = chance
        self.testimony = Testimony(memory, story)
        self.character = mind.traits.sayings
        self.heard = _texts([memory.talk]) if memory.talk else ""
        self.saying: list[str] = []
        self._lately = self.heard + _texts(memory.earlier[-1:])

    @property
    def me(self) -> Seat:
        return self.memory.me

    @property
    def speeches(self) -> Sequence[Statement]:
        return self.memory.talk.meeting.speeches if self.memory.talk else ()

    @property
    def claims(self) -> Sequence[Assertion]:
        """What the others have claimed in this meeting."""
        return self.memory.talk.claims if self.memory.talk else ()

    @property
    def start(self) -> str:
        """What its way began with, in words."""
        return "the last meeting" if self.memory.state.meetings[: -1 if self.memory.talk else None] else "we started"

    def text_of(self, seat: Seat) -> str:
        """Return what a seat has said in this meeting."""
        return " ".join(spoke.text for spoke in self.speeches if spoke.speaker == seat)

    def pick(self, kind: str, **values: object) -> str:
        """Return a sentence of a kind, if possible one not used in this meeting or the last one."""
        own, common = sayings(kind, self.character)
        some = [*own, *own, *common]
        for heard in (self._lately, self.heard):
            if fresh := [saying for saying in some if (mark := _mark(saying)) == "" or mark not in heard]:
                some = fresh
                break
        self.saying.append(_capital(self.chance.choice(kind, some).format(**values)))
        return self.saying[-1]

    def tell(self, seats: Iterable[Seat], stay: Stay, tick: int) -> None:
        """Note that the speech that is being made says where seats were."""
        for seat in seats:
            self.testimony.tell(seat, stay.room, tick)

    def then(self, stay: Stay) -> int:
        """Return a tick of a stay, as near to the death as there is."""
        death = self.testimony.death
        wanted = (death.first + death.last) // 2 if death else stay.last
        return max(1, min(max(stay.first, wanted), stay.last))


def listed(seen: Iterable[tuple[Seat, Stay]]) -> str:
    """Return sightings by time, in words."""
    found = [f"{names(each.seats)} in {with_article(each.room)} around tick {each.tick}" for each in group(seen)]
    return found[0] if len(found) == 1 else ", ".join(found[:-1]) + (", and " if " and " in found[0] else " and ") + found[-1]


_VERBS = {"says": "say", "claims": "claim", "has": "have", "was": "were", "blames": "blame", "is": "are"}


def to_you(sentence: str, seat: Seat) -> str:
    """Turn a sentence about a seat into one that is spoken to it."""

    def you(found: re.Match[str]) -> str:
        verb = found[1] or ""
        return f"you {_VERBS[verb]}" if verb in _VERBS else f"you {verb}".rstrip() + (" " if found[0].endswith(" ") else "")

    return re.sub(rf"\b{re.escape(seat)}\b(?: (says|claims|has|was|blames|is)\b)?", you, sentence)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:] if not sentence.startswith(" ") else sentence


def _texts(meetings: Iterable[Talk]) -> str:
    return "\n".join(spoke.text for talk in meetings for spoke in talk.meeting.speeches)


@lru_cache(maxsize=512)
def _mark(saying: str) -> str:
    """Return the longest piece of a sentence that stays the same whatever is filled in."""
    return max(re.split(r"\{\w+\}", saying), key=len)

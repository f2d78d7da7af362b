"""Bots at the urn. They add up the reports, and look which seat is furthest from the rest.

A fair seat believes the sum, with some room on either side, until a seat is so far off that it takes it for the crook: then it
names it, and puts what the others drew in place of its reports. As the crook they bend what they drew, all in one direction.

`steady`, `sunny` and `fox` are the opponents of three levels: they differ in what they doubt, in how much room they leave, and in
how they lie. What they say beside their numbers is in speech.py. The others are for experiments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from woozle.core.chance import Chance
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.urn.events import FEWEST, Accuse, Briefing, Drawn, Guess, Opened, Report, Reported
from woozle.games.urn.players.speech import accused_by, accused_in_words, comment
from woozle.games.urn.players.table import Table
from woozle.players.bot import Bot, happens, variant

_NEVER = 100.0
_TRUE_TO_ITS_WORD = 0.5  # of the doubt is enough to name a seat that one has accused oneself
_ANYBODY: Mapping[Seat, float] = {}


class UrnBot(Bot):
    """Believes the sum, and doubts what stands out. Subclasses have other traits.

    bend: by how many marbles the crook's reports are off in all; more: by up to so many more, as drawn for the match.
    is_plain_liar: whether it lies up from a poor urn and down from a rich one; else it lies against the luck of its first handful.
    hurry: how much of that it tells early, as if its handfuls were so many times as many; what finds no room is made up for later.
    doubt: how far off a seat has to be that it is taken for the crook, in standard units, as in table.py.
    room: by how many marbles its range goes to either side of the sum without that seat, or without one that is silent.
    near, far: the same while it doubts none, on the side of the middle, and on that where a lie towards the middle comes from.
    swayed: the part of that doubt that is enough for a seat that another has accused in words.
    fibs: of a hundred reports, how many are made up although it is fair. voice: how it speaks, as in sayings.toml.
    """

    bend: ClassVar[int] = 6
    more: ClassVar[int] = 0
    is_plain_liar: ClassVar[bool] = False
    hurry: ClassVar[int] = 1
    doubt: ClassVar[float] = 2.4
    room: ClassVar[int] = 4
    near: ClassVar[int] = 4
    far: ClassVar[int] = 4
    swayed: ClassVar[float] = 1.0
    fibs: ClassVar[int] = 0
    voice: ClassVar[str] = "plain"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        secret, me = first(observation, Opened), request.to
        if request.answer is Report:
            return self._report(request, observation, secret)
        table = Table.of(me, observation, is_public=secret is not None)
        if request.answer is Guess:
            return Guess(low=secret.red, high=secret.red) if secret else self.guess(table, self._suspect(table, observation))
        suspect = self._suspect(table, observation)
        return Accuse(target=table.furthest()[0] if secret else suspect)  # a crook that names no one would give itself away

    def _report(self, request: Request, observation: Sequence[Event], secret: Opened | None) -> Report:
        chance, drawn, me = self.chance(request), [event.reds for event in observation if isinstance(event, Drawn)], request.to
        reds, most = drawn[-1], max(request.choices["reds"])
        if secret and self.bend:
            briefing = first(observation, Briefing)
            assert briefing is not None
            said = sum(event.said or 0 for event in observation if isinstance(event, Reported) and event.seat == me)
            reds = self.lie(drawn, said, secret.red, briefing, Chance(self._key).below("more", self.more + 1))
        elif happens(chance, "fib", self.fibs):
            reds = chance.below("reds", most + 1)
        return Report(reds=reds, text=comment(self.voice, self.doubt, me, observation, reds, chance))

    def _suspect(self, table: Table, observation: Sequence[Event]) -> Seat | None:
        swayed = dict.fromkeys(accused_in_words(table.me, observation), self.swayed) if self.swayed < 1 else {}
        return self.suspect(table, swayed | dict.fromkeys(accused_by(table.me, observation), _TRUE_TO_ITS_WORD))

    def suspect(self, table: Table, enough: Mapping[Seat, float] = _ANYBODY) -> Seat | None:
        """Return the seat that is far enough off to be the crook. enough: the part of the doubt that is, for some seats."""
        offs = {seat: off / enough.get(seat, 1) for seat, off in table.offs().items()}
        seat = max(offs, key=lambda each: offs[each], default=None)
        return seat if seat and offs[seat] >= self.doubt else None

    def guess(self, table: Table, suspect: Seat | None) -> Guess:
        """Return the range of a seat that is not the crook."""
        total = table.drawn * len(table.seats)
        least, most = total // FEWEST, total - total // FEWEST
        middle = min(max(round(table.sum(suspect)), least), most)
        below, above = (self.far, self.near) if 2 * middle < total else (self.near, self.far)
        if suspect or len(table.reds) < len(table.seats):
            below = above = self.room
        return Guess(low=max(least, middle - below), high=min(most, middle + above))

    @classmethod
    def lie(cls, drawn: Sequence[int], said: int, red: int, briefing: Briefing, more: int = 0) -> int:
        """Return the crook's next report. said: the sum of those before it."""
        luck = 0 if cls.is_plain_liar else drawn[0] * briefing.total - red * briefing.marbles
        up = 1 if luck < 0 or (luck == 0 and 2 * red < briefing.total) else -1
        part = min(1.0, cls.hurry * len(drawn) / briefing.handfuls)
        bent = sum(drawn) + up * round((cls.bend + more) * part)
        return max(0, min(briefing.marbles, bent - said))


class Steady(UrnBot):
    """Believes what it hears until it can't, and lies against its luck."""

    name, level = "steady", "normal"
    character = "Believes you until numbers clash; as the crook it lies against its luck."
    more = 1
    doubt = 2.5
    near, far, room = 2, 7, 5
    voice = "steady"


class Sunny(UrnBot):
    """Believes what it hears, listens to accusations, and lies the same way whatever it drew."""

    name, level = "sunny", "easy"
    character = "Believes what it hears, and as the crook bends all towards the middle."
    is_plain_liar = True
    bend = 7
    doubt = 2.4
    near, far = 4, 5
    swayed = 0.6
    voice = "sunny"


class Fox(UrnBot):
    """Doubts on slight evidence, and lies early, so that it can still make up for what found no room."""

    name, level = "fox", "hard"
    character = "Doubts on slight evidence, and gets its lies out early as the crook."
    hurry = 2
    doubt = 1.8
    near, far = 3, 6
    voice = "fox"


# For experiments
Keen = variant(UrnBot, "keen", "Doubts what stands out; as the crook it lies against the luck of its first handful.")
Bold = variant(UrnBot, "bold", "A crook that lies by half of what it draws.", bend=10)
Truthful = variant(UrnBot, "truthful", "Always tells the truth, even as the crook.", bend=0)
Trusting = variant(UrnBot, "trusting", "Takes every report for true, and accuses no one.", doubt=_NEVER)
Fibber = variant(UrnBot, "fibber", "Makes up one report in two, though nothing is gained by it.", fibs=50)


BOTS: tuple[type[Bot], ...] = (Steady, Sunny, Fox, Keen, Bold, Truthful, Trusting, Fibber)
"""The default first."""

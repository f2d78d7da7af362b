"""The traits that distinguish the characters of the ship, and the seats of one character.

Levels differ in how a bot plays against others: as a goose, how much it remembers, deduces and believes, and when it votes; as a
duck, how it hunts and lies. A goose helps the other geese, so the ducks were tuned last: against the geese and against a careful
player that was never tuned (`benchmarks/ship_bots.py`), in both of its roles.
"""

from __future__ import annotations

from woozle.core.chance import Chance
from woozle.core.value import value
from woozle.players.bot import happens, luck


@value
class Traits:
    """The numbers of a character. Percentages are of a hundred.

    Args:
        sayings: the section of `sayings.toml` with its own turns of phrase.
        span: ticks for which it remembers whom it saw where.
        notices: percentage of the contradictions to its own sightings that it notices.
        recalls: how much of what its eyes taught it in a round still weighs in the next; 1 is all of it.
        deduces: how far it trusts its deductions about who can have been at a body; 1 is as much as its own eyes.
        hearsay: how far it trusts what others say they saw and think.
        doubt: added to the probability from which it votes.
        sure: the probability from which it votes without a piece of evidence against that seat itself, by elimination.
        temper: largest difference of `doubt` between seats of this character, up or down.
        hasty: percentage of the seats of this character that vote on one piece of evidence; the others want two.
        rallies: percentage of the seats of this character that vote for their best guess when one more loss would lose the match.
        wanders: percentage of the time that it looks round the ship instead of working.
        hunts_at: ticks of cooldown from which a duck looks for company.
        strikes: percentage of its chances to kill that a duck takes.
        confesses: percentage of the rooms of its kills that a duck names, although no seat saw it there.
        points: percentage of its chances to point at another seat that a duck takes.
        turns_tables: percentage of the accusations against it that it turns round.
        frames: percentage of the deaths after which a duck says that it saw a seat come from there, if no seat can know better.
        bears_false_witness: percentage of the meetings in which a duck does so if that can win it the match.
    """

    sayings: str
    span: int
    notices: int
    recalls: float
    deduces: float
    hearsay: float
    doubt: float
    sure: float
    temper: float
    hasty: int
    rallies: int
    wanders: int
    hunts_at: int
    strikes: int
    confesses: int
    points: int
    turns_tables: int
    frames: int
    bears_false_witness: int


EASY = Traits(
    sayings="trusting",
    span=6,
    notices=15,
    recalls=0.1,
    deduces=0.3,
    hearsay=0.6,
    doubt=0.2,
    sure=0.7,
    temper=0.1,
    hasty=10,
    rallies=30,
    wanders=44,
    hunts_at=0,
    strikes=20,
    confesses=50,
    points=30,
    turns_tables=30,
    frames=0,
    bears_false_witness=10,
)
NORMAL = Traits(
    sayings="watchful",
    span=15,
    notices=60,
    recalls=0.5,
    deduces=0.6,
    hearsay=0.8,
    doubt=0.04,
    sure=0.6,
    temper=0.12,
    hasty=60,
    rallies=60,
    wanders=16,
    hunts_at=0,
    strikes=50,
    confesses=20,
    points=50,
    turns_tables=60,
    frames=25,
    bears_false_witness=60,
)
HARD = Traits(
    sayings="shrewd",
    span=1000,
    notices=100,
    recalls=0.7,
    deduces=1.4,
    hearsay=1.0,
    doubt=-0.08,
    sure=0.38,
    temper=0.1,
    hasty=100,
    rallies=100,
    wanders=13,
    hunts_at=5,
    strikes=100,
    confesses=0,
    points=90,
    turns_tables=90,
    frames=80,
    bears_false_witness=100,
)


class Mind:
    """The traits of one seat: those of its character, varied by its seed. It never changes."""

    def __init__(self, traits: Traits, key: bytes) -> None:
        self.traits = traits
        self._key = key
        chance = Chance(key)
        self.caution = traits.doubt + traits.temper * (2 * luck(chance, "temper") - 1)
        self.hearsay = traits.hearsay * (0.6 + 0.8 * luck(chance, "ear"))
        self.rallies = happens(chance, "rallies", traits.rallies)
        self.proof = 1 if happens(chance, "hasty", traits.hasty) else 2

    def chance(self, label: str) -> Chance:
        """Return a source of draws that are the same at every call in a match."""
        return Chance(self._key + label.encode())

    def does(self, label: str, percent: int) -> bool:
        """Return whether something with this chance, in per cent, happens; always the same for one label."""
        return percent > 0 and (percent >= 100 or happens(self.chance(label), "does", percent))

"""Labels that humans give to claims, and their agreement with the machine and with each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from woozle.core.groups import group_pairs
from woozle.core.statistics.agreement import Found, Retrieval, alpha, kappa, retrieval
from woozle.core.statistics.resampling import Estimate
from woozle.core.value import value
from woozle.games.ship.claims.label_errors import ErrorCount, Errors, Part, phase_of
from woozle.games.ship.claims.schema import Claim, Ruling, Standing, Statement
from woozle.games.ship.claims.timeline import Timeline

Remark: TypeAlias = Literal["yes", "no", "corrected", "added", "all", "later", ""]
"""Of a claim: the speech says it; does not; says `means` instead; says it, and the machine missed it. Of a speech: that is all it
says; it is put off. Empty: what was said before is taken back."""


@value
class Item:
    """The object of a label. match: Digest of its file. speech: Position in the record. claim: None for the speech as a whole."""

    match: str
    speech: int
    claim: Claim | None = None


@value
class Opinion:
    """The label of one human for an item.

    means: The claim that the speech makes instead. outcome: Empty until it is judged. standing: Empty if it is not judged.
    """

    said: Remark = ""
    means: Claim | None = None
    outcome: Ruling | Literal[""] = ""
    standing: Standing = ""

    @property
    def is_whole(self) -> bool:
        """Return whether no step is left."""
        return self.said == "no" or bool(self.outcome)


UNLABELLED = Opinion()

Labels: TypeAlias = Mapping[Item, Opinion]
"""All labels of one person: the last one for each item."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A speech to be labelled. match: a name for people. digest: of its file. claims: None if they are missing."""

    match: str
    digest: str
    timeline: Timeline
    statement: Statement
    claims: tuple[Claim, ...] | None

    def item(self, claim: Claim | None = None) -> Item:
        """Return the speech, or a claim in it, as an item to label."""
        return Item(self.digest, self.statement.at, comparable_claim(claim) if claim else None)


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of a speech, with one person's label."""

    item: Item
    claim: Claim
    label: Opinion

    @property
    def meaning(self) -> Claim:
        """The claim that the speech makes, by the human's label."""
        return self.label.means or self.claim

    @property
    def is_said(self) -> bool:
        """Return whether the speech makes the claim, by the human's label."""
        return self.label.said in ("yes", "corrected", "added")


def comparable_claim(claim: Claim) -> Claim:
    """Return a claim without its wording and place, for comparison with others of the speech."""
    return replace(claim, span=None, basis="", strength="", is_hedged=False, doubt="", is_of_moment=False, is_tentative=False)


def rows(heard: Heard, labels: Labels) -> list[Row]:
    """Return the claims of a speech: those that the machine read, in order, then others that the human added."""
    read = {heard.item(claim): claim for claim in reversed(heard.claims or ())}
    place = (heard.digest, heard.statement.at)
    found = [Row(item, claim, labels.get(item, UNLABELLED)) for item, claim in reversed(read.items())]
    others = [
        Row(item, item.claim, label)
        for item, label in labels.items()
        if item.claim and item not in read and (item.match, item.speech) == place
    ]
    return found + [row for row in others if row.is_said]


MACHINE = "machine"
"""The name of the machine as a labeller."""

FEW = 30
"""The number of speeches below which a bootstrap interval is too narrow to be believed."""

Finding: TypeAlias = Ruling | Literal["uncertain"]
"""The machine's finding on a claim; `uncertain` if it did not fully understand the claim, which then cannot agree."""

Judge = Callable[[Heard, Claim], Finding]
"""Returns the machine's finding on a claim of a speech."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The findings of one human against the machine's. speeches: Done. claims: Made in them. judged: Those with an outcome."""

    speeches: int
    claims: int
    judged: int
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """The agreement of labels. Claims that are uncertain to the machine are in the confusion alone.

    readings: Findings of each human against the machine's.
    kappas: By pairs of labellers.
    people: Alpha over all humans.
    everybody: Alpha over all humans and the machine.
    confusion: Counts of outcomes given by a human and by the machine, in that order.
    errors: The machine's errors by type of claim and phase of the match, over the labels of all humans.
    elsewhere: Number of labels of speeches that are not here.
    """

    readings: Mapping[str, Reading]
    kappas: Mapping[tuple[str, str], Estimate]
    people: Estimate
    everybody: Estimate
    confusion: Counter[tuple[Ruling, Finding]]
    errors: Mapping[Part, Errors]
    elsewhere: int


def compare_labels(speeches: Sequence[Heard], people: Mapping[str, Labels], judge: Judge) -> LabelAgreement:
    """Compare labels with each other and with the machine's findings.

    Args:
        people: Labels of each human, by name.
        judge: Returns the machine's finding on a claim.
    """
    units: dict[Item, dict[str, Finding]] = {}
    readings = {}
    errors = ErrorCount()
    for name, labels in people.items():
        by_speech = _by_speech(labels)
        found, claims, judged = [], 0, 0
        for heard in speeches:
            own = by_speech.get((heard.digest, heard.statement.at))
            if own is None:
                continue
            said = [row for row in rows(heard, own) if row.is_said]
            for row in said:
                if row.label.outcome:
                    judged += 1
                    unit = _unit(units, heard, row, judge)
                    unit[name] = row.label.outcome
                    is_same = None if unit[MACHINE] == "uncertain" else unit[MACHINE] == row.label.outcome
                    place = (heard.digest, heard.statement.at)
                    errors.count_judged(row.meaning.type, phase_of(heard.statement), place, is_same=is_same)
            if own.get(heard.item(), UNLABELLED).said == "all" and heard.claims is not None:
                claims += len(said)
                found.append(_count_found(heard, said, errors))
        readings[name] = Reading(len(found), claims, judged, retrieval(found))
    sure = {item: {name: label for name, label in unit.items() if label != "uncertain"} for item, unit in units.items()}
    each = [*group_pairs(((item.match, item.speech), unit) for item, unit in sure.items()).values()]
    names = sorted(people)
    pairs = [*((MACHINE, name) for name in names), *combinations(names, 2)]
    here = {(heard.digest, heard.statement.at) for heard in speeches}
    return LabelAgreement(
        readings,
        {pair: kappa(each, *pair) for pair in pairs},
        alpha([[{name: label for name, label in unit.items() if name != MACHINE} for unit in units] for units in each]),
        alpha(each),
        _confusion(units.values()),
        errors.table(),
        sum((item.match, item.speech) not in here for labels in people.values() for item in labels),
    )


def _confusion(units: Iterable[Mapping[str, Finding]]) -> Counter[tuple[Ruling, Finding]]:
    people = ((label, unit[MACHINE]) for unit in units for name, label in unit.items() if name != MACHINE)
    return Counter((label, machine) for label, machine in people if label != "uncertain")


def _by_speech(labels: Labels) -> dict[tuple[str, int], dict[Item, Opinion]]:
    found: dict[tuple[str, int], dict[Item, Opinion]] = {}
    for item, label in labels.items():
        found.setdefault((item.match, item.speech), {})[item] = label
    return found


def _unit(units: dict[Item, dict[str, Finding]], heard: Heard, row: Row, judge: Judge) -> dict[str, Finding]:
    """Return the unit of a claim, as the human has it, with the machine's finding on the same claim."""
    item = heard.item(row.meaning)
    if item not in units:
        units[item] = {MACHINE: judge(heard, row.meaning)}
    return units[item]


def _count_found(heard: Heard, said: Sequence[Row], errors: ErrorCount) -> Found:
    """Return how many claims of a speech that is done were read, said, and both; count the errors."""
    read = {comparable_claim(claim) for claim in heard.claims or ()}
    machine, person = Counter(map(_gist, read)), Counter(_gist(row.meaning) for row in said)
    both, phase = machine & person, phase_of(heard.statement)
    for gist, number in machine.items():
        for at in range(number):
            errors.count_read(gist.type, phase, is_found=at < both[gist])
    for gist, number in person.items():
        for at in range(number):
            errors.count_said(gist.type, phase, is_read=at < both[gist])
    return Found(machine.total(), person.total(), both.total())


def _gist(claim: Claim) -> Claim:
    """Return a claim without its words for the time, which are put too freely to be compared."""
    return replace(comparable_claim(claim), when="")

"""How far people agree with the machine, and with each other, on what was claimed and on whether it was so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from woozle.core.games.ship.claims.labels import UNLABELLED, Heard, Item, Labels, Opinion, Row, meant, rows
from woozle.core.games.ship.claims.schema import Claim, Ruling
from woozle.core.statistics.agreement import Found, Retrieval, Unit, alpha, kappa, retrieval
from woozle.core.statistics.resampling import Estimate

MACHINE = "machine"
"""The labeller that is no person."""

FEW = 30
"""Speeches: with fewer an interval of the bootstrap is too narrow to be believed."""

Finding: TypeAlias = Ruling | Literal["uncertain"]
"""What the machine says of a claim; uncertain, if it did not fully understand it. It then says nothing that could agree."""

Judge = Callable[[Heard, Claim], Finding]
"""What the machine says of a claim of a speech."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one person found in speeches, against the machine. speeches: done; claims: said there; judged: with an outcome."""

    speeches: int
    claims: int
    judged: int
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class Concord:
    """All agreement there is. confusion: how often people and the machine gave which outcomes, in that order.

    What is uncertain to the machine is in the confusion alone. kappas: by pairs of labellers. people: alpha over all people;
    everybody: with the machine. elsewhere: labels of speeches that are not here.
    """

    readings: Mapping[str, Reading]
    kappas: Mapping[tuple[str, str], Estimate]
    people: Estimate
    everybody: Estimate
    confusion: Counter[tuple[Ruling, Finding]]
    elsewhere: int


def concord(speeches: Sequence[Heard], people: Mapping[str, Labels], judge: Judge) -> Concord:
    """Compare everybody's labels with each other and with the machine. people: labels by name."""
    units: dict[Item, dict[str, Finding]] = {}
    readings = {}
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
                    _unit(units, heard, row, judge)[name] = row.label.outcome
            if own.get(heard.item(), UNLABELLED).said == "all" and heard.claims is not None:
                claims += len(said)
                found.append(_found(heard, said))
        readings[name] = Reading(len(found), claims, judged, retrieval(found))
    grouped: dict[tuple[str, int], list[Unit]] = {}
    for item, unit in units.items():
        sure: Unit = {name: label for name, label in unit.items() if label != "uncertain"}
        grouped.setdefault((item.match, item.speech), []).append(sure)
    each = [*grouped.values()]
    names = sorted(people)
    pairs = [*((MACHINE, name) for name in names), *combinations(names, 2)]
    here = {(heard.digest, heard.statement.at) for heard in speeches}
    return Concord(
        readings,
        {pair: kappa(each, *pair) for pair in pairs},
        alpha([[{name: label for name, label in unit.items() if name != MACHINE} for unit in units] for units in each]),
        alpha(each),
        _confusion(units.values()),
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
    """Where the outcome of a claim is kept, as the person has the claim; the machine judges the same."""
    item = heard.item(row.meaning)
    if item not in units:
        units[item] = {MACHINE: judge(heard, row.meaning)}
    return units[item]


def _found(heard: Heard, said: Sequence[Row]) -> Found:
    read = {meant(claim) for claim in heard.claims or ()}
    machine, person = Counter(map(_gist, read)), Counter(_gist(row.meaning) for row in said)
    return Found(machine.total(), person.total(), (machine & person).total())


def _gist(claim: Claim) -> Claim:
    """What is claimed; the words that tell the time are put too freely to be compared."""
    return replace(meant(claim), when="")

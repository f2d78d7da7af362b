"""What a transcript holds, by its lines, and what a report of it says: the tests of each game compare both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from woozle.core.measures import Match, measures_of, report_of, values_of
from woozle.saves.match import FinishedMatch

Event = Mapping[str, Any]


@dataclass
class Lines:
    """The lines of a transcript. players: by seat."""

    header: Mapping[str, Any]
    lines: list[Mapping[str, Any]]

    @classmethod
    def of(cls, folder: Path) -> Lines:
        header, *lines = [json.loads(line)["body"] for line in (folder / "transcript.jsonl").read_bytes().splitlines()]
        return cls(header, lines[:-1])

    @property
    def seats(self) -> list[str]:
        return [each["seat"] for each in self.header["seats"]]

    def all(self, *kinds: str, **fields: Any) -> list[Event]:
        """Return the fields of all Events of some kinds that have certain values."""
        told = [*self.header["opening"], *(event for line in self.lines for event in line["events"])]
        found = [event["data"] for event in told if event["event"] in kinds]
        return [data for data in found if all(data[name] == value for name, value in fields.items())]

    def count(self, *kinds: str, **fields: Any) -> int:
        return len(self.all(*kinds, **fields))


@dataclass
class Figures:
    """The figures of a report: `figures["name"]` of the match, `figures["name", seat]` of a seat."""

    match: FinishedMatch

    @cached_property
    def measured(self) -> Match[Any]:
        return self.match.measured()

    def __getitem__(self, which: str | tuple[str, str]) -> Any:
        name, seat = (which, None) if isinstance(which, str) else which
        for measure in measures_of(report_of(self.match.rules), [self.measured]):
            is_right = (measure.of == "match") == (seat is None)
            if is_right and (found := values_of(measure, self.measured, seat)).keys() & {name}:
                return found[name]
        raise KeyError(name)

    @property
    def details(self) -> Mapping[str, Any]:
        report = report_of(self.match.rules)
        assert report.details
        return report.details(self.measured)


Check = tuple[str, Any, Any]
"""A figure: its name, what the report says, what the record holds."""


def asked(told: Lines, seat: str, *kinds: str) -> dict[int, Mapping[str, Any]]:
    """Return the last answer to each Request of some kinds, by its id."""
    mine = [line for line in told.lines if line["request"]["to"] == seat and line["request"]["asks"] in kinds]
    return {line["request"]["id"]: line["response"].get("answer") for line in mine}


def suspicions(said: Figures, seat: str, kind: str) -> int:
    """Return how many suspicions of a kind the profile counts of a seat."""
    reader = report_of(said.match.rules).conduct
    assert reader
    found = reader.read(said.match.played, said.measured.facts, seat).suspicions
    return sum(each.how == kind for each in found)

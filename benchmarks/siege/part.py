"""A part of the stress test: many small pieces, each determined by its number and the seed, so that any can be repeated."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

MOST_FAULTS = 100  # kept as sentences; all are counted
_SAVED_EVERY = 5.0  # seconds


Sample: TypeAlias = tuple[int, float, float]


@dataclass
class Tally:
    """The results of a part. figures: counts by name; faults: a sentence each.

    samples: of memory, one list for each process that worked on it: pieces done, megabytes, and the megabytes of pictures among
    them.

    seconds: by the clock, summed over all processes that worked on it, one after another. machine, date: of the last run.
    """

    whole: int = 0
    done: int = 0
    seconds: float = 0.0
    figures: Counter[str] = field(default_factory=Counter)
    samples: list[list[Sample]] = field(default_factory=list)
    failed: int = 0
    faults: list[str] = field(default_factory=list)
    scale: float = 1.0
    seed: int = 0
    machine: str = ""
    date: str = ""

    @property
    def is_over(self) -> bool:
        return self.whole > 0 and self.done >= self.whole

    def count(self, name: str, by: int = 1) -> None:
        self.figures[name] += by

    def fault(self, sentence: str) -> None:
        """Record a fault."""
        self.failed += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(sentence)


Piece: TypeAlias = Callable[[int], None]
"""Does the piece of a number, from 0, and records the results in a Tally."""


class Part(NamedTuple):
    """A part. begin: prepares all pieces, from a seed, in their own folder, and returns their number and the function for one.

    row: the row of the table: each figure, and what it counts.
    """

    name: str
    title: str
    begin: Callable[[int, Tally, Path], tuple[int, Piece]]
    row: Callable[[Tally], Sequence[tuple[str, str]]]


class State:
    """The Tallies of all parts, in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.parts: dict[str, Tally] = read(file) if file.exists() else {}

    def save(self) -> None:
        """Write the file as a whole or not at all."""
        new = self.file.with_name(self.file.name + ".new")
        new.write_text(json.dumps({name: vars(tally) for name, tally in self.parts.items()}, indent=1), "utf-8")
        new.replace(self.file)


def read(file: Path) -> dict[str, Tally]:
    """Return the results in a file, by part."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return {name: Tally(**{**tally, "figures": Counter(tally["figures"])}) for name, tally in found.items()}


def dice(seed: int, part: str, number: int) -> random.Random:
    """Return the random numbers of one piece."""
    return random.Random(f"{seed} {part} {number}")


def work(part: Part, state: State, tally: Tally, folder: Path, tell: Callable[[str], None]) -> None:
    """Do what is left of a part. With a scale below 1, the pieces are spread evenly over all of them."""
    pieces, piece = part.begin(tally.seed, tally, folder)
    tally.whole = max(1, round(pieces * tally.scale))
    before, begun = tally.seconds, time.perf_counter()
    saved = told = begun
    while tally.done < tally.whole:
        piece(tally.done * pieces // tally.whole)
        tally.done += 1
        now = time.perf_counter()
        if now - saved > _SAVED_EVERY:
            tally.seconds, saved = before + now - begun, now
            state.save()
        if now - told > 60:
            told = now
            tell(f"{part.name}: {tally.done:,} of {tally.whole:,}, {tally.failed} faults")
    tally.seconds = before + time.perf_counter() - begun
    state.save()

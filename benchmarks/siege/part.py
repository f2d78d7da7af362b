"""A part of the siege: many small pieces, each known by its number and the seed alone, so that any can be done again."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

MOST_FAULTS = 100  # that are kept in words; all are counted
_SAVED_EVERY = 5.0  # seconds


Sample: TypeAlias = tuple[int, float, float]


@dataclass
class Tally:
    """What was done and found. figures: counts by name; faults: in a sentence each.

    samples: of memory, one list for each process that worked on it: pieces done, megabytes, and megabytes of pictures among them.

    seconds: of the clock, over all processes that worked on it, one after another. machine, date: where and when it was done last.
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
        """Something that must not be."""
        self.failed += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(sentence)


Piece: TypeAlias = Callable[[int], None]
"""Does the piece of a number, from 0, and puts down in a Tally what came of it."""


class Part(NamedTuple):
    """A part. begin: makes ready what all pieces need, with a seed, in a folder of its own; how many there are, and what does one.

    row: what the table says of the part: each figure, and what it is of.
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
        """Whole or not at all."""
        new = self.file.with_name(self.file.name + ".new")
        new.write_text(json.dumps({name: vars(tally) for name, tally in self.parts.items()}, indent=1), "utf-8")
        new.replace(self.file)


def read(file: Path) -> dict[str, Tally]:
    """What a file of results holds."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return {name: Tally(**{**tally, "figures": Counter(tally["figures"])}) for name, tally in found.items()}


def dice(seed: int, part: str, number: int) -> random.Random:
    """The luck of one piece."""
    return random.Random(f"{seed} {part} {number}")


def work(part: Part, state: State, tally: Tally, folder: Path, tell: Callable[[str], None]) -> None:
    """Do what is left of a part. With a scale below 1 the pieces are spread evenly over all that there are."""
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

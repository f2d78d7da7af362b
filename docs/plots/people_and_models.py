"""People beside models and bots on three measures, drawn from the tables of a study: nothing but Woozle is needed.

    woozle study export my_study --out tables
    python docs/plots/people_and_models.py tables people_and_models.svg        (or .png)

For each condition and kind of player: the mean over participants, each of whom weighs the same however many decisions they made,
and its 95 % interval by the bootstrap over participants. Bots and models of a match count to the participant whose match it was.
Practice, matches that are void, and those that a bot took over are left out.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from woozle.core.resampling import Estimate, mean
from woozle.tui.cli.plot_files import Picture, Stroke, Text, in_png, in_svg

PLAYERS = {"person": ("people", "#0072b2"), "model": ("models", "#d55e00"), "bot": ("bots", "#767676")}
WIDTH, LEFT, LINE, HEAD, FOOT = 340, 150, 22, 60, 40


class Measure(NamedTuple):
    """What is measured. column: of which table."""

    title: str
    table: str
    column: str


MEASURES = (
    Measure("score, on the scale of the game", "seats", "score"),
    Measure("seconds per decision", "decisions", "seconds"),
    Measure("characters said at a time", "decisions", "characters"),
)


def rows(folder: Path, table: str) -> Iterator[Mapping[str, str]]:
    """The rows that count."""
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            counts = row["player"] in PLAYERS and "true" not in (row["is_practice"], row["is_void"], row["taken_over"])
            if counts and row.get("taken", "answer") == "answer" and row.get("result") != "void":
                yield row


def estimates(folder: Path, measure: Measure) -> dict[tuple[str, str], Estimate]:
    """The mean over participants, by condition and kind of player."""
    values: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(folder, measure.table):
        if row[measure.column]:
            values[row["condition"], row["player"]][row["participant"]].append(float(row[measure.column]))
    order = list(PLAYERS)
    found = {key: mean([fmean(each) for each in by.values()]) for key, by in values.items()}
    return dict(sorted(found.items(), key=lambda item: (item[0][0], order.index(item[0][1]))))


def panel(measure: Measure, found: Mapping[tuple[str, str], Estimate], left: float) -> Iterator[Stroke | Text]:
    """One measure: a line for each condition and kind of player, with a mark at the mean and a line over the interval."""
    edges = [each for one in found.values() for each in (one.value, one.low, one.high) if each is not None]
    low, high = min(0.0, *edges), max(edges)
    span = (high - low) or 1.0
    right, top = left + WIDTH - 24, HEAD
    bottom = top + LINE * len(found)

    def place(value: float) -> float:
        return left + LEFT + (right - left - LEFT) * (value - low) / span

    yield Text((left + LEFT, 24), measure.title, size=13)
    for value in (low, low + span / 2, low + span):
        yield Stroke(((place(value), top - 10), (place(value), bottom)), "#d9d9d9", 1)
        yield Text((place(value), bottom + 18), f"{value:.3g}", anchor="middle")
    for number, ((condition, player), one) in enumerate(found.items()):
        words, colour = PLAYERS[player]
        y = top + LINE * number
        yield Text((left + LEFT - 8, y + 4), f"{condition}, {words} ({one.n})", anchor="end")
        if one.value is None:
            continue
        if one.low is not None and one.high is not None:
            yield Stroke(((place(one.low), y), (place(one.high), y)), colour, 2)
        yield Stroke(((place(one.value), y - 6), (place(one.value), y + 6)), colour, 4)


def picture(folder: Path) -> Picture:
    """All measures side by side. The number in brackets says of how many participants."""
    found = [estimates(folder, measure) for measure in MEASURES]
    parts: list[Stroke | Text] = []
    for number, (measure, each) in enumerate(zip(MEASURES, found, strict=True)):
        if each:
            parts += panel(measure, each, number * WIDTH)
    return Picture(WIDTH * len(MEASURES), HEAD + LINE * max(map(len, found)) + FOOT, parts)


def main(words: Sequence[str]) -> None:
    """Draw the tables of a folder into a file, and print the figures."""
    folder, file = Path(words[0]), Path(words[1])
    for measure in MEASURES:
        for (condition, player), one in estimates(folder, measure).items():
            interval = "" if one.low is None or one.high is None else f" [{one.low:.3g}, {one.high:.3g}]"
            print(f"{measure.title}: {condition}, {PLAYERS[player][0]}: {one.value:.3g}{interval}, n = {one.n}")
    file.write_bytes((in_png if file.suffix == ".png" else in_svg)(picture(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])

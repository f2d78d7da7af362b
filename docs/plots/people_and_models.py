"""People beside models and bots on three measures, drawn from tables: of a study, of runs without people, or of several of these.

    woozle study export my_study --out tables
    python docs/plots/people_and_models.py tables people_and_models.svg

    woozle run debate --seats "openai:gpt-5-mini,bot*4" --matches 20 --out runs/words
    woozle export runs/words --out words
    python docs/plots/people_and_models.py tables words people_and_models.svg

For each condition and kind of player: the mean over groups, or over participants who played alone, each of which weighs the same,
and its 95 % interval by the bootstrap over them. Bots and models of a match count to the group or participant whose match it was.
Tables of `woozle export` have neither conditions nor groups: their condition is called as their folder is, so that a folder with
the name of a condition stands beside it, and their means and intervals are over matches.
Practice, matches that are void, forks, and matches that a bot took over are left out.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from woozle.arena.exports.svg_plots import Picture, Stroke, Text, to_svg
from woozle.core.statistics.resampling import Estimate, mean

PLAYERS = {"human": ("people", "#0072b2"), "model": ("models", "#d55e00"), "bot": ("bots", "#767676")}
WIDTH, LEFT, LINE, HEAD, FOOT = 340, 150, 22, 60, 40


class Measure(NamedTuple):
    """A measure to plot. column: of `table`."""

    title: str
    table: str
    column: str


MEASURES = (
    Measure("score, on the scale of the game", "seats", "score"),
    Measure("seconds per decision", "decisions", "seconds"),
    Measure("characters said at a time", "decisions", "characters"),
)


def values(folder: Path, measure: Measure) -> Iterator[tuple[tuple[str, str], str, float]]:
    """Yield condition and player, the group (or the match, without groups), and the value of each row that counts and has one."""
    with (folder / f"{measure.table}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            is_left_out = "true" in (row.get("is_practice"), row.get("is_void"), row.get("taken_over"), row.get("is_fork"))
            if row["player"] not in PLAYERS or is_left_out or row.get("result") == "void" or not row[measure.column]:
                continue
            if row.get("taken", "answer") == "answer":
                unit = row["group"] if "group" in row else f"{folder} {row['match']}"
                yield (row.get("condition", folder.resolve().name), row["player"]), unit, float(row[measure.column])


def estimates(folders: Sequence[Path], measure: Measure) -> dict[tuple[str, str], Estimate]:
    """Return the mean over groups or matches, by condition and kind of player."""
    by_unit: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for folder in folders:
        for key, unit, value in values(folder, measure):
            by_unit[key][unit].append(value)
    found = {key: mean([fmean(each) for each in units.values()]) for key, units in by_unit.items()}
    return dict(sorted(found.items(), key=lambda item: (item[0][0], list(PLAYERS).index(item[0][1]))))


def panel(measure: Measure, found: Mapping[tuple[str, str], Estimate], left: float) -> Iterator[Stroke | Text]:
    """Yield a line for each condition and kind of player, with a mark at the mean and a line over the interval."""
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


def picture(folders: Sequence[Path]) -> Picture:
    """Draw all measures side by side, with the number of groups or matches in brackets."""
    found = [estimates(folders, measure) for measure in MEASURES]
    parts: list[Stroke | Text] = []
    for number, (measure, each) in enumerate(zip(MEASURES, found, strict=True)):
        if each:
            parts += panel(measure, each, number * WIDTH)
    return Picture(WIDTH * len(MEASURES), HEAD + LINE * max(map(len, found)) + FOOT, parts)


def main(words: Sequence[str] | None = None) -> None:
    """Draw the tables of some folders into a file, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="of tables")
    parser.add_argument("file", type=Path, help="the picture, as .svg")
    options = parser.parse_args(words)
    for folder in options.folders:
        if missing := [each.table for each in MEASURES if not (folder / f"{each.table}.csv").is_file()]:
            parser.error(f"{folder} has no {missing[0]}.csv; make tables with `woozle study export` or `woozle export`.")
    for measure in MEASURES:
        for (condition, player), one in estimates(options.folders, measure).items():
            interval = "" if one.low is None or one.high is None else f" [{one.low:.3g}, {one.high:.3g}]"
            print(f"{measure.title}: {condition}, {PLAYERS[player][0]}: {one.value:.3g}{interval}, n = {one.n}")
    options.file.write_bytes(to_svg(picture(options.folders)))


if __name__ == "__main__":
    main()

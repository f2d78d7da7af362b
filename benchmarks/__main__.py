"""Measurements of performance, with their limits.

    python -m benchmarks                    # all; half an hour to an hour on two quiet cores
    python -m benchmarks rules peers        # only these
    python -m benchmarks --quick            # a rough look at the shorter ones, in less than two minutes; nothing is stored
    python -m benchmarks --docs             # and write all stored figures into docs/: tables, and figures quoted in sentences
    python -m benchmarks --table --docs     # the same without measuring

Each is measured in its own process, one after another. Results are stored in a file (--out), where those of each measurement
replace older ones, with the machine, its load and its speed. Exit status 1: a limit is not met, or a measurement failed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks import machine, page, quotes, scale_tables
from benchmarks.catalogue import MEASUREMENTS, measure
from benchmarks.machine_speed import loop_seconds, slowness
from benchmarks.result import Result

Kept = dict[str, dict[str, Any]]
"""Kept measurements by name, each with its date, machine, load, slowness and results.

load: processes that wanted a core when it began; slowness: how many times slower than the reference the machine was, missing if
that was not measured.
"""

_TITLES = ("what", "wanted", "measured", "unit", "at reference speed", "held?")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASUREMENTS)}; all if none is given")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=page.DOCS / "performance.json")
    parser.add_argument("--docs", action="store_true", help="write what is kept into the pages of docs/")
    parser.add_argument("--table", action="store_true", help="print what is kept, and measure nothing")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in MEASUREMENTS]:
        parser.error(f"There is no {unknown[0]!r}; choose from {', '.join(MEASUREMENTS)}.")
    names = options.names or [
        name for name, each in MEASUREMENTS.items() if each.is_possible and (each.is_quick or not options.quick)
    ]
    kept: Kept = json.loads(options.out.read_text("utf-8")) if options.out.exists() and not options.quick else {}
    broken = [] if options.table else measured(names, options.quick, kept, None if options.quick else options.out)
    shown = {name: kept[name] for name in MEASUREMENTS if name in kept and (options.table or name in names)}
    print(json.dumps(shown) if options.json else text(shown))
    if options.docs:
        write_docs(kept)
    missed = [each for found in shown.values() for each in results(found) if each.is_held(speed(found)) is False]
    return int(bool(missed or broken))


def measured(names: Sequence[str], is_quick: bool, kept: Kept, out: Path | None) -> list[str]:
    """Measure these, one after another, and return the names of those that failed."""
    broken = []
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        load, loop = machine.load(), loop_seconds()
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            try:
                found = alone.submit(measure, name, is_quick).result()
            except Exception as error:  # one failure must not stop the other measurements
                print(f"{name} broke off: {type(error).__name__}: {error}", file=sys.stderr)
                broken.append(name)
                continue
        kept[name] = {
            "date": machine.today(),
            "machine": machine.in_words(),
            "load": load,
            "slowness": round(slowness([loop, loop_seconds()]), 3),
            "results": [each._asdict() for each in found],
        }
        if out:
            out.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return broken


def results(found: Mapping[str, Any]) -> list[Result]:
    return [Result(**each) for each in found["results"]]


def speed(found: Mapping[str, Any]) -> float:
    """Return the factor by which limits of a measurement are scaled: 1 if the machine's speed was not measured."""
    return float(found.get("slowness") or 1.0)


def write_docs(kept: Kept) -> None:
    """Write the tables of the pages, and the figures that their sentences quote."""
    page.write("performance.md", "figures", markdown(kept))
    for name, text in scale_tables.tables(quotes.Figures(kept)).items():
        page.write("scale.md", name, text)
    for path in sorted(page.DOCS.glob("*.md")):
        path.write_text(quotes.updated(path.read_text("utf-8"), quotes.Figures(kept)), "utf-8")
    print(f"\nWritten: the pages in {page.DOCS}")


def rows(kept: Kept) -> list[tuple[str, str, list[tuple[Result, float]]]]:
    """Return the sections: title, date and machine, and results, each with the speed of its machine."""
    sections: dict[str, list[Mapping[str, Any]]] = {}
    for name, measurement in MEASUREMENTS.items():
        if name in kept:
            sections.setdefault(measurement.section, []).append(kept[name])
    return [
        (title, _when(found), [(result, speed(each)) for each in found for result in results(each)])
        for title, found in sections.items()
    ]


def _when(found: Sequence[Mapping[str, Any]]) -> str:
    dates = sorted({each["date"] for each in found})
    parts = [f"{dates[0]}{f' to {dates[-1]}' if len(dates) > 1 else ''}", f"load {_range([each['load'] for each in found])}"]
    if known := [each["slowness"] for each in found if each.get("slowness")]:
        parts.append(f"{_range(known)} times the loop's seconds of the reference")
    return ", ".join(parts)


def _range(numbers: Sequence[float]) -> str:
    low, high = f"{min(numbers):.3g}", f"{max(numbers):.3g}"
    return low if low == high else f"{low} to {high}"


def text(kept: Kept) -> str:
    """Return the table for a terminal."""
    lines = [f"{'what':<66}{'wanted':>10}{'measured':>14}  {'unit':<14}{'at reference':<14}held?"]
    for title, when, found in rows(kept):
        lines.append(f"\n{title} ({when})")
        lines += [
            f"{each.what:<66}{each.wanted:>10}{each.shown:>14}  {each.unit:<14}"
            f"{each.shown_scaled(slow):<14}{each.verdict(slow)}".rstrip()
            for each, slow in found
        ]
    return "\n".join([*lines, "", summary(kept)])


def markdown(kept: Kept) -> str:
    """Return the table for the page."""
    machines = sorted({each["machine"] for each in kept.values()})
    parts = [f"{summary(kept)} Measured on {'; '.join(machines)}."]
    for title, when, found in rows(kept):
        table = page.markdown(_TITLES, [_cells(each, slow) for each, slow in found])
        parts.append(f"### {title}\n\n{when[:1].upper()}{when[1:]}.\n\n{table}")
    return "\n\n".join(parts)


def _cells(each: Result, slow: float) -> tuple[str, ...]:
    what = f"- {each.what.strip()}" if each.what.startswith(" ") else each.what  # a line below another
    return what, each.wanted, each.shown, each.unit, each.shown_scaled(slow), each.verdict(slow)


def summary(kept: Kept) -> str:
    """Return a sentence with the numbers of limits met and missed."""
    found = [each.is_held(slow) for _, _, section in rows(kept) for each, slow in section]
    held = [each for each in found if each is not None]
    missing = [name for name in MEASUREMENTS if name not in kept]
    without = f" Not measured here: {', '.join(missing)}." if missing else ""
    return f"{sum(held)} of {len(held)} limits are held.{without}"


if __name__ == "__main__":
    sys.exit(main())

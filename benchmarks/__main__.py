"""Every figure that was asked for, beside its limit and what others reach.

    python -m benchmarks                    # all; half an hour to an hour on two quiet cores
    python -m benchmarks rules claims       # those alone
    python -m benchmarks --quick            # a rough look at the shorter ones, in less than two minutes; nothing is kept
    python -m benchmarks --docs             # and docs/performance.md from all that is kept

Each is measured in a process of its own, one after another. Results are kept in a file (--out), those of each measurement in place
of older ones, with the machine and how busy it was. Exit status 1: a limit is not held, or a measurement broke off.
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

from benchmarks import machine, page
from benchmarks.catalogue import MEASUREMENTS, measure
from benchmarks.result import Result

Kept = dict[str, dict[str, Any]]
"""By the name of a measurement: date, machine, load (how many processes wanted a core when it began), results."""

_TITLES = ("what", "wanted", "measured", "unit", "held?", "others")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASUREMENTS)}; all if none is given")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=page.DOCS / "performance.json")
    parser.add_argument("--docs", action="store_true", help="write docs/performance.md; with --table nothing is measured before")
    parser.add_argument("--table", action="store_true", help="print what is kept, and measure nothing")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in MEASUREMENTS]:
        parser.error(f"There is no {unknown[0]!r}; choose from {', '.join(MEASUREMENTS)}.")
    names = options.names or [name for name, each in MEASUREMENTS.items() if each.is_quick or not options.quick]
    kept: Kept = json.loads(options.out.read_text("utf-8")) if options.out.exists() and not options.quick else {}
    broken = [] if options.table else measured(names, options.quick, kept, None if options.quick else options.out)
    shown = {name: kept[name] for name in MEASUREMENTS if name in kept and (options.table or name in names)}
    print(json.dumps(shown) if options.json else text(shown))
    if options.docs:
        print(f"\nWritten: {page.write('performance.md', 'figures', markdown(kept))}")
    missed = [each for found in shown.values() for each in results(found) if each.is_held is False]
    return int(bool(missed or broken))


def measured(names: Sequence[str], is_quick: bool, kept: Kept, out: Path | None) -> list[str]:
    """Measure these, one after another; the names of those that broke off."""
    broken = []
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        load = machine.load()
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            try:
                found = alone.submit(measure, name, is_quick).result()
            except Exception as error:  # of one measurement; the others are still to be done
                print(f"{name} broke off: {type(error).__name__}: {error}", file=sys.stderr)
                broken.append(name)
                continue
        kept[name] = {
            "date": machine.today(),
            "machine": machine.in_words(),
            "load": load,
            "results": [each._asdict() for each in found],
        }
        if out:
            out.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return broken


def results(found: Mapping[str, Any]) -> list[Result]:
    return [Result(**each) for each in found["results"]]


def rows(kept: Kept) -> list[tuple[str, str, list[Result]]]:
    """By section: its title, how busy the machine was, and its results."""
    sections: dict[str, list[Mapping[str, Any]]] = {}
    for name, measurement in MEASUREMENTS.items():
        if name in kept:
            sections.setdefault(measurement.section, []).append(kept[name])
    return [(title, _when(found), [result for each in found for result in results(each)]) for title, found in sections.items()]


def _when(found: Sequence[Mapping[str, Any]]) -> str:
    dates, loads = sorted({each["date"] for each in found}), [each["load"] for each in found]
    return f"{dates[0]}{f' to {dates[-1]}' if len(dates) > 1 else ''}, load {min(loads):g} to {max(loads):g}"


def text(kept: Kept) -> str:
    """The table, for a terminal."""
    lines = [f"{'what':<66}{'wanted':>10}{'measured':>14}  {'unit':<13}{'held?':<7}others"]
    for title, when, found in rows(kept):
        lines.append(f"\n{title} ({when})")
        lines += [
            f"{each.what:<66}{each.wanted:>10}{each.shown:>14}  {each.unit:<13}{each.held:<7}{each.peer}".rstrip() for each in found
        ]
    return "\n".join([*lines, "", summary(kept)])


def markdown(kept: Kept) -> str:
    """The table, for the page."""
    machines = sorted({each["machine"] for each in kept.values()})
    parts = [f"{summary(kept)} Measured on {'; '.join(machines)}."]
    for title, when, found in rows(kept):
        table = page.markdown(_TITLES, [_cells(each) for each in found])
        parts.append(f"### {title}\n\n{when[:1].upper()}{when[1:]}.\n\n{table}")
    return "\n\n".join(parts)


def _cells(each: Result) -> tuple[str, ...]:
    what = f"- {each.what.strip()}" if each.what.startswith(" ") else each.what  # what stands below another
    return what, each.wanted, each.shown, each.unit, each.held, each.peer


def summary(kept: Kept) -> str:
    """What is held and what is not, counted."""
    held = [each.is_held for found in kept.values() for each in results(found) if each.is_held is not None]
    missing = [name for name in MEASUREMENTS if name not in kept]
    without = f" Not measured here: {', '.join(missing)}." if missing else ""
    return f"{sum(held)} of {len(held)} limits are held.{without}"


if __name__ == "__main__":
    sys.exit(main())

"""Soak and siege: many matches, kills, flipped bytes, malformed replies, hostile text on every screen.

    python -m benchmarks.siege [--part soak] [--scale 0.01] [--out siege.json]      # goes on where the file ends
    python -m benchmarks.siege --table siege.json [other.json ...] [--docs]         # prints it; --docs writes docs/reliability.md

What is done is kept in the file every few seconds: killed and begun again with the same words, it goes on. Parts with files of
their own can run side by side. With the same seed and scale the same is done again. Exit status 1: something was found.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks import machine, page
from benchmarks.siege import flips, forgeries, kills, malformed, screens, soak
from benchmarks.siege.part import Part, State, Tally, read, work

PARTS = {
    each.name: each
    for each in (soak.PART, kills.RUNS, kills.MATCHES, flips.PART_OF_SIEGE, forgeries.PART_OF_SIEGE, malformed.PART, screens.PART)
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.siege", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", action="append", choices=PARTS, help="all if none is named; each in its own process is best")
    parser.add_argument("--scale", type=float, default=1.0, help="of each part, above 0, at most 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("siege.json"))
    parser.add_argument("--table", type=Path, nargs="+", help="print what these files hold, and do nothing")
    parser.add_argument("--docs", action="store_true", help="with --table: write it into docs/reliability.md")
    options = parser.parse_args()
    if not 0 < options.scale <= 1:
        parser.error("--scale is above 0 and at most 1.")
    if options.table:
        found = {name: tally for file in options.table for name, tally in read(file).items()}
    else:
        found = besieged(options.part or list(PARTS), options.scale, options.seed, options.out)
    print(text(found))
    if options.docs:
        print(f"\nWritten: {page.write('reliability.md', 'siege', markdown(found))}")
    return int(any(tally.failed for tally in found.values()))


def besieged(names: list[str], scale: float, seed: int, out: Path) -> Mapping[str, Tally]:
    """Do what is left of these parts; each in its own process, so that memory is its own."""
    for name in names:
        pid = os.fork()
        if not pid:
            try:
                _one(PARTS[name], scale, seed, State(out))
            except BaseException as error:  # whatever it was, the parent goes on
                print(f"{name} broke off: {type(error).__name__}: {error}", file=sys.stderr)
                os._exit(1)
            os._exit(0)
        os.waitpid(pid, 0)
    state = State(out)
    return {name: state.parts[name] for name in PARTS if name in state.parts}


def _one(part: Part, scale: float, seed: int, state: State) -> None:
    tally = state.parts.get(part.name)
    if tally is None or (tally.scale, tally.seed) != (scale, seed):
        tally = state.parts[part.name] = Tally(scale=scale, seed=seed)
    if tally.is_over:
        return
    tally.machine, tally.date = machine.in_words(), machine.today()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WOOZLE_HOME"] = str(Path(folder) / "home-of-nobody")
        work(part, state, tally, Path(folder), lambda line: print(line, file=sys.stderr, flush=True))


def text(found: Mapping[str, Tally]) -> str:
    """The table, for a terminal."""
    lines = []
    for name, tally in found.items():
        lines.append(f"\n{PARTS[name].title} ({_how(tally)})")
        lines += [f"  {what:<90}{figure:>24}" for what, figure in PARTS[name].row(tally)]
        lines += [f"  ! {fault}" for fault in tally.faults]
    return "\n".join(lines)


def markdown(found: Mapping[str, Tally]) -> str:
    """The table, for the page."""
    parts = []
    for name, tally in found.items():
        title = (
            f"### {PARTS[name].title}\n\n`python -m benchmarks.siege --part {name} --scale {tally.scale:g} --seed {tally.seed}`: "
        )
        parts.append(f"{title}{_how(tally)}; {tally.machine}.\n\n{page.markdown(('what', 'figure'), PARTS[name].row(tally))}")
    return "\n\n".join(parts)


def _how(tally: Tally) -> str:
    part = "" if tally.is_over else f"unfinished, {tally.done:,} of {tally.whole:,}; "
    return f"{part}{tally.date}, {tally.seconds / 60:.1f} minutes, scale {tally.scale:g}"


if __name__ == "__main__":
    sys.exit(main())

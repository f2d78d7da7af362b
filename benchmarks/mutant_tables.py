"""Tables of mutants: what the tests noticed, by layer, and what a change of the code did to it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks import page
from benchmarks.layers import LAYERS, layer_of
from benchmarks.mutants import Mutant
from woozle.core.statistics.intervals import Interval, wilson

_TITLES = ("layer", "mutants", "equivalent", "killed", "killed since", "alive", "killed", "with those since")
_COMPARED = ("layer", "before", "after", "points more", "95 % interval")


def show(table: Path | None, compared: Sequence[Path], *, is_written: bool) -> None:
    """Print the tables of a file, or of the difference of two; if `is_written`, put those of a file into docs/reliability.md."""
    if compared:
        print(compare(*(json.loads(path.read_text("utf-8")) for path in compared)))
    if table:
        text = markdown(json.loads(table.read_text("utf-8")))
        print(text)
        if is_written:
            print(f"\nWritten: {page.write('reliability.md', table.stem.replace('-', '_'), text)}")


def markdown(kept: dict[str, Any]) -> str:
    """Return a table for each round, one for all rounds, equivalent mutants with reasons, and the live ones.

    Mutants of a round were tried with the tests of one commit. They follow those of the previous round in the same list, or begin a
    new list, whose `seed` and `possible` the round then has. Survivors are only listed once some have been looked into.
    """
    mutants = [Mutant(**each) for each in kept["mutants"]]
    drawn = "Equally many mutants of each layer, out of" if "of_layers" in kept else "A shuffled list of"
    parts = [f"{drawn} {kept['possible']:,} mutants, seed {kept['seed']}. Shares are of those that are not equivalent."]
    rounds, first = kept.get("rounds") or [{"until": len(mutants), **kept}], 0
    for at, each in enumerate(rounds):
        some, first = _tried(mutants[first : each["until"]]), each["until"]
        which = f"The {'next' if at else 'first'} {len(some)}"
        if at and "seed" in each:
            which = f"{len(some)} of another list, of {each['possible']:,}, seed {each['seed']}"
        parts.append(f"{which}, by the tests of commit {each['commit']}, {each['date']}:")
        parts.append(page.markdown(_TITLES, _rows(some)))
    tried = _tried(mutants)
    if rounds[1:]:
        parts += [f"All {len(tried)}:", page.markdown(_TITLES, _rows(tried))]
    if any(each.equivalent or each.since for each in tried):
        same = [(*_change(each), each.equivalent) for each in tried if each.equivalent]
        alive = [_change(each) for each in tried if each.is_alive]
        parts += [page.markdown(("equivalent", "was", "is", "why"), same), page.markdown(("alive", "was", "is"), alive)]
    return "\n\n".join(parts)


def compare(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return a table of the shares killed in two samples and of their differences.

    Equivalent mutants are left out, so look for them in both samples or in neither. If both files hold the same mutants, those that
    were killed before and survived after are listed; the intervals are then wider than they need be.
    """
    first, second = (_tried(Mutant(**each) for each in kept["mutants"]) for kept in (before, after))
    some = [(f"{layer}/", _of_layer(first, layer), _of_layer(second, layer)) for layer in LAYERS]
    rows = [row for each in (*some, ("all", first, second)) if (row := _compared(*each))]
    killed = {_identity(each) for each in first if each.outcome == "killed"}
    lost = [_change(each) for each in second if each.outcome == "survived" and _identity(each) in killed]
    lists = [page.markdown(("no longer noticed", "was", "is"), lost)] if lost else []
    return "\n\n".join([page.markdown(_COMPARED, rows), *lists])


def difference_interval(before: tuple[int, int], after: tuple[int, int]) -> Interval:
    """Return the 95 % interval of the difference of two independent shares, `after` less `before`.

    Newcombe's hybrid of two score intervals, without continuity correction (R. G. Newcombe, Statistics in Medicine 17, 1998, page
    873, method 10).

    Args:
        before: Successes and cases.
        after: The same of the other sample.
    """
    (was, (was_low, was_high)), (now, (now_low, now_high)) = ((part / n, wilson(part, n)) for part, n in (before, after))
    return now - was - math.hypot(now - now_low, was_high - was), now - was + math.hypot(now_high - now, was - was_low)


def _compared(name: str, before: list[Mutant], after: list[Mutant]) -> tuple[str, ...]:
    """Return a row of `compare`; empty if one of the samples has no mutant of the layer."""
    (was, was_n), (now, now_n) = counts = _killed(before), _killed(after)
    if not (was_n and now_n):
        return ()
    low, high = difference_interval(*counts)
    shares = (f"{part} of {n}, {100 * part / n:.1f} %" for part, n in counts)
    return (name, *shares, f"{100 * (now / now_n - was / was_n):+.1f}", f"{100 * low:+.1f} to {100 * high:+.1f}")


def _killed(mutants: list[Mutant]) -> tuple[int, int]:
    real = [each for each in mutants if not each.equivalent]
    return sum(each.outcome == "killed" for each in real), len(real)


def _identity(mutant: Mutant) -> tuple[str, ...]:
    return (mutant.file, mutant.definition, str(mutant.line), mutant.was, mutant.now)


def _tried(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Return those that tests were run on; code that was gone by then could not be changed."""
    return [each for each in mutants if each.outcome in ("killed", "survived")]


def _of_layer(mutants: list[Mutant], layer: str) -> list[Mutant]:
    return [each for each in mutants if layer_of(each.file) == layer]


def _rows(mutants: list[Mutant]) -> list[tuple[str, ...]]:
    """Return a row for each layer that has mutants, and one for all."""
    layers = [(layer, some) for layer in LAYERS if (some := _of_layer(mutants, layer))]
    return [*(_row(f"{layer}/", some) for layer, some in layers), _row("all", mutants)]


def _row(name: str, mutants: list[Mutant]) -> tuple[str, ...]:
    same = sum(bool(each.equivalent) for each in mutants)
    killed = sum(each.outcome == "killed" for each in mutants)
    since = sum(bool(each.since) for each in mutants)
    real = len(mutants) - same
    shares = (f"{100 * part / real:.1f} %" if real else "" for part in (killed, killed + since))
    return (name, *map(str, (len(mutants), same, killed, since, sum(each.is_alive for each in mutants))), *shares)


def _change(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.file + (f", {mutant.definition}" if mutant.definition else ""), *(
        f"`{' '.join(code.split())}`" for code in (mutant.was, mutant.now)
    )

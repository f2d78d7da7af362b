"""What `woozle agreement` prints: for programs, and for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from woozle.arena.views.words import count
from woozle.core.games.ship.claims.concord import FEW, Concord, Finding
from woozle.core.games.ship.claims.schema import Ruling
from woozle.core.statistics.resampling import Estimate

_OUTCOMES: tuple[Ruling, ...] = get_args(Ruling)
_TITLE = 34  # cells before a figure


def agreement_json(found: Concord) -> dict[str, Any]:
    """All that was found."""
    return {
        "extraction": {
            name: {
                "speeches": reading.speeches,
                "claims": reading.claims,
                "judged": reading.judged,
                **{figure: _estimate(value) for figure, value in reading.retrieval._asdict().items()},
            }
            for name, reading in found.readings.items()
        },
        "kappas": [{"between": list(pair), **_estimate(each)} for pair, each in found.kappas.items()],
        "alpha": {"people": _estimate(found.people), "with_machine": _estimate(found.everybody)},
        "confusion": [
            {"person": person, "machine": machine, "count": number} for (person, machine), number in sorted(found.confusion.items())
        ],
        "labels_elsewhere": found.elsewhere,
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {**estimate._asdict(), "few": estimate.n < FEW}


def agreement_lines(found: Concord) -> Iterator[str]:
    """The same for people."""
    yield f"{'':<{_TITLE}}{'':>8}  {'95 % interval':<17}{'n':>5}"
    yield "What the speeches claim: the machine against each person, n speeches"
    for name, reading in found.readings.items():
        done = count(reading.speeches, "speech", "speeches")
        yield f"  {name}: {done} done, {count(reading.claims, 'claim')} found there, {count(reading.judged, 'claim')} judged"
        for figure, value in reading.retrieval._asdict().items():
            yield _line(f"    {figure if figure != 'f1' else 'F1'}", value)
    yield ""
    yield "Whether the claims are so: Cohen's kappa, n speeches with claims that both judged"
    for pair, value in found.kappas.items():
        yield _line(f"  {pair[0]} · {pair[1]}", value)
    yield ""
    yield "Whether the claims are so: Krippendorff's alpha, n speeches with claims that at least two judged"
    yield _line("  all people", found.people)
    yield _line("  all people and the machine", found.everybody)
    if found.confusion:
        yield ""
        yield from _confusion(found)
    if found.elsewhere:
        yield ""
        yield f"{count(found.elsewhere, 'label')} of speeches that are not here, or have changed since, left out."


def _line(title: str, estimate: Estimate) -> str:
    value, low, high, n = estimate
    figure = "-" if value is None else f"{value:.3f}"
    interval = "-" if low is None or high is None else f"{low:.3f} to {high:.3f}"
    return f"{title:<{_TITLE}}{figure:>8}  {interval:<17}{n:>5}{_doubt(estimate)}"


def _doubt(estimate: Estimate) -> str:
    """What keeps a figure from being believed."""
    if not estimate.n:
        return "  nothing yet"
    if estimate.value is None:
        return "  not defined: nothing to compare, or one answer throughout"
    return f"  too few to say, below {FEW}" if estimate.n < FEW else ""


def _confusion(found: Concord) -> Iterator[str]:
    used = [outcome for outcome in _OUTCOMES if any(outcome in pair for pair in found.confusion)]
    unsure = sum(number for (_, machine), number in found.confusion.items() if machine == "uncertain")
    across: list[Finding] = [*used, "uncertain"] if unsure else [*used]
    yield "How often which answer: people down, the machine across"
    yield f"  {'':<14}" + "".join(f"{outcome.replace('_', ' '):>14}" for outcome in across)
    for person in used:
        cells = "".join(f"{found.confusion[person, machine] or '·':>14}" for machine in across)
        yield f"  {person.replace('_', ' '):<14}{cells}"
    if unsure:
        yield f"  uncertain: {count(unsure, 'label')} of claims that the machine did not fully understand; in no kappa and no alpha"

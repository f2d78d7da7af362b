"""Estimates of calls, tokens, dollars and hours for tables of a paper: bots play, before any model is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from woozle.arena.reproduction.jobs import Job
from woozle.arena.runs.matches import models_asked
from woozle.arena.runs.model_runs import CONCURRENCY
from woozle.arena.runs.run_estimate import ASSUMED, estimate_run
from woozle.arena.views.words import count, duration, money, round_short
from woozle.core.text import visible_line


@dataclass(frozen=True)
class Estimate:
    """The estimate of a run, all its models together. dollars: None without a price. hours: None if a speed is unknown."""

    job: Job
    matches: int
    calls: int
    tokens_in: int
    tokens_out: int
    dollars: float | None
    hours: float | None


def estimate_jobs(jobs: Sequence[Job], concurrency: int = CONCURRENCY, seconds: float | None = None) -> list[Estimate]:
    """Return what models would be asked for some runs; nothing for runs of bots. concurrency, seconds: as in `estimate_run`.

    Raises InputError.
    """
    found: list[Estimate] = []
    for job in jobs:
        plan = job.plan(with_firsts=False)
        if models_asked(plan):
            result = estimate_run(plan, concurrency, seconds)
            calls, tokens_in, tokens_out = (
                sum(each[name] for each in result["models"]) for name in ("calls", "tokens_in", "tokens_out")
            )
            found.append(Estimate(job, plan.matches, calls, tokens_in, tokens_out, result["dollars"], result["hours"]))
    return found


def estimate_lines(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Yield the estimates, run by run and all together."""
    width = max(len(each.job.name) for each in estimates)
    for each in estimates:
        yield f"  {visible_line(each.job.name):<{width}}  {count(each.matches, 'match', 'matches'):>14}  {_words(each)}"
    yield f"{count(len(estimates), 'run')} with models: {_words(_sum(estimates))}"
    if any(each.job.firsts for each in estimates):
        yield "  Runs that begin with the first answers of another one ask less than this."
    if any(each.hours is None for each in estimates):
        yield "  It is not known how long a call takes; --call-seconds says so, and each run measures it."
    yield from (f"  {sentence}" for sentence in ASSUMED)


def estimates_json(estimates: Sequence[Estimate]) -> dict[str, Any]:
    """Return the estimates for programs."""
    names = ("matches", "calls", "tokens_in", "tokens_out", "dollars", "hours")
    every = _sum(estimates) if estimates else None
    return {
        "runs": [{"run": each.job.name, **{name: getattr(each, name) for name in names}} for each in estimates],
        "all": {name: getattr(every, name) if every else 0 for name in names},
        "assumed": list(ASSUMED),
    }


def _sum(estimates: Sequence[Estimate]) -> Estimate:
    matches, calls, tokens_in, tokens_out = (
        sum(getattr(each, name) for each in estimates) for name in ("matches", "calls", "tokens_in", "tokens_out")
    )
    dollars, hours = (_sum_known([getattr(each, name) for each in estimates]) for name in ("dollars", "hours"))
    return Estimate(estimates[0].job, matches, calls, tokens_in, tokens_out, dollars, hours)


def _sum_known(numbers: Sequence[float | None]) -> float | None:
    known = [each for each in numbers if each is not None]
    return sum(known) if len(known) == len(numbers) else None


def _words(each: Estimate) -> str:
    dollars = "price unknown" if each.dollars is None else money(each.dollars)
    tokens = f"{round_short(each.tokens_in)} tokens in, {round_short(each.tokens_out)} out"
    hours = "hours unknown" if each.hours is None else duration(each.hours * 3600)
    return f"{round_short(each.calls):>7} calls, {tokens}, {dollars}, {hours}"

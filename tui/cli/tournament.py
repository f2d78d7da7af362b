"""A run, from the command line: played by bots, or with models, in one process or several."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.arena.runs import pool
from woozle.arena.runs.engines import Engine, LostError, must_be_one, opened
from woozle.arena.runs.plan import WHOLE, Plan, Shard, planned
from woozle.arena.runs.summary import lines, summary
from woozle.arena.runs.table import asked_in, officials_of, sights_of, stays, waits
from woozle.core.legible import ServiceFailures
from woozle.core.usage import Limits
from woozle.players.backends import slate
from woozle.saves.heads import HEADS, write_heads
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.progress import progress, shown
from woozle.tui.cli.sentences import notice, say

if TYPE_CHECKING:
    from woozle.arena.runs.asking import Ways


@dataclass(frozen=True)
class Said:
    """What was said of how a run is to be played, as it was typed; None where nothing was. It is no part of the plan."""

    jobs: int | None = None
    concurrency: int | None = None
    shard: str | None = None
    budget: str | None = None
    match_budget: str | None = None
    cache: Path | None = None
    engine: str = "processes"
    address: str | None = None

    def must_fit(self, plan: Plan) -> None:
        """Raises ValueError, with a sentence, for what cannot be, or says nothing of those who sit there."""
        if waits(plan) and self.engine == "ray":
            raise ValueError(
                "Models wait, and one machine holds hundreds of matches of them; leave out --engine, and use --jobs there, or "
                "--shard on several."
            )
        must_be_one(self.engine, self.address)
        if waits(plan):
            if self.ways().jobs > 1:
                _refuse_jobs(plan)
            return
        for name in ("concurrency", "budget", "match_budget", "cache"):
            if getattr(self, name) is not None:
                option = name.replace("_", "-")
                raise ValueError(
                    f"--{option} is for runs with models; among bots leave it out{', or use --jobs' * (name == 'concurrency')}."
                )
        self.part()

    def part(self) -> Shard:
        """Which part of the run. Raises ValueError."""
        return WHOLE if self.shard is None else Shard.parsed(self.shard)

    def ways(self) -> Ways:
        """The same for a run with models. Raises ValueError."""
        from woozle.arena.runs.asking import CONCURRENCY, Ways

        budget, match_budget = (Limits.parse(text) if text is not None else Limits() for text in (self.budget, self.match_budget))
        return Ways(self.part(), self.concurrency or CONCURRENCY, budget, match_budget, self.jobs or 1)


def play_run(plan: Plan, out: Path, said: Said, as_json: bool) -> int:
    """Play what is left of a run, and print what came of it. Returns the exit status.

    Raises ValueError, with a sentence, before anything is made, if a model cannot play now.
    """
    shard = said.part()
    resume = f"`woozle resume {out}{'' if shard == WHOLE else f' --shard {shard}'}`"
    if plan.left(out, shard):
        _refuse_unready(plan, said)
    plan = planned(out, plan)
    try:
        with opened(said.engine, 1 if waits(plan) else said.jobs, said.address, notice) as engine:
            why = _asked(plan, out, said.ways(), said.cache) if waits(plan) else _played(plan, out, shard, engine)
            result = summary(plan, out, engine)
    except KeyboardInterrupt:
        return say(f"Stopped. What was played is saved; {resume} goes on with the rest.", 130)
    left, numbers = len(plan.left(out, shard)), len(plan.numbers(shard))
    head = write_heads(out) if left < numbers else ""
    if as_json:
        print_json({**result, "head": head or None})
    else:
        print(*lines(result), sep="\n")
        if head:
            print(f"Head of the run, in {HEADS}: {head}")
    if (failed := result["service_failures"]) and (service := ServiceFailures(**failed)).are_too_many:
        return say(f"These matches are not what their options say: {service}; play them anew, in another folder.", 1)
    if not left:
        return 0
    return say(f"{numbers - left} of {numbers} matches are finished; {resume} goes on with the {left} that wait: {why}", 1)


def _refuse_jobs(plan: Plan) -> None:
    if who := stays(plan):
        raise ValueError(f"{who} runs in Woozle's own process, and would have to be there in each; leave out --jobs.")
    if not slate.IS_HERE:
        raise ValueError("On this system processes cannot share the limits of an endpoint; leave out --jobs, or use --shard.")


def _refuse_unready(plan: Plan, said: Said) -> None:
    for official in officials_of(plan):
        official.check()
    if asked := asked_in(plan):
        from woozle.arena.play import models

        models.refuse_unready(asked, sights=sights_of(plan), has_budget=said.ways().is_about_money)


def _played(plan: Plan, out: Path, shard: Shard, engine: Engine) -> str:
    """Why matches stand still, as a sentence; empty if none does."""
    left, numbers = plan.left(out, shard), plan.numbers(shard)
    with progress(len(numbers), len(numbers) - len(left)) as advance:
        try:
            for number in pool.play(plan, out, left, engine):
                advance(number)
        except LostError as error:
            return str(error)
    return ""


def _asked(plan: Plan, out: Path, ways: Ways, cache: Path | None) -> str:
    """Why matches stand still, as a sentence; empty if none does. Raises KeyboardInterrupt where it was stopped."""
    from woozle.arena.runs.alone import Alone
    from woozle.arena.runs.crew import Crew

    total, left = len(plan.numbers(ways.shard)), len(plan.left(out, ways.shard))
    if not left:
        return ""

    run: Alone | Crew
    if ways.jobs > 1:
        with Crew(plan, out, ways, cache, notice) as run, shown(run, total, total - left):
            run.play()
    else:
        with shown(run := Alone(plan, out, ways, cache, notice), total, total - left):
            run.play()
    if run.is_stopped and plan.left(out, ways.shard):
        raise KeyboardInterrupt
    return run.reason

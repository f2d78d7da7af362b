"""Runs of bots or models from the command line: options, progress, and what is printed at the end."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import Engine, open_engine
from woozle.arena.runs.matches import has_to_wait, models_asked, services_of, sights_of
from woozle.arena.runs.plan import WHOLE, Plan, Shard, open_plan
from woozle.arena.runs.shards import LostError
from woozle.arena.runs.summary import summarize_run, summary_lines, unread_sentences
from woozle.core.failures import ServiceFailures
from woozle.saves.heads import HEADS, write_heads
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.progress import progress, show_model_run
from woozle.tui.cli.runs import RunOptions
from woozle.tui.cli.sentences import notice, say


def play_run(plan: Plan, out: Path, options: RunOptions, as_json: bool) -> int:
    """Play what is left of a run, print its summary, and return the exit status.

    Raises ValueError, with a sentence, before anything is made, if a model cannot play now.
    """
    shard = options.parse_shard()
    resume = f"`woozle resume {out}{'' if shard == WHOLE else f' --shard {shard}'}`"
    if plan.numbers_left(out, shard):
        refuse_unready(plan, options)
    plan = open_plan(out, plan)
    try:
        with open_engine(options.engine, 1 if has_to_wait(plan) else options.jobs, options.address, notice) as engine:
            why, silent = play_rest(plan, out, options, engine)
            result = summarize_run(plan, out, engine)
    except KeyboardInterrupt:
        return say(f"Stopped. What was played is saved; {resume} continues the rest.", 130)
    left, numbers = len(plan.numbers_left(out, shard)), len(plan.numbers(shard))
    head = write_heads(out) if left < numbers else ""
    if as_json:
        print_json({**result, "head": head or None})
    else:
        print(*summary_lines(result), sep="\n")
        if head:
            print(f"Head of the run, in {HEADS}: {head}")
    if (failed := result["service_failures"]) and (service := ServiceFailures(**failed)).is_excessive:
        return say(f"These matches are not what their options say: {service}; play them anew, in another folder.", 1)
    if not left:
        silent += () if options.keep_going else unread_sentences(result)
        for sentence in silent:
            notice(sentence)
        return 1 if silent else 0
    return say(f"{numbers - left} of {numbers} matches are finished; {resume} continues the {left} that wait: {why}", 1)


def play_rest(plan: Plan, out: Path, options: RunOptions, engine: Engine) -> tuple[str, list[str]]:
    """Play what is left of a run. Return why matches stand still, as a sentence, and one for each model that never answered.

    Raises KeyboardInterrupt where it was stopped.
    """
    if has_to_wait(plan):
        return _play_models(plan, out, options)
    return _play_bots(plan, out, options.parse_shard(), engine), []


def refuse_unready(plan: Plan, options: RunOptions) -> None:
    """Raise InputError if a service or a model of a run cannot be asked now."""
    for service in services_of(plan):
        service.check()
    if asked := models_asked(plan):
        from woozle.arena.play import models

        models.refuse_unready(asked, sights=sights_of(plan), has_budget=options.for_models().needs_prices, tell=notice)


def _play_bots(plan: Plan, out: Path, shard: Shard, engine: Engine) -> str:
    """Return why matches stand still, as a sentence; empty if none does."""
    left, numbers = plan.numbers_left(out, shard), plan.numbers(shard)
    with progress(len(numbers), len(numbers) - len(left)) as advance:
        try:
            for number in play_bots(plan, out, left, engine):
                advance(number)
        except LostError as error:
            return str(error)
    return ""


def _play_models(plan: Plan, out: Path, options: RunOptions) -> tuple[str, list[str]]:
    from woozle.arena.runs.model_runs import ModelRun

    model_options = options.for_models()
    total, left = len(plan.numbers(model_options.shard)), len(plan.numbers_left(out, model_options.shard))
    if not left:
        return "", []
    run = ModelRun(plan, out, model_options, options.cache, notice)
    with show_model_run(run, total, total - left):
        run.play()
    if run.is_stopped and plan.numbers_left(out, model_options.shard):
        raise KeyboardInterrupt
    return run.reason, run.silent

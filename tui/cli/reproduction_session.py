"""`woozle reproduce`: what is asked first, the runs, and what is printed and written at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import Any

import typer

from woozle.arena.exports.svg_plots import write_plots
from woozle.arena.reproduction.engine import Reproduction, is_finished
from woozle.arena.reproduction.estimates import estimate_jobs, estimate_lines, estimates_json
from woozle.arena.reproduction.jobs import Job, Setting
from woozle.arena.reproduction.output import csv_text, plots, reproduction_json, table_lines
from woozle.arena.reproduction.page import page
from woozle.arena.reproduction.recipe import load_recipe, papers
from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import Engine, InProcess, open_engine
from woozle.arena.runs.matches import has_to_wait
from woozle.arena.runs.plan import open_plan
from woozle.arena.views.words import capitalise
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.saves.disk import explain_save_errors, replace
from woozle.saves.transcript import display_path
from woozle.tui.cli import commands
from woozle.tui.cli.match_selection import counted_matches
from woozle.tui.cli.progress import progress
from woozle.tui.cli.reproduce import ReproduceOptions
from woozle.tui.cli.run_session import play_rest, refuse_unready
from woozle.tui.cli.runs import RunOptions
from woozle.tui.cli.sentences import notice, say

_WIDTH = 100


def papers_json() -> dict[str, Any]:
    """Return the papers with their tables and figures, for programs."""
    return {
        "papers": [
            {"paper": paper, "game": game, "title": recipe.title, "tables": [table.name for table in recipe.tables]}
            for paper, game in papers().items()
            if (recipe := load_recipe(paper))
        ]
    }


def paper_lines() -> Iterator[str]:
    """Yield the papers with their tables and figures, for people."""
    for paper, game in papers().items():
        recipe = load_recipe(paper)
        yield f"{paper} ({game}): {recipe.title}"
        yield from wrap("; ".join(table.name for table in recipe.tables), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def reproduce(reproduction: Reproduction, ways: ReproduceOptions) -> int:
    """Play what is needed, print the tables, and return the exit status."""
    setting = reproduction.setting
    _tell_data(reproduction)
    if not setting.is_dry and not _may_ask(reproduction, ways):
        return 0
    try:
        problem = _play(reproduction, ways)
    except KeyboardInterrupt:
        return say(f"Stopped. What was played is saved in {display_path(setting.out)}; the same command goes on.", 130)
    tables = reproduction.read(lambda files: counted_matches(files, ()).matches)
    if ways.csv:
        _write(ways.csv, csv_text(tables))
    if ways.page:
        _write(ways.page, page(setting, tables))
    if ways.plot:
        if not (found := plots(tables)):
            raise InputError(f"{display_path(ways.plot)} was not written, as none of these figures has anything to draw.")
        write_plots(found, ways.plot)
    if ways.as_json:
        commands.print_json(reproduction_json(setting, tables))
    else:
        print(*_head(setting), *chain.from_iterable(map(table_lines, tables)), sep="\n")
    return say(problem, 1) if problem else 0


def _head(setting: Setting) -> Iterator[str]:
    recipe = setting.recipe
    yield recipe.title
    yield recipe.source
    if setting.is_dry:
        yield "Dry run: bots played two questions a cell, with data that come with the game. Only the layout says anything."
    elif setting.seats:
        yield "; ".join(f"{name} is {visible_line(seat)}" for name, seat in setting.seats.items())
    if recipe.note:
        yield from wrap(recipe.note, 100)
    yield ""


def _tell_data(reproduction: Reproduction) -> None:
    """Say how data differ from what was published, and what is missing of what the tables need."""
    setting = reproduction.setting
    for name in reproduction.data_needed() if not setting.is_dry else ():
        found = setting.found[name]
        if found.problem and not setting.is_bundled:
            notice(f"{capitalise(found.problem)}.")
        for sentence in found.warnings:
            notice(sentence)


def _may_ask(reproduction: Reproduction, ways: ReproduceOptions) -> bool:
    """Print what models would be asked, and return whether they may be: confirmed by the user, or by --yes."""
    left = [job for job in reproduction.jobs if not is_finished(job)]
    estimates = estimate_jobs(left, ways.of_runs.for_models().concurrency, ways.call_seconds)
    if ways.estimate and ways.as_json:
        commands.print_json(estimates_json(estimates))
        return False
    if estimates:
        for line in estimate_lines(estimates):
            print(line) if ways.estimate else notice(line)
    elif ways.estimate:
        print("No model would be asked.")
    if ways.estimate:
        return False
    if not estimates or ways.yes:
        return True
    if not commands.can_ask_user():
        raise InputError("Cannot ask for confirmation here; add --yes to ask the models, or --estimate to stop here.")
    if not typer.confirm("Ask the models?", err=True):
        raise InputError("No model was asked.")
    return True


def _play(reproduction: Reproduction, ways: ReproduceOptions) -> str:
    """Play what is left of all runs, and return what stands still, as a sentence; empty if nothing does."""
    setting = reproduction.setting
    problems: list[str] = []
    if setting.is_dry:
        with progress(len(reproduction.jobs), 0) as advance:
            for job in reproduction.jobs:
                problems += _play_job(reproduction, job, ways.of_runs, InProcess())
                advance(1)
    else:
        with open_engine("processes", None, None, notice) as engine:
            for number, job in enumerate(reproduction.jobs, 1):
                if not is_finished(job):
                    notice(f"Run {number} of {len(reproduction.jobs)}: {job.name}.")
                    problems += _play_job(reproduction, job, ways.of_runs, engine)
    return " ".join(dict.fromkeys(problems))


def _play_job(reproduction: Reproduction, job: Job, options: RunOptions, engine: Engine) -> list[str]:
    """Play what is left of a run, and return what stands still."""
    plan = reproduction.plan(job)
    options = options if has_to_wait(plan) else RunOptions()
    if not plan.numbers_left(job.folder):
        return []
    if not reproduction.setting.is_dry:
        refuse_unready(plan, options)
    plan = open_plan(job.folder, plan)
    if reproduction.setting.is_dry and not has_to_wait(plan):
        list(play_bots(plan, job.folder, plan.numbers_left(job.folder), engine))
        return []
    why, silent = play_rest(plan, job.folder, options, engine)
    left = len(plan.numbers_left(job.folder))
    return [*([f"{job.name}: {left} of {plan.matches} matches wait: {why}"] if left else []), *silent]


def _write(file: Path, text: str) -> None:
    with explain_save_errors(file, "write it again"):
        replace(file, text.encode(), sync=False)

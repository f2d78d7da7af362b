"""Papers played again by bots, in this process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from woozle.arena.reproduction.cells import PlayedTable
from woozle.arena.reproduction.engine import Reproduction
from woozle.arena.reproduction.jobs import Setting
from woozle.arena.reproduction.recipe import Recipe, Table, parse_recipe
from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import InProcess
from woozle.arena.runs.plan import open_plan

RECIPE = """
title = "A small paper"
source = "Nobody, 2026"
models = ["One", "Two"]

[data.news]
files = [{name = "news.csv", bytes = 12}]
source = "its authors"

[runs.contest]
seats = "{model}*2"
set = {threshold = "{threshold}", items = 2}
services = {judge = "lexical"}
questions = "items"
matches = 12
[runs.contest.over]
model = ["One", "Two"]
threshold = [0.5, 0.9]
[runs.contest.dry]
services = {judge = "lexical"}

[runs.far]
seats = "{model}*2"
data = "news"
over = {model = ["One"]}

[[tables]]
number = "1"
title = "Contests"
columns = [
    {head = "Q", figure = "score", digits = 2},
    {head = "calls", figure = "calls", digits = 0},
    {head = "mean", mean = true},
]
[[tables.rows]]
label = "first"
run = "contest"
with = {model = "One", threshold = 0.5}
seat = 1
published = [0.5, "1.2k", ""]
beside = "second"
[[tables.rows]]
label = "second"
run = "contest"
with = {model = "One", threshold = 0.5}
seat = 2
published = [0.25, 1100, 3]
sd = [0.02, "", ""]
[[tables.rows]]
label = "other"
run = "contest"
with = {model = "Two", threshold = 0.5}
published = [0.1, 9, 9]
notes = {calls = "They count otherwise."}

[[tables]]
number = "2"
kind = "figure"
title = "By threshold"
across = "threshold"
columns = [{head = "Q", figure = "score"}]
rows = [
    {label = "low", run = "contest", with = {model = "One", threshold = 0.5}, x = 0.5, series = "One"},
    {label = "high", run = "contest", with = {model = "One", threshold = 0.9}, x = 0.9, series = "One"},
]

[[tables]]
number = "3"
title = "Far away"
columns = [{head = "Q", figure = "score"}]
rows = [{label = "news", run = "far", with = {model = "One"}, published = [0.3]}]
"""


def small() -> Recipe:
    """Return a recipe of the quest with two models, an axis, a figure, and a table whose data are missing."""
    return parse_recipe(RECIPE)


def play(setting: Setting, tables: Sequence[Table] | None = None) -> list[PlayedTable]:
    """Play all tables of a paper by bots, or these, and return them; every match counts."""
    reproduction = Reproduction(setting, tables or setting.recipe.tables)
    for job in reproduction.jobs:
        plan = open_plan(job.folder, reproduction.plan(job))
        list(play_bots(plan, job.folder, plan.numbers_left(job.folder), InProcess()))
    return reproduction.read(lambda files: files)


def setting(out: Path, recipe: Recipe, **more: Any) -> Setting:
    """Return a setting for the small paper."""
    return Setting("small", "quest", recipe, out, **more)

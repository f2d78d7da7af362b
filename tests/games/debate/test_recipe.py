"""The runs of the paper's recipe, and the cells that are computed of several runs at once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from woozle.arena.reproduction.jobs import Jobs, Setting
from woozle.arena.reproduction.recipe import load_recipe
from woozle.games.debate.spread import budgets, difficulty
from woozle.testing import play_rules

from tests.core.measured import measured
from tests.games.debate.play import BEARS, debate, saying
from tests.games.debate.test_budgets import HEFFALUMPS


def match(answers=None, *, seats=3, problem=BEARS, used=None, **options):
    return measured(play_rules(debate(seats, pool=(problem,), **options), saying(answers or {})), used=used or {})


def table(parts, *figures):
    rows = [SimpleNamespace(label=part, part={"by difficulty": part}) for part in parts]
    return SimpleNamespace(rows=rows, columns=[SimpleNamespace(head=each, figure=each) for each in figures])


def test_debates_are_divided_by_samples_of_another_run():
    wrong = dict.fromkeys(("Ada", "Ben", "Cleo"), "C")
    samples = [match(seats=5, rounds=1), match(wrong, seats=5, rounds=1, problem=HEFFALUMPS)]  # five and two of five are right
    debates = [match({"Ada": "CBB"}), match({"Ada": "CCC"}, problem=HEFFALUMPS)]
    found = difficulty.cells(table(("easy", "hard"), "MA1", "MA3"), {key: [samples, debates] for key in ("easy", "hard")}, {})
    values = {key: figure.value for key, figure in found.items()}
    assert values[("easy", "MA1")] == values[("hard", "MA3")] == pytest.approx(2 / 3) and values[("easy", "MA3")] == 1.0
    assert difficulty.cells(table(("easy",), "MA1"), {"easy": [samples, []]}, {}) == {}


def test_debates_are_beside_votes_of_samples_of_another_run():
    used = {"tokens_in": 900, "tokens_out": 100}
    samples, debates = [match(seats=5, rounds=1, used=used)], [match(used=used)]
    found = budgets.cells(table(("MAD",), "tokens", "k", "more"), {"MAD": [samples, debates]}, {})
    assert {head: figure.value for (_, head), figure in found.items()} == {"tokens": 1000, "k": 5, "more": 0.0}


def test_what_a_run_from_first_answers_costs_is_estimated_for_all_its_debates(tmp_path):
    recipe = load_recipe("digra")
    jobs = Jobs(Setting("digra", "debate", recipe, tmp_path, is_dry=True))
    rows = {row.label: row for row in recipe.table("table", "2").rows}
    job = jobs.of_cell(rows["DIGRA"], recipe.table("table", "2").columns[0])
    assert job.firsts
    first, plan = job.firsts.plan(), job.plan(with_firsts=False)
    assert (plan.matches, plan.each, plan.config["pool"]) == (first.matches, True, first.config["pool"])

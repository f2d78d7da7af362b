"""The page of errata is what the papers' printed numbers make, and these still say what the page is for."""

from __future__ import annotations

import pytest

from woozle.arena.reproduction.recipe import load_recipe, papers
from woozle.core.statistics.student import quantile

from tests.errata import PAGE, RENEW, best_p, detected, page, quests


def test_the_page_is_what_the_papers_print():
    assert PAGE.read_text("utf-8") == page(), RENEW


@pytest.mark.skipif("mas-hq" not in papers(), reason="needs the recipe")
def test_the_tables_of_the_quest_need_another_beta_than_is_stated():
    recipe = load_recipe("mas-hq")
    betas = [each.beta(1) for number in ("9", "10") for match in quests(recipe.table("table", number)) for each in match]
    assert sum(beta == pytest.approx(0.1, abs=5e-5) for beta in betas) == len(betas) - 1 == 23
    assert recipe.quoted["beta"] == 0.01


def test_five_of_eighteen_rows_of_pope_contradict_themselves():
    rows = detected(load_recipe("mug"))
    assert [each.label for each in rows if each.is_contradictory()] == [
        "LLaVA-Next-Llama3-8B",
        "Qwen2.5VL-7B (MAD-Vote)",
        "InternVL3-14B (Self-Refine)",
        "InternVL3-14B (MAD-Judge)",
        "InternVL3-14B (MUG(Ours))",
    ]
    assert len(rows) == 18


def test_the_kindest_p_is_that_of_as_many_questions_as_rounding_allows():
    gained, p = best_p(69.1, 68.9, 1500)
    assert gained == 4, "1,037 and 1,033 right are the farthest that are printed so"
    assert quantile(1 - p, 1499) == pytest.approx((4 * 1499 / 1496) ** 0.5)

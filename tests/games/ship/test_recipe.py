"""The recipe of QUACK: its cells are those of the published summaries, and what the abstract says of them."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean

import pytest

from woozle.arena.reproduction.recipe import load_recipe
from woozle.core.measures import Played
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.compatible.release import FIGURES, TERMS, figure_values
from woozle.games.ship.measures import MEASURES, RELEASED, facts
from woozle.games.ship.tui.replication import ALL, GAMES
from woozle.saves.match import read_match

from tests.games.ship.quack_logs import match

SUMMARIES = Path(__file__).parents[4] / "shared" / "data" / "quack_summaries"
needs_summaries = pytest.mark.skipif(not SUMMARIES.exists(), reason="needs the summaries in ../shared/data")

RECIPE = load_recipe("quack")
(MEANS,) = (table for table in RECIPE.tables if table.number == "1")
HEADS = [column.figure for column in MEANS.columns]
PUBLISHED = {row.label: dict(zip(HEADS, row.published, strict=True)) for row in MEANS.rows}
CONDITIONS = [label for label in PUBLISHED if label != ALL]


def file_of(label):
    """The summary of a condition."""
    return "summary_270" if label == ALL else label if label.startswith("geese_") else f"homogeneous_{label}"


@needs_summaries
@pytest.mark.parametrize("row", MEANS.rows, ids=lambda row: row.label)
def test_each_published_cell_is_that_of_the_summary(row):
    told = json.loads((SUMMARIES / f"{file_of(row.label)}.json").read_text("utf-8"))
    assert told["num_games"] == GAMES * (len(CONDITIONS) if row.label == ALL else 1)
    found = {name: each for tier in told["aggregated"].values() for name, each in tier.items()}
    means = [found[name]["mean"] if isinstance(found[name], dict) else found[name] for name in HEADS]
    assert list(row.published) == means
    assert list(row.sd) == [found[name]["std"] if isinstance(found[name], dict) else "" for name in HEADS]


def test_the_columns_are_the_releases_figures_and_each_is_a_measure_of_the_report():
    assert HEADS == [figure.name for figure in FIGURES] == [measure.name for measure in RELEASED]
    assert {*RELEASED} <= {*MEASURES} and len(CONDITIONS) == 9


@pytest.mark.parametrize("name", HEADS)
def test_the_row_of_all_games_is_the_mean_over_the_nine_conditions(name):
    assert PUBLISHED[ALL][name] == pytest.approx(fmean(PUBLISHED[each][name] for each in CONDITIONS), abs=1e-4)


def test_the_abstracts_headline_is_everybodys_mean_and_no_agents():
    name, said = "spatial_hallucination_rate", RECIPE.quoted["spatial_hallucination"]
    every = {each: PUBLISHED[each][name] for each in CONDITIONS}
    assert round(100 * fmean(every.values()), 1) == said, "the mean over all nine conditions"
    assert said not in {round(100 * rate, 1) for rate in every.values()}
    alone = {each: every[each] for each in RECIPE.models}
    strongest = max(alone, key=lambda each: PUBLISHED[each]["goose_win_rate"])
    assert strongest == min(alone, key=alone.get) == "claude_opus4.7"
    assert PUBLISHED[strongest]["unsupported_accusation_rate"] > 0.5, "so that half of the sentence is true of it"


def test_each_term_of_the_abstract_names_figures_that_exist_and_stands_in_the_recipe_and_the_docs():
    names = {measure.name for measure in MEASURES}
    assert all(term.ours in names and (not term.released or term.released in names) for term in TERMS)
    (abstract,) = (table for table in RECIPE.tables if table.number == "3")
    assert [(column.head, column.figure) for column in abstract.columns] == [
        (term.name, term.released or term.ours) for term in TERMS
    ]
    docs = (Path(__file__).parents[3] / "docs" / "claims.md").read_text("utf-8")
    for term in TERMS:
        (line,) = (line for line in docs.splitlines() if line.startswith(f"| {term.name} |"))
        assert f"`{term.ours}`" in line and (f"`{term.released}`" in line if term.released else "none" in line)


def test_a_match_has_the_figures_that_the_public_pipeline_gives_its_record():
    for seed in (3, 4):
        referee = match(seed)
        found = facts(Played(referee.record, referee.outcome)).released
        judged = audit(referee.record, mode="compatible")
        tiers = {"tier1": judged.tier1, "tier2": judged.tier2, "tier3": judged.tier3}
        assert found == figure_values(tiers, "the match")


def test_matches_are_played_in_its_conditions_with_the_duck_of_each(woozle, tmp_path):
    """Two players in place of models: each alone, and each as the duck among the other's geese."""
    seats = ("--model", "gpt5.5=bot:trusting", "--model", "claude_opus4.7=bot:shrewd")
    status, out, _ = woozle("reproduce", "quack", "--table", "1", *seats, "--questions", "2", "--out", tmp_path / "kept", "--json")
    (table,) = json.loads(out)["tables"]
    counts = {row["label"]: {cell["matches"] for cell in row["cells"]} for row in table["rows"]}
    mixed = ("geese_gpt5.5_duck_claude_opus4.7", "geese_claude_opus4.7_duck_gpt5.5")
    played = {"gpt5.5", "claude_opus4.7", *mixed}
    assert status == 0 and counts == {label: {8} if label == ALL else {2} if label in played else {0} for label in PUBLISHED}
    for file in (tmp_path / "kept").glob("mixed-gpt5.5-claude*/*/transcript.jsonl"):
        found = read_match(file)
        assert {role: found.names[seat] for seat, role in found.rules.roles(found.record).items()} == {
            "goose": "bot:trusting", "duck": "bot:shrewd"
        }  # fmt: skip

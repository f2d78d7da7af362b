"""Tables and figures of the paper that are computed, and its printed numbers beside what its text says of them."""

from __future__ import annotations

import json

import pytest

from woozle.arena.reproduction.jobs import Setting
from woozle.arena.reproduction.recipe import load_recipe
from woozle.games.self_play.tui import paper_tables

from tests.arena.reproduction.world import play
from tests.games.self_play.measured import LAKE, TOWER, alone

CSP = load_recipe("csp")
MODELS = ("CSP", "CSP-DeAnon", "Act. Sup.", "ICL")


def played(table, matches=None, files=None):
    """The cells of a table by the function that its recipe names."""
    return getattr(paper_tables, table.cells.partition(":")[2])(table, matches or {}, files or {})


def test_table_1_is_that_of_the_example():
    found = played(CSP.table("table", "1"))
    assert found["AG", "player 1"] == pytest.approx(0.85) and found["AG", "player 2"] == pytest.approx(0.9)
    assert found["GG", "player 1"] == pytest.approx(0.3) == found["GG", "player 2"]


def test_the_regions_of_figure_6_are_those_of_theorem_4_1():
    found = played(CSP.table("figure", "6"))
    of = {head: found["p1 = 0.9", head] for head in ("player 1 alone", "player 2 alone", "either alone", "no one")}
    assert of == {"player 1 alone": 0.8, "player 2 alone": 0, "either alone": 0.2, "no one": 0}  # p2 below p1 - 2c = .8
    assert sum(found["p1 = 0.4", head] for head in of) == 1 and found["p1 = 0.1", "no one"] == 0.35  # q + c


def test_points_of_the_curves_are_of_the_last_run_on_what_searches_gain_the_base():
    base = [
        [alone("HEDGE Rome", question=each, search=0, searches=0) for each in (TOWER, LAKE)],
        [alone("SEARCH", said, question=each, search=0.9) for each, said in ((TOWER, "ANSWER Paris"), (LAKE, "HEDGE Rome"))],
    ]
    learned = [alone("SEARCH", "HEDGE", question=each, player="learned", search=at) for each, at in ((TOWER, 0.8), (LAKE, 0.1))]
    figure = CSP.table("figure", "4")
    found = played(figure, {"a": [*base, learned], "b": []})
    assert [found["a", head].figure.value for head in ("0 %", "10 %", "50 %", "100 %", "area")] == pytest.approx(
        [0, 0.1, 0.5, 0.5, 0.375]
    )
    answers = played(CSP.table("figure", "5"), {"a": [base[0]]})
    assert answers["a", "50 %"].figure.value == 0 and ("b", "0 %") not in found


def test_a_model_that_does_not_say_how_likely_its_actions_were_has_no_curve_and_that_is_said():
    found = played(CSP.table("figure", "5"), {"a": [[alone("HEDGE Rome", searches=0)]]})
    assert found["a", "area"].figure.value is None
    assert found["a", "area"].why.endswith("Models that give no log-probabilities need `samples`.")


def test_bots_play_every_computed_figure(tmp_path):
    tables = play(Setting("csp", "self_play", CSP, tmp_path, is_dry=True))
    empty = {t.table.name for t in tables if t.table.cells and any(cell.ours is None for row in t.cells for cell in row)}
    assert empty == {f"Figure {number}" for number in range(7, 11)}  # they need a model that was trained


def test_curves_of_learning_are_read_from_the_summary_of_training(tmp_path):
    told = {"value": 0.4, "low": 0.3, "high": 0.5, "n": 3}
    file = tmp_path / "summary.json"
    file.write_text(json.dumps({"kinds": {"play": {"epochs": [{"task_f1": told}, {"task_f1": told | {"value": 0.6}}]}}}))
    table = CSP.table("figure", "7")
    found = played(table, files={"training": [file]})
    assert (found["CSP, epoch 1", "F1"].value, found["CSP, epoch 1", "F1"].n) == (0.6, 3)
    assert found["CSP, epoch 2", "F1"] is found["CSP-DeAnon, epoch 0", "F1"] is None
    file.write_text("[]")
    with pytest.raises(ValueError, match=r"summary\.json is no summary of `woozle train`"):
        played(table, files={"training": [file]})


def test_what_the_text_says_of_table_2_is_so_in_the_table_but_for_two_cells():
    table = CSP.table("table", "2")
    heads = [column.head for column in table.columns]
    printed = {(row.label, head): float(cell) for row in table.rows for head, cell in zip(heads, row.published, strict=True)}
    assert len(printed) == 64
    for model in MODELS[:3]:
        assert printed[f"{model}, Wiki", "F1 bioasq"] - printed["ICL, Wiki", "F1 bioasq"] > 0.1
        assert printed[f"{model}, PubMed", "F1 popqa"] - printed["ICL, PubMed", "F1 popqa"] > 0.1
    searched = {key: rate for key, rate in printed.items() if key[1].startswith("search")}
    assert all((rate > 0.9) == label.startswith("ICL") for (label, _), rate in searched.items())
    assert all(rate < 0.5 for (label, _), rate in searched.items() if not label.startswith("ICL"))
    least = {
        (tool, head): min(MODELS[:3], key=lambda model: searched[f"{model}, {tool}", head])
        for tool in ("PubMed", "Wiki")
        for head in heads[4:]
    }
    assert {where for where, model in least.items() if model != "Act. Sup."} == {("PubMed", "search nq"), ("PubMed", "search entq")}

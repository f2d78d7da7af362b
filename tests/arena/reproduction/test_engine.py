"""Tables of a small paper, played again."""

import csv
import io
from dataclasses import replace

import pytest

from woozle.arena.reproduction.cells import fill_table
from woozle.arena.reproduction.data import find_data
from woozle.arena.reproduction.engine import Reproduction
from woozle.arena.reproduction.jobs import Jobs, Setting, seats_of
from woozle.arena.reproduction.output import csv_text, plots, reproduction_json, table_lines
from woozle.arena.reproduction.page import page
from woozle.arena.reproduction.recipe import RecipeError, parse_recipe, printed_number
from woozle.core.errors import InputError
from woozle.core.measures import Match, Measure, Report, Terms, Topic, groups, report_of
from woozle.core.registry import game
from woozle.saves.match import read_match
from woozle.saves.match_files import matches_in

from tests.arena.reproduction.world import RECIPE, play, setting, small


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    out = tmp_path_factory.mktemp("small")
    seats = {"One": "bot", "Two": "bot:random"}
    own = setting(out, small(), seats=seats, found=find_data(small(), None), services={"judge": "lexical"})
    return own, play(own)


def cell(tables, row, head, number="1"):
    (table,) = (each for each in tables if each.table.number == number)
    return next(each for cells in table.cells for each in cells if (each.row.label, each.column.head) == (row, head))


def test_a_cell_is_the_figure_that_the_report_gives_of_the_same_matches(played):
    own, tables = played
    (job,) = (each for each in Reproduction(own, own.recipe.tables).jobs if each.values == {"model": "One", "threshold": 0.5})
    matches = [read_match(file).measured() for file in matches_in([job.folder])]
    report = report_of(game("quest"))
    (group,) = groups(report, matches)
    ours = cell(tables, "first", "Q").ours
    seat = next(iter(matches[0].seats))
    scores = [match.seats[seat].result.numbers["score"] for match in matches]
    assert len(scores) == ours.n == 12
    assert ours.value == pytest.approx(sum(scores) / 12)
    assert ours.low < ours.value < ours.high
    assert group.matches == matches


def test_what_is_printed_is_read_as_a_number_and_subtracted(played):
    _, tables = played
    calls = cell(tables, "first", "calls")
    assert (calls.printed, calls.published) == ("1.2k", 1200)
    assert calls.difference == pytest.approx(calls.ours.value - 1200)
    assert cell(tables, "second", "Q").printed == "0.25±0.02"
    assert cell(tables, "first", "mean").published is None
    together = cell(tables, "first", "Q").ours.value + calls.ours.value
    assert cell(tables, "first", "mean").ours.value == pytest.approx(together / 2)
    cells = {"✓": 1, "": None, "-": None, float("nan"): None, "1.33M": 1_330_000, "1,100": 1100}
    assert [printed_number(each) for each in cells] == [*cells.values()]


def test_rows_that_a_paper_compares_are_tested_in_pairs_and_adjusted(played):
    _, tables = played
    tests = [cell(tables, "first", head) for head in ("Q", "calls")]
    assert [each.test.n for each in tests] == [12, 12]
    assert all(each.adjusted >= each.test.p for each in tests)
    assert tests[0].test.difference == pytest.approx(cell(tables, "first", "Q").ours.value - cell(tables, "second", "Q").ours.value)
    assert cell(tables, "second", "Q").test is None


def test_rows_are_paired_by_what_matches_were_about_and_not_by_their_number(tmp_path):
    """Here the second player's run has other matches: the first question twice, the second once, and none about the third."""
    recipe = parse_recipe(
        RECIPE.replace(
            'label = "second"\nrun = "contest"\nwith = {model = "One"', 'label = "second"\nrun = "contest"\nwith = {model = "Two"'
        )
    )
    own = setting(tmp_path, recipe, seats={"One": "bot", "Two": "bot:random"})
    about = {"bot*2": {1: ("a", 1.0), 2: ("b", 0.5), 3: ("c", 0.0)}, "bot:random*2": {4: ("b", 0.5), 7: ("a", 0.0), 9: ("a", 0.5)}}
    report = Report((Measure("score", "", lambda match: match.facts),), topic=lambda match: Topic(match.terms.name))

    def matches(job):
        return {
            at: Match(Terms(name), "", {}, {}, False, lambda value=value: value) for at, (name, value) in about[job.seats].items()
        }

    table = fill_table(recipe.tables[0], Jobs(own), report, matches)
    test = next(each for row in table.cells for each in row if (each.row.label, each.column.head) == ("first", "Q")).test
    assert (test.n, test.difference) == (2, pytest.approx(0.75 - 1 / 3))


def test_a_table_whose_data_are_missing_says_where_they_are_had(played):
    own, tables = played
    far = cell(tables, "news", "Q", "3")
    assert far.ours is None
    assert far.why == "The data news are not at hand; name their folder with --data, and get them from its authors."
    assert not any("far" in folder.name for folder in own.out.iterdir())


def test_a_model_without_a_seat_is_not_played(tmp_path):
    own = setting(tmp_path, small(), seats={"One": "bot"}, found=find_data(small(), None))
    assert Jobs(own).of_cell(own.recipe.tables[0].rows[2], own.recipe.tables[0].columns[0]).missing == "no seat was given for Two"


def test_equal_runs_are_played_once_and_not_again(played):
    own, tables = played
    assert len(list(own.out.iterdir())) == 3  # One at two thresholds, Two at one
    before = {file: file.stat().st_mtime_ns for file in own.out.rglob("*") if file.is_file()}
    assert csv_text(play(own)) == csv_text(tables)
    assert {file: file.stat().st_mtime_ns for file in own.out.rglob("*") if file.is_file()} == before


def test_in_a_dry_run_bots_play_every_model_twice(tmp_path):
    tables = play(setting(tmp_path, small(), is_dry=True))
    assert len(list(tmp_path.iterdir())) == 3  # two thresholds, and the table whose data are missing
    assert cell(tables, "other", "Q").ours.n == 2
    assert cell(tables, "news", "Q", "3").ours.n == 2


def test_every_form_has_every_cell(played):
    own, tables = played
    text = "\n".join(line for each in tables for line in table_lines(each))
    assert "They count otherwise." in text
    assert "Figure 2. By threshold" in text
    rows = list(csv.DictReader(io.StringIO(csv_text(tables))))
    assert [(row["row"], row["column"]) for row in rows][:2] == [("first", "Q"), ("first", "calls")]
    assert len(rows) == 9 + 2 + 1
    assert [table["name"] for table in reproduction_json(own, tables)["tables"]] == ["Table 1", "Figure 2", "Table 3"]
    html = page(own, tables)
    assert html.count("<td>") == 12
    assert "<svg" in html
    (plot,) = plots(tables)
    assert [words for _, words in plot.ticks] == ["0.5", "0.9"]
    assert len(plot.series[0].y) == 2


def test_words_of_a_recipe_cannot_become_markup(tmp_path):
    recipe = parse_recipe(RECIPE.replace("Contests", "<script>alert(1)</script>"))
    assert "<script>" not in page(setting(tmp_path, recipe), play(setting(tmp_path, recipe, is_dry=True), recipe.tables[:1]))


def test_files_that_differ_from_the_published_ones_are_named(tmp_path):
    (tmp_path / "news.csv").write_text("other than published")
    found = find_data(small(), tmp_path)["news"]
    assert not found.problem
    assert found.warnings == (f"{tmp_path}/news.csv has 20 bytes, and the published file has 12.",)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('label = "second"', 'label = "first"', "Table 1 has two rows 'first'"),
        ("threshold = 0.5}\nseat = 2", "threshold = 0.6}\nseat = 2", "The axis threshold has no value 0.6"),
        ("published = [0.25, 1100, 3]", "published = [0.25]", "published has 1 cells for 3 columns"),
        ('beside = "second"', 'beside = "third"', "there is no row 'third' beside it"),
        ('run = "far"', 'run = "near"', "there is no run 'near'"),
        ('data = "news"', 'data = "olds"', "unknown data set 'olds'"),
        ('kind = "figure"', 'kind = "picture"', "must be"),
        ("[[tables]]", "[[tables", "line"),
    ],
)
def test_a_wrong_recipe_is_refused_by_a_sentence(old, new, sentence):
    with pytest.raises(RecipeError, match=sentence):
        parse_recipe(RECIPE.replace(old, new, 1))


def test_seats_take_the_models_of_the_paper_by_name_or_in_order():
    assert seats_of(small(), ["bot", "two=openai:gpt=5"]) == {"One": "bot", "Two": "openai:gpt=5"}
    with pytest.raises(RecipeError, match="no model 'Three'; its models are One, Two"):
        seats_of(small(), ["Three=bot"])
    with pytest.raises(RecipeError, match="has 2 models, and more seats"):
        seats_of(small(), ["bot", "bot", "bot"])
    with pytest.raises(RecipeError, match="Two seats stand for One"):
        seats_of(small(), ["One=bot", "one=bot"])


def test_bundled_data_stand_in_for_those_that_are_missing_and_that_is_said(tmp_path):
    own = setting(
        tmp_path, small(), seats={"One": "bot"}, found=find_data(small(), None), is_bundled=True, services={"judge": "lexical"}
    )
    tables = play(own, own.recipe.tables[2:])
    assert cell(tables, "news", "Q", "3").ours.n == 1
    assert cell(tables, "news", "Q", "3").why == "Played with data that come with the game, and not the paper's."


def test_a_run_that_cannot_be_planned_is_left_out_with_its_reason_and_the_others_are_played(tmp_path):
    seats = {"One": "bot", "Two": "bot:nobody"}
    own = setting(tmp_path, small(), seats=seats, found=find_data(small(), None), services={"judge": "lexical"})
    tables = play(own, own.recipe.tables[:1])
    assert cell(tables, "first", "Q").ours.n == 12
    assert cell(tables, "other", "Q").why.startswith("There is no bot 'nobody' for quest; ")
    with pytest.raises(InputError, match="There is no bot 'nobody'"):
        Reproduction(replace(own, seats={"One": "bot:nobody"}), own.recipe.tables[:1])


def test_a_question_that_is_played_often_is_no_more_evidence_than_one_played_once(tmp_path):
    text = """
title = "Questions played often"
source = "Nobody, 2026"
models = ["One"]
[runs.alone]
preset = "alone"
seats = "{model}*3"
each = true
matches = 6
over = {model = ["One"]}
[[tables]]
number = "1"
title = "Right"
columns = [{head = "right", figure = "MA1"}]
rows = [{label = "alone", run = "alone"}]
"""
    recipe = parse_recipe(text)
    tables = play(Setting("often", "debate", recipe, tmp_path, seats={"One": "bot"}, questions=2))
    ours = cell(tables, "alone", "right").ours
    assert ours.n == 12
    assert (ours.low, ours.high) == (None, None)  # two questions, of which nothing can be resampled

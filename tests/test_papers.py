"""The recipes of the papers: whether they are whole, and whether all their tables can be played."""

import re
from pathlib import Path

import pytest

from woozle.arena.reproduction.jobs import Jobs, Setting
from woozle.arena.reproduction.recipe import load_recipe, papers

from tests.arena.reproduction.world import play
from tests.papers import PAGE, RENEW, page

TEXTS = {"mas-hq": "000", "mug": "001", "csp": "002", "digra": "003", "quack": "004"}
SHARED = Path(__file__).parents[2] / "shared" / "papers"
_NAMED = re.compile(r"\b(Table|Figure)s?\s+(\d+)", re.IGNORECASE)


def test_the_page_of_papers_is_what_the_recipes_say():
    assert PAGE.read_text("utf-8") == page(), RENEW


@pytest.mark.parametrize("paper", sorted(papers()))
def test_each_table_and_figure_that_a_paper_names_is_in_its_recipe(paper):
    (text,) = SHARED.glob(f"{TEXTS[paper]}_*.txt") if SHARED.is_dir() else [None]
    if text is None:
        pytest.skip("needs the texts of the papers in ../shared/papers")
    named = {(kind.lower(), number) for kind, number in _NAMED.findall(text.read_text("utf-8"))}
    known = {(table.kind, re.match(r"\d*", table.number)[0]) for table in load_recipe(paper).tables}
    assert named <= known | ELSEWHERE.get(paper, set())


ELSEWHERE: dict[str, set[tuple[str, str]]] = {"digra": {("figure", "483")}}  # a number of a line, in the middle of a sentence
"""Tables and figures that a paper's text names and does not have."""


@pytest.mark.parametrize("paper", sorted(papers()))
def test_every_cell_with_a_run_is_played_by_bots(paper, tmp_path):
    recipe = load_recipe(paper)
    setting = Setting(paper, papers()[paper], recipe, tmp_path, is_dry=True)
    jobs = Jobs(setting)
    tables = play(setting)
    without = [
        f"{played.table.name}, {cell.row.label}, {cell.column.head}"
        for played in tables
        if not played.table.missing
        for row in played.cells
        for cell in row
        if (cell.column.figure and jobs.of_cell(cell.row, cell.column)) and cell.ours is None and not cell.row.notes
    ]
    assert not without

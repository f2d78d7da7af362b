"""Studies from one end to the other, by fingers on the keys: the examples, and a small pilot of all that people do."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import plan_steps

from tests.arena.studies.pilot import Pilot, written
from tests.tui.studies import plans
from tests.tui.studies.crowd import Hands, Talker, crowd
from tests.tui.studies.pilot import FORMATS, piloted
from tests.tui.studies.recount import compared
from tests.tui.studies.traces import Search, pieces
from tests.tui.studies.visits import app_of


@pytest.fixture(autouse=True)
def two_truths_is_installed():
    """Studies are played with the games that there are."""


@pytest.mark.e2e
def test_who_declines_and_who_finishes_an_example_leave_right_figures_and_no_traces(tmp_path):
    found = piloted(tmp_path / "pilot", "quest", crowd(2, 1, 9), length="shortest")
    assert found.faults == []
    assert found.counts["people"] == 2
    assert found.counts["cells compared"] > 1000


async def test_every_button_can_be_clicked_in_the_smallest_terminal(tmp_path):
    app = app_of(plans.write(tmp_path / "study", conditions=((plans.ship(1),),)))
    async with app.run_test(size=(60, 20)) as pilot:
        hands = Hands(pilot)
        assert await Talker(7, clicks=100).walk(hands) == "end"
    assert hands.missed == []
    assert app.pages.visit.who.status == "finished"


# Whether the pilot would notice


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[StudyFolder, list[str]]:
    """A study that somebody has finished, played without a screen, and what they typed."""
    pilot = Pilot(written(tmp_path_factory.mktemp("finished") / "study"))
    code = pilot.takes_part(release=True)
    return pilot.study, pilot.said[code]


def cells_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def rewrite(path: Path, rows: list[list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def test_a_study_that_was_played_without_a_screen_has_right_figures_too(finished, tmp_path):
    study, _ = finished
    export_study(study, tmp_path, FORMATS, with_text=True)
    assert compared(study.path, tmp_path, with_text=True).differences == []


def test_a_match_that_a_bot_took_over_has_right_figures_of_the_person_who_left(tmp_path):
    pilot = Pilot(written(tmp_path / "study"))
    code = pilot.comes(release=True)
    (who,) = pilot.study.participants()
    step = next(each for each in plan_steps(pilot.study.plan, who.row) if each.match and each.kind == "match")
    pilot.goes_on(code, until=step.id, most=1)
    pilot.is_taken_over(code, step)
    export_study(pilot.study, tmp_path / "out", FORMATS)
    assert compared(pilot.study.path, tmp_path / "out", with_text=False).differences == []


@pytest.mark.parametrize("table", ["decisions", "matches", "seats", "scores", "participants", "beliefs", "attrition"])
def test_a_changed_figure_of_any_table_is_noticed(finished, table, tmp_path):
    study, _ = finished
    export_study(study, tmp_path, FORMATS)
    path = tmp_path / f"{table}.csv"
    head, row, *rest = cells_of(path)
    at = next(number for number, cell in enumerate(row) if cell.isdigit())
    rewrite(path, [head, [*row[:at], str(int(row[at]) + 1), *row[at + 1 :]], *rest])
    (difference,) = compared(study.path, tmp_path, with_text=False).differences
    assert difference.startswith(f"{table}, row 1: {head[at]} is ")


def test_a_piece_of_a_sentence_is_found_whatever_its_capitals_and_spacing(finished, tmp_path):
    study, typed = finished
    search = Search()
    search.look_for_pieces(study.path, "typed", typed)
    assert search.hits
    (tmp_path / "note.txt").write_text(typed[-1][2:17].upper().replace(" ", "\n  "), "utf-8")
    search = Search()
    search.look_for_pieces(tmp_path, "typed", typed[-1:])
    assert search.hits
    assert len(pieces("a sentence of words")) == len("a sentence of words") - 11

"""Studies from one end to the other, by fingers on the keys: the examples, and a small pilot of all that people do."""

from __future__ import annotations

import pytest

from tests.tui.studies.crowd import crowd
from tests.tui.studies.pilot import piloted
from tests.tui.studies.traces import Search, pieces


@pytest.fixture(autouse=True)
def two_truths_is_installed():
    """Studies are played with the games that there are."""


@pytest.mark.e2e
def test_who_declines_and_who_finishes_an_example_leave_right_figures_and_no_traces(tmp_path):
    found = piloted(tmp_path / "pilot", "quest", crowd(2, 1, 9), length="shortest")
    assert found.faults == []
    assert found.counts["people"] == 2
    assert found.counts["cells compared"] > 1000


def test_a_piece_of_a_sentence_is_found_whatever_its_capitals_and_spacing(tmp_path):
    typed = "The way of somebody who looked for the duck."
    (tmp_path / "note.txt").write_text(typed[2:17].upper().replace(" ", "\n  "), "utf-8")
    search = Search()
    search.look_for_pieces(tmp_path, "typed", [typed])
    assert search.hits
    assert len(pieces("a sentence of words")) == len("a sentence of words") - 11

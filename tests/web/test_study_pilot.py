"""A small pilot of a study in browsers, as `benchmarks.study_pilot` plays it with forty people; and its search for traces."""

from __future__ import annotations

import pytest

from tests.web.pilot.people import Person, crowd
from tests.web.pilot.pilot import GROUPED, GROUPS, piloted
from tests.web.pilot.traces import Search, pieces


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="session")
async def test_a_group_with_a_drop_out_and_somebody_alone_leave_right_tables_and_no_traces(chromium, tmp_path):
    program, _ = chromium
    kinds = [
        Person("gives up in a match"),
        Person("finishes", "keys", releases=True),
        Person("withdraws", browser="phone"),
        Person("finishes", browser="phone"),  # once the first has gone; the wait runs out
    ]
    grouped = GROUPED.replace("0.25", "5").replace("lost_seconds = 5", "lost_seconds = 1")
    short = GROUPS.replace("rounds = 2", "rounds = 1")
    found = await piloted(tmp_path / "pilot", crowd(kinds, 3), program, conditions=short, more=grouped)
    assert found.faults == []
    assert (found.counts["rows: matches"], found.counts["rows: participants"]) == (2, 3)


def test_a_piece_of_a_sentence_is_found_whatever_its_capitals_and_spacing(tmp_path):
    typed = "The way of somebody who looked for the duck."
    (tmp_path / "note.txt").write_text(typed[2:17].upper().replace(" ", "\n  "), "utf-8")
    search = Search()
    search.look_for_pieces(tmp_path, "typed", [typed])
    assert search.hits
    assert len(pieces("a sentence of words")) == len("a sentence of words") - 11

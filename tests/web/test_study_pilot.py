"""A small pilot of a study in browsers, as `benchmarks.study_pilot` plays it with forty people; and its search for traces."""

from __future__ import annotations

import pytest

from tests.web.pilot.people import Person, crowd
from tests.web.pilot.pilot import SOLO, piloted
from tests.web.pilot.traces import Search, pieces


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="session")
async def test_who_finishes_leaves_returns_and_declines_leave_right_tables_and_no_traces(chromium, tmp_path):
    program, _ = chromium
    kinds = [
        Person("finishes", "keys", releases=True),
        Person("leaves for good"),
        Person("returns and is replaced", browser="phone"),
        Person("reloads", has_script=False),
    ]
    found = await piloted(tmp_path / "pilot", crowd(kinds, 3), program, conditions=SOLO, more="")
    assert found.faults == []
    assert found.counts["cells compared"] > 1000


def test_a_piece_of_a_sentence_is_found_whatever_its_capitals_and_spacing(tmp_path):
    typed = "The way of somebody who looked for the duck."
    (tmp_path / "note.txt").write_text(typed[2:17].upper().replace(" ", "\n  "), "utf-8")
    search = Search()
    search.look_for_pieces(tmp_path, "typed", [typed])
    assert search.hits
    assert len(pieces("a sentence of words")) == len("a sentence of words") - 11

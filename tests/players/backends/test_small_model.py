"""The table of what became of a small model's calls; and, where the model is installed by `make servers`, one match of it."""

from __future__ import annotations

import pytest

from woozle.core.answer_counts import AnswerCounts

from tests.docs.pages import ROOT
from tests.players.backends.real_servers import WHEELS, XLLAMACPP, serve_code
from tests.players.backends.small_model import MODEL, PORT, SEAT, Row, count, play, table, weights


def test_calls_are_counted_by_what_became_of_them():
    readings = ("failed", "cut_off", "unparsable", "illegal", "failed", "failed", "answer", "empty")
    tries = [{"reading": reading, "seconds": 1.5} for reading in readings]
    row = count("urn", AnswerCounts(questions=2, forfeits=1, repairs=3, unread=1), tries)
    assert row == Row("urn", 1, calls=8, failed=3, unread=4, repairs=3, forfeits=1, seconds=12.0)


def test_the_table_ends_with_the_sum_of_all_games():
    first = Row("urn", 2, calls=7, failed=3, unread=2, repairs=2, forfeits=1, seconds=9.6)
    lines = table([first, Row("debate", 1, calls=2, seconds=0.6)]).splitlines()
    assert lines[2:] == [
        "| urn | 2 | 7 | 3 | 2 | 2 | 1 | 10 |",
        "| debate | 1 | 2 | 0 | 0 | 0 | 0 | 1 |",
        "| all | 3 | 9 | 3 | 2 | 2 | 1 | 10 |",
    ]


def test_the_commands_that_seat_the_model_are_those_that_are_tried():
    said = (ROOT / "docs" / "models.md").read_text("utf-8")
    assert f'    python -c "{serve_code(MODEL, "smollm2", PORT)}"\n' in said
    assert SEAT in said


@pytest.mark.e2e
@pytest.mark.skipif(not WHEELS.is_made, reason="`make servers` installs it")
def test_a_small_model_sits_at_a_table_and_no_try_fails(tmp_path):
    with XLLAMACPP.serving(weights()) as url:
        (row,) = play(url, tmp_path, ["debate"])
    assert (row.matches, row.failed) == (2, 0) and row.calls >= 4

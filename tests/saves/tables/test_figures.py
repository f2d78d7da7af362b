"""Every cell of the tables of a match, against its transcript, which is read as plain JSON by other means."""

from __future__ import annotations

import json

import pytest

from woozle.players.registry import prompt
from woozle.saves.match import FinishedMatch
from woozle.saves.tables.match_tables import match_rows, match_tables
from woozle.saves.transcript import read

from tests.arena.studies.recount_matches import Match, decisions_of, match_row, scores_of, seats_of
from tests.saves.tables.recorded import GAMES, recorded


@pytest.fixture(scope="module", params=GAMES)
def both(request, tmp_path_factory):
    """A match as its lines have it, and its tables as dicts."""
    folder = tmp_path_factory.mktemp("matches") / request.param
    recorded(request.param, folder)
    header, *lines, end = [json.loads(line) for line in (folder / "transcript.jsonl").read_bytes().splitlines()]
    wanted = match_tables(with_text=True)
    found = match_rows(FinishedMatch(read(folder), "m"), wanted)
    named = {
        table.name: [dict(zip([c.name for c in table.all_columns], row, strict=True)) for row in found[table.name]]
        for table in wanted
    }
    return Match.of_lines("m", header, lines, end), named


def test_every_cell_is_that_of_the_transcript(both):
    match, found = both
    decisions = [*decisions_of(match)]
    assert found["decisions"] == decisions
    assert found["matches"] == [match_row(match, decisions)]
    assert found["seats"] == [*seats_of(match, decisions)]
    assert found["scores"] == [*scores_of(match)]
    assert {row["player"] for row in decisions} >= {"human", "model", "bot"}


def test_figures_can_be_compared_by_player(both):
    _, found = both
    assert {row["match"] for table in found.values() for row in table} == {"m"}
    model = {row["player_name"] for row in found["seats"] if row["player"] == "model"}
    has_notebook = prompt(found["matches"][0]["game"]).reads_whole_log
    assert model == {"openai@lab:tiny?temperature=0.5" + "&memory=notes" * has_notebook}

"""`woozle import`."""

from __future__ import annotations

import json

import pytest

from woozle.saves import store
from woozle.saves.paths import matches_folder

from tests.games.ship.quack_logs import lines, match, write


@pytest.fixture(scope="module")
def rows():
    return lines(match(3))


def test_imported_games_are_listed_after_ones_own(woozle, tmp_path, rows):
    write(tmp_path / "gpt5.5" / "seed03" / "game.jsonl", rows)
    assert woozle("import", "quack", tmp_path) == (0, f"1 game imported into {matches_folder()}\n", "")
    assert woozle("import", "quack", tmp_path)[1] == f"0 games imported into {matches_folder()}, 1 there already\n"
    own = matches_folder() / "20261121-101112-ship-0000"
    own.mkdir()
    kept = matches_folder() / "quack-gpt5.5-seed03"
    (own / "transcript.jsonl").write_bytes((kept / "transcript.jsonl").read_bytes())
    assert [(each.id, each.source) for each in store.list_matches()] == [(own.name, "QUACK"), (kept.name, "QUACK")]
    assert store.find_match("last") == own
    assert "6 model" in woozle("list")[1]


def test_programs_are_told_what_was_skipped(woozle, tmp_path, rows):
    log = write(tmp_path / "seed1" / "game.jsonl", rows)
    log.write_text(log.read_text().replace("\n", "\n{\n", 1))
    assert "--lenient skips such lines" in woozle("import", "quack", log, "--out", tmp_path / "out")[2]
    status, out, _ = woozle("import", "quack", log, "--out", tmp_path / "out", "--lenient", "--json")
    (game,) = json.loads(out)["imported"]
    assert status == 0 and game["new"] and game["skipped"] == [{"line": 2, "reason": "It is not JSON."}]
    assert "line 2 skipped: It is not JSON." in woozle("import", "quack", log, "--out", tmp_path / "out", "--lenient")[1]

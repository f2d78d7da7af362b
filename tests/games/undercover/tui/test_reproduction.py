"""MUG's paper from the command line: a figure is played for real by a model that sees, with the scenes that come with Woozle."""

from __future__ import annotations

import json

from woozle.arena.play import models
from woozle.saves.match import read_match
from woozle.saves.transcript import CLOSED

from tests.games.undercover.seeing import see
from tests.players.backends.servers import OpenAIServer


def test_a_model_that_sees_plays_a_figure_for_real_and_none_of_its_factors_is_lost(woozle, tmp_path):
    with OpenAIServer(see) as server:
        models.file().write_text(f'[endpoints.lab]\nurl = "{server.url}"\n')
        words = ("--figure", "6", "--questions", 1, "--model", "openai@lab:tiny?thoughts=off", "--bundled", "--yes", "--json")
        status, out, err = woozle("reproduce", "mug", *words, "--out", tmp_path)
    assert status == 0, err
    (figure,) = json.loads(out)["tables"]
    assert [cell["ours"] for row in figure["rows"] for cell in row["cells"]] == [0] * 16, "the undercover is found at once"
    matches = [read_match(file).measured() for file in sorted(tmp_path.glob(f"*/*/{CLOSED}"))]
    assert sorted(len(match.seats) for match in matches) == [3, 4, 5, 6]
    assert all(match.facts.is_right(match.facts.answer) for match in matches)
    assert {match.facts.with_factors.rate for match in matches} == {1}

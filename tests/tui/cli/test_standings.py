"""`woozle leaderboard`."""

from __future__ import annotations

import json


def test_a_board_by_another_number_says_what_it_is_and_puts_the_least_first_where_less_is_better(woozle, tmp_path):
    assert woozle("run", "urn", "--seats", "bot*3,bot:bold", "--matches", 4, "--seed", 1, "--out", tmp_path / "urns")[0] == 0
    status, out, err = woozle("leaderboard", tmp_path / "urns", "--by", "width", "--json")
    (board,) = json.loads(out)["boards"]
    assert (status, err, board["measure"]["better"], board["measure"]["unit"]) == (0, "", "low", "marbles")
    means = [row["mean"] for row in board["standings"]]
    assert means == sorted(means)
    assert "mean: of `width`, width of its range" in woozle("leaderboard", tmp_path / "urns", "--by", "width")[1]
    assert "did you mean width?" in woozle("leaderboard", tmp_path / "urns", "--by", "widht")[2]

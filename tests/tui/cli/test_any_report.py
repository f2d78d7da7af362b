"""`woozle report` of a game that measures what all games have, and numbers of results."""

from __future__ import annotations

import json
import re

import pytest


@pytest.fixture
def matches(woozle, tmp_path):
    seats = "bot:keen*2,bot:bold,bot:trusting"
    assert woozle("run", "urn", "--seats", seats, "--matches", 6, "--seed", 1, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run"


def test_a_match_is_told_seat_by_seat(woozle, matches):
    status, out, err = woozle("report", matches)
    assert (status, err) == (0, "")
    assert out.count("marbles were red and") == 6
    assert re.search(r"guess right +[01] of 1 +[01] of 1 ", out) and re.search(r"was +(fair|crook) +(fair|crook)", out)
    assert "6 matches\n" in out and "\nbot:keen, fair\n" in out


def test_repetitions_count_a_match_once_for_a_player_in_a_role(woozle, matches):
    told = json.loads(woozle("report", matches, "--json")[1])["games"]["urn"]
    assert len(told["matches"]) == 6
    (group,) = told["groups"]
    keen = group["seats"]["bot:keen, fair"]["score"]
    per_match = []
    for match in told["matches"]:
        scores = [seat["score"] for seat in match["seats"].values() if (seat["player"], seat["role"]) == ("bot:keen", "fair")]
        per_match += [sum(scores) / len(scores)] if scores else []
    assert keen["n"] == len(per_match)
    assert keen["value"] == pytest.approx(sum(per_match) / len(per_match))
    assert keen["low"] < keen["value"] < keen["high"]
    lies = group["seats"]["bot:keen, fair"]["lies"]
    assert (lies["value"], lies["low"], lies["high"]) == (0, None, None), "a count that never differed has no interval"


def test_matches_by_other_rules_are_not_put_together(woozle, matches, tmp_path):
    quick = "urn", "--seats", "bot*4", "--preset", "quick", "--matches", 2, "--seed", 1, "--out", tmp_path / "quick"
    assert woozle("run", *quick)[0] == 0
    out = woozle("report", matches, tmp_path / "quick", "--table")[1]
    assert "6 matches\n  standard\n" in out and "2 matches\n  quick\n" in out
    told = json.loads(woozle("report", matches, tmp_path / "quick", "--json")[1])["games"]["urn"]["groups"]
    assert [(each["rules"], each["matches"]) for each in told] == [("standard", 6), ("quick", 2)]


def test_players_and_options_on_the_same_deals_are_compared(woozle, tmp_path):
    for name, seats, options in (("a", "bot:keen*4", ()), ("b", "bot:keen*4", ("--set", "handfuls=2")), ("c", "bot:bold*4", ())):
        words = "urn", "--seats", seats, *options, "--matches", 12, "--seed", 1, "--out", tmp_path / name
        assert woozle("run", *words)[0] == 0
    runs = [tmp_path / name for name in "abc"]
    status, out, err = woozle("report", *runs, "--table")
    assert (status, err) == (0, "") and max(map(len, out.splitlines())) <= 80
    assert "\n4 bot:keen: methods compared\n" in out and "\nstandard: players compared\n" in out
    assert re.search(r"Score, fair\n +matches +all deals\n  handfuls=3 +12 .*\n  handfuls=2 +12 ", out)
    assert re.search(r"Score, fair: less 4 bot:keen\n +pairs +less .* needed\n  4 bot:bold +12 ", out)
    assert "handfuls=2 less handfuls=3: 12 pairs\n" in out
    told = json.loads(woozle("report", *runs, "--json", "--compare", "bold", "--difference", 5)[1])["games"]["urn"]["comparisons"]
    assert [(each["varied"], each["reference"]) for each in told] == [("options", "handfuls=3"), ("players", "4 bot:bold")]
    test = next(test for test in told[1]["tests"] if (test["figure"], test["role"]) == ("score", "fair"))
    assert (test["method"], test["less"], test["test"], test["n"]) == ("4 bot:keen", "4 bot:bold", "permutation", 12)
    status, _, err = woozle("report", *runs, "--table", "--compare", "nobody")
    assert status == 2 and "No single method is called 'nobody'; there are handfuls=3, handfuls=2" in err

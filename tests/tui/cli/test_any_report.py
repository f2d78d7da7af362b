"""`woozle report` of a game without a report of its own."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def matches(woozle, tmp_path):
    seats = "bot,bot,bot:bold,bot:trusting"
    assert woozle("run", "urn", "--seats", seats, "--matches", 6, "--seed", 1, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run"


def test_a_match_is_told_seat_by_seat(woozle, matches):
    status, out, err = woozle("report", matches)
    assert (status, err) == (0, "")
    assert out.count("marbles were red and") == 6
    assert "guess right 1 of 1" in out and "report right 2 of 2" in out and ", crook): " in out
    assert "6 matches\n" in out and "bot:keen, fair\n" in out


def test_repetitions_count_a_match_once_for_a_player_in_a_role(woozle, matches):
    told = json.loads(woozle("report", matches, "--json")[1])["games"]["urn"]
    assert len(told["matches"]) == 6
    keen = next(
        each for each in told["together"] if (each["player"], each["role"], each["figure"]) == ("bot:keen", "fair", "score")
    )
    per_match = []
    for match in told["matches"]:
        scores = [seat["score"] for seat in match["seats"].values() if (seat["player"], seat["role"]) == ("bot:keen", "fair")]
        per_match += [sum(scores) / len(scores)] if scores else []
    assert keen["matches"] == len(per_match)
    assert keen["mean"] == pytest.approx(sum(per_match) / len(per_match))
    assert keen["low"] < keen["mean"] < keen["high"]


def test_a_count_that_never_differed_has_no_interval(woozle, matches):
    told = json.loads(woozle("report", matches, "--json")[1])["games"]["urn"]["together"]
    lies = next(each for each in told if (each["role"], each["figure"]) == ("fair", "lies"))
    assert (lies["mean"], lies["low"], lies["high"]) == (0, None, None)


def test_matches_by_other_rules_are_not_put_together(woozle, matches, tmp_path):
    quick = "urn", "--seats", "bot*4", "--preset", "quick", "--matches", 2, "--seed", 1, "--out", tmp_path / "quick"
    assert woozle("run", *quick)[0] == 0
    out = woozle("report", matches, tmp_path / "quick", "--table")[1]
    assert "6 matches\n  standard\n" in out and "2 matches\n  quick\n" in out
    told = json.loads(woozle("report", matches, tmp_path / "quick", "--json")[1])["games"]["urn"]["together"]
    assert {(each["rules"], each["matches"] > 2) for each in told if each["role"] == "fair"} == {
        ("standard", True),
        ("quick", False),
    }

"""`woozle report`."""

from __future__ import annotations

import json
import re

import pytest

from woozle.games.quest.measures import judge
from woozle.games.quest.players.services import CLAIMS

from tests.games.quest.players.questing import played, tallies


@pytest.fixture(scope="module")
def matches(tmp_path_factory):
    """Two repetitions, the second with a review of the planner, and a match of others."""
    folder = tmp_path_factory.mktemp("reported") / "matches"
    for seed in (3, 17):
        played(("planner", "careless"), seed, folder=folder / f"{seed:04}", threshold=1)
    played(("brief", "long", "extract"), 1, folder=folder / "other", weights="tables")
    return folder


def test_matches_are_tables_with_a_column_for_each_seat_and_repetitions_are_put_together(woozle, matches):
    status, out, err = woozle("report", matches)
    tally = tallies(played(("planner", "careless"), 3, threshold=1))
    assert (status, err) == (0, "") and max(map(len, out.splitlines())) <= 132
    assert "  standard, threshold=1.0\n" in out and "  6 items; weights `stated`: beta 0.01, of `tables` 0.1\n" in out
    assert f"services: the rule claims, which is not HHEM, version {CLAIMS.version}\n" in out
    assert re.search(rf"Q +{tally[0].q:.4f} +{tally[1].q:.4f}\n", out)
    assert re.search(rf"Q by `tables` +{tally[0].q_tables:.4f} +{tally[1].q_tables:.4f}\n", out)
    assert re.search(r"answer rate +6 of 6 +6 of 6\n +refused +0 +0\n", out)
    assert "2 matches\n" in out and "1 match\n" in out and "\nAda less Ben\n" in out
    table = out[out.index("2 matches\n") :]
    for title in ("Q", "gain in H by a review", "reviews after a glimpse", "  difference, in pairs"):
        assert re.search(rf"^  {title} +-?\d", table, re.MULTILINE)
    assert woozle("report", matches, "--table")[1] == table


def test_repetitions_have_the_row_of_the_papers_tables_and_q_by_any_weights(woozle, matches):
    status, out, _ = woozle("report", matches, "--table", "--set", "beta=0.05")
    assert status == 0 and re.search(
        r"\n +H +calls +tokens +reviews +time +Q +won\n  Ada( +[\d.,]+){7}\n  Ben( +[\d.,]+){7}\n", out
    )
    assert re.search(r"^  Q at beta 0.05 +0\.\d{4}", out, re.MULTILINE) and "best at beta 0.05" in out
    status, _, err = woozle("report", matches, "--set", "gamma=1")
    assert (status, "there are alpha and beta" in err) == (2, True)


def test_what_stands_below_an_empty_row_is_left_out_with_it(woozle, tmp_path):
    for seed in (1, 2):
        played(("planner", "careless"), seed, folder=tmp_path / f"{seed:04}", vision="off")
    out = woozle("report", tmp_path)[1]
    assert "refused" in out and "without one" not in out and "difference, in pairs" not in out


def test_programs_are_told_all_of_it(woozle, matches):
    status, out, _ = woozle("report", matches, "--json")
    told = json.loads(out)["games"]["quest"]
    assert status == 0 and [len(each["seats"]) for each in told["matches"]] == [2, 2, 3]
    first = told["matches"][0]
    assert first["weights"] == {"preset": "stated", "alpha": 1.0, "beta": 0.01}
    ada, ben = first["seats"].values()
    assert ben["reviews"] == len(ben["review_gains"]) == 5 and ada["calls"] == 12 + ada["reviews"]
    assert ben["reviews_without_a_glimpse"]["whole"] + ben["reviews_after_a_glimpse"]["whole"] == 5
    repeated, other = told["groups"]
    assert (repeated["matches"], other["matches"], other["weights"]["preset"]) == (2, 1, "tables")
    assert set(repeated["seats"]["Ada"]["q"]) == {"sd", "value", "low", "high", "n"}
    assert repeated["compared"][0]["figures"]["q"]["n"] == repeated["seats"]["Ada"]["reviews_after_a_glimpse"]["n"] == 2


@pytest.mark.parametrize(
    ("described", "name"),
    [
        ({"kind": "judge", "name": "lexical", "version": 1}, "lexical grounding, which is not HHEM, version 1"),
        ({"kind": "judge", "name": "match", "version": 1}, "match, version 1"),
        ({"kind": "judge", "name": "hhem", "revision": "8e4a"}, "hhem, revision 8e4a"),
        ({"kind": "judge", "name": "nli", "place": "~/mine"}, "nli, place ~/mine"),
        ({"kind": "model", "backend": "ollama", "model": "qwen3:8b"}, "grader:ollama:qwen3:8b"),
        ({}, "?"),
    ],
)
def test_the_judge_is_always_called_by_its_name(described, name):
    assert judge(described) == name
    assert described.get("name") not in ("claims", "lexical") or "not HHEM" in judge(described)


def test_questions_have_the_figures_of_simpleqa_whatever_they_are_called_and_summaries_have_none(woozle, matches, tmp_path):
    pool = [{"id": f"q\x1b[2J{n}", "text": f"Who in Rome is {'abcd'[n]}?", "answer": "Rome" if n else "Oslo"} for n in range(4)]
    for seed in (1, 2):
        played(("planner", "brief"), seed, folder=tmp_path / "q" / str(seed), task="question", pool=pool, items=4)
    status, out, _ = woozle("report", tmp_path / "q")
    assert status == 0 and "\x1b" not in out and "services: match, version 2" in out
    assert re.search(r"correct +3 of 4 +0 of 4\n +incorrect +1 of 4 +0 of 4\n +not attempted +0 of 4 +4 of 4\n", out)
    assert re.search(r"correct if tried +3 of 4 +-\n +F-score +6 of 8 +0 of 4\n", out)
    told = json.loads(woozle("report", tmp_path / "q", "--json")[1])["games"]["quest"]
    grades = told["matches"][0]["seats"]["Ada"]["grades"]
    assert (grades["correct"], grades["incorrect"], grades["not_attempted"]) == (3, 1, 0)
    assert told["groups"][0]["seats"]["Ada"]["f1"]["value"] == 0.75
    assert "F-score" not in woozle("report", matches)[1]
    assert "grades" not in json.loads(woozle("report", matches, "--json")[1])["games"]["quest"]["matches"][0]["seats"]["Ada"]

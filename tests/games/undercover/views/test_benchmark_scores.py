"""The printed figures of benchmarks."""

from __future__ import annotations

import re

from woozle.games.undercover.pairs.benchmarks import scores
from woozle.games.undercover.views.report import score_lines, scores_json

from tests.games.undercover.test_measures import play_question, report


def printed(*referees):
    found = scores([report(referee, str(at)).facts for at, referee in enumerate(referees)])
    assert set(scores_json(found)) == set(found)
    return "\n".join(score_lines(found))


def pope(said, right, case, split):
    return play_question(said, right, case, benchmark="POPE", split=split)


def test_the_rule_of_pope_has_a_line_of_its_own_where_it_comes_to_something_else():
    out = printed(pope("Not sure", "yes", "a", "random"), pope("yes", "yes", "b", "popular"))
    assert re.search(r"random +1 +0\.0000 .*\n +by the rule of POPE +1 +1\.0000 ", out)
    assert re.search(r"popular +1 +1\.0000 .*\n +all +2 +0\.5000", out)


def test_figures_without_pictures_are_told_apart_where_they_matter():
    place = {"benchmark": "HallusionBench", "category": "VS", "subcategory": "map", "set": "0", "question": "0"}
    out = printed(play_question("yes", "yes", "a", **place, figure="0"), play_question("no", "yes", "b", **place, figure="1"))
    assert re.search(r"aAcc +0\.5000 .*\n +fAcc +0\.5000 .*\n +qAcc +0\.0000 .*\n +Avg +0\.3333 +- +1\n", out)
    assert re.search(r"fAcc without figures 0 of VS +0\.0000$", out)


def test_options_are_printed_with_their_categories():
    out = printed(play_question("B", "b", "a", ("a", "b"), "option", benchmark="MMMU", category="Art \x1b[2J"))
    assert "MMMU, the table\n  right options" in out and "\x1b" not in out
    assert re.search(r"Art ␛\[2J +1\.0000", out)


def test_questions_without_figures_print_nothing():
    assert printed(play_question("x", "x", "a", (), "open", benchmark="Mine")) == ""

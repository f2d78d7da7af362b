"""The debate from the command line: a run, others from the same first answers, and what `woozle report` says of them."""

from __future__ import annotations

import json
import re
import shutil
import sys
from itertools import count

import pytest

from woozle.players.services.service import RuleService
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.games.debate.play import BEARS

HEFFALUMPS = BEARS.model_copy(update={"id": "heffalumps", "question": "How many heffalumps?", "data": "a long name of theirs"})
SEATS = ("--seats", "bot:fair*3")


@pytest.fixture
def pool(tmp_path):
    file = tmp_path / "pool.jsonl"
    file.write_text("".join(f"{problem.model_dump_json()}\n" for problem in (BEARS, HEFFALUMPS)), "utf-8")
    return file


@pytest.fixture
def run(woozle, tmp_path, pool):
    """Runs in folders of their own: alone, then others from its first answers."""

    def command(name, *words):
        return woozle("run", "debate", *SEATS, "--out", tmp_path / name, *words)

    assert command("alone", "--each", "--matches", 2, "--preset", "alone", "--seed", 4, "--set", f"pool={pool}")[0] == 0
    return command


def after(name, tmp_path):
    return "--firsts", tmp_path / name


def test_a_run_from_the_first_answers_of_another_plays_each_of_its_debates_again(run, tmp_path):
    status, out, err = run("sparse", *after("alone", tmp_path), "--preset", "sparse")
    assert (status, err) == (0, "") and "4 of 4 matches of debate" in out
    for number in range(1, 5):
        one, two = read(tmp_path / "alone" / f"{number:04}"), read(tmp_path / "sparse" / f"{number:04}")
        assert one.header.config["pool"] == two.header.config["pool"] and len(two.header.config["pool"]) == 1
        said = [line.body["response"]["answer"]["text"] for line in sorted(one.lines, key=lambda line: line.body["request"]["id"])]
        assert two.header.config["firsts"] == said
        assert verify(two.path, 3).is_verified
    assert json.loads((tmp_path / "sparse" / "plan.json").read_text())["seed"] == 4  # the same bots, who know the same
    assert run("sparse", *after("alone", tmp_path), "--preset", "sparse")[0] == 0  # goes on with the same run


def test_what_does_not_fit_is_one_sentence_and_nothing_is_made(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words, sentence in (
        (("--firsts", "nowhere"), "There is no run in nowhere, whose first answers are needed."),
        (("--firsts", "alone", "--each"), "--firsts plays each match of another run again"),
        (("--firsts", "alone", "--set", "pool=mine.csv"), "--firsts brings the pool; leave out --set pool."),
        (("--firsts", "alone", "--set", "problem=bears"), "--firsts brings the problem; leave out --set problem."),
        (("--firsts", "alone", "--set", "firsts=B"), "--firsts brings the firsts; leave out --set firsts."),
        (("--firsts", "alone", "--set", "wrong=1"), "first answers are either given or drawn, not both"),
        (("--firsts", "alone", "--seats", "bot*5"), "3 first answers are given to 5 seats; give one to each."),
        (("--each", "--set", "problem=monty"), "--each plays all of the pool, and `problem` one of it"),
    ):
        status, out, err = run("other", *words)
        assert (status, out, err.count("\n")) == (2, "", 1) and sentence in err
        assert not (tmp_path / "other").exists()


def test_games_without_first_answers_or_a_pool_say_so(woozle, run, tmp_path):
    for words, sentence in (
        (after("alone", tmp_path), "No first answers can be given in ship; leave out --firsts."),
        (("--each",), "--each is for games about a picture or a question of a pool, and ship is none; leave it out."),
    ):
        status, _, err = woozle("run", "ship", "--seats", "bot*6", "--out", tmp_path / "ship", *words)
        assert status == 2 and sentence in err


def test_other_first_answers_are_another_run(run, tmp_path):
    run("sparse", *after("alone", tmp_path))
    shutil.rmtree(tmp_path / "alone" / "0001")
    shutil.copytree(tmp_path / "alone" / "0003", tmp_path / "alone" / "0001")
    status, _, err = run("sparse", *after("alone", tmp_path))
    assert status == 2 and "(its first answers differ)" in err


# The report


@pytest.fixture
def compared(run, tmp_path):
    """A run alone and three methods from its first answers: all about two questions, of two collections, with two seeds."""
    for name in ("paper", "sparse", "digra"):
        assert run(name, *after("alone", tmp_path), "--preset", name)[0] == 0
    return [tmp_path / name for name in ("alone", "digra", "paper", "sparse")]


def test_tables_are_those_of_the_paper(woozle, compared):
    status, out, err = woozle("report", *compared, "--table")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "3 bot:fair\n\nTable 1. Errors by round: own pool, percent; mean ± sd over 2 seeds\n" in out
    assert "3 bot:fair, standard: methods compared\n\nTable 2." in out
    assert re.search(
        r"\n +MA1 +MA2 +MA3 +MR2 +MR3\n  standard  MAD\(D=1\) .*\n  standard  MAD\(D=1/2\) .*\n  standard  DIGRA ", out
    )
    assert "Table 1. Errors by round: a long name of theirs, percent; mean ± sd over 2 seeds\n" in out
    assert re.search(r"The same, as in tables 6 to 8: own pool, percent.*\n +IMR2 +IMR3 +CR2 +CR3\n", out)
    assert re.search(
        r"Table 2\. Right answers, percent; mean ± sd over 2 seeds\n +own pool +a long nam +Avg\.\n"
        r"  CoT +\S+±\S+ +\S+±\S+ +[\d.]+\n  CoT-SC\(2\) .*\n  CoT-SC\(3\) .*\n  MAD\(D=1\) .*\n  MAD\(D=1/2\) .*\n  DIGRA ",
        out,
    )
    assert re.search(r"Table 3\. D; .*\n.*\n  MAD\(D=1/2\) +\.500±\.000 +\.500±\.000 +\.500\n  DIGRA ", out)
    assert "DIGRA less MAD(D=1), own pool: 2 pairs with the same first answers about 1 subject " in " ".join(out.split())
    assert "Right answers of the table, own pool: less MAD(D=1)\n" in out
    assert "Right answers of the table, own pool: less CoT-SC(3), of its own matches\n" in out
    assert "that both happened, not that one came of the other." in " ".join(out.split())
    assert "One seed only" not in out and "Not on the same first answers" not in out
    assert out.count("MA = MA' (1 - MR) + (1 - MA') CR holds in every round.") == 6  # of three methods and two data sets


def test_votes_are_of_the_largest_set_of_samples_of_the_same_player_and_questions(woozle, compared, pool, tmp_path):
    alone = ("--each", "--preset", "alone", "--set", f"pool={pool}", "--out", tmp_path / "nine")
    assert woozle("run", "debate", "--seats", "bot:fair*9", *alone)[0] == 0
    out = woozle("report", *compared, tmp_path / "nine", "--table")[1]
    one, nine = out.split("9 bot:fair, standard: methods compared")
    rows = [[row.split() for row in re.findall(r"^  CoT.*$", each.split("Table 2. ")[1], re.MULTILINE)] for each in (one, nine)]
    assert len(rows[0]) == 9 and rows[0] == rows[1]


def test_every_table_says_how_many_answers_could_not_be_read(woozle, tmp_path):
    """Of two questions, of which bots have no answer to one: it names nothing that they could guess."""
    pool, asked = tmp_path / "pool.jsonl", {"id": "open", "kind": "text", "question": "?", "answer": "x"}
    pool.write_text(f"{BEARS.model_dump_json()}\n{json.dumps(asked)}\n", "utf-8")
    words = ("run", "debate", *SEATS, "--jobs", 1)
    assert woozle(*words, "--each", "--set", f"pool={pool}", "--preset", "alone", "--out", tmp_path / "alone")[0] == 0
    for name in ("paper", "sparse"):
        assert woozle(*words, *after("alone", tmp_path), "--preset", name, "--out", tmp_path / name)[0] == 0
    out = woozle("report", *(tmp_path / name for name in ("alone", "paper", "sparse")), "--table")[1]
    tables = out.split("Table ")[1:]
    assert "  Unread answers, counted as wrong, percent: standard MAD(D=1) 50.0; standard\n  MAD(D=1/2) 50.0.\n" in tables[0]
    assert tables[0].count("Unread answers") == 2  # of tables 6 to 8 as well
    assert "percent: CoT and CoT-SC 50.0; MAD(D=1) 50.0;\n  MAD(D=1/2) 50.0.\n" in tables[1]
    assert "percent: MAD(D=1/2) 50.0.\n" in tables[2]
    assert out.count("answers that could not be read ") == 4  # of each of three runs, and the difference of two
    assert "Unread answers, counted as wrong: none." in woozle("report", tmp_path / "paper" / "0001", "--table")[1]
    told = json.loads(woozle("report", tmp_path / "sparse", "--json")[1])["games"]["debate"]
    figures = [match["figures"] for match in told["matches"]]
    assert [each["unread"] for each in figures] == [{"part": 0, "whole": 9}, {"part": 9, "whole": 9}]
    assert [each["unread2"] for each in figures] == [{"part": 0, "whole": 3}, {"part": 3, "whole": 3}]
    assert told["groups"][0]["figures"]["unread"]["value"] == 0.5


def breaking(monkeypatch, times):
    """Let the estimator fail when it is asked the first so many times. It is asked 1 + 3 times a round."""
    asked, respond = count(1), RuleService.respond

    async def broken(self, request, observation):
        if next(asked) <= times:
            raise RuntimeError("the chat template is of another model")
        return await respond(self, request, observation)

    monkeypatch.setattr(RuleService, "respond", broken)


def test_an_estimator_that_fails_fails_the_run_and_is_no_row_of_a_table(woozle, run, tmp_path, monkeypatch):
    assert run("paper", *after("alone", tmp_path), "--preset", "paper")[0] == 0
    breaking(monkeypatch, 1000)
    status, out, err = run("digra", *after("alone", tmp_path), "--preset", "digra", "--jobs", 1)
    why = "the estimator failed in 24 of 24 cases (RuntimeError: the chat template is of another model)"
    assert status == 1
    assert err.endswith(f"These matches are not what their options say: {why}; play them anew, in another folder.\n")
    assert f"  T{why[1:]}.\n" in out
    status, out, err = woozle("report", tmp_path / "paper", tmp_path / "digra", "--table")
    assert status == 1 and f"There is no DIGRA here: {why}, so that everybody listened to everybody.\n" in err
    assert f"DIGRA is in no table: {why}, so that everybody was heard." in " ".join(out.split())
    assert not re.search(r"^  (standard  )?DIGRA", out, re.MULTILINE) and re.search(r"^  MAD\(D=1\)", out, re.MULTILINE)
    (compared,) = json.loads(woozle("report", tmp_path / "digra", "--json")[1])["games"]["debate"]["comparisons"]
    assert (compared["methods"], compared["left_out"]) == ({}, {"DIGRA": f"{why}, so that everybody was heard"})


def test_a_few_choices_that_were_not_measured_are_a_share_beside_the_row(woozle, run, tmp_path, monkeypatch):
    breaking(monkeypatch, 1)  # of 4 debates with 6 choices each, the 3 of one round
    assert run("few", *after("alone", tmp_path), "--preset", "digra", "--jobs", 1)[0] == 1  # an eighth is too many
    breaking(monkeypatch, 0)
    assert run("more", *after("alone", tmp_path), "--preset", "digra", "--jobs", 1, "--seed", 5)[::2] == (0, "")
    status, out, err = woozle("report", tmp_path / "few", tmp_path / "more", "--table")
    assert (status, err) == (0, "")
    assert out.count("DIGRA (6.2 % unmeasured)") == 6


def test_programs_are_told_all_of_it(woozle, compared):
    told = json.loads(woozle("report", *compared, "--json")[1])["games"]["debate"]
    assert (len(told["matches"]), [group["matches"] for group in told["groups"]]) == (16, [2] * 8)
    (compared,) = told["comparisons"]
    assert (list(compared["methods"]), compared["reference"]) == (["MAD(D=1)", "MAD(D=1/2)", "DIGRA"], "MAD(D=1)")
    assert compared["first_answers"]["sets"] == 4
    digra = compared["methods"]["DIGRA"]
    assert digra["seeds"] == [2, 2] and set(digra["over_seeds"][""]["MR2"]) == {"mean", "deviation", "n"}
    less = [each for each in compared["less_reference"] if each["method"] == "DIGRA"]
    assert [(each["data"], each["pairs"], each["subjects"]) for each in less] == [("", 2, 1), ("a long name of theirs", 2, 1)]
    assert set(less[0]["figures"]["table"]) == {"value", "low", "high", "n"}
    assert len(compared["tests"]) == 2 * (2 + 3)  # of two data sets: two methods less the first, and three less their first answers
    assert {"p", "holm", "effect", "needed", "less", "test"} <= set(compared["tests"][0])
    assert all(set(each) <= {"method", "data", "errors", "corrections"} for each in compared["flow_ratios"])
    one = next(match for match in told["matches"] if match["way"]["topology"] == "sparse")
    assert len(one["seats"]["Ada"]["answers"]) == 3 and [len(heard) for heard in one["seats"]["Ada"]["heard"]] == [1, 1]
    assert one["figures"]["D"] == {"part": 6, "whole": 12}


def test_one_seed_and_other_first_answers_are_said(woozle, run, pool, tmp_path):
    alike = ("--each", "--set", f"pool={pool}", "--seed", 7)
    assert run("one", *alike, "--preset", "paper")[0] == run("two", *alike, "--preset", "sparse", "--seed", 8)[0] == 0
    out = woozle("report", tmp_path / "one", tmp_path / "two", "--table")[1]
    assert "One seed only, so that there is no sd: MAD(D=1) and MAD(D=1/2)." in out
    assert "MAD(D=1/2) less MAD(D=1), own pool: 0 pairs with the same first answers" in out
    plain = " ".join(out.split())
    assert "Not with the same first answers: 2 of 2 matches by MAD(D=1/2) and 2 of 2 by MAD(D=1)." in plain
    assert re.search(r"\n  MAD\(D=1\) +\d+\.0 .*\n  MAD\(D=1/2\) +\d+\.0 ", out)
    assert re.search(r"\n  CoT +\S+±\S+ ", out)  # what agents said first in both runs


AGENT = """
import random
import woozle.testing

class Same:
    def answer(self, request, observation):
        return woozle.testing.random_answer(request, random.Random(1))
"""


def test_debates_of_players_without_chance_are_said(woozle, run, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    (tmp_path / "same_agents.py").write_text(AGENT)
    for name, seed in (("one", 8), ("two", 9)):
        words = ("--seats", "python:same_agents:Same*3", "--out", tmp_path / name, "--seed", seed, "--preset", "digra")
        assert woozle("run", "debate", *after("alone", tmp_path), *words)[0] == 0
    told = " ".join(woozle("report", tmp_path / "one", tmp_path / "two", "--table")[1].split())
    assert re.search(r"[1-7] of 8 debates by DIGRA are word for word as others, as of players without chance\.", told)
    assert "word for word" not in woozle("report", tmp_path / "alone", "--table")[1]


def test_set_first_answers_are_a_row_of_their_own_also_when_they_were_taken_over(woozle, run, pool, tmp_path):
    assert run("set", "--each", "--set", f"pool={pool}", "--set", "wrong=2", "--seed", 7)[0] == 0
    assert run("again", *after("set", tmp_path), "--set", "topology=sparse")[0] == 0
    out = woozle("report", tmp_path / "set", tmp_path / "again", "--table")[1]
    assert re.search(r"\n  2✗ 1✓  MAD\(D=1\) +33\.3 .*\n  2✗ 1✓  MAD\(D=1/2\) +33\.3 ", out)
    assert "MAD(D=1/2) less MAD(D=1), own pool: 1 pair with the same first answers" in out


def test_the_probe_is_reported(woozle, run, tmp_path):
    assert run("probed", *after("alone", tmp_path), "--preset", "paper", "--set", "probe=true")[0] == 0
    out = woozle("report", tmp_path / "probed")[1]
    assert "\n  after appeals " in out
    assert re.search(r"still right after a false claim +[01]\.\d+ ", out) and "still right after appeal 3" in out
    assert re.search(r"Half-life of right answers under appeals: (\d turns?|longer than the probe)\.", out)


def test_what_stands_in_files_does_nothing_to_a_terminal(woozle, tmp_path):
    evil = BEARS.model_copy(update={"id": "\x1b[2J", "question": "\x1b]0;x\x07?" * 40, "data": "\u202etxt\x1b[31m"})
    pool = tmp_path / "evil.jsonl"
    pool.write_text(f"{evil.model_dump_json()}\n", "utf-8")
    words = ("run", "debate", *SEATS, "--each", "--set", f"pool={pool}", "--out", tmp_path / "run")
    assert woozle(*words)[0] == 0
    out = woozle("report", tmp_path / "run")[1]
    assert not {"\x1b", "\x07", "\u202e"} & set(out)

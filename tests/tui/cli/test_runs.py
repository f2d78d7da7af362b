"""`woozle run` and `woozle resume` with models, against a server on loopback; what is killed or stopped is in runs/."""

from __future__ import annotations

import json
import shutil

import pytest

from woozle.arena.runs.plan import PLAN
from woozle.saves import paths
from woozle.saves.transcript import PART

from tests.arena.runs.lab import answer, endpoint, timeless
from tests.players.backends.servers import OpenAIServer

SEATS = "openai@lab:tiny,bot:random*2"  # three calls a match
CALLS = 3


@pytest.fixture
def lab():
    """A server that `openai@lab` is asked at."""
    with OpenAIServer(answer) as server:
        endpoint(paths.config_folder(), server.url)
        yield server


@pytest.fixture
def run(woozle, tmp_path):
    """Run a run of models in a folder."""

    def command(matches, *more, out=tmp_path / "run", seats=SEATS):
        words = ("--seats", seats, "--seed", 5, "--matches", matches, "--out", out)
        return woozle("run", "two_truths", *words, *more)

    return command


def test_a_run_with_models_is_played_and_counted(run, lab, tmp_path):
    status, printed, err = run(4, "--json")
    result = json.loads(printed)
    assert (status, err, result["finished"], len(lab.chats)) == (0, "", 4, 4 * CALLS)
    (used,) = result["usage"]
    assert (used["player"], used["calls"], used["repairs"], used["voids"]) == ("openai@lab:tiny?memory=notes", 4 * CALLS, 0, 0)
    assert used["tokens_in"] > 0
    assert used["dollars"] is result["cost"]["dollars"] is None and result["cost"]["calls_without_price"] == used["calls"]
    plan = json.loads((tmp_path / "run" / PLAN).read_text())
    assert plan["sync"] is True
    assert not {"budget", "match_budget", "concurrency", "shard", "cache"} & set(plan)


def test_a_finished_run_asks_nobody(run, woozle, lab, tmp_path):
    assert run(2)[0] == 0
    before = len(lab.requests)
    assert run(2)[0] == woozle("resume", tmp_path / "run")[0] == 0
    assert len(lab.requests) == before


def test_a_budget_counts_what_was_spent_before(run, woozle, lab, tmp_path):
    status, _, err = run(4, "--concurrency", 1, "--budget", "calls=4")
    assert (status, len(lab.chats), err.count("\n")) == (1, 4, 1)
    assert err.startswith(f"woozle: 1 of 4 matches are finished; `woozle resume {tmp_path / 'run'}` continues the 3 that wait: ")
    assert "The budget of 4 calls is used up (4 spent)" in err
    assert woozle("resume", tmp_path / "run", "--budget", "calls=4")[0] == 1
    assert len(lab.chats) == 4
    assert woozle("resume", tmp_path / "run", "--budget", "calls=100,tokens=1000000")[0] == 0
    assert len(lab.chats) == 4 * CALLS


def test_a_budget_of_a_match_halts_that_match_alone(run, lab):
    status, printed, err = run(3, "--match-budget", "calls=2", "--json")
    assert (status, len(lab.chats), json.loads(printed)["finished"]) == (1, 6, 0)
    assert "0 of 3 matches are finished" in err
    assert "The budget of 2 calls for a match is used up" in err


def test_money_without_a_price_is_refused_before_anything_is_made(run, lab, tmp_path):
    for option in ("--budget", "--match-budget"):
        status, _, err = run(3, option, "dollars=1")
        assert (status, err.count("\n")) == (2, 1)
        assert "The price of tiny at lab is unknown" in err
    assert lab.chats == []
    assert not (tmp_path / "run").exists()


def test_the_same_seed_and_answers_give_the_same_transcripts_at_any_concurrency(run, lab, tmp_path):
    for places_at_once in (1, 8):
        assert run(8, "--concurrency", places_at_once, out=tmp_path / str(places_at_once))[0] == 0
    assert timeless(tmp_path / "1") == timeless(tmp_path / "8")


def test_the_parts_of_a_run_make_the_whole(run, lab, tmp_path):
    assert run(5, "--shard", "1/2")[0] == 0
    assert [path.name for path in sorted(tmp_path.glob("run/*/"))] == ["0002", "0004"]
    status, printed, _ = run(5, "--shard", "2/2", "--json")
    assert (status, json.loads(printed)["finished"]) == (0, 5)
    assert not list(tmp_path.glob(f"run/*/{PART}"))


def test_replies_that_are_kept_are_not_paid_for_again(run, lab, tmp_path):
    for name in ("first", "second"):
        status, printed, _ = run(3, "--cache", tmp_path / "replies.sqlite", "--json", out=tmp_path / name)
        assert (status, len(lab.chats)) == (0, 3 * CALLS)
    assert json.loads(printed)["usage"][0]["calls"] == 0


def test_a_match_that_another_model_played_before_is_told_apart_on_the_leaderboard(woozle, lab):
    for seats in (SEATS, "openai@lab:tiny?temperature=0.7,bot:random*2"):
        out = paths.matches_folder() / f"x{len(list(paths.matches_folder().glob('*')))}"
        assert woozle("run", "two_truths", "--seats", seats, "--seed", 5, "--out", out)[0] == 0
        (out / "0001").rename(paths.matches_folder() / f"match-{out.name}")
        shutil.rmtree(out)
    boards = json.loads(woozle("leaderboard", "--json")[1])["boards"]
    players = {row["player"] for board in boards for row in board["standings"]}
    assert players == {"openai@lab:tiny?memory=notes", "openai@lab:tiny?temperature=0.7&memory=notes", "bot:random"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seats", SEATS, "--jobs", 2), "--jobs is for bots"),
        (
            ("--seats", "bot:random*3", "--concurrency", 2),
            "--concurrency is for runs with models; among bots leave it out, or use --jobs.",
        ),
        (("--seats", SEATS, "--budget", "euros=2"), "A budget is in dollars, calls, tokens or seconds"),
        (("--seats", SEATS, "--match-budget", "calls=0"), "A budget needs a whole number of calls above 0"),
        (("--seats", SEATS, "--seed", 1, "--shard", "3/2"), "--shard 3/2 is no part of a run"),
        (("--seats", SEATS, "--shard", "1/2"), "--shard needs --seed"),
    ],
)
def test_options_that_do_not_fit_are_one_sentence(woozle, lab, tmp_path, words, sentence):
    status, printed, err = woozle("run", "two_truths", "--out", tmp_path / "run", *words)
    assert (status, printed, err.count("\n")) == (2, "", 1)
    assert sentence in err
    assert not (tmp_path / "run").exists()

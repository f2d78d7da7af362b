"""Options of a debate on the command line: who measures, and the user's own questions, graphs and first answers."""

from __future__ import annotations

import json
import math

import pytest

from woozle.saves import paths
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.cli.commands import build_config

from tests.arena.runs.lab import endpoint
from tests.games.debate.play import BEARS
from tests.players.backends.scripts import Raw
from tests.players.backends.servers import OpenAIServer


def config(*options, preset="standard"):
    return build_config("debate", preset, list(options))


@pytest.fixture
def pool(tmp_path):
    """A file with one question of one's own, in Woozle's form."""
    path = tmp_path / "mine.jsonl"
    path.write_text(BEARS.model_dump_json() + "\n", "utf-8")
    return path


# Options


def test_a_pool_is_read_from_a_file_of_ones_own_or_of_a_collection(pool, tmp_path):
    assert config(f"pool={pool}").pool == (BEARS,)
    (tmp_path / "mmlu.csv").write_text("How many bears?,none,one,two,three,B\n", "utf-8")
    (problem,) = config(f"pool={tmp_path / 'mmlu.csv'}").pool
    assert (problem.question, problem.answer) == ("How many bears?", "B")


@pytest.mark.parametrize("option", ["graph=[[1], [0, 2], []]", "graph={}"])
def test_a_graph_and_first_answers_are_lists_or_files_with_one(option, tmp_path):
    path = tmp_path / "graph.json"
    path.write_text("[[1], [0, 2], []]", "utf-8")
    assert config("topology=fixed", option.format(path)).graph == ((1,), (0, 2), ())
    path.write_text('["One. Answer: B", "Answer: C"]', "utf-8")
    assert config(f"firsts={path}").firsts == ("One. Answer: B", "Answer: C")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("pool={}/odd.json", "The pool {}/odd.json cannot be used: item 1: it is no JSON object; write each as"),
        ("graph=1;0", "The graph 1;0 is no list in JSON; write it, or a .json file, as [[1, 2], [0], [0]], for each seat whom it"),
        ("graph=" + "[" * 5000, "The graph [[["),
        ("graph=none.json", "The graph none.json cannot be read: No such file or directory."),
        ('graph=[["x"]]', "graph.0.0 must be a whole number."),
        ('firsts={{"a": 1}}', 'The firsts {{"a": 1}} is no list in JSON; write it, or a .json file, as ["... Answer: A"'),
        ("seconds_to_answer=inf", "seconds_to_answer must be a finite number."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_a_sentence(option, sentence, tmp_path):
    (tmp_path / "odd.json").write_text("[[1], [0]]", "utf-8")
    with pytest.raises(ValueError) as raised:
        config(option.format(tmp_path))
    assert str(raised.value).startswith(sentence.format(tmp_path)) and str(raised.value).endswith(".")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--set", "wrong=4"), "4 of 3 seats cannot begin wrong."),
        (("--set", "topology=fixed", "--set", "graph=[[1],[0]]"), "The graph must say for each of 3 seats which of the others"),
        (("--set", 'firsts=["A"]'), "1 first answers are given to 3 seats; give one to each."),
        (("--estimator", "guess"), "There is no estimator 'guess'; for this, choose from ngram, local:MODEL, openai:MODEL."),
        (("--estimator", "openai@:m"), "No openai@ can be asked: 'openai@' does not name an endpoint; write openai@NAME"),
        (("--judge", "hhem"), "debate has no judge; leave out --judge."),
    ],
)
def test_what_does_not_fit_the_table_is_said_before_anything_is_played(woozle, tmp_path, words, sentence):
    status, out, err = woozle("run", "debate", "--seats", "bot*3", "--out", tmp_path / "run", *words)
    assert (status, out) == (2, "") and err.startswith(f"woozle: {sentence}")
    assert err.count("\n") == 1 and not (tmp_path / "run").exists()


# Who measures


def forced(request):
    """As vLLM tells of a text that a model is made to say: here each word is a token, and one of two that are as likely."""
    words = request["messages"][-1]["content"].replace(" ", "| ").split("|")
    chances = [None, *({"1": {"logprob": math.log(0.5), "rank": 1, "decoded_token": word}, **OTHER} for word in words)]
    told = {"model": "tiny", "choices": [], "usage": {"prompt_tokens": 9}, "prompt_logprobs": chances}
    return Raw(json.dumps(told).encode(), "application/json")


OTHER = {"2": {"logprob": math.log(0.5), "rank": 2, "decoded_token": "x"}}


def test_a_server_can_be_named_that_measures(woozle, tmp_path, pool):
    with OpenAIServer(forced) as lab:
        endpoint(paths.config_folder(), lab.url)
        words = ("--seats", "bot*3", "--seed", 1, "--preset", "digra", "--set", f"pool={pool}", "--set", "rounds=2")
        status, *_ = woozle("run", "debate", *words, "--estimator", "openai@lab:tiny", "--out", tmp_path / "run")
        asked = [chat["messages"] for chat in lab.chats]
    assert status == 0 and len(asked) == 3 + 3 * 3 and all(each[-1]["role"] == "assistant" for each in asked)
    (estimator,) = read(tmp_path / "run" / "0001").header.officials
    assert (estimator.player["name"], estimator.player["endpoint"]) == ("openai", "lab")
    assert verify(tmp_path / "run" / "0001", level=3).is_verified
    assert "by openai: tiny, lumped top 20: Ada 0.693, Ben 0.693, Cleo 0.693." in woozle("show", tmp_path / "run" / "0001")[1]

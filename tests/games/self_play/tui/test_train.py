"""`woozle train`: a tiny model learns from its own games on the command line."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from woozle.games.self_play.players.services import index_cache
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.players.backends.tiny import tiny_causal
from tests.players.services.tiny import tiny_embedder

pytestmark = pytest.mark.e2e

SIZES = "things=3,width=16,layers=1,heads=2,facts=2,readings=8,plays=16,batch=8"
SMALL = ("--epochs=1", "--rollouts=3", "--questions=3", "--held-out=2", "--passes=1", "--again=1", "--threshold=-1")
TINY = ("train", "self_play", "--model", "tiny", "--sizes", SIZES, *SMALL)


@pytest.fixture(autouse=True)
def _as_it_is_played(monkeypatch):
    import torch

    torch.set_num_threads(1)


def test_one_command_makes_a_model_and_lets_it_learn_and_the_same_goes_on(woozle, tmp_path):
    status, out, err = woozle(*TINY, "--out", str(tmp_path / "run"), "--transcripts")
    assert status == 0, err
    assert "before play, teaching: step" in err and "epoch 1, tuning: step" in err and "tokens/s, padding" in err
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["0", "1"]
    (told,) = (line for line in out.splitlines() if line.startswith("epoch 1: "))
    assert re.fullmatch(
        r"epoch 1: 3 lessons of 3 questions; groups of rollouts: \d+% of one, \d+% of two at most, median [\d.]+", told
    )
    matches = sorted((tmp_path / "run" / "epoch-1" / "matches").iterdir())
    assert len(matches) == 3
    for match in matches:
        report = verify(match, 3)
        assert report.is_verified and {check.result for check in report.levels.values()} == {"passed"}
    status, again, err = woozle(*TINY, "--out", str(tmp_path / "run"), "--json")
    assert (status, err) == (0, "")
    (run,) = json.loads(again)["runs"]
    assert (run["seed"], run["kind"], len(run["epochs"])) == (0, "play", 2)


def test_the_ablation_stands_beside_each_seed(woozle, tmp_path):
    status, out, err = woozle(*TINY, "--out", str(tmp_path), "--seed", "3", "--seeds", "2", "--ablation", "--json")
    assert status == 0, err
    assert [(run["seed"], run["kind"]) for run in json.loads(out)["runs"]] == [(3, "play"), (3, "names"), (4, "play"), (4, "names")]
    assert (tmp_path / "seed-4" / "names" / "epoch-1" / "metrics.json").exists()
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary == json.loads(out)["summary"]
    assert summary["kinds"]["names"]["seeds"] == [3, 4]
    assert (tmp_path / "curves.svg").read_bytes().startswith(b"<svg")
    status, out, err = woozle(*TINY, "--out", str(tmp_path), "--seed", "3", "--seeds", "2", "--ablation")
    assert "play, 2 seeds: means, with 95 % intervals" in out and "names less play, after the last epoch" in out


def test_a_model_of_ones_own_plays_with_the_corpora_that_are_here(woozle, tmp_path):
    model = tiny_causal(tmp_path / "model", context=8192)
    options = ("found=1", "society=fixed", "graph=[[2, 1], [], []]", "orchestration=hub", "calculators=[1]")
    words = ("train", "self_play", "--model", str(model), *SMALL, "--lora", "--rank", "2", "--librarian", "bm25")
    chosen = [word for option in options for word in ("--set", option)]
    status, _, err = woozle(*words, *chosen, "--out", str(tmp_path / "run"))
    assert status == 0, err
    assert (tmp_path / "run" / "epoch-1" / "model" / "config.json").exists()


def test_one_corpus_can_be_searched_by_meaning_and_a_run_is_gone_on_with(woozle, tmp_path):
    tiny_embedder(tmp_path / "mixed")
    words = (*TINY, "--librarian", f"bm25+dense:medicine={tmp_path / 'mixed'}", "--out", str(tmp_path / "run"))
    status, _, err = woozle(*words, "--transcripts")
    assert status == 0, err
    index = index_cache(str(tmp_path / "mixed"))
    assert [index.has(f"world:0:3:{corpus}") for corpus in ("medicine", "encyclopaedia")] == [True, False]
    match = tmp_path / "run" / "epoch-1" / "matches" / "00001"
    assert verify(match, 3).is_verified
    (place,) = read(match).header.officials[:1]
    assert place.player["name"] == "bm25+dense"
    shutil.rmtree(tmp_path / "run" / "epoch-1")
    status, _, err = woozle(*words)
    assert status == 0 and "epoch 1, rollouts" in err and "epoch 0" not in err
    status, _, err = woozle(*TINY, "--out", str(tmp_path / "run"))
    assert status == 2 and "holds a run with other librarian" in err


def test_a_corpus_that_nobody_has_is_not_searched_by_words_in_silence(woozle, tmp_path):
    tiny_embedder(tmp_path / "tiny")
    words = ("--librarian", f"bm25+dense:medicin={tmp_path / 'tiny'}", "--out", str(tmp_path / "run"))
    for model in (("--model", "tiny"), ("--model", str(tmp_path / "none"), "--questions", "2", "--held-out", "2")):
        status, out, err = woozle("train", "self_play", *model, *words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "No tool here searches medicin; name one of these before the folder: " in err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--sizes", "things=none"), "--sizes things=none is none of things=NUMBER"),
        (("--sizes", "width=10"), "the width 10 must be a multiple of twice the 4 heads"),
        (("--seating", "any"), "--seating is fixed or drawn"),
        (("--sizes", "rate=nan"), "--sizes rate=nan must be a number above 0"),
        (("--least", "2", "--supervision", "actions"), "--least is for groups of rollouts"),
        (("--ablation", "--names"), "leave the other option out"),
        (("--questions", "4000"), "such questions, not 4000; make it larger"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(woozle, tmp_path, words, sentence):
    status, out, err = woozle("train", "self_play", "--model", "tiny", "--out", str(tmp_path), *words)
    assert (status, out) == (2, "")
    assert sentence in err and err.count("\n") == 1


@pytest.mark.parametrize("option", ["searches=0", "steps=2", "asks=0", "effort=1", "question=x", "seconds_to_act=1"])
def test_an_option_that_training_would_ignore_is_refused(woozle, tmp_path, option):
    status, out, err = woozle("train", "self_play", "--model", "x", "--out", str(tmp_path / "run"), "--set", option)
    assert (status, out, err.count("\n")) == (2, "", 1)
    name = option.partition("=")[0]
    assert f"Training always plays with {name}=" in err and f"leave out --set {name}. It takes calculators, found, graph" in err
    assert not (tmp_path / "run").exists()


def test_a_model_that_is_not_there_and_a_pool_that_is_too_small_are_sentences(woozle, tmp_path):
    status, _, err = woozle("train", "self_play", "--model", str(tmp_path / "none"), "--out", str(tmp_path / "run"), *SMALL)
    assert status == 2 and "There is no folder" in err
    status, _, err = woozle("train", "self_play", "--model", "x", "--out", str(tmp_path / "run"), "--questions", "100000")
    assert status == 2 and "ask for fewer, or name more with --set pool=FILE" in err


def test_without_the_libraries_it_says_how_to_install_them(woozle, tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.players.backends.local.model_files.find_spec", lambda name: None)
    status, _, err = woozle(*TINY, "--out", str(tmp_path))
    assert status == 2 and "install what they need with `pip install 'woozle[local]'`" in err


def test_ctrl_c_leaves_a_run_that_the_same_command_goes_on_with(woozle, tmp_path, monkeypatch):
    from woozle.games.self_play.players.training.rest import Run

    play = Run.play

    def stopped(self):
        def hear(progress):
            if progress.part == "tuning":
                raise KeyboardInterrupt

        self._hear = hear
        return play(self)

    with monkeypatch.context() as patch:
        patch.setattr(Run, "play", stopped)
        status, _, err = woozle(*TINY, "--out", str(tmp_path / "run"))
    assert status == 130 and "Stopped; repeat the command to continue" in err
    status, _, err = woozle(*TINY, "--out", str(tmp_path / "run"))
    assert status == 0 and "rollouts" not in err

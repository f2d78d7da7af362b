from __future__ import annotations

import pytest

from woozle.games.quest.players import nli
from woozle.players.services.service import ServiceError

from tests.players.services.tiny import tiny_nli

PAIRS = [("the bear tells " * (1 + at), "a river") for at in range(6)]


def test_a_score_is_the_chance_of_entailment_wherever_that_label_stands(tmp_path):
    import torch
    from transformers import AutoTokenizer

    model = tiny_nli(tmp_path / "nli")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "nli")
    with torch.inference_mode():
        expected = [float(torch.softmax(model(**tokenizer(*pair, return_tensors="pt")).logits[0], -1)[1]) for pair in PAIRS]
    assert nli.load(str(tmp_path / "nli")).scores(PAIRS) == pytest.approx(expected, abs=1e-5)


def test_the_label_may_be_written_in_capitals(tmp_path):
    tiny_nli(tmp_path / "nli", ("ENTAILMENT", "NOT_ENTAILMENT"))
    assert len(nli.load(str(tmp_path / "nli")).scores(PAIRS)) == 6


def test_a_model_without_such_a_label_cannot_judge(tmp_path):
    tiny_nli(tmp_path / "mood", ("happy", "sad"))
    with pytest.raises(ServiceError, match=r"none of its labels \(happy, sad\) is entailment"):
        nli.check(str(tmp_path / "mood"))


def test_a_model_that_is_not_here_is_named():
    with pytest.raises(ServiceError, match=r"There is no model nowhere/nobody on this machine"):
        nli.check("nowhere/nobody")


def test_what_it_cannot_hold_is_said(tmp_path):
    tiny_nli(tmp_path / "nli")
    found = nli.load(str(tmp_path / "nli")).scores([("bear " * 100, "a river"), PAIRS[0]])
    assert "reads 64 tokens at most, and this text with its source has 104" in found[0]
    assert 0 <= found[1] <= 1


def test_broken_weights_are_said(tmp_path):
    tiny_nli(tmp_path / "nli")
    (tmp_path / "nli" / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(ServiceError, match="cannot be read"):
        nli.load(str(tmp_path / "nli"))


def test_nothing_is_written_on_the_terminal_while_it_loads(tmp_path, capfd):
    from transformers import logging

    tiny_nli(tmp_path / "nli")
    logging.enable_progress_bar()
    capfd.readouterr()
    nli.load(str(tmp_path / "nli"))
    assert capfd.readouterr() == ("", "")

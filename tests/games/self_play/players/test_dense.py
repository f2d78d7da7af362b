"""Search by meaning, with a model made here so small that it has none."""

from __future__ import annotations

import numpy as np
import pytest

from woozle.games.self_play.players.dense import Embedder, Index, check

from tests.players.services.tiny import tiny_embedder

TEXTS = ["the bear", "the bear tells a river in france", "a capital", "the river is true " * 5, "paris: 3 bears?"]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dense") / "tiny"
    tiny_embedder(folder)
    return str(folder)


def test_a_text_is_the_mean_of_its_tokens_whatever_is_read_beside_it(place):
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(place), AutoModel.from_pretrained(place).eval()
    with torch.inference_mode():
        each = [model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].mean(0) for text in TEXTS]
    expected = torch.nn.functional.normalize(torch.stack(each), dim=-1).numpy()
    assert Embedder(place).embed(TEXTS) == pytest.approx(expected, abs=1e-5)


def test_a_text_is_nearest_to_itself(place):
    index = Index(TEXTS, Embedder(place).embed)
    for at, text in enumerate(TEXTS):
        first, *others = index.best(text, 3)
        assert (first.at, first.score) == (at, pytest.approx(1, abs=1e-5))
        assert len(others) == 2
        assert 1 > others[0].score >= others[1].score >= -1


def test_of_texts_that_are_as_near_the_first_is_found_first():
    index = Index(["x"] * 9, lambda texts: np.ones((len(texts), 1)))
    assert [hit.at for hit in index.best("hat", 4)] == [0, 1, 2, 3]
    assert len(index.best("hat", 20)) == 9


def test_nothing_is_found_for_nothing(place):
    assert Index(TEXTS, Embedder(place).embed).best(" \n", 3) == []


def test_of_a_text_that_is_too_long_the_beginning_counts(place):
    long, cut = Embedder(place).embed(["bear " * 1000, "bear " * 63])
    assert long == pytest.approx(cut, abs=1e-5)


def test_a_text_without_any_word_it_knows_does_not_stop_it(place):
    assert np.isfinite(Embedder(place).embed(["", "帽子", "\0"])).all()


@pytest.mark.parametrize("place", ["nowhere/nobody", "/no/such/folder", "\x1b[2J"])
def test_a_model_that_is_not_here_is_named(place):
    with pytest.raises(match=r"There is no model .* on this machine; name its folder") as raised:
        check(place)
    assert "\x1b" not in str(raised.value)


def test_a_model_of_two_halves_embeds_nothing(tmp_path):
    from transformers import T5Config

    T5Config(d_model=8).save_pretrained(tmp_path)
    with pytest.raises(match="is no embedder but a model of two halves"):
        check(str(tmp_path))


def test_broken_weights_are_said(tmp_path):
    tiny_embedder(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(match="cannot be read"):
        Embedder(str(tmp_path)).embed(["bear"])

"""Paths as people name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.players.games.quest import hhem, nli
from woozle.players.games.self_play.dense import DenseError, check
from woozle.players.games.undercover.image_editors import DiffusersError
from woozle.players.games.undercover.image_editors import check as check_pipeline
from woozle.players.paths import expanded, without_home

NOBODYS = "~nobody-lives-here/model"


def test_a_tilde_is_the_home_of_whoever_plays():
    assert expanded("~/models/tiny") == Path.home() / "models" / "tiny"
    assert expanded("models/tiny") == Path("models/tiny")


def test_the_home_of_nobody_stays_as_it_is_written():
    assert expanded(NOBODYS) == Path(NOBODYS)


@pytest.mark.parametrize(
    ("looks", "error"),
    [(nli.check, nli.NliError), (hhem.place, hhem.HhemError), (check, DenseError), (check_pipeline, DiffusersError)],
)
def test_an_official_in_the_home_of_nobody_is_refused_in_a_sentence(looks, error):
    with pytest.raises(error, match=r"nobody-lives-here"):
        looks(NOBODYS)


def test_nobody_is_told_whose_home_a_path_is_in():
    assert without_home(str(Path.home() / "models" / "tiny")) == "~/models/tiny"
    assert without_home("/srv/models/tiny") == "/srv/models/tiny"
    assert without_home("Qwen/Qwen3-0.6B") == "Qwen/Qwen3-0.6B"

"""Paths as people name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.games.quest.players import hhem, nli
from woozle.games.self_play.players import dense
from woozle.players.paths import expand_home, hide_home
from woozle.players.services.service import ServiceError

NOBODYS = "~nobody-lives-here/model"


def test_a_tilde_is_the_home_of_whoever_plays():
    assert expand_home("~/models/tiny") == Path.home() / "models" / "tiny"
    assert expand_home("models/tiny") == Path("models/tiny")


def test_the_home_of_nobody_stays_as_it_is_written():
    assert expand_home(NOBODYS) == Path(NOBODYS)


@pytest.mark.parametrize("check", [nli.check, hhem.find_files, dense.check])
def test_a_service_in_the_home_of_nobody_is_refused_in_a_sentence(check):
    with pytest.raises(ServiceError, match=r"nobody-lives-here"):
        check(NOBODYS)


def test_nobody_is_told_whose_home_a_path_is_in():
    assert hide_home(str(Path.home() / "models" / "tiny")) == "~/models/tiny"
    assert hide_home("/srv/models/tiny") == "/srv/models/tiny"
    assert hide_home("Qwen/Qwen3-0.6B") == "Qwen/Qwen3-0.6B"

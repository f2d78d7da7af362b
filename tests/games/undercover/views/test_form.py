"""The form before a match of undercover, and the Start that it returns."""

from __future__ import annotations

import pytest

from woozle.games.undercover.config import Config

from tests.arena.play.test_forms import started
from tests.games.undercover.play import write_pair


def test_the_options_become_its_configuration():
    chosen = {"setting": "park", "edit": "state", "asks": "any", "things": "5", "free_answers": "yes", "observation_rounds": "2"}
    more = {"speaking": "in_turn", "rounds": "5", "knows": "yes", "ballot": "weighted", "ties": "draw", "summary_rounds": "0"}
    config = started("undercover", **chosen, **more, seconds_to_reason="60", seconds_to_vote="30").config
    expected = Config(
        setting="park", edit="state", asks="any", things=5, free_answers=True, observation_rounds=2, speaking="in_turn", rounds=5,
        knows=True, ballot="weighted", ties="draw", summary_rounds=0, seconds_to_reason=60, seconds_to_vote=30,
    )  # fmt: skip
    assert config == expected
    assert started("undercover").config == Config() and started("undercover").services == {}


def test_the_ablations_and_baselines_can_be_chosen():
    modes = {mode: started("undercover", mode=mode).config for mode in ("same", "nobody", "self_refine", "mad_judge")}
    assert modes["same"] == Config(has_counterfactual=False) and modes["nobody"] == Config(has_undercover=False)
    assert modes["self_refine"].mode == "self_refine" and modes["mad_judge"].mode == "mad_judge"


def test_pictures_of_ones_own_are_read_and_where_there_are_none_that_is_said(tmp_path):
    write_pair(tmp_path)
    start = started("undercover", pool=f" {tmp_path} ")
    assert [case.id for case in start.config.pool] == ["cups"] and start.sights == "untold"
    assert started("undercover").sights == "told" and started("ship").sights == "none"
    with pytest.raises(ValueError, match=r"^There is nothing at .*/none; type the path of a folder"):
        started("undercover", pool=str(tmp_path / "none"))


def test_a_clip_that_compares_pictures_has_to_have_its_folder():
    with pytest.raises(ValueError, match="Type the folder of clip below, or choose another likeness"):
        started("undercover", comparer="clip")

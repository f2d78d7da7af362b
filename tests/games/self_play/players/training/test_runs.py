"""Runs of training by seed, and their folders."""

from __future__ import annotations

import pytest

from woozle.games.self_play.players.training import runs
from woozle.games.self_play.players.training.runs import Trained, TrainingOptions, train_all


@pytest.mark.parametrize(
    ("seeds", "is_compared", "made"),
    [
        ([7], False, [("", ".")]),
        ([7, 8], False, [("seed 7, play", "seed-7"), ("seed 8, play", "seed-8")]),
        ([7], True, [("seed 7, play", "seed-7/play"), ("seed 7, names", "seed-7/names")]),
        ([7, 8], True, [(f"seed {seed}, {kind}", f"seed-{seed}/{kind}") for seed in (7, 8) for kind in ("play", "names")]),
    ],
)
def test_a_run_alone_fills_the_folder_and_each_of_several_has_a_title_and_a_folder_of_its_own(
    tmp_path, monkeypatch, seeds, is_compared, made
):
    def train(options, seed, kind, folder, *more):
        return Trained(seed, kind, folder, [])

    monkeypatch.setattr(runs, "_train", train)
    titles = []
    options = TrainingOptions("tiny", tmp_path, None, None, "", None, False, {"supervision": "play"}, "cpu")
    found = train_all(options, seeds, titles.append, is_compared=is_compared)
    assert list(zip(titles, (str(each.folder.relative_to(tmp_path)) for each in found), strict=True)) == made

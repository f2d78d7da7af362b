"""Pictures in packs."""

from __future__ import annotations

import json
from collections import Counter

from woozle.arena.play.packs import apply
from woozle.games.undercover.config import Config

from tests.arena.play.test_packs import faults, harbour

__all__ = ["harbour"]


def test_the_scenes_of_woozles_own_pack_are_pairs_of_all_settings_and_changes_whose_answers_differ():
    pool = Config.model_validate(apply("undercover", {"pack": "more"})).pool
    assert Counter(case.scene.setting for case in pool) == dict.fromkeys(["room", "street", "table", "shelf", "park"], 6)
    assert len({case.edit.type for case in pool}) == 10
    assert all(case.scene != case.other and case.question.answer != case.question.other for case in pool)


def test_a_picture_outside_of_the_pack_is_refused(harbour, tmp_path):
    pair = {"image": "../secret.png", "question": "What is it?", "answer": "a secret"}
    (harbour / "pairs.jsonl").write_text(json.dumps(pair))
    (tmp_path / "secret.png").write_bytes(b"\x89PNG")
    with (harbour / "pack.toml").open("a") as file:
        file.write('[games.undercover.pairs]\npool = "pairs.jsonl"\nmode = "single"\n')
    assert len(faults(harbour)) == 1

"""Training data from rollouts, and its file."""

from __future__ import annotations

import json

import pytest

from woozle.games.self_play.players.training import dataset
from woozle.games.self_play.players.training.dataset import DatasetError, Pair, lesson_of, pairs_of
from woozle.games.self_play.players.training.rollouts import Rollout, Step


def rollout(*steps: str, f1: float, number: int = 0) -> Rollout:
    """steps: `SEARCH`, `ANSWER Paris`, each by the one who is alone."""
    made = []
    for at, each in enumerate(steps):
        action, _, words = each.partition(" ")
        own = action in ("ANSWER", "HEDGE")
        made.append(Step("Ada", f"prompt {at}", action, words if own else "Where?", own, {action: 1.0}))
    searches = sum(each == "SEARCH" for each in steps)
    return Rollout("tower", number, tuple(made), steps[-1].partition(" ")[2], f1, searches, f1 - 0.01 * searches)


def test_every_step_of_the_best_rollout_of_the_best_group_is_learned():
    good = [rollout("SEARCH", "ANSWER Paris", f1=1.0, number=at) for at in range(2)]
    lucky = rollout("SEARCH", "HEDGE Paris", f1=1.0, number=2)
    unlucky = [rollout("SEARCH", "HEDGE Rome", f1=0.0, number=at) for at in (3, 4)]
    assert pairs_of(lesson_of([*unlucky, lucky, *good])) == [Pair("prompt 0", "#SEARCH"), Pair("prompt 1", "#ANSWER Paris")]


def test_nothing_is_learned_where_the_best_group_is_not_good_enough():
    assert pairs_of(lesson_of([rollout("ANSWER Rome", f1=0.0), rollout("ANSWER Paris", f1=1.0)])) == []


def test_action_supervision_learns_the_word_alone_where_the_answer_is_wrong():
    wrong = [rollout("ANSWER Rome", f1=0.0), rollout("SEARCH", "HEDGE Rome", f1=0.0)]
    assert pairs_of(lesson_of(wrong, "actions")) == [Pair("prompt 0", "#SEARCH"), Pair("prompt 1", "#HEDGE", "action")]
    assert pairs_of(lesson_of([*wrong, rollout("ANSWER Paris", f1=1.0)], "actions")) == [Pair("prompt 0", "#ANSWER Paris")]


def test_pairs_are_chats_in_a_file_and_come_back_as_they_were(tmp_path):
    pairs = [Pair("Where?\nAction:", "#ANSWER Orléans"), Pair("When?", "#HEDGE", "action"), Pair("\u2028?", "#ANSWER x")]
    dataset.write(tmp_path / "pairs.jsonl", pairs)
    assert dataset.read(tmp_path / "pairs.jsonl") == pairs
    first = json.loads((tmp_path / "pairs.jsonl").read_text("utf-8").splitlines()[0])
    assert first["messages"] == [
        {"role": "user", "content": "Where?\nAction:"},
        {"role": "assistant", "content": "#ANSWER Orléans"},
    ]


def test_all_of_a_reply_is_learned_where_a_file_does_not_say_what(tmp_path):
    chat = {"messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "#ANSWER x"}]}
    (tmp_path / "others.jsonl").write_text(json.dumps(chat) + "\n\n")
    assert dataset.read(tmp_path / "others.jsonl") == [Pair("Q", "#ANSWER x")]


@pytest.mark.parametrize(
    "line", ["{", "[1]", '{"messages": []}', '{"messages": [{"content": 1}, {"content": "x"}]}', '"x"', "null", '{"messages": 3}']
)
def test_a_line_that_is_no_pair_is_named_in_a_sentence(tmp_path, line):
    (tmp_path / "bad.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(DatasetError, match=r"^Line 2 of .* is no pair of prompt and output; write it like"):
        dataset.read(tmp_path / "bad.jsonl")


def test_a_file_that_is_not_there_is_named_in_a_sentence(tmp_path):
    with pytest.raises(DatasetError, match="cannot be read: No such file"):
        dataset.read(tmp_path / "none.jsonl")

"""Reinforced self-training: epochs in a folder, gone on with where they were left."""

from __future__ import annotations

import json
from shutil import copytree

import pytest
from pydantic import ValidationError

from woozle.games.self_play.players.training import dataset
from woozle.games.self_play.players.training.rest import Plan, RestError, Run
from woozle.games.self_play.players.training.rollouts import Library
from woozle.games.self_play.players.training.trainer import Passage

from tests.games.self_play.players.training.playing import DOSE, SOCIETY, TOWER, FixedRetriever

pytestmark = pytest.mark.e2e

MORE = [TOWER.model_copy(update={"id": f"tower {number}"}) for number in range(3)]


def plan(folder, **how):
    usual = {"model": str(folder), "libraries": SOCIETY.libraries, "epochs": 2, "rollouts": 4, "found": 1, "wording": "short"}
    small = {"longest": 4, "again": 1, "passes": 2, "batch": 2, "at_once": 2, "rate": 1e-3, "every": 2, "seed": 3}
    return Plan(
        **{**usual, **small, "threshold": -1.0, **how}
    )  # a random model is never right, and learns from its best all the same


def run(place, planned, hear=lambda progress: None, questions=(TOWER, *MORE)):
    return Run(place, planned, questions, [DOSE, TOWER], Library(FixedRetriever().search), hear, device="cpu")


@pytest.fixture(scope="module")
def straight(folder, tmp_path_factory):
    """A run of two epochs that nobody stopped: its folder, its metrics and what it told."""
    place, told = tmp_path_factory.mktemp("straight") / "run", []
    return place, run(place, plan(folder), told.append).play(), told


def timeless(metrics):
    return [{**each, "tuning": {**each.get("tuning", {}), "tokens_per_second": 0}} for each in metrics]


def test_each_epoch_leaves_its_rollouts_its_data_set_its_model_and_its_metrics(straight):
    place, metrics, told = straight
    assert [each["epoch"] for each in metrics] == [0, 1, 2]
    for epoch in (1, 2):
        names = {each.name for each in (place / f"epoch-{epoch}").iterdir()}
        assert names == {"rollouts.jsonl", "dataset.jsonl", "tuning.json", "model", "metrics.json"}
    assert {each.part for each in told if each.epoch == 1} == {"rollouts", "tuning", "measuring"}
    learned = dataset.read(place / "epoch-1" / "dataset.jsonl")
    assert metrics[1]["learned"]["pairs"] == len(learned) > 0
    assert metrics[1]["rollouts"]["questions"] == metrics[1]["rollouts"]["chosen"] == 4
    lines = [json.loads(line) for line in (place / "epoch-1" / "rollouts.jsonl").read_text().splitlines()]
    sizes = []
    for line in lines:
        actions = [step["action"] for step in line["chosen"]["steps"]]
        sizes += [group["rollouts"] for group in line["groups"] if group["actions"] == actions]
    assert metrics[1]["rollouts"]["group_sizes"] == sorted(sizes) and sum(sizes) <= 16
    for each in metrics:
        assert set(each["alone"]) == {"encyclopaedia", "medicine"}
        for tool in each["alone"].values():
            assert len(tool["search_calibration"]["points"]) == 3
            assert len(tool["answer_calibration"]["points"]) == 2
            assert 0 <= tool["search_rate"] <= 1
    assert json.loads((place / "base.json").read_text())["medicine"]["tower"] is not None


class StoppedError(Exception):
    pass


def test_a_run_that_is_stopped_again_and_again_ends_as_one_that_was_not(folder, straight, tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.games.self_play.players.training.rest.AT_ONCE", 8)  # two questions at a time
    seen = set()

    def stop(progress):
        at = progress.epoch, progress.part, progress.done
        if at not in seen and progress.done % 4 == 2:
            seen.add(at)
            raise StoppedError

    stops = 0
    while True:
        try:
            metrics = run(tmp_path / "stopped", plan(folder), stop).play()
            break
        except StoppedError:
            stops += 1
    assert stops > 4
    assert timeless(metrics) == timeless(straight[1])
    for name in ("rollouts.jsonl", "dataset.jsonl", "model/model.safetensors"):
        one, other = ((place / "epoch-2" / name).read_bytes() for place in (straight[0], tmp_path / "stopped"))
        assert one == other


def test_a_torn_last_line_of_rollouts_is_played_again(folder, straight, tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.games.self_play.players.training.rest.AT_ONCE", 4)

    def stop(progress):
        if progress.part == "rollouts" and progress.done == 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        run(tmp_path / "torn", plan(folder, epochs=1), stop).play()
    path = tmp_path / "torn" / "epoch-1" / "rollouts.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    run(tmp_path / "torn", plan(folder, epochs=1)).play()
    assert path.read_bytes() == (straight[0] / "epoch-1" / "rollouts.jsonl").read_bytes()


def test_a_folder_with_another_run_is_refused_and_more_epochs_are_not(folder, straight, tmp_path):
    copytree(straight[0], tmp_path, dirs_exist_ok=True)
    with pytest.raises(RestError, match=r"holds a run with other rollouts \(4, not 5\); name another folder"):
        run(tmp_path, plan(folder, rollouts=5))
    with pytest.raises(RestError, match="holds a run with other questions;"):
        run(tmp_path, plan(folder), questions=[TOWER])
    assert len(run(tmp_path, plan(folder, epochs=3)).play()) == 4


def test_a_plan_that_cannot_be_read_is_a_sentence(folder, tmp_path):
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(RestError, match=r"plan.json in .* is no plan of training"):
        run(tmp_path, plan(folder))


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {name: 0}
            for name in ("epochs", "rollouts", "found", "least", "temperature", "longest", "again", "passes", "batch", "at_once")
        ),
        *({name: 0} for name in ("rate", "every")),
        *({name: -1} for name in ("price", "warmth", "rank", "rehearsal")),
        {"price": 2},
        {"supervision": "none"},
        {"epoch": 3},
    ],
    ids=str,
)
def test_a_plan_that_nobody_can_follow_is_refused(wrong):
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        plan("a model", **wrong)


def test_with_action_supervision_nobody_asks_and_each_tool_is_learned(folder, tmp_path):
    metrics = run(tmp_path, plan(folder, epochs=1, supervision="actions", threshold=0.5)).play()
    assert metrics[1]["rollouts"]["questions"] == 8  # each question with each of two tools
    pairs = dataset.read(tmp_path / "epoch-1" / "dataset.jsonl")
    assert pairs and all("ASK" not in pair.prompt for pair in pairs)
    assert {pair.learned for pair in pairs if pair.action == "#HEDGE"} <= {"action"}  # nothing it says is right


def test_what_is_rehearsed_is_learned_beside_the_steps(folder, tmp_path):
    asked = []

    def rehearse(loaded, epoch, count):
        asked.append((epoch, count))
        return [Passage([5, 6, 7], (1, 2))] * count

    planned = plan(folder, epochs=1, rehearsal=0.5)
    metrics = Run(tmp_path, planned, [TOWER], [DOSE], Library(FixedRetriever().search), rehearse=rehearse, device="cpu").play()
    pairs = metrics[1]["learned"]["pairs"]
    assert asked == [(1, round(pairs / 2))]
    assert metrics[1]["tuning"]["steps"] == 2 * -(-(pairs + round(pairs / 2)) // 2)


def test_where_no_rollout_is_good_enough_it_is_said_in_a_sentence(folder, tmp_path):
    with pytest.raises(ValueError, match="no rollout was good enough; try more questions"):
        run(tmp_path, plan(folder, threshold=0.5)).play()


def test_each_epoch_can_play_questions_of_its_own(folder, tmp_path):
    run(tmp_path, plan(folder, is_fresh=True)).play()
    played = [
        [json.loads(line)["question"] for line in (tmp_path / f"epoch-{epoch}" / "rollouts.jsonl").read_text().splitlines()]
        for epoch in (1, 2)
    ]
    assert played == [["tower", "tower 0"], ["tower 1", "tower 2"]]
    with pytest.raises(RestError, match=r"holds a run with other epochs \(2, not 3\)"):
        run(tmp_path, plan(folder, is_fresh=True, epochs=3))


def test_who_can_search_what_can_be_drawn_for_each_question(folder, tmp_path):
    many = [TOWER.model_copy(update={"id": f"tower {number}"}) for number in range(8)]
    made = run(tmp_path, plan(folder, epochs=1, seating="drawn"), questions=many)
    made.play()
    lines = [json.loads(line) for line in (tmp_path / "epoch-1" / "rollouts.jsonl").read_text().splitlines()]
    assert {tuple(line["libraries"]) for line in lines} == {("-", "encyclopaedia", "medicine"), ("-", "medicine", "encyclopaedia")}
    assert sorted(line["question"] for line in lines) == sorted(each.id for each in many)
    for society, rollout in made.chosen_rollouts(1):
        by = {step.seat: library for step, library in zip(rollout.steps, society.libraries, strict=False)}
        assert by["Ada"] == "-"


def test_where_seats_are_fixed_everybody_keeps_the_same_tool_in_every_question(straight):
    for epoch in (1, 2):
        lines = [json.loads(line) for line in (straight[0] / f"epoch-{epoch}" / "rollouts.jsonl").read_text().splitlines()]
        assert [line["question"] for line in lines] == [TOWER.id, *(each.id for each in MORE)]
        assert {tuple(line["libraries"]) for line in lines} == {SOCIETY.libraries}

"""Logs for Inspect: the format as its documentation has it, and, where Inspect is installed, its own reader."""

from __future__ import annotations

import json
from typing import Any

import pytest

from woozle.arena.exports.decisions import Choice
from woozle.arena.exports.inspect_log import Course, InspectExport, _new_messages
from woozle.core.request import Picture
from woozle.players.backends.model_client import Message

from tests.arena.exports.exported import chats, log, match, parts_of_log
from tests.saves.tables.recorded import GAMES

# What inspect-ai 0.3.285 says of log files (`inspect log schema`, the chapter "Log Files" of its documentation): the fields that it
# needs, and some that its viewer shows. A set means one of these; a list, any number of what is in it; others are types.
_TEXT, _NUMBER = (str,), (int, float)
_USAGE = {"input_tokens": (int,), "output_tokens": (int,), "total_tokens": (int,)}
_MESSAGE = {"role": {"system", "user", "assistant"}, "content": (str, list)}
_OUTPUT = {"model": _TEXT, "completion": _TEXT, "choices": [{"message": _MESSAGE, "stop_reason": _TEXT}]}
_SCORE = {"value": _NUMBER}
_HEADER = {
    "version": {2},
    "status": {"success"},
    "eval": {
        "eval_id": _TEXT, "run_id": _TEXT, "task_id": _TEXT, "created": _TEXT, "task": _TEXT, "model": _TEXT, "config": (dict,),
        "dataset": {"name": _TEXT, "samples": (int,), "sample_ids": [_TEXT]},
    },
    "plan": {"name": _TEXT, "steps": (list,), "config": (dict,)},
    "results": {
        "total_samples": (int,), "completed_samples": (int,),
        "scores": [{"name": _TEXT, "scorer": _TEXT, "metrics": {"mean": {"name": _TEXT, "value": _NUMBER}}}],
    },
    "stats": {"started_at": _TEXT, "completed_at": _TEXT, "model_usage": (dict,)},
}  # fmt: skip
_SAMPLE = {
    "id": _TEXT, "epoch": {1}, "input": _TEXT, "target": _TEXT, "messages": [_MESSAGE], "output": _OUTPUT, "metadata": (dict,),
    "events": [
        {
            "event": {"model"}, "timestamp": _TEXT, "working_start": _NUMBER, "model": _TEXT, "input": [_MESSAGE], "tools": (list,),
            "tool_choice": {"none"}, "config": (dict,), "output": _OUTPUT,
        }
    ],
}  # fmt: skip


def fits(value: Any, schema: Any, where: str = "log") -> None:
    """Assert that a value follows a schema, in the notation of this file."""
    match schema:
        case dict():
            for name, part in schema.items():
                assert name in value, f"{where} has no {name}"
                fits(value[name], part, f"{where}.{name}")
        case list():
            for each in value:
                fits(each, schema[0], f"{where}[]")
        case set():
            assert value in schema, f"{where} is {value!r}"
        case _:
            assert isinstance(value, schema), f"{where} is {value!r}"


@pytest.mark.parametrize("game", GAMES)
def test_a_log_is_as_inspect_says_that_logs_are(tables, tmp_path, game):
    header, samples = parts_of_log(log(tables / game, tmp_path))
    fits(header, _HEADER)
    for sample in samples.values():
        fits(sample, _SAMPLE)
    seats = [who.seat for who in match(tables / game).seats]
    assert [sample["metadata"]["seat"] for sample in samples.values()] == seats
    assert header["eval"]["dataset"]["sample_ids"] == [*samples]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_inspect_itself_reads_it(tables, tmp_path, game):
    inspect = pytest.importorskip("inspect_ai.log", reason="inspect-ai is not installed; its own reader is not asked")
    file = log(tables / game, tmp_path, with_text=True)
    found = inspect.read_eval_log(str(file))
    assert (found.version, found.status, found.eval.task) == (2, "success", f"woozle/{game}")
    assert len(found.samples) == found.results.total_samples == len(match(tables / game).seats)
    model = next(sample for sample in found.samples if sample.metadata["player"] == "model")
    assert [event.event for event in model.events] == ["model"] * len(model.events) and model.events
    assert sum(usage.total_tokens for usage in found.stats.model_usage.values()) > 0
    assert inspect.read_eval_log_sample(str(file), id=model.id, epoch=1).id == model.id
    assert len(inspect.read_eval_log_sample_summaries(str(file))) == len(found.samples)


def test_scores_and_usage_are_those_of_the_match(tables, tmp_path):
    header, samples = parts_of_log(log(tables / "ship", tmp_path))
    played = match(tables / "ship")
    for sample in samples.values():
        result = played.results[sample["metadata"]["seat"]]
        assert sample["scores"]["won"] | {"explanation": ""} == {
            "value": float(result.kind == "won"), "answer": result.kind, "explanation": ""
        }  # fmt: skip
        assert sample["scores"]["score"]["metadata"] == result.numbers
    [usage] = header["stats"]["model_usage"].values()
    kept = [each.usage for each in played.by("model")]
    assert usage["output_tokens"] == sum(each.tokens_out for each in kept) > 0
    assert usage["total_cost"] == sum(each.dollars for each in kept)


def test_a_seat_reads_everything_once(tables, tmp_path):
    _, samples = parts_of_log(log(tables / "ship", tmp_path, with_text=True))
    for sample in samples.values():
        said = "\n".join(message["content"] for message in sample["messages"] if message["role"] == "user")
        assert said.count("The geese win when all their tasks are done") == 1
        last = chats(tables / "ship", tmp_path, Choice(seats=(sample["metadata"]["seat"],)), with_text=True)[-1]
        observed = last["messages"][1]["content"].split("\n\n")[0]
        assert all(line in said for line in observed.split("\n"))


def test_no_word_of_a_person_is_in_it_unless_it_is_asked_for(tables, tmp_path):
    def text(**options):
        return json.dumps(parts_of_log(log(tables / "ship", tmp_path, **options)))

    assert "1+1" not in text() and "[left out]" in text()
    assert "1+1" in text(with_text=True)


def test_the_same_matches_give_the_same_bytes(tables, tmp_path):
    assert log(tables / "quest", tmp_path / "a").read_bytes() == log(tables / "quest", tmp_path / "b").read_bytes()


def test_each_game_has_a_log_of_its_own_and_names_that_are_alike_are_told_apart(tables, tmp_path):
    with InspectExport(tmp_path, Choice(kinds=("model",)), with_text=False, is_forced=False) as export:
        for name in ("a/b", "a_b"):
            export.add(match(tables / "quest", name))
        export.add(match(tables / "debate", "c"))
        files = export.close()
    assert [file.name for file in files] == ["inspect-quest.eval", "inspect-debate.eval"]
    _, samples = parts_of_log(files[0])
    seat = next(iter(samples.values()))["metadata"]["seat"]
    assert [*samples] == [f"a_b {seat}", f"a_b {seat} 2"]


def test_a_prompt_that_says_everything_anew_has_each_question_once_with_its_pictures():
    course, picture = Course("Bob"), Picture.png(b"a picture")
    system, told = Message("system", ("You are Bob.",)), []
    for question in ("Tick 1.", "Tick 2."):
        new = list(_new_messages(course, (system, Message("user", (picture, question)))))
        course.turns.append(("assistant", "wait()"))
        told += [(each["role"], [part["type"] for part in each["content"]] if each["role"] == "user" else "") for each in new]
    assert told == [("system", ""), ("user", ["image", "text"]), ("user", ["image", "text"])]

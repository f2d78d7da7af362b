"""`woozle verify` of many transcripts: totals, lists, parts, and engines that cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from woozle.saves.transcript import CLOSED
from woozle.saves.verify import Report
from woozle.tui.cli.listing import report_lines
from woozle.tui.cli.verifying import totals_lines
from woozle.tui.runs.checking import Checked

RUN = ("run", "debate", "--seats", "bot*3", "--set", "rounds=1", "--seed", 1)


@pytest.fixture
def run(woozle, tmp_path):
    """The folder of a run, one match of which is damaged."""
    out = tmp_path / "run"
    assert woozle(*RUN, "--matches", 12, "--out", out, "--jobs", 1)[0] == 0
    file = out / "0005" / CLOSED
    file.write_bytes(file.read_bytes().replace(b'"answer"', b'"anwser"', 1))
    return out


def test_every_transcript_has_a_line_and_all_of_them_a_sum(woozle, run):
    status, printed, err = woozle("verify", run)
    lines = printed.splitlines()
    assert (status, err) == (1, "")
    assert [line.split(": ")[0] for line in lines if "level 0" in line and str(run) in line] == [
        f"{run}/{number:04d}/{CLOSED}" for number in range(1, 13)
    ]
    assert "12 transcripts: 1 FAILED" in lines
    assert "  level 0: 11 passed, 1 failed" in lines


def test_of_very_many_only_those_are_told_that_fail(woozle, run, monkeypatch):
    monkeypatch.setattr("woozle.tui.cli.verifying._MOST_LISTED", 10)
    status, printed, _ = woozle("verify", run)
    assert status == 1
    assert [line for line in printed.splitlines() if ": sound" in line] == []
    assert printed.startswith(f"{run}/0005/{CLOSED}: FAILED")
    assert "12 transcripts: 1 FAILED" in printed
    assert woozle("verify", run, "--list")[1].count(": sound") == 11


def test_one_of_a_kind_is_told_in_the_singular():
    (total, *_) = totals_lines(Checked(transcripts=1, redacted=1, torn=1))
    assert total == "1 transcript: all sound, 1 line redacted, 1 byte torn off"
    (one, *_) = report_lines(Report(Path("x"), redacted=1, torn=1))
    assert one.endswith("1 line redacted, 1 byte torn off)")


def test_a_file_that_is_no_transcript_failed_and_is_not_unfinished(woozle, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "transcript.jsonl").write_text('{"a": 1}\n')
    assert woozle("verify", tmp_path)[1].splitlines()[-4] == "2 transcripts: 2 FAILED"


def test_programs_are_told_the_same(woozle, run):
    result = json.loads(woozle("verify", run, "--json", "--totals")[1])
    assert (result["sound"], result["transcripts"], result["failed"], len(result["reports"])) == (False, 12, 1, 1)
    assert result["levels"]["0"] == {"passed": 11, "failed": 1, "skipped": 0}
    assert len(json.loads(woozle("verify", run, "--json")[1])["reports"]) == 12


def test_totals_are_the_same_in_processes(woozle, run):
    alone, together = (json.loads(woozle("verify", run, "--json", "--jobs", jobs)[1]) for jobs in (1, 3))
    assert alone == together


def test_parts_are_the_whole(woozle, run):
    parts = [json.loads(woozle("verify", run, "--json", "--shard", f"{part}/5")[1]) for part in range(1, 6)]
    paths = [report["path"] for part in parts for report in part["reports"]]
    assert len(paths) == len(set(paths)) == 12
    assert [part["sound"] for part in parts].count(False) == 1


def test_a_part_with_nothing_in_it_is_sound(woozle, run):
    status, printed, _ = woozle("verify", run / "0001", "--shard", "1/2")
    assert (status, printed) == (0, "0 transcripts: all sound\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--engine", "spark"), "There is no engine 'spark'; --engine takes processes or ray."),
        (("--address", "10.0.0.5:6379"), "--address is where a Ray cluster is; add --engine ray, or leave it out."),
        (("--shard", "3/2"), "--shard 3/2 is no part"),
    ],
)
@pytest.mark.parametrize("command", [("verify",), (*RUN, "--matches", 2, "--out")])
def test_engines_that_cannot_be_are_one_sentence(woozle, tmp_path, command, words, sentence):
    (tmp_path / "run").mkdir()
    status, printed, err = woozle(*command, tmp_path / "run", *words)
    assert (status, printed, err.count("\n")) == (2, "", 1)
    assert sentence in err
    assert not list((tmp_path / "run").iterdir())


def test_without_ray_the_sentence_says_how_to_get_it(woozle, tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.tui.runs.engines.find_spec", lambda name: None)
    for command in (("verify", tmp_path), (*RUN, "--out", tmp_path / "run")):
        status, _, err = woozle(*command, "--engine", "ray")
        assert (status, err) == (2, "woozle: --engine ray needs Ray; install it with `pip install 'woozle[ray]'`.\n")
    assert not (tmp_path / "run").exists()


def test_models_are_not_played_on_a_cluster(woozle, tmp_path):
    words = ("run", "debate", "--seats", "openai:tiny*3", "--out", tmp_path / "run", "--engine", "ray")
    status, _, err = woozle(*words)
    assert (status, err.count("\n")) == (2, 1)
    assert "use --jobs there, or --shard on several" in err
    assert not (tmp_path / "run").exists()


def test_a_run_can_be_begun_alone_and_gone_on_with_in_processes(woozle, tmp_path):
    assert woozle(*RUN, "--matches", 30, "--out", tmp_path / "run", "--shard", "1/3", "--jobs", 1)[0] == 0
    status, printed, _ = woozle("resume", tmp_path / "run", "--jobs", 3, "--json")
    assert (status, json.loads(printed)["finished"]) == (0, 30)

"""`woozle verify` of many transcripts: totals, lists, parts, and engines that cannot be."""

from __future__ import annotations

import csv
import json
from hashlib import sha256
from shutil import copyfile, copytree, rmtree

import pytest

from woozle.saves.heads import HEADS
from woozle.saves.receipts import HostKey
from woozle.saves.transcript import CLOSED, read

from tests.docs.pages import ROOT
from tests.saves.receipts import kept_again
from tests.saves.table import forged

RUN = ("run", "debate", "--seats", "bot*3", "--set", "rounds=1", "--seed", 1)


@pytest.fixture
def run(woozle, tmp_path):
    """The folder of a run, one match of which is damaged."""
    out = tmp_path / "run"
    assert woozle(*RUN, "--matches", 6, "--out", out, "--jobs", 1)[0] == 0
    file = out / "0005" / CLOSED
    file.write_bytes(file.read_bytes().replace(b'"answer"', b'"anwser"', 1))
    return out


def test_every_transcript_has_a_line_and_all_of_them_a_sum(woozle, run):
    status, printed, err = woozle("verify", run)
    lines = printed.splitlines()
    assert (status, err) == (1, "")
    assert [line.split(": ")[0] for line in lines if "level 0" in line and str(run) in line] == [
        f"{run}/{number:04d}/{CLOSED}" for number in range(1, 7)
    ]
    assert "6 transcripts: 5 verified, 1 altered" in lines
    assert "  level 0: 5 passed, 1 failed" in lines
    assert any(line.startswith("  line ") for line in lines)


def test_of_very_many_only_those_are_told_that_fail(woozle, run, monkeypatch):
    monkeypatch.setattr("woozle.tui.cli.verify_output._MOST_LISTED", 5)
    status, printed, _ = woozle("verify", run)
    assert status == 1
    assert [line for line in printed.splitlines() if ": verified" in line] == []
    assert printed.startswith(f"{run}/0005/{CLOSED}: ALTERED")
    assert "6 transcripts: 5 verified, 1 altered" in printed
    assert woozle("verify", run, "--list")[1].count(": verified") == 5


def test_a_file_that_is_no_transcript_is_not_unfinished(woozle, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "transcript.jsonl").write_text('{"a": 1}\n')
    assert woozle("verify", tmp_path)[1].splitlines()[-4] == "2 transcripts: all altered"


def test_programs_are_told_the_same(woozle, run):
    result = json.loads(woozle("verify", run, "--json", "--totals")[1])
    assert [result[name] for name in ("transcripts", "verified", "consistent", "altered", "status")] == [6, 5, 0, 1, 1]
    assert [report["verdict"] for report in result["reports"]] == ["altered"]
    assert result["levels"]["0"] == {"passed": 5, "failed": 1, "unchecked": 0}
    assert len(json.loads(woozle("verify", run, "--json")[1])["reports"]) == 6


def test_parts_are_the_whole(woozle, run):
    parts = [json.loads(woozle("verify", run, "--json", "--shard", f"{part}/5")[1]) for part in range(1, 6)]
    paths = [report["path"] for part in parts for report in part["reports"]]
    assert len(paths) == len(set(paths)) == 6
    assert sum(part["altered"] for part in parts) == 1


def test_a_part_with_nothing_in_it_verifies_nothing(woozle, run):
    status, printed, _ = woozle("verify", run / "0001", "--shard", "1/2")
    assert (status, printed) == (0, "0 transcripts: nothing verified\n")


@pytest.fixture
def match(woozle, tmp_path):
    """The transcript of a match of a run."""
    assert woozle(*RUN, "--matches", 2, "--out", tmp_path / "two", "--jobs", 1)[0] == 0
    return tmp_path / "two" / "0001" / CLOSED


def imported(body):
    body["source"] = {"format": "logs", "digest": "0" * 64, "name": "log"}


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ((), 3),
        (("--require-level", 0), 0),
        (("--require-level", 1), 3),
        (("--level", 0), 0),
        (("--accept", "imported"), 0),
        (("--accept", "withdrawn,rules"), 3),
    ],
)
def test_what_could_not_be_checked_is_consistent_and_what_is_required_decides_the_status(woozle, match, words, status):
    forged(match, 1, imported)
    found = woozle("verify", match, *words)
    assert found[0] == status
    assert (": verified" in found[1]) == ("--level" in words)
    assert "sound" not in found[1]
    result = json.loads(woozle("verify", match, "--json", *words)[1])
    assert (result["status"], result["verified"], result["consistent"]) == (
        status,
        int("--level" in words),
        int("--level" not in words),
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--level", 1, "--require-level", 2), "--require-level 2 asks for more than --level 1 looks at"),
        (("--head", "abc"), "--head takes the 64 hexadecimal digits"),
        (("--accept", "imported,forged"), "--accept knows no 'forged'"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(woozle, match, words, sentence):
    status, printed, err = woozle("verify", match, *words)
    assert (status, printed, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_a_head_that_was_written_down_is_held_against_the_match(woozle, match):
    head = json.loads(woozle("verify", match, "--json")[1])["reports"][0]["head"]
    assert woozle("verify", match, "--head", head)[0] == 0
    assert woozle("verify", match, "--head", head[::-1])[0] == 1
    assert woozle("verify", match.parent.parent / "0001", match.parent.parent / "0002", "--head", head)[0] == 2


def test_a_run_ends_with_a_head_that_stands_for_all_of_its_matches(woozle, tmp_path):
    out = tmp_path / "headed"
    status, printed, _ = woozle(*RUN, "--matches", 3, "--out", out, "--jobs", 1)
    head = printed.splitlines()[-1].rpartition(" ")[2]
    assert (status, sha256((out / HEADS).read_bytes()).hexdigest()) == (0, head)
    assert woozle("verify", out, "--head", head)[0] == 0
    assert woozle("verify", out, "--head", head[::-1])[0] == 1
    again = tmp_path / "again"
    woozle(*RUN[:-1], 2, "--matches", 3, "--out", again, "--jobs", 1)
    (out / "0002" / CLOSED).write_bytes((again / "0002" / CLOSED).read_bytes())  # verified by itself, and another match
    status, printed, _ = woozle("verify", out)
    assert status == 1
    assert f"{out}/0002 does not end with the link that {out}/heads.txt names." in printed
    assert woozle(*RUN, "--matches", 3, "--out", out, "--jobs", 1)[0] == 0  # which changes no head that is there
    assert woozle("verify", out)[0] == 1
    rmtree(out / "0002")
    assert "0002 is missing" in woozle("verify", out)[1]


def test_a_match_that_the_heads_do_not_name_is_said(woozle, match):
    run = match.parent.parent
    copytree(match.parent, run / "0009")
    status, printed, _ = woozle("verify", run)
    assert (status, "0009 is not among the matches" in printed) == (3, True)


# Who counts


@pytest.fixture
def forgeries(woozle, tmp_path, monkeypatch):
    """A run of six matches: three verified, one imported, one with numbers changed, one of a broken chain."""
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "home"))
    out = tmp_path / "forgeries"
    assert woozle(*RUN, "--matches", 6, "--out", out, "--jobs", 1)[0] == 0
    files = [out / f"{number:04d}" / CLOSED for number in range(1, 7)]
    forged(files[1], 1, imported)
    end = read(files[2]).end.number
    forged(files[2], end, lambda body: [each["numbers"].update(score=9999) for each in body["outcome"]["results"].values()])
    files[3].write_bytes(files[3].read_bytes().replace(b'"score":0.0', b'"score":9.0').replace(b'"score":1.0', b'"score":9.0'))
    return out


def test_a_leaderboard_counts_verified_matches_alone(woozle, forgeries):
    (board,) = json.loads(woozle("leaderboard", forgeries, "--json")[1])["boards"]
    assert (board["verified"], board["left_out"]) == (3, {"imported": 1, "altered": 2})
    assert all(row["mean"] <= 1 for row in board["standings"])
    (board,) = json.loads(woozle("leaderboard", forgeries, "--json", "--accept", "imported")[1])["boards"]
    assert (board["verified"], board["left_out"]) == (3, {"altered": 2})
    assert [row["n"] for row in board["standings"]] == [4]


def test_a_report_leaves_out_what_is_not_verified_and_says_so(woozle, forgeries):
    status, printed, err = woozle("report", forgeries, "--json")
    assert (status, json.loads(printed)["left_out"]) == (1, {"altered": 2, "imported": 1})
    assert f"{forgeries}/0003/{CLOSED} is left out: altered since it was recorded: line" in err
    assert f"{forgeries}/0004/{CLOSED} is left out: altered since it was recorded: line" in err
    assert "0002/transcript.jsonl is left out: it was imported from a log of logs;" in err
    assert "--accept imported takes it in all the same." in err
    assert "9999" not in printed


def test_of_many_that_are_left_out_for_one_reason_the_number_is_said(woozle, tmp_path):
    out = tmp_path / "many"
    assert woozle(*RUN, "--matches", 4, "--out", out, "--jobs", 1)[0] == 0
    for file in out.glob(f"*/{CLOSED}"):
        forged(file, 1, imported)
    err = woozle("report", out)[2]
    assert err == (
        "woozle: 4 matches are left out: imported from a log of another project. --accept imported takes it in all the same. "
        "`woozle verify` says more.\n"
    )


def test_tables_say_what_is_verified(woozle, forgeries, tmp_path):
    assert woozle("export", forgeries, "--out", tmp_path / "tables", "--accept", "imported,withdrawn")[0] == 1
    rows = list(csv.DictReader((tmp_path / "tables" / "matches.csv").open(encoding="utf-8")))
    assert [(row["verified"], row["unchecked"]) for row in rows] == [
        ("true", ""),
        ("false", "imported"),
        ("true", ""),
        ("true", ""),
    ]


def test_verify_writes_what_it_finds_where_the_leaderboard_looks(woozle, forgeries, monkeypatch):
    woozle("verify", forgeries)

    def never(*args, **more):
        raise AssertionError("verified again")

    monkeypatch.setattr("woozle.tui.cli.match_selection.verify_many", never)
    (board,) = json.loads(woozle("leaderboard", forgeries, "--json")[1])["boards"]
    assert board["verified"] == 3


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
    monkeypatch.setattr("woozle.arena.runs.engines.find_spec", lambda name: None)
    for command in (("verify", tmp_path), (*RUN, "--out", tmp_path / "run")):
        status, _, err = woozle(*command, "--engine", "ray")
        assert (status, err) == (2, "woozle: --engine ray needs Ray; install it with `pip install 'woozle[ray]'`.\n")
    assert not (tmp_path / "run").exists()


# Receipts


@pytest.fixture
def table(tmp_path):
    """A match of bots, and what two of its seats would have kept of it at an open table."""
    folder = tmp_path / "match"
    folder.mkdir()
    copyfile(ROOT / "tests" / "golden" / "urn-2-standard.jsonl", folder / CLOSED)
    host = HostKey.load(tmp_path / "host.key")
    return folder, [kept_again(folder, seat, host) for seat in list(read(folder).header.players)[:2]]


def test_receipts_are_checked_beside_the_transcript(woozle, table, tmp_path):
    folder, (ada, bo) = table
    files = ["--receipts", ada.save(tmp_path / "a"), "--receipts", bo.save(tmp_path / "b", "over")]
    status, printed, err = woozle("verify", folder, *files)
    assert (status, err) == (0, "")
    first, *rest = printed.splitlines()[1:]
    assert first.startswith(f"{tmp_path}/a: ") and first.endswith(", and the end of the match: agreed.")
    assert "not covered" in rest[-1]
    told = json.loads(woozle("verify", folder, *files, "--json")[1])["receipts"]
    assert [(each["seat"], each["verdict"], each["bound"]) for each in told] == [
        (ada.seat, "verified", True),
        (bo.seat, "verified", False),
    ]


def test_receipts_that_contradict_a_transcript_end_with_status_1_and_empty_ones_with_3(woozle, table, tmp_path):
    folder, (ada, bo) = table
    bare = bo.save(tmp_path / "b", "receipt", "over")
    assert woozle("verify", folder, "--receipts", bare)[0] == 3
    forged(folder / CLOSED, 1, lambda body: body["software"].update(woozle="0.0.9"))
    assert woozle("verify", folder)[0] == 0
    status, printed, _ = woozle("verify", folder, "--receipts", ada.save(tmp_path / "a"))
    assert status == 1 and "The head that the host told at the end is another one" in printed


def test_receipts_are_of_one_match(woozle, table, tmp_path):
    folder, (ada, _) = table
    copytree(folder, tmp_path / "copy" / "match")
    file = ada.save(tmp_path / "a")
    assert "--receipts are of one match" in woozle("verify", folder, tmp_path / "copy", "--receipts", file)[2]
    assert "cannot be read" in woozle("verify", folder, "--receipts", tmp_path / "nothing")[2]

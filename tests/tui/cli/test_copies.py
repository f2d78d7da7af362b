"""However many copies of a match lie about, it counts once, and the copies are named."""

from __future__ import annotations

import csv
import json
import shutil

import pytest

from woozle.saves.heads import HEADS
from woozle.saves.paths import matches_folder
from woozle.saves.transcript import CLOSED

from tests.saves.table import forged

COPIES = 5


@pytest.fixture
def copies(woozle, tmp_path):
    """A folder with two matches, and copies of the first: as it is, with another seed of a bot, and with other seconds."""
    folder = tmp_path / "urns"
    assert woozle("run", "urn", "--seats", "bot*4", "--seed", 1, "--matches", 2, "--out", folder, "--jobs", 1)[0] == 0
    (folder / HEADS).unlink()
    for number in range(3, 3 + COPIES):
        file = folder / f"{number:04d}" / CLOSED
        shutil.copytree(folder / "0001", file.parent)
        if number % 3 == 1:
            forged(file, 1, lambda body: body["seats"][0]["player"].update(seed="another"))
        if number % 3 == 2:
            forged(file, 2, lambda body: body["response"].update(seconds=0.5))
    return folder


def test_the_leaderboard_counts_one(woozle, copies):
    status, out, err = woozle("leaderboard", copies)
    assert (status, err) == (0, "")
    assert f"2 matches, 2 verified. Not counted: {COPIES} copies of matches." in out
    assert f"{copies}/0003/{CLOSED} is not counted: it is the same match as {copies}/0001/{CLOSED}." in out
    assert f"{COPIES - 3} more copies of matches are not counted" in out
    (board,) = json.loads(woozle("leaderboard", copies, "--json")[1])["boards"]
    assert (board["matches"], board["verified"], board["left_out"]) == (2, 2, {"copy": COPIES})
    assert {row["n"] for row in board["standings"]} <= {1, 2}
    assert board["copies"] == {f"{copies}/{n:04d}/{CLOSED}": f"{copies}/0001/{CLOSED}" for n in range(3, 3 + COPIES)}


def test_a_report_counts_one_and_names_the_others(woozle, copies):
    status, out, err = woozle("report", copies, "--json")
    found = json.loads(out)
    assert (status, found["left_out"], len(found["games"]["urn"]["matches"])) == (0, {}, 2)
    assert found["copies"] == {f"{copies}/{n:04d}/{CLOSED}": f"{copies}/0001/{CLOSED}" for n in range(3, 3 + COPIES)}
    first, *_, last = err.splitlines()
    assert first == f"woozle: {copies}/0003/{CLOSED} is not counted: it is the same match as {copies}/0001/{CLOSED}."
    assert last == f"woozle: {COPIES - 3} more copies of matches are not counted; `woozle verify` names all."


@pytest.mark.parametrize("again", [False, True])
def test_an_export_has_one(woozle, copies, tmp_path, again):
    if again:  # with the verdicts of the first time
        woozle("export", copies, "--out", tmp_path / "first")
    status, _, err = woozle("export", copies, "--out", tmp_path / "tables")
    rows = list(csv.DictReader((tmp_path / "tables" / "matches.csv").open(encoding="utf-8")))
    assert (status, [row["verified"] for row in rows]) == (0, ["true", "true"])
    assert len(err.splitlines()) == 4


def test_a_copy_in_another_folder_counts_no_more_than_a_link(woozle, copies, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(copies / "0002", elsewhere / "x")
    (elsewhere / "linked").mkdir()
    (elsewhere / "linked" / CLOSED).symlink_to(copies / "0002" / CLOSED)
    found = json.loads(woozle("report", copies / "0002", elsewhere, "--json")[1])
    assert len(found["games"]["urn"]["matches"]) == 1


@pytest.mark.parametrize("listing", ["--list", "--totals"])
def test_verify_says_which_match_a_copy_is_of(woozle, copies, listing):
    status, out, _ = woozle("verify", copies, listing)
    assert status == 0 and f"{COPIES + 2} transcripts: all verified, {COPIES} copies of others" in out
    same = f"  the same match as {copies}/0001/{CLOSED}"
    assert out.splitlines().count(same) == (COPIES if listing == "--list" else 0)
    if listing == "--list":
        found = json.loads(woozle("verify", copies, "--json")[1])
        assert [each["same_as"] for each in found["reports"]] == [None, None, *[f"{copies}/0001/{CLOSED}"] * COPIES]
        assert found["copies"] == COPIES


def test_a_profile_and_the_list_count_one(woozle):
    assert woozle("play", "urn", "--plain", "--seats", "human,bot*3", "--seed", 3, typed="\n".join(["1"] * 60))[0] == 0
    (own,) = matches_folder().iterdir()
    once = json.loads(woozle("profile", "--json")[1])
    assert once["played"] == 1
    for number in range(COPIES):
        shutil.copytree(own, matches_folder() / f"{own.name}-{number:02d}")
    found = json.loads(woozle("profile", "--json")[1])
    assert len(found["copies"]) == COPIES and {**found, "copies": {}} == once
    assert f"{COPIES - 3} more copies of matches are not counted" in woozle("profile")[1]
    assert woozle("list")[1].count(f"the same match as {own.name}\n") == COPIES

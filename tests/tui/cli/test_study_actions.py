"""`woozle study`, as a researcher uses it."""

from __future__ import annotations

import csv
import json
from datetime import timedelta

import pytest

from woozle.arena.studies.participants import format_code
from woozle.arena.studies.plan import read_plan
from woozle.arena.studies.plan_check import check_study
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.core import registry

from tests.arena.studies.pilot import DEBATES, Pilot, written
from tests.arena.studies.study_plans import plan, write_study

GAMES = [name for name in registry.names() if registry.game(name).__module__.startswith("woozle.")]

FOR_EVER = "\n[leaving]\nkeep_hours = 8000\n"


@pytest.fixture
def pilot(tmp_path):
    text = plan("who_is_it").partition("[[beliefs]]")[0] + DEBATES + FOR_EVER
    return Pilot(write_study(tmp_path / "study", text))


# New, and the examples


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_example_that_can_be_run_as_it_is(woozle, tmp_path, game):
    folder = tmp_path / "study"
    status, out, err = woozle("study", "new", folder, "--game", game)
    assert (status, err) == (0, "")
    assert str(folder) in out
    checked = check_study(folder)
    assert checked.is_runnable
    placeholders = [each.sentence for each in checked.findings if each.where != "coarse_pictures"]
    assert all("square brackets" in sentence or "placeholder" in sentence for sentence in placeholders)
    assert len(placeholders) == 3


@pytest.mark.parametrize("game", GAMES)
def test_every_example_can_be_made_one_of_groups(woozle, tmp_path, game):
    status, out, _ = woozle("study", "new", tmp_path / "study", "--game", game, "--group", 3)
    assert status == 0 and f"serve {tmp_path / 'study'} --open" in out and "preview" not in out
    checked = check_study(tmp_path / "study")
    warned = {each.where for each in checked.findings if each.weight == "warning"}
    assert checked.is_runnable and warned - {"check"} == {"information", "storage", "contact"}
    assert {each.people for each in read_plan(tmp_path / "study").matches} == {1, 3}
    assert woozle("study", "new", tmp_path / "other", "--game", game, "--group", 12)[0] == 2 and not (tmp_path / "other").exists()


# The recruiter

BONUS = "recruiter = {}\nbonus = { formula = 'matches', most = 2 }"


def test_bonuses_are_listed_once_and_an_export_is_reconciled(woozle, tmp_path):
    pilot = Pilot(written(tmp_path / "study", DEBATES, more=BONUS))
    pilot.goes_on(pilot.comes(recruiter="p-1"))
    folder, export = pilot.study.path, tmp_path / "export.csv"
    status, out, err = woozle("study", "bonus", folder)
    assert (status, "1 bonus, 1.00 GBP in all." in out, "Pay this list once" in err) == (0, True, True)
    assert woozle("study", "bonus", folder)[1] == "No bonus is due that is not in an earlier list.\n"
    assert "1 bonus, 1.00 GBP in all." in woozle("study", "bonus", folder, "--again")[1]
    export.write_text("Participant id,Status\np-1,APPROVED\n", "utf-8")
    assert woozle("study", "reconcile", folder, export)[:2] == (0, "1 row read, 0 differences, 0 places freed.\n")
    export.write_text("Participant id,Status\np-1,RETURNED\n", "utf-8")
    status, out, err = woozle("study", "reconcile", folder, export)
    assert (status, "RETURNED at the recruiter, but finished here." in out) == (1, True)


# Check


def test_check_prints_what_it_finds_and_fails_only_for_errors(woozle, pilot):
    status, out, err = woozle("study", "check", pilot.study.path)
    assert (status, err) == (0, "")
    assert "warning (conditions): There is only one condition, so nothing is compared." in out
    assert "A complete block" not in out
    (pilot.study.path / "consent.txt").unlink()
    status, out, _ = woozle("study", "check", pilot.study.path)
    assert status == 1
    assert "error (consent): " in out
    assert out.endswith("The study cannot be run yet.\n")


def test_check_for_programs(woozle, pilot):
    status, out, _ = woozle("study", "check", pilot.study.path, "--json")
    found = json.loads(out)
    assert (status, found["runnable"], found["block"]) == (0, True, 1)
    assert {"weight", "where", "sentence"} == set(found["findings"][0])


# Status


def test_status_says_who_is_where_by_code_alone(woozle, pilot):
    done = pilot.takes_part()
    open_ = pilot.comes(recruiter="r-5")
    pilot.goes_on(open_, until="match-1")
    status, out, err = woozle("study", "status", pilot.study.path)
    assert (status, err) == (0, "")
    assert f"  {format_code(open_)}  match-1 " in out
    assert done not in out.replace("-", "")
    assert "r-5" not in out
    assert "  words       2     1\n" in out and "1 finished, 1 under way" in out
    status, out, _ = woozle("study", "status", pilot.study.path, "--json")
    found = json.loads(out)
    assert found["attrition"]["finished"] == 1
    assert found["orders"] == [{"row": 0, "conditions": ["words"], "held": 2, "finished": 1, "most": None}]
    assert [each["code"] for each in found["people"]] == [open_]


def test_the_monitor_prints_what_status_does_and_more_and_recruiting_is_paused_by_a_command(woozle, pilot):
    open_ = pilot.comes(recruiter="r-5")
    assert woozle("study", "pause", pilot.study.path)[:2] == (0, "Recruiting is paused; nobody new can begin in a browser.\n")
    status, out, err = woozle("study", "monitor", pilot.study.path, "--json")
    assert (status, err) == (0, "") and "r-5" not in out
    found = json.loads(out)
    assert found["recruiting"] == {"is_paused": True, "most_visits": None} and found["live"] is None
    assert found["people"][0]["code"] == open_ and found["people"][0]["recruiter"] == pilot.study.digest(RecruiterIds("r-5"))[:12]
    assert found["attrition"] == json.loads(woozle("study", "status", pilot.study.path, "--json")[1])["attrition"]
    assert woozle("study", "resume", pilot.study.path)[:2] == (0, "Recruiting is open.\n")


def test_who_stayed_away_too_long_is_let_go(woozle, tmp_path):
    study = written(tmp_path / "study", DEBATES + FOR_EVER.replace("8000", "1"))
    pilot = Pilot(study)
    pilot.now -= timedelta(days=400)
    code = pilot.comes()
    status, out, err = woozle("study", "status", study.path, "--json")
    assert status == 0
    assert json.loads(out)["attrition"]["dropped_out"] == 1
    assert format_code(code) in err


def test_a_study_that_nobody_took_part_in_makes_no_data(woozle, tmp_path):
    study = written(tmp_path / "study")
    assert woozle("study", "status", study.path)[0] == 0
    assert not study.data.exists()


# Export


def test_export_writes_tables_and_prints_attrition(woozle, pilot, tmp_path):
    code = pilot.takes_part(release=True)
    out_folder = tmp_path / "out"
    status, out, err = woozle("study", "export", pilot.study.path, "--out", out_folder)
    assert (status, err) == (0, "")
    assert f"{out_folder / 'participants.csv'}: 1 row\n" in out
    assert "Attrition:" in out
    assert "finished             1" in out
    with (out_folder / "participants.csv").open(encoding="utf-8", newline="") as file:
        assert [row["participant"] for row in csv.DictReader(file)] == [code]
    status, _, err = woozle("study", "export", pilot.study.path, "--out", out_folder)
    assert status == 2
    assert "--force" in err
    status, _, err = woozle("study", "export", pilot.study.path, "--out", out_folder, "--force", "--with-text")
    assert status == 0
    assert "read all of it before you publish" in err


def test_without_a_folder_it_goes_into_the_data(woozle, pilot):
    pilot.comes()
    assert woozle("study", "export", pilot.study.path)[0] == 0
    (folder,) = (pilot.study.data / "exports").iterdir()
    assert (folder / "attrition.csv").exists()


def test_a_match_that_cannot_be_read_is_said_and_the_status_tells(woozle, pilot, tmp_path):
    code = pilot.takes_part()
    (path,) = pilot.study.matches.glob(f"{code}-match-1-1/transcript.jsonl")
    path.write_bytes(path.read_bytes()[:-40])
    status, _, err = woozle("study", "export", pilot.study.path, "--out", tmp_path / "out")
    assert status == 1
    assert "left out" in err or "transcript.jsonl" in err


# Withdraw


def test_withdraw_asks_for_the_code_again(woozle, pilot):
    code = pilot.takes_part(release=True)
    status, _, err = woozle("study", "withdraw", pilot.study.path, code, typed="ABCD-EFGH\n")
    assert status == 2
    assert "no one was withdrawn" in err
    assert woozle("study", "withdraw", pilot.study.path, code)[0] == 2
    assert pilot.study.participants()[0].status == "finished"
    status, out, _ = woozle("study", "withdraw", pilot.study.path, format_code(code).lower(), typed=f"{format_code(code)}\n")
    assert status == 0
    assert "In 1 match, " in out
    assert pilot.study.participants()[0].status == "withdrawn"


def test_withdraw_names_the_exports_that_must_be_thrown_away(woozle, pilot, tmp_path):
    code = pilot.takes_part()
    woozle("study", "export", pilot.study.path)
    woozle("study", "export", pilot.study.path, "--out", tmp_path / "out")
    status, out, _ = woozle("study", "withdraw", pilot.study.path, code, "--yes")
    assert status == 0
    assert "Delete these" in out
    assert "(data/exports/" in out
    assert str(tmp_path / "out") not in out
    again = tmp_path / "again"
    woozle("study", "export", pilot.study.path, "--out", again)
    assert not any(code.encode() in path.read_bytes() for path in again.iterdir())


# What is wrong


def test_a_damaged_journal_is_one_sentence(woozle, pilot):
    code = pilot.comes()
    pilot.study.journal_path(code).write_bytes(b'{"journal": 7}\n')
    for command in ("status", "export"):
        status, _, err = woozle("study", command, pilot.study.path)
        assert status == 2
        assert "another version of Woozle" in err


def test_a_plan_that_lost_conditions_is_one_sentence(woozle, tmp_path):
    study = written(tmp_path / "study")
    pilot = Pilot(study)
    for _ in range(6):
        pilot.comes()
    path = study.path / "study.toml"
    text = path.read_text("utf-8")
    first = text.split("[[conditions]]", 2)[:2]
    path.write_text(f"{'[[conditions]]'.join(first)}{FOR_EVER}", "utf-8")
    for command in ("status", "export"):
        status, _, err = woozle("study", command, study.path)
        assert status == 2
        assert "fewer conditions" in err

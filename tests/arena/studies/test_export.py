"""Every figure of an export against journals and transcripts, read here by other means."""

from __future__ import annotations

import csv
import json
import shutil
import stat
from dataclasses import asdict, replace

import pytest

from woozle.arena.studies.export import default_folder, export_study, study_attrition
from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.participant_records import participant_matches, participant_records
from woozle.arena.studies.participants import count_attrition, plan_steps
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import CLOSED

from tests.arena.studies.pilot import DEBATES, Pilot, written
from tests.arena.studies.recount import TABLES, compared, table
from tests.web.served_study import small_study


class Trial:
    """A study that six took part in, and its tables. of: codes by what became of them."""

    def __init__(self, folder) -> None:
        self.study = written(folder / "study")
        self.pilot = pilot = Pilot(self.study)
        self.of = {"released": pilot.takes_part(release=True)}
        pilot.with_models = True
        self.of["kept"] = pilot.takes_part()
        pilot.with_models = False
        self.of["open"] = pilot.comes(release=True, recruiter="r-77")
        pilot.goes_on(self.of["open"], until="match-2", most=1)
        self.of["gone"] = pilot.takes_part(release=True)
        self.of["left"] = pilot.comes(release=True)
        at = next(step for step in self.way("left") if step.match and step.match.game == "ship" and step.kind == "match")
        pilot.goes_on(self.of["left"], until=at.id, most=1)
        self.taken = pilot.is_taken_over(self.of["left"], at), at
        self.of["late"] = pilot.comes()
        pilot.notes(self.of["late"], "left", step="form", how="timed_out")
        withdraw_participant(self.study, self.of["gone"])
        self.out = folder / "out"
        self.notices = []
        self.done = export_study(self.study, self.out, ("csv", "parquet"), with_text=True, tell=self.notices.append)
        self.rows = {name: table(self.out / f"{name}.csv") for name in TABLES}

    def way(self, who):
        (found,) = (each for each in self.study.participants() if each.code == self.of[who])
        return plan_steps(self.study.plan, found.row)

    def entries(self, code):
        return [json.loads(line) for line in self.study.journal_path(code).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    return Trial(tmp_path_factory.mktemp("trial"))


@pytest.fixture
def pilot_of_debates(tmp_path):
    return Pilot(written(tmp_path / "debates", DEBATES))


def test_all_matches_are_there_but_those_of_who_withdrew(trial):
    folders = {path.name for path in trial.study.matches.iterdir() if not path.name.startswith(trial.of["gone"])}
    finished, step = trial.taken
    left = next(each["data"]["match"] for each in trial.entries(trial.of["left"]) if each["data"].get("step") == step.id)
    assert {row["match"] for row in trial.rows["matches"]} == folders - {left}
    assert finished in folders
    assert trial.notices == []
    for name in TABLES:
        assert trial.of["gone"] not in (trial.out / f"{name}.csv").read_text("utf-8")


def test_every_cell_is_that_of_plan_journals_and_transcripts(trial):
    found = compared(trial.study.path, trial.out, with_text=True)
    assert found.differences == []
    assert set(found.rows) == set(TABLES)
    by_kind = {name: {row["player"] for row in trial.rows[name]} for name in ("decisions", "seats")}
    assert by_kind == {"decisions": {"human", "model", "bot", "service"}, "seats": {"human", "model", "bot", "service"}}
    assert {row["is_right"] for row in trial.rows["beliefs"]} == {"true", "false", ""}
    assert {row["status"] for row in trial.rows["participants"]} == {"finished", "under way", "dropped out", "timed out"}
    assert {(row["is_void"], row["taken_over"]) for row in trial.rows["matches"]} == {
        ("false", "false"),
        ("true", "false"),
        ("false", "true"),
    }


@pytest.mark.parametrize("name", TABLES)
def test_the_comparison_notices_a_changed_figure_of_any_table(trial, name, tmp_path):
    shutil.copytree(trial.out, tmp_path / "out")
    path = tmp_path / "out" / f"{name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        head, row, *rest = csv.reader(file)
    at = next(number for number, cell in enumerate(row) if cell.isdigit())
    row[at] = str(int(row[at]) + 1)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, row, *rest])
    (difference,) = compared(trial.study.path, tmp_path / "out", with_text=True).differences
    assert difference.startswith(f"{name}, row 1: {head[at]} is ")


def test_time_between_visits_is_not_time_at_the_screen(study, tmp_path):
    pilot = Pilot(study)
    code = pilot.comes()
    pilot.notes(code, "left", 3, step="form", how="closed")
    pilot.notes(code, "arrived", 600, visit=2)
    pilot.notes(code, "done", 4, step="form", seconds=240.0, answers={})
    export_study(study, tmp_path / "out")
    (row,) = table(tmp_path / "out" / "participants.csv")
    assert (float(row["minutes"]), row["visits"]) == (1 + 3 + 4, "2")


# Words


def test_what_was_typed_is_there_only_of_who_agreed_to_publication(trial):
    texts = "".join((trial.out / f"{name}.csv").read_text("utf-8") for name in TABLES)
    for who in ("released", "left"):
        assert any(sentence in texts for sentence in trial.pilot.said[trial.of[who]])
    for who in ("kept", "gone", "late"):
        for sentence in trial.pilot.said.get(trial.of[who], []):
            assert sentence not in texts
    for row in trial.rows["decisions"]:
        if row["participant"] == trial.of["kept"]:
            assert row["text"] == ""


def test_without_with_text_there_is_no_column_of_text(trial, tmp_path):
    export_study(trial.study, tmp_path / "out")
    for name in TABLES:
        text = (tmp_path / "out" / f"{name}.csv").read_text("utf-8")
        assert not {"text", "reason", "q_how"} & set(text.splitlines()[0].split(","))
        assert not any(sentence in text for said in trial.pilot.said.values() for sentence in said)


def test_a_study_that_keeps_no_text_exports_none(tmp_path):
    study = written(tmp_path / "study", more="\n[data]\ntext = false\n")
    pilot = Pilot(study)
    code = pilot.comes(release=True)
    pilot.goes_on(code, until="match-1")
    export_study(study, tmp_path / "out", with_text=True)
    assert pilot.said[code]
    assert {row["text"] for row in table(tmp_path / "out" / "decisions.csv")} == {""}


def test_a_recruiters_code_is_in_no_export(trial):
    for path in trial.out.iterdir():
        assert b"r-77" not in path.read_bytes()


# Attrition


def test_attrition_is_counted_over_everybody_who_agreed(trial):
    (row,) = trial.rows["attrition"]
    assert {name: int(number) for name, number in row.items() if name != "study"} == {
        "invited": 50, "consented": 6, "started": 5, "withdrawn": 1, "finished": 3, "screened_out": 0, "no_group": 0,
        "partner_left": 0, "timed_out": 1, "dropped_out": 1, "withdrawn_early": 0, "under_way": 1,
    }  # fmt: skip


def test_what_became_of_people_adds_up():
    ends = ("under way", "finished", "timed out", "dropped out", "withdrawn", "screened out", "no group", "partner left")
    outcomes = [("a>b", ends[number % 8], number % 2 == 0) for number in range(32)]
    found = asdict(count_attrition(outcomes, 9, None))
    assert found["invited"] is None
    assert (found["consented"], found["started"], found["withdrawn"]) == (32, 16, 9)
    names = [*(end.replace(" ", "_") for end in ends if end != "withdrawn"), "withdrawn_early"]
    assert {found[name] for name in names} == {4}


def test_a_withdrawal_changes_no_number_of_the_flow(pilot_of_debates, tmp_path):
    pilot = pilot_of_debates
    study = pilot.study
    codes = [pilot.takes_part(), pilot.takes_part(), pilot.comes()]
    before = study_attrition(study, study.participants())
    withdraw_participant(study, codes[0])
    after = study_attrition(study, study.participants())
    assert after == replace(before, withdrawn=1)
    withdraw_participant(study, codes[2])
    assert study_attrition(study, study.participants()) == replace(before, withdrawn=2, under_way=0, withdrawn_early=1)
    export_study(study, tmp_path / "out")
    assert [tuple(row.values())[1:] for row in table(tmp_path / "out" / "flow.csv")] == [
        ("words", "finished", "true", "2"), ("words", "withdrawn", "false", "1"),
    ]  # fmt: skip


def test_a_withdrawal_that_was_cut_short_counts_once(pilot_of_debates, monkeypatch):
    pilot = pilot_of_debates
    code = pilot.takes_part()
    before = study_attrition(pilot.study, pilot.study.participants())
    with monkeypatch.context() as crashed:
        crashed.setattr("woozle.arena.studies.withdrawal.withdrawn_entries", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            withdraw_participant(pilot.study, code)
    assert study_attrition(pilot.study, pilot.study.participants()) == before
    withdraw_participant(pilot.study, code)
    assert study_attrition(pilot.study, pilot.study.participants()) == replace(before, withdrawn=1)


def test_links_count_who_was_invited(study):
    from woozle.arena.studies import links

    assert study_attrition(study, study.participants()).invited == 50
    links.make_links(study, 7)
    assert study_attrition(study, study.participants()).invited == 7


def test_a_study_that_nobody_took_part_in_has_empty_tables(study, tmp_path):
    done = export_study(study, tmp_path / "out")
    assert done.attrition.consented == 0
    assert table(tmp_path / "out" / "participants.csv") == []


# Files


def test_every_column_stands_in_the_codebook(trial):
    described = {(row["table"], row["column"]): row for row in table(trial.out / "codebook.csv")}
    for name in TABLES:
        with (trial.out / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            heads = next(csv.reader(file))
        assert [column for of, column in described if of == name] == heads
        for head in heads:
            assert described[name, head]["meaning"]
    assert described["participants", "q_hard"]["unit"] == "0 (easy) to 100 (hard)"
    assert described["participants", "q_age"]["levels"] == "18 to 29; 30 or older; prefer not to say"
    assert described["beliefs", "sure"]["unit"]


def test_values_are_of_the_levels_that_the_codebook_has(trial):
    for described in table(trial.out / "codebook.csv"):
        levels = {level.partition(" (")[0] for level in described["levels"].split("; ") if level}
        if levels and "and more" not in levels:
            found = {row[described["column"]] for row in trial.rows[described["table"]]} - {""}
            assert {each.partition(" (")[0] for each in found} <= levels, described


def test_it_is_logged_without_paths_from_outside(trial):
    lines = [json.loads(line) for line in (trial.study.data / "log.jsonl").read_text("utf-8").splitlines()]
    last = next(line for line in lines if line["what"] == "exported")
    assert (last["to"], last["text"], last["folder"]) == (["csv", "parquet"], True, "")
    assert last["rows"]["participants"] == 5
    inside = default_folder(trial.study)
    export_study(trial.study, inside)
    lines = (trial.study.data / "log.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["folder"] == f"data/exports/{inside.name}"
    assert all(stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 for path in (inside, inside.parent, *inside.iterdir()))


def test_files_that_are_there_are_kept_unless_forced(trial, tmp_path):
    export_study(trial.study, tmp_path / "out")
    with pytest.raises(TableError, match="--force"):
        export_study(trial.study, tmp_path / "out")
    export_study(trial.study, tmp_path / "out", is_forced=True)


def test_a_damaged_match_is_said_and_left_out(study, tmp_path):
    pilot = Pilot(study)
    code = pilot.comes()
    pilot.goes_on(code, until="match-1")
    (path,) = study.matches.glob("*/transcript.jsonl")
    path.write_bytes(path.read_bytes().replace(b"Ada", b"Eva", 3))
    told = []
    done = export_study(study, tmp_path / "out", tell=told.append)
    assert done.left_out == len(told) == 1
    assert told[0].endswith(".")
    assert len(table(tmp_path / "out" / "participants.csv")) == 1


def test_who_came_by_another_plan_is_counted(study, tmp_path):
    Pilot(study).comes()
    path = study.path / "study.toml"
    path.write_text(path.read_text("utf-8").replace("minutes = 20", "minutes = 25"), "utf-8")
    assert export_study(study, tmp_path / "out").others == 1


def test_a_match_that_was_noted_twice_is_one(tmp_path):
    study = small_study(tmp_path)
    journal = study.enrol("ABCDEFGH", release=False)
    name = "ABCDEFGH-match-1-1"
    journal.keep(*[new_entry("began", step="match-1", match=name)] * 2)  # as by a visit that was killed in between
    journal.close()
    (study.matches / name).mkdir()
    (study.matches / name / CLOSED).touch()
    [person] = participant_records(study)
    assert [(match.name, match.is_void) for match in participant_matches(study, person, [person])] == [(name, False)]

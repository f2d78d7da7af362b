"""Every figure of an export against journals and transcripts, read here by other means."""

from __future__ import annotations

import csv
import json
import stat
from datetime import datetime

import pytest

from woozle.arena.studies.export import default_folder, export_study, study_attrition
from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.participants import ALPHABET, Participant, count_attrition, plan_steps
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.core import registry
from woozle.saves.decoder import decode_record
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import read

from tests.arena.studies.pilot import Pilot, written
from tests.games.parts import parts

TABLES = ("decisions", "matches", "seats", "scores", "participants", "beliefs", "attrition")


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
        journal = self.study.open(self.of["late"])
        journal.keep(new_entry("left", pilot.later(), step="form", how="timed_out"))
        journal.close()
        withdraw_participant(self.study, self.of["gone"])
        self.out = folder / "out"
        self.notices = []
        self.done = export_study(self.study, self.out, ("csv",), with_text=True, tell=self.notices.append)
        self.rows = {name: table(self.out / f"{name}.csv") for name in TABLES}

    def way(self, who):
        (found,) = (each for each in self.study.participants() if each.code == self.of[who])
        return plan_steps(self.study.plan, found.row)

    def entries(self, code):
        return [json.loads(line) for line in self.study.journal_path(code).read_text("utf-8").splitlines()]

    def transcript(self, name):
        return read(self.study.matches / name)


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    return Trial(tmp_path_factory.mktemp("trial"))


def test_all_matches_are_there_but_those_of_who_withdrew(trial):
    folders = {path.name for path in trial.study.matches.iterdir() if not path.name.startswith(trial.of["gone"])}
    finished, step = trial.taken
    left = next(each["data"]["match"] for each in trial.entries(trial.of["left"]) if each["data"].get("step") == step.id)
    assert {row["match"] for row in trial.rows["matches"]} == folders - {left}
    assert finished in folders
    assert trial.notices == []
    for name in TABLES:
        assert trial.of["gone"] not in (trial.out / f"{name}.csv").read_text("utf-8")


def test_leading_columns_say_who_played_a_match_and_when(trial):
    for row in trial.rows["matches"]:
        code, kind, number, _ = row["match"].split("-")
        (who,) = (each for each in trial.study.participants() if each.code == code)
        step = next(each for each in plan_steps(trial.study.plan, who.row) if each.id == f"{kind}-{number}")
        assert (row["study"], row["participant"], row["step"]) == ("who_is_it", code, step.id)
        assert row["condition"] == step.condition
        assert row["order"] == ("" if kind == "practice" else number)
        assert row["is_practice"] == ("true" if kind == "practice" else "false")
        assert row["game"] == step.match.game
    by_match = {row["match"]: row for row in trial.rows["matches"]}
    leading = ("study", "participant", "condition", "order", "step", "is_practice", "is_void", "taken_over")
    for name in ("decisions", "seats", "scores", "beliefs"):
        for row in trial.rows[name]:
            assert [row[each] for each in leading] == [by_match[row["match"]][each] for each in leading]


def test_a_match_that_was_left_is_void_unless_a_bot_took_it_over(trial):
    taken, _ = trial.taken
    for row in trial.rows["matches"]:
        assert (row["taken_over"] == "true") == (row["match"] == taken)
        assert (row["is_void"] == "true") == (row["participant"] == trial.of["open"] and row["step"] == "match-2")
        assert (row["is_complete"] == "true") == (row["is_void"] == "false")


def test_a_seat_that_a_bot_took_over_is_told_apart_by_decision(trial):
    name, _ = trial.taken
    fork = trial.transcript(name).header.fork
    rows = [row for row in trial.rows["decisions"] if row["match"] == name and row["seat"] in first_seats(trial, name)]
    assert [row["player"] for row in rows] == ["human" if int(row["n"]) <= fork.at else "bot" for row in rows]
    assert {row["player"] for row in rows} == {"human", "bot"}
    (seat,) = (row for row in trial.rows["seats"] if row["match"] == name and row["number"] == "1")
    assert seat["player"] == "human"
    assert int(seat["decisions"]) == sum(row["player"] == "human" for row in rows)
    (match,) = (row for row in trial.rows["matches"] if row["match"] == name)
    assert (match["humans"], match["is_fork"]) == ("1", "true")


def first_seats(trial, name):
    return {trial.transcript(name).header.seats[0].seat}


def test_people_models_and_bots_of_a_match_are_in_the_same_table(trial):
    code = trial.of["kept"]
    kinds = {row["player"] for row in trial.rows["decisions"] if row["participant"] == code and row["game"] == "ship"}
    assert kinds == {"human", "model", "bot"}


def test_there_is_a_row_for_each_participant_who_did_not_withdraw(trial):
    rows = {row["participant"]: row for row in trial.rows["participants"]}
    assert set(rows) == {code for who, code in trial.of.items() if who != "gone"}
    status = {"released": "finished", "kept": "finished", "open": "under way", "left": "dropped out", "late": "timed out"}
    for who, became in status.items():
        row, entries = rows[trial.of[who]], trial.entries(trial.of[who])
        first = entries[0]["data"]
        assert row["status"] == became
        assert (row["arrival"], row["row"]) == (str(first["arrival"]), str(first["row"]))
        assert row["conditions"].split(">") == [step.condition for step in trial.way(who) if step.kind == "match"]
        assert [row[name] for name in ("plan", "information", "consent")] == [first[n] for n in ("plan", "information", "consent")]
        assert row["is_released"] == str(first["release"]).lower()
        assert row["started"] == entries[0]["at"]
        assert row["finished"] == next((each["at"] for each in entries if each["what"] == "finished"), "")
        at_screen = [each for each in entries if each["what"] not in ("expired", "taken_over")]
        begin, end = (datetime.fromisoformat(each["at"]) for each in (at_screen[0], at_screen[-1]))
        assert float(row["minutes"]) == pytest.approx((end - begin).total_seconds() / 60)
        assert row["visits"] == "1"
        tried = [each for each in entries if each["what"] == "tried"]
        assert row["check_tries"] == str(len(tried))
        assert row["check_passed"] == ("" if not tried else "false" if tried[-1]["data"]["wrong"] else "true")
        answers = {}
        for each in entries:
            answers |= each["data"].get("answers", {}) if each["what"] == "done" else {}
        assert row["q_age"] == answers.get("age", "")
        assert row["q_played"] == str(answers.get("played", ""))
        hard = answers.get("hard", "")
        assert row["q_hard"] == ("" if hard == "prefer not to say" else str(hard))
        assert row["not_said"].split() == [id for id, answer in answers.items() if answer == "prefer not to say"]
        assert (row["screen_columns"], row["screen_rows"], row["kitty_keys"], row["tells_focus"]) == ("80", "24", "", "true")


def test_time_between_visits_is_not_time_at_the_screen(tmp_path):
    study = written(tmp_path / "study")
    pilot = Pilot(study)
    code = pilot.comes()
    journal = study.open(code)
    journal.keep(new_entry("left", pilot.later(3), step="form", how="closed"), new_entry("arrived", pilot.later(600), visit=2))
    journal.keep(new_entry("done", pilot.later(4), step="form", seconds=240.0, answers={}))
    journal.close()
    export_study(study, tmp_path / "out")
    (row,) = table(tmp_path / "out" / "participants.csv")
    assert (float(row["minutes"]), row["visits"]) == (1 + 3 + 4, "2")


def test_there_is_a_row_for_each_belief(trial):
    taken, step = trial.taken
    told = []
    for who, code in trial.of.items():
        if who != "gone":
            told += [each["data"] for each in trial.entries(code) if each["what"] == "believed"]
    assert len(told) == len(trial.rows["beliefs"]) > 10
    sought = parts("facts", "SOUGHT")
    kinds = set()
    for data, row in zip(told, trial.rows["beliefs"], strict=True):
        is_taken = row["match"] == taken
        assert row["match"] == data["match"] or (is_taken and row["step"] == data["step"] == step.id)
        assert (row["request"], row["belief"]) == (str(data["request"]), data["belief"])
        assert (row["suspect"], row["sure"], row["seconds"]) == tuple(cell(data[each]) for each in ("suspect", "sure", "seconds"))
        roles = {each["seat"]: each["role"] for each in trial.rows["seats"] if each["match"] == row["match"]}
        own = [
            each
            for each in trial.rows["decisions"]
            if (each["match"], each["request"], each["player"]) == (row["match"], row["request"], "human")
        ]
        assert row["answer"] == own[-1]["choice"]
        if data["belief"] == "who":
            expected = cell(roles[data["suspect"]] == sought[row["game"]]) if data["suspect"] else ""
            assert row["suspect_role"] == (roles[data["suspect"]] if data["suspect"] else "")
        else:
            assert row["suspect_role"] == ""
            expected = rightness(trial, row, own[-1], roles, sought)
        assert row["is_right"] == expected
        kinds.add((row["kind"], row["is_right"]))
    assert {("confidence", "true"), ("confidence", "false")} <= kinds
    assert {("suspect", "true"), ("suspect", "false")} & kinds


def rightness(trial, row, decision, roles, sought):
    """By the answer itself and what the transcript says is right."""
    choice = json.loads(decision["choice"]) if decision["choice"] else {}
    transcript = trial.transcript(row["match"])
    events = [body for line in transcript.lines for body in line.body["events"]] + transcript.header.opening
    if decision["asks"] == "Vote":
        return "" if choice.get("target") is None else cell(roles[choice["target"]] == sought[row["game"]])
    if decision["asks"] == "Reason":
        (pair,) = {json.dumps(each["data"]["question"]) for each in events if each["event"] == "Pair"}
        return cell(choice["answer"] == json.loads(pair)["answer"])
    key = next(each["data"] for each in events if each["event"] == "Key")
    kind = registry.game("debate")
    told = [event for events in decode_record(kind, transcript) for event, _ in events]
    said = [event for event in told if type(event).__name__ == "Answered" and event.seat == decision["seat"]]
    requests = [
        each["request"] for each in trial.rows["decisions"] if (each["match"], each["seat"]) == (row["match"], decision["seat"])
    ]
    answer = said[list(dict.fromkeys(requests)).index(row["request"])].answer
    return cell(answer is not None and answer in (key["answer"], *key["aliases"]))


def cell(value):
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)


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


# What became of everybody


def test_attrition_is_counted_over_everybody_who_agreed(trial):
    (row,) = trial.rows["attrition"]
    assert {name: int(number) for name, number in row.items() if name != "study"} == {
        "invited": 50, "consented": 6, "started": 4, "finished": 2, "withdrawn": 1, "timed_out": 1, "dropped_out": 1,
        "under_way": 1,
    }  # fmt: skip


def test_what_became_of_people_adds_up():
    people = [Participant(f"{'A' * 7}{letter}") for letter in ALPHABET]
    for number, who in enumerate(people):
        who.status = ("under way", "finished", "timed out", "dropped out", "withdrawn")[number % 5]
        who.began = {"practice-1": "x"} if number % 2 else {"practice-1": "x", "match-1": "y"}
    found = count_attrition(people, None)
    assert found.invited is None
    assert found.consented == len(people)
    assert found.started == len(people) / 2
    assert found.finished + found.withdrawn + found.timed_out + found.dropped_out + found.under_way == found.consented


def test_links_count_who_was_invited(tmp_path):
    from woozle.arena.studies import links

    study = written(tmp_path / "study")
    assert study_attrition(study).invited == 50
    links.make_links(study, 7)
    assert study_attrition(study).invited == 7


def test_a_study_that_nobody_took_part_in_has_empty_tables(tmp_path):
    study = written(tmp_path / "study")
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
    assert (last["to"], last["text"], last["folder"]) == (["csv"], True, "")
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


def test_a_damaged_match_is_said_and_left_out(tmp_path):
    study = written(tmp_path / "study")
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


def test_who_came_by_another_plan_is_counted(tmp_path):
    study = written(tmp_path / "study")
    Pilot(study).comes()
    path = study.path / "study.toml"
    path.write_text(path.read_text("utf-8").replace("minutes = 20", "minutes = 25"), "utf-8")
    assert export_study(study, tmp_path / "out").others == 1

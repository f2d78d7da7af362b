"""Bonuses: what a formula may be, what it gives, and that each is listed once."""

from __future__ import annotations

import csv
import json
from decimal import Decimal

import pytest
from pydantic import ValidationError

from woozle.arena.studies.bonus import Bonus, bonus_amount
from woozle.arena.studies.export import export_study
from woozle.arena.studies.payments import write_bonuses
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.saves import disk

from tests.arena.studies.pilot import DEBATES, Pilot, written
from tests.arena.studies.recount import table

BONUS = "recruiter = {}\nbonus = { formula = '0.5 * matches + score / 4', lowest = 0.1, most = 3 }"


@pytest.mark.parametrize(
    ("formula", "measures", "gives"),
    [
        ("0.5 * won + 1", {"won": 2}, "2.00"),
        ("score / matches", {"score": 7, "matches": 3}, "2.33"),
        ("-score + 2 * (1 - -0.25)", {"score": 1}, "1.50"),
        ("round(score) / 10", {"score": 24.5}, "2.50"),
        ("min(score, 2, 4) + max(0, -score)", {"score": 3}, "2.00"),
        ("0.005 * score", {"score": 1}, "0.01"),
        ("2.675", {}, "2.68"),
        ("100", {}, "5.00"),
        ("-1", {}, "0.25"),
    ],
)
def test_a_formula_gives_money_within_bounds(formula, measures, gives):
    found = bonus_amount(Bonus(formula=formula, lowest=0.25, most=5), measures)
    expected = max(Decimal(gives), Decimal("0.25"))
    assert (found.money, found.why) == (expected, "")


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("1 / won", "divides by zero"),
        ("score", "no match gave score"),
        ("1e999 - 1e999", "too large"),
        ("1e300 * 1e300", "too large"),
        ("round(1e999)", "too large"),
    ],
)
def test_what_cannot_be_computed_is_the_lowest_with_a_reason(formula, why):
    found = bonus_amount(Bonus(formula=formula, lowest=0.25, most=5), {"won": 0})
    assert found.money == Decimal("0.25")
    assert why in found.why


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('os').system('true')", "score.real", "score[0]", "score ** 2", "score // 2", "score % 2", "lambda: 1", "'a'",
        "True", "None", "1j", "min(1)", "min(*score, 1)", "max(1, key=2)", "round(1, 2)", "f(1)", "1 if score else 2", "a and b",
        "a < b", "(a, b)", "a := 1", "(", "", "#", "1; 2", "a\n+b\n", "~1", "not 1", "[1]", "(" * 99 + ")" * 99, "1" * 201,
    ],
)  # fmt: skip
def test_nothing_else_is_a_formula(formula):
    with pytest.raises(ValidationError, match="formula"):
        Bonus(formula=formula, most=1)


def test_names_of_functions_are_no_measures():
    assert Bonus(formula="min(score, 2) + won * score + round(max(matches, 1))", most=1).measures == ("score", "won", "matches")


# Lists


@pytest.fixture
def pilot(tmp_path):
    return Pilot(written(tmp_path / "study", DEBATES, more=BONUS))


def rows(path):
    return list(csv.reader(path.read_text("utf-8").splitlines()))


def exported(study, folder):
    export_study(study, folder)
    bonuses = {row["participant"]: row["bonus"] for row in table(folder / "participants.csv")}
    scores = [row for row in table(folder / "scores.csv") if row["player"] == "human" and row["measure"] == "score"]
    return bonuses, {row["participant"]: float(row["value"]) for row in scores if row["is_practice"] == "false"}


def test_each_bonus_is_listed_once_and_is_that_of_the_tables(pilot, tmp_path):
    study = pilot.study
    first = pilot.takes_part(recruiter="p-1")
    pilot.comes(recruiter="p-2")
    unknown = pilot.takes_part()
    done = write_bonuses(study)
    bonuses, scores = exported(study, tmp_path / "out")
    due = f"{0.5 + scores[first] / 4:.2f}"
    assert rows(done.path) == [["p-1", due]]
    assert float(bonuses[first]) == float(due)
    assert bonuses[unknown] != "" and [bonuses[code] for code in bonuses if code not in (first, unknown)] == [""]
    assert any("recruiter's id is unknown" in sentence for sentence in done.notes)
    assert write_bonuses(study).path is None
    second = pilot.takes_part(recruiter="p-3")
    later = write_bonuses(study)
    assert [row[0] for row in rows(later.path)] == ["p-3"]
    assert later.path != done.path
    changed = (study.path / "study.toml").read_text("utf-8").replace("0.5 * matches", "2 * matches")
    (study.path / "study.toml").write_text(changed, "utf-8")
    study.plan = type(study)(study.path).plan
    assert write_bonuses(study).path is None
    assert float(exported(study, tmp_path / "out2")[0][second]) == float(rows(later.path)[0][1]), "as listed, not as of now"


def test_a_list_that_the_disk_refused_is_written_again_on_request_alone(pilot, monkeypatch):
    pilot.takes_part(recruiter="p-1")
    with monkeypatch.context() as full:
        full.setattr(disk, "replace", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "full")))
        with pytest.raises(OSError, match="--again"):
            write_bonuses(pilot.study)
    assert write_bonuses(pilot.study).path is None
    again = write_bonuses(pilot.study, again=True)
    assert [row[0] for row in rows(again.path)] == ["p-1"]


def test_a_damaged_note_stops_rather_than_pays_twice(pilot):
    pilot.takes_part(recruiter="p-1")
    write_bonuses(pilot.study)
    notes = pilot.study.data / "bonuses.jsonl"
    assert set(json.loads(notes.read_text("utf-8"))) == {"at", "file", "currency", "bonuses"}
    assert "p-1" not in notes.read_text("utf-8")
    notes.write_bytes(notes.read_bytes()[:-9] + b"\n")
    with pytest.raises(StudyError, match="unknown who was listed"):
        write_bonuses(pilot.study)


def test_a_withdrawal_takes_the_id_out_of_lists_too(pilot):
    code, _ = pilot.takes_part(recruiter="p-1"), pilot.takes_part(recruiter="p-2")
    done = write_bonuses(pilot.study)
    withdraw_participant(pilot.study, code)
    assert [row[0] for row in rows(done.path)] == ["p-2"]
    assert write_bonuses(pilot.study).path is None


def test_a_plan_without_a_formula_says_so(tmp_path):
    with pytest.raises(StudyError, match=r"no \[bonus\]"):
        write_bonuses(written(tmp_path / "study", DEBATES))

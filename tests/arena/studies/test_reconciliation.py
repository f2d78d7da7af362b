"""A recruiter's export beside the study: who differs, and whose place is freed."""

from __future__ import annotations

import json

import pytest

from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.reconciliation import reconcile
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.visit import StudyVisit

from tests.arena.studies.pilot import DEBATES, Pilot, written

EXIT = "[[exits]]\nwhen = 'completion'\ncode = 'DONE1234'\n[[exits]]\nwhen = 'quota_full'\ncode = 'FULL1234'\n"
HEAD_OF_EXPORT = "Submission id,Participant id,Status,Time taken,Completion code\n"


@pytest.fixture
def pilot(tmp_path):
    return Pilot(written(tmp_path / "study", DEBATES + EXIT, more="recruiter = {}"))


def test_who_differs_is_said_and_who_returned_is_let_go(pilot, tmp_path):
    study = pilot.study
    for name in ("same", "nocode", "gone"):
        pilot.takes_part(recruiter=name)
    open_, away, here = (pilot.comes(recruiter=name) for name in ("open", "away", "here"))
    pilot.comes(recruiter="missing")
    for name in ("late", "later"):
        study.note_exit("quota_full", RecruiterIds(name))
    at_the_screen = study.open(here)
    export = tmp_path / "export.csv"
    rows = [
        "1,same,APPROVED,9,DONE1234", "2,nocode,AWAITING REVIEW,9,NOCODE", "3,gone,RETURNED,9,", "4,open,APPROVED,9,DONE1234",
        "5,away,RETURNED,,", "6,here,RETURNED,,", "7,stranger,APPROVED,9,DONE1234", "8,early,RETURNED,,",
        "9,late,AWAITING REVIEW,,FULL1234", "10,later,APPROVED,,DONE1234", "",
    ]  # fmt: skip
    export.write_text("\ufeff" + HEAD_OF_EXPORT + "\n".join(rows), "utf-8")
    found = reconcile(study, export)
    at_the_screen.close()
    said = {sentence.split(",")[0].split(":")[0]: sentence for sentence in found.differences}
    assert set(said) == {"nocode", "gone", "open", "here", "stranger", "later", "missing"}
    assert "not that of the exit" in said["nocode"]
    assert "RETURNED at the recruiter, but finished here" in said["gone"]
    assert "but under way here" in said["open"]
    assert "reconcile again later" in said["here"]
    assert found.freed == (away,)
    assert "gave up your place at the recruiter" in StudyVisit(study, code=away).why
    assert {who.code: who.status for who in study.participants()}[open_] == "under way"
    last = (study.data / "log.jsonl").read_text("utf-8").splitlines()[-1]
    assert {name: json.loads(last)[name] for name in ("what", "rows", "differences", "freed")} == {
        "what": "reconciled", "rows": 10, "differences": 7, "freed": [away],
    }  # fmt: skip
    assert "same" not in last
    assert reconcile(study, export).freed == (here,)


@pytest.mark.parametrize(("text", "says"), [("", "needs the columns"), ("a,b\n", "needs the columns"), ("\x00", "CSV|columns")])
def test_what_is_no_export_is_said(pilot, tmp_path, text, says):
    (tmp_path / "x.csv").write_text(text, "utf-8")
    with pytest.raises(StudyError, match=says):
        reconcile(pilot.study, tmp_path / "x.csv")
    with pytest.raises(StudyError, match="cannot be read"):
        reconcile(pilot.study, tmp_path / "missing.csv")

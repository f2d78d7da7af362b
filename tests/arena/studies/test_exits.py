"""Exits: their codes and URLs, when they are shown, and what is noted of them."""

from __future__ import annotations

import pytest

from woozle.arena.studies.exits import Exit
from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.plan_check import check_study
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import VisitFlow

from tests.arena.studies.pilot import DEBATES, written
from tests.arena.studies.recount import table
from tests.arena.studies.study_plans import plan, write_study

PLAN = plan("who_is_it") + DEBATES + plan("exits")
CODES = ("DONE1234", "NOCONS99", "PARTNER7", "LATE0007", "SCREEN77")
IDS = RecruiterIds("p-1", "s-1", "x_1")


@pytest.fixture
def study(tmp_path):
    return write_study(tmp_path / "study", PLAN)


def arrived(study):
    visit = StudyVisit(study, recruiter=IDS)
    visit.has_read()
    visit.agree(release=False)
    return visit


def pages(visit):
    return VisitFlow(visit).page()


def codes_in(page):
    return [code for code in CODES if code in repr(page)]


def test_the_code_of_an_exit_is_on_its_page_and_on_no_earlier_one(study):
    visit = StudyVisit(study, recruiter=IDS)
    assert codes_in(pages(visit)) == []
    visit.has_read()
    assert codes_in(pages(visit)) == []
    visit.agree(release=False)
    while visit.stage == "steps":
        assert codes_in(pages(visit)) == []
        visit.complete_step()
    page = pages(visit)
    assert codes_in(page) == ["DONE1234"]
    assert page.link == "https://app.prolific.com/submissions/complete?cc=DONE1234&who=p-1"
    words = "\n".join(line.text for line in page.lines)
    assert "Code for the recruiter: DONE1234" in words
    assert "Pay: 2.50 GBP." in words
    assert f"Your own code, to withdraw: {visit.code}" in words
    visit.close()
    again = StudyVisit(study, code=visit.code)
    assert pages(again) == page


def test_who_declines_gets_that_exit_and_no_pay(study):
    visit = StudyVisit(study, recruiter=IDS)
    visit.decline()
    page = pages(visit)
    assert codes_in(page) == ["NOCONS99"]
    assert page.link.endswith("?cc=NOCONS99")
    assert "except that somebody declined" in page.lines[0].text


@pytest.mark.parametrize(
    ("when", "code", "status", "pay", "is_debriefed"),
    [
        ("partner_left", "PARTNER7", "partner left", 1.0, True),
        ("timed_out", "LATE0007", "timed out", None, True),
        ("screened_out", "SCREEN77", "screened out", 0.2, False),
    ],
)
def test_an_early_exit_is_journalled_shown_and_in_the_tables(study, tmp_path, when, code, status, pay, is_debriefed):
    visit = arrived(study)
    visit.leave_by(when)
    if is_debriefed:
        assert visit.stage == "exited" and codes_in(pages(visit)) == []
        visit.bye()
    assert codes_in(pages(visit)) == [code]
    visit.close()
    again = StudyVisit(study, code=visit.code)
    assert codes_in(pages(again)) == [code], "who comes back by code sees it again"
    again.close()
    became = export_study(study, tmp_path / "out").attrition
    assert getattr(became, status.replace(" ", "_")) == 1
    (row,) = table(tmp_path / "out" / "participants.csv")
    assert (row["status"], row["exit"], row["pay"]) == (status, when, "" if pay is None else str(pay))
    assert row["recruiter_digest"] and "p-1" not in row.values()


def test_without_ids_a_link_that_needs_them_is_left_out(study):
    visit = StudyVisit(study)
    visit.has_read()
    visit.agree(release=False)
    while visit.stage == "steps":
        visit.complete_step()
    assert pages(visit).link == ""
    assert codes_in(pages(visit)) == ["DONE1234"]


def test_values_are_percent_encoded():
    left = Exit(when="completion", code="A-B_", url="https://x.example/{code}/a?p={participant}#{{}}")
    assert left.link({"participant": "a&b=/ü"}) == "https://x.example/A-B_/a?p=a%26b%3D%2F%C3%BC#{}"
    assert left.link({}) == ""


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://app.prolific.com/?cc={code}", "must begin with https"),
        ("javascript:alert(1)", "must name its server"),
        ("https://x.example/{name}", "only fields are"),
        ("https://x.example/{}", "only fields are"),
        ("https://x.example/{code!r}", "only fields are"),
        ("https://x.example/{code.__class__}", "only fields are"),
        ("https://x.example/{code", "cannot be read"),
        ("https://{participant}.example/", "must name its server"),
        ("https://me@x.example/", "must name its server"),
        ("https:///x", "must name its server"),
        ("https://x.example/a b", "characters that URLs do not have"),
        ("https://x.example:99999/", "cannot be read"),
        ("http://127.0.0.1.example.org/", "must begin with https"),
        ("http://127.0.0.1:9/{code}", "needs pilot = true"),
        ("https://x.example/{session}", ""),
    ],
)
def test_a_wrong_url_is_refused_with_its_exit(tmp_path, url, says):
    text = PLAN.replace("https://app.prolific.com/submissions/complete?cc={code}&who={participant}", url)
    if not says:
        assert write_study(tmp_path / "study", text)
        return
    with pytest.raises(StudyError, match=f"exit completion.*{says}"):
        write_study(tmp_path / "study", text)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"NOCONS99"', '"DONE1234"', "DONE1234 belongs to two exits"),
        ('when = "no_consent"', 'when = "completion"', "the exit completion appears twice"),
        ('"DONE1234"', '"DONE 12"', "code"),
        ('"DONE1234"', '"ab"', "code"),
        ('code = "DONE1234"', "", r"has \{code\}, but the exit has no code"),
        ("pay = 2.5", "pay = -1", "pay"),
        ("[recruiter]", "", r"has \{participant\}, but no parameter of \[recruiter\] gives it"),
        ("[recruiter]", '[recruiter]\nparticipant = ""', "participant's id"),
    ],
)
def test_a_wrong_exit_is_refused(tmp_path, old, new, says):
    assert old in PLAN
    with pytest.raises(StudyError, match=says):
        write_study(tmp_path / "study", PLAN.replace(old, new, 1))


def test_a_pilot_may_lead_to_this_machine(tmp_path):
    text = PLAN.replace("https://app.prolific.com", "http://localhost:8123").replace("minutes = 20", "minutes = 20\npilot = true")
    study = write_study(tmp_path / "study", text)
    assert study.plan.exit("completion").link({"participant": "p"}).startswith("http://localhost:8123/")
    assert StudyFolder(study.path).plan.exit("quota_full") == Exit(when="quota_full")


@pytest.mark.parametrize(
    ("more", "missing"),
    [
        ("", set()),
        ("limit_minutes = 60\n[recruiter]", {"completion", "no_consent", "timed_out"}),
        ("failed_check = 'screened_out'\n[[exits]]\nwhen = 'completion'", {"screened_out"}),
    ],
)
def test_exits_that_people_can_take_and_that_have_nothing_for_them_are_warned_of(tmp_path, more, missing):
    study = written(tmp_path / "study", DEBATES, more=more)
    found = [each.sentence for each in check_study(study.path).findings if each.where == "exits"]
    assert {sentence.split("leave by ")[1].split()[0] for sentence in found} == missing

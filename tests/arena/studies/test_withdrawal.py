"""A participant withdraws: what they typed and said leaves every file of the study, and transcripts stay sound."""

from __future__ import annotations

import json

import pytest

from woozle.arena.studies.participants import plan_steps
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.withdrawal import forget_text, match_folders, withdraw_participant
from woozle.saves.verify import verify_many

from tests.arena.studies.pilot import DEBATES, Pilot, written


@pytest.fixture
def pilot(tmp_path):
    return Pilot(written(tmp_path / "study", DEBATES))


def texts_in(study):
    return {path: path.read_bytes() for path in study.path.rglob("*") if path.is_file()}


def found(study, sentences):
    return [sentence for sentence in sentences for data in texts_in(study).values() if sentence.encode() in data]


def test_nothing_of_theirs_is_left_and_all_of_others(pilot):
    study = pilot.study
    gone, stays = pilot.takes_part(release=True), pilot.takes_part(release=True)
    assert set(found(study, pilot.said[gone])) == set(pilot.said[gone]) != set()
    done = withdraw_participant(study, gone)
    assert done.matches == 1
    assert done.lines > 0
    assert found(study, pilot.said[gone]) == []
    assert set(found(study, pilot.said[stays])) == set(pilot.said[stays])
    assert all(report.is_verified for report in verify_many([study.matches], 2))


def test_the_journal_keeps_that_somebody_came_and_left(pilot):
    code = pilot.takes_part(release=True)
    withdraw_participant(pilot.study, code)
    (who,) = pilot.study.participants()
    assert (who.status, who.arrival, who.done, who.began, who.is_released) == ("withdrawn", 1, {}, {}, False)
    lines = [json.loads(line) for line in (pilot.study.journal_path(code)).read_text().splitlines()]
    assert [line["what"] for line in lines] == ["consented", "withdrawn"]
    assert set(lines[0]["data"]) == {"plan", "information", "consent", "row", "arrival"}


def test_it_is_logged_with_the_exports_that_may_still_hold_them(pilot):
    code = pilot.takes_part()
    pilot.study.log("exported", to=["csv"], folder="data/exports/first")
    pilot.study.log("exported", to=["csv"], folder="")
    done = withdraw_participant(pilot.study, code)
    assert len(done.exports) == 2
    assert done.exports[0].endswith("(data/exports/first)")
    last = json.loads((pilot.study.data / "log.jsonl").read_text().splitlines()[-1])
    assert (last["what"], last["code"], last["matches"]) == ("withdrawn", code, 1)


def test_a_log_that_a_crash_cut_short_is_no_hindrance(pilot):
    code = pilot.takes_part()
    pilot.study.log("exported", to=["csv"], folder="data/exports/first")
    with (pilot.study.data / "log.jsonl").open("ab") as file:
        file.write(b'{"at":"2026-0')
    assert len(withdraw_participant(pilot.study, code).exports) == 1


def test_a_match_that_a_bot_took_over_loses_their_words_too(pilot):
    study = pilot.study
    code = pilot.comes()
    pilot.goes_on(code, until="match-1", most=1)
    step = next(step for step in plan_steps(study.plan, study.participants()[0].row) if step.id == "match-1")
    pilot.is_taken_over(code, step)
    assert found(study, pilot.said[code]) == pilot.said[code] * 2
    withdraw_participant(study, code)
    assert found(study, pilot.said[code]) == []
    assert all(report.is_verified for report in verify_many(match_folders(study, code), 2))


def test_nobody_withdraws_twice_and_nobody_else_is_withdrawn(pilot):
    code = pilot.takes_part()
    withdraw_participant(pilot.study, code)
    with pytest.raises(StudyError, match="already been withdrawn"):
        withdraw_participant(pilot.study, code)
    with pytest.raises(StudyError, match="No participant of this study"):
        withdraw_participant(pilot.study, "ABCDEFGH")


def test_who_is_at_a_terminal_is_not_withdrawn(pilot):
    code = pilot.comes()
    journal = pilot.study.open(code)
    with pytest.raises(StudyError, match="at another terminal"):
        withdraw_participant(pilot.study, code)
    journal.close()


def test_what_a_crash_cut_short_is_done_by_doing_it_again(pilot, monkeypatch):
    code = pilot.takes_part()
    with monkeypatch.context() as crashed:
        crashed.setattr("woozle.arena.studies.withdrawal._forget_recruiter", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            withdraw_participant(pilot.study, code)
    assert pilot.study.participants()[0].status == "finished"
    withdraw_participant(pilot.study, code)
    assert found(pilot.study, pilot.said[code]) == []


def test_a_match_without_a_first_line_is_no_hindrance(pilot):
    code = pilot.comes()
    (pilot.study.matches / f"{code}-match-1-1").mkdir()
    assert withdraw_participant(pilot.study, code).matches == 0


def test_a_study_that_keeps_no_text_forgets_what_was_typed_in_matches(pilot):
    code = pilot.takes_part()
    own = [sentence for sentence in pilot.said[code] if sentence.startswith("sentence")]
    assert forget_text(pilot.study, code) > 0
    assert found(pilot.study, own) == []

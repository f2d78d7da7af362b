"""Those who did not come back in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from woozle.arena.studies.expiry import Expiry, expire_visits
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participants import fold_journal
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.tui.studies import plans
from tests.tui.studies.played import agreed, play

BOT = '[leaving]\nkeep_hours = 1\nthen = "bot"\n'
VOID = "[leaving]\nkeep_hours = 1\n"
LATER = datetime.now(UTC) + timedelta(hours=2)


def left(tmp_path, rest, **changes):
    """A study where somebody left after two answers in the first match."""
    folder = StudyFolder(plans.write(tmp_path / "study", check="", conditions=((plans.ship(12),),), rest=rest, **changes))
    visit = agreed(folder)
    match = play(visit, answers=2)
    visit.close()
    return folder, visit.who.code, match


def who(folder, code):
    return fold_journal(code, read_journal(folder.journal_path(code)))


def test_who_may_still_come_back_is_left_alone(tmp_path):
    folder, code, _ = left(tmp_path, BOT)
    assert expire_visits(folder) == Expiry()
    assert who(folder, code).is_open


def test_who_is_at_a_terminal_is_left_alone(tmp_path):
    folder, code, _ = left(tmp_path, BOT)
    journal = folder.open(code)
    assert expire_visits(folder, LATER) == Expiry()
    journal.close()
    assert who(folder, code).is_open


def test_where_matches_are_void_only_the_visit_ends(tmp_path):
    folder, code, match = left(tmp_path, VOID)
    assert expire_visits(folder, LATER) == Expiry(expired=[code])
    assert who(folder, code).status == "dropped out"
    assert not read(match).is_finished
    assert expire_visits(folder, LATER) == Expiry()


def test_a_bot_plays_on_in_a_match_of_its_own_that_says_so(tmp_path):
    folder, code, match = left(tmp_path, BOT)
    found = expire_visits(folder, LATER)
    (name,) = found.taken_over
    finished = read(folder.matches / name)
    assert finished.is_finished
    assert verify(folder.matches / name).is_verified
    assert finished.header.people == ()
    assert {player["kind"] for player in finished.header.players.values()} == {"bot"}
    before = read(match)
    assert finished.header.fork.at == len(before.lines)
    assert finished.header.fork.of == before.lines[-1].parts.link.hex()
    assert not before.is_finished
    taken = who(folder, code)
    assert (taken.status, taken.taken_over) == ("dropped out", {"match-1"})
    assert expire_visits(folder, LATER) == Expiry()


def test_what_a_crash_cut_short_is_done_by_the_next(tmp_path, monkeypatch):
    folder, _, _ = left(tmp_path, BOT)
    monkeypatch.setattr("woozle.arena.studies.expiry.hand_over_to_bot", _broken)
    with pytest.raises(KeyboardInterrupt):
        expire_visits(folder, LATER)
    monkeypatch.undo()
    found = expire_visits(folder, LATER)
    assert (found.expired, len(found.taken_over)) == ([], 1)


def _broken(*paths):
    raise KeyboardInterrupt


def test_practice_is_not_played_on(tmp_path):
    folder = StudyFolder(plans.write(tmp_path / "study", practice=(plans.ship(12),), rest=BOT))
    visit = agreed(folder)
    play(visit, answers=1)
    visit.close()
    assert expire_visits(folder, LATER).taken_over == []


def test_words_that_went_into_the_match_of_the_bot_leave_it_with_the_participant(tmp_path):
    folder, code, _ = left(tmp_path, BOT)
    assert expire_visits(folder, LATER).taken_over
    withdraw_participant(folder, code)
    assert not any(line.words for match in folder.matches.iterdir() for line in read(match).lines)


def test_a_plan_that_keeps_no_text_keeps_none_of_those_who_left(tmp_path):
    folder, _, _ = left(tmp_path, BOT + "[data]\ntext = false\n")
    expire_visits(folder, LATER)
    assert not any(line.words for match in folder.matches.iterdir() for line in read(match).lines)


@pytest.mark.parametrize("leaving", [VOID, BOT])
def test_a_plan_that_keeps_no_text_keeps_none_of_those_who_came_back_too_late(tmp_path, leaving):
    folder, code, _ = left(tmp_path, f"{leaving}[data]\ntext = false\n")
    visit = StudyVisit(folder, code=code, now=lambda: LATER)
    visit.close()
    assert visit.stage == "over"
    expire_visits(folder, LATER)
    assert not any(line.words for match in folder.matches.iterdir() for line in read(match).lines)

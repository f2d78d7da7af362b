"""The debriefing of participants, compared with the transcripts."""

from __future__ import annotations

from woozle.arena.studies.debriefing import reveal_matches
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.views.study import paragraphs, quoted

from tests.tui.studies import plans
from tests.tui.studies.played import agreed, play

DUCK = ', role = "duck"'


def test_every_seat_of_every_match_is_named_with_what_it_was(tmp_path):
    folder = StudyFolder(plans.write(tmp_path / "study", practice=(plans.ship(2),), conditions=((plans.ship(2, DUCK),),)))
    visit = agreed(folder)
    play(visit)
    visit.complete_step()
    while visit.step.match is None:
        visit.complete_step()
    play(visit)
    practice, real = reveal_matches(folder, visit.who)
    assert (practice.step.kind, real.step.kind, real.is_over) == ("practice", "match", True)
    assert [seat.who == "you" for seat in real.seats] == [True, False, False, False, False]
    assert all("a machine" in seat.who for seat in real.seats[1:])
    assert real.seats[0].role == "duck"
    assert sorted(seat.role for seat in real.seats).count("duck") >= 1
    assert "kills in secret" in real.seats[0].means


def test_a_match_that_was_left_is_told_too_and_one_that_cannot_be_read_is_left_out(tmp_path):
    folder = StudyFolder(plans.write(tmp_path / "study", check="", conditions=((plans.ship(3), plans.ship(3)),)))
    visit = agreed(folder)
    play(visit, answers=1)
    visit.complete_step()
    damaged = play(visit)
    next(damaged.glob("transcript*")).write_bytes(b"nothing\n")
    (told,) = reveal_matches(folder, visit.who)
    assert not told.is_over
    assert {seat.role for seat in told.seats} == {"goose", "duck"}


def test_a_text_with_headings_and_very_long_paragraphs_is_whole():
    lines = paragraphs(f"# Title\n\n{'x' * 9000}\n#\n")
    assert lines[0] == quoted("Title", "heading")
    assert "".join(line.text for line in lines[1:]) == f"{'x' * 9000}#"

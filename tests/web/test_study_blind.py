"""A blind group: nobody learns who sits where before the end, and then everybody does, as the tables do."""

from __future__ import annotations

import pytest

from woozle.arena.studies.debriefing import reveal_matches
from woozle.arena.studies.participant_records import participant_seats
from woozle.saves.match import read_match

from tests.web.group_people import Failure
from tests.web.test_study_groups import SECOND, play, run, urn_study

pytestmark = pytest.mark.e2e


def test_the_seat_of_who_was_lost_is_the_one_in_which_a_bot_answered(tmp_path):
    study = urn_study(tmp_path, grouping="blind = true\nshows_replacement = false", after=SECOND)
    run(play(study, None, Failure("match", None), None))
    lost, *others = sorted(study.participants(), key=lambda who: who.status)
    assert (lost.status, {who.status for who in others}) == ("dropped out", {"finished"})
    drawn = set()
    for step, name in lost.began.items():
        match, seats = read_match(study.matches / name), participant_seats(study, name)
        assert [*match.stand_ins] == [seats[lost.code]]
        assert set(seats.values()) == set(match.header.people)
        drawn.add(tuple(seats[who.code] for who in (lost, *others)))
        for who in others:
            told = next(each for each in reveal_matches(study, who) if each.step.id == step)
            by_seat = {seat.seat: seat for seat in told.seats}
            assert [seat for seat in by_seat if by_seat[seat].is_own] == [seats[who.code]]
            assert "a program (steady)" in by_seat[seats[lost.code]].who
    assert len(drawn) == 2, "seats are drawn for each match"

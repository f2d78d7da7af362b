"""Every game, through the whole conformance suite."""

from __future__ import annotations

import pytest

from woozle.arena.testing import games as testing
from woozle.arena.testing.games import GameCase

from tests.games.parts import parts
from tests.two_truths import TwoTruths

CASES = [
    GameCase("two truths", lambda: TwoTruths(seats=4)),
    *(case for cases in parts("cases", "CASES").values() for case in cases),
]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    return request.param


def test_it_is_complete_and_asks_what_it_means_to(case):
    testing.check_definition(case)
    testing.check_installed(case)
    testing.check_scripts_run(case, 1)


def test_pages_show_it(case):
    testing.check_pages(case, matches=1)


def test_bots_finish(case):
    testing.check_bots_finish(case, case.matches // 20)


def test_the_same_key_gives_the_same_bytes(case, tmp_path):
    testing.check_same_key_same_bytes(case, tmp_path, matches=2)


def test_every_request_is_answerable_from_its_schema(case):
    testing.check_requests_answerable(case, matches=5)


def test_nobody_observes_what_was_not_told_to_them(case):
    testing.check_observations(case, matches=5)


def test_roles_are_explained(case):
    testing.check_roles(case, matches=2)


def test_tables_hold_every_decision_and_no_free_text(case, tmp_path):
    testing.check_tables(case, tmp_path, matches=2)


def test_a_match_cut_at_any_line_goes_on_to_the_same_end(case, tmp_path):
    testing.check_resumption(case, tmp_path, cuts=4)


def test_results_that_follow_from_events_are_those_of_the_match(case, tmp_path):
    testing.check_results(case, tmp_path, matches=2)


def test_transcripts_verify(case, tmp_path):
    testing.check_transcripts(case, tmp_path, matches=2)

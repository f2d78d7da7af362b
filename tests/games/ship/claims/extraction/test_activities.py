from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import told


@pytest.mark.parametrize("text", ["I did my task in medbay.", "I was in medbay doing my scan.", "I completed my task in med bay."])
def test_a_task_in_a_room_is_no_further_location(text: str) -> None:
    assert told(text) == ["activity Grace medbay task"]


def test_a_task_by_its_name_is_in_its_room() -> None:
    assert told("I finished Calibrate Distributor at tick 5.") == ["activity Grace electrical task"]


def test_somebody_seen_at_a_task_is_a_sighting() -> None:
    assert told("Bob was in medbay doing his task.") == ["activity Bob medbay task"]
    assert told("I saw Bob doing his task in medbay.") == ["sighting Grace Bob medbay"]


def test_tasks_on_the_way_belong_to_the_route() -> None:
    assert told("I went caf -> nav -> storage, doing tasks the whole way.") == ["location Grace cafeteria>navigation>storage"]


def test_under_way_is_traveling_and_gone_is_a_location() -> None:
    assert told("I was heading to storage.") == ["activity Grace storage traveling"]
    assert told("I headed to storage.") == ["location Grace storage"]


def test_reports_and_calls() -> None:
    assert told("Bob reported the body.") == ["activity Bob reporting"]
    assert told("I called the meeting.") == ["activity Grace calling"]


def test_waiting_is_being_there() -> None:
    assert told("I waited in storage.") == ["location Grace storage"]


@pytest.mark.parametrize(
    "text", ["calibrating in elec", "I was calibrating the distributor", "was in electrical on the distributor"]
)
def test_a_task_is_told_by_its_verb_or_its_thing_too(text: str) -> None:
    assert told(text) == ["activity Grace electrical task"]


def test_a_task_told_by_itself_is_beside_the_route() -> None:
    assert sorted(told("I went to nav, charted the course, then storage.")) == [
        "activity Grace navigation task",
        "location Grace navigation>storage",
    ]


@pytest.mark.parametrize("text", ["button", "I hit the button, sorry.", "I pressed it... the button."])
def test_the_button_calls(text: str) -> None:
    assert told(text) == ["activity Grace calling"]


@pytest.mark.parametrize("text", ["Bob is the reporter.", "Bob came in and reported.", "Bob hit report."])
def test_a_report_may_be_told_in_other_words(text: str) -> None:
    assert told(text, "activity") == ["activity Bob reporting"]


def test_a_report_of_a_body_that_is_told_is_no_other_claim() -> None:
    assert told("I found Bob's body in nav. I reported at once.") == ["body Grace Bob navigation"]

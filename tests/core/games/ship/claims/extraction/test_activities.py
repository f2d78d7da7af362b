from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import claims


def doing(text: str) -> set[tuple[str, str, str]]:
    return {(c.subject, c.activity, c.room) for c in claims(text, "activity")}


@pytest.mark.parametrize("text", ["I did my task in medbay.", "I was in medbay doing my scan.", "I completed my task in med bay."])
def test_tasks(text: str) -> None:
    assert ("Grace", "task", "medbay") in doing(text)


def test_a_task_by_its_name_is_in_its_room() -> None:
    assert doing("I finished Calibrate Distributor at tick 5.") == {("Grace", "task", "electrical")}


def test_tasks_all_along_a_route_are_in_each_of_its_rooms() -> None:
    assert doing("I went caf -> nav -> storage, doing tasks the whole way.") == {
        ("Grace", "task", room) for room in ("cafeteria", "navigation", "storage")
    }


def test_others_under_way() -> None:
    assert doing("Bob left towards storage.") == {("Bob", "traveling", "storage")}


def test_waiting_reporting_and_calling() -> None:
    assert doing("Bob was camping in storage.") == {("Bob", "waiting", "storage")}
    assert ("Bob", "reporting", "") in doing("Bob reported the body.")
    assert doing("I called the meeting.") == {("Grace", "calling", "")}


@pytest.mark.parametrize("text", ["I went caf -> nav. I did tasks all along.", "My route was caf, nav, doing tasks in each room."])
def test_tasks_along_a_way_told_before(text: str) -> None:
    assert {room for _, activity, room in doing(text) if activity == "task"} == {"cafeteria", "navigation"}


def test_tasks_by_their_looks() -> None:
    assert ("Bob", "task", "medbay") in doing("I saw Bob in medbay doing what looked like a scan.")
    assert ("Grace", "task", "medbay") in doing("I started my tasks in medbay.")


@pytest.mark.parametrize(("text", "room"), [
    ("I saw Bob leave nav towards storage.", "navigation"), ("I saw Bob leave nav.", "navigation"),
    ("Bob was heading to storage.", "storage"), ("Bob went from nav to storage.", "storage"),
    ("Bob coming from nav is odd.", "navigation"),
])  # fmt: skip
def test_who_is_under_way_and_where(text: str, room: str) -> None:
    assert ("Bob", "traveling", room) in doing(text)


def test_a_speaker_is_under_way_while_it_heads_somewhere() -> None:
    assert doing("I was heading to storage.") == {("Grace", "traveling", "storage")}
    assert doing("I headed to storage.") == set()

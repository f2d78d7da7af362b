"""Statements about all, none, the whole, nothing else and all but some are judged by all looks of their time.

The scene is that of `scene.py`: Alice looks around in the cafeteria (with Bob and Frank) in tick 0, in medbay (with Charlie, Diana
and Eve) in tick 1 and is alone in electrical after that; Diana and Eve stay in medbay throughout.
"""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.observed import check

from tests.games.ship.claims.observed.scene import Scene

SCENE = Scene()
NONE, ALL = {"number": 0}, {"is_all": True}
ROUND = {"when": "the entire round"}


@pytest.mark.parametrize(
    ("speaker", "kind", "claim", "outcome", "standing"),
    [
        # none: one certain look or a seat met on the way is enough; a room that was not looked into is a gap
        ("Alice", "count", NONE | {"when": "after tick 3"}, "true", "honest"),
        ("Alice", "count", NONE | ROUND, "false", "lie"),
        ("Alice", "count", NONE | {"room": "storage"}, "true", "unsupported"),
        ("Alice", "count", NONE | {"room": "medbay", "when": "at tick 6"}, "wrong_room", "unsupported"),
        ("Diana", "location", {"subject": "Eve", "room": "storage", "is_negated": True} | ROUND, "true", "honest"),
        ("Diana", "location", {"subject": "Frank", "room": "storage", "is_negated": True} | ROUND, "true", "unsupported"),
        ("Alice", "alone", {"when": "from tick 3 on"}, "true", "honest"),
        ("Alice", "alone", ROUND, "false", "lie"),
        # all
        ("Diana", "count", ALL | {"room": "medbay"}, "false", "lie"),
        ("Alice", "count", ALL | {"when": "until tick 3"}, "true", "honest"),
        ("Frank", "count", ALL | {"room": "medbay", "when": "at tick 1"}, "false", "unsupported"),
        # whole
        ("Diana", "location", {"room": "medbay"} | ROUND, "true", "honest"),
        ("Alice", "location", {"room": "electrical"} | ROUND, "false", "mistaken"),
        ("Alice", "location", {"room": "medbay"} | ROUND, "false", "lie"),
        ("Diana", "sighting", {"target": "Eve"} | ROUND, "true", "honest"),
        ("Diana", "sighting", {"target": "Alice"} | ROUND, "false", "lie"),
        ("Diana", "location", {"subject": "Eve", "room": "medbay"} | ROUND, "true", "honest"),
        ("Alice", "location", {"subject": "Eve", "room": "medbay"} | ROUND, "true", "unsupported"),
        # only
        ("Diana", "location", {"besides": ("medbay",), "is_negated": True}, "true", "honest"),
        ("Alice", "location", {"besides": ("medbay", "electrical"), "is_negated": True}, "true", "honest"),
        ("Alice", "location", {"besides": ("medbay",), "is_negated": True}, "false", "lie"),
        ("Alice", "location", {"besides": ("electrical",), "is_negated": True}, "false", "mistaken"),  # she passed medbay
        # all but some
        ("Diana", "count", NONE | {"besides": ("Eve", "Alice", "Charlie")} | ROUND, "true", "honest"),
        ("Diana", "count", NONE | {"besides": ("Eve", "Charlie")} | ROUND, "false", "lie"),
        ("Diana", "count", ALL | {"room": "medbay", "besides": ("Bob", "Frank")}, "true", "honest"),
        ("Diana", "count", ALL | {"room": "medbay", "besides": ("Bob",)}, "false", "lie"),
    ],
)
def test_a_claim_about_all_of_a_time_is_judged_by_all_looks(speaker, kind, claim, outcome, standing):
    verdict = SCENE.check(speaker, kind, **claim)
    assert (verdict.outcome, verdict.standing) == (outcome, standing), verdict


@pytest.mark.parametrize(
    ("text", "speaker", "kind", "outcome"),
    [
        ("I saw nobody but Eve all round.", "Diana", "count", "false"),
        ("I saw nobody except Eve, Alice and Charlie all round.", "Diana", "count", "true"),
        ("I only saw Eve this round.", "Diana", "count", "false"),
        ("I saw only Eve, Alice and Charlie.", "Diana", "count", "true"),
        ("Everyone but Bob and Frank was in medbay at tick 1.", "Diana", "count", "true"),
        ("All of us were in medbay at tick 1.", "Diana", "count", "false"),
        ("I was only in medbay.", "Diana", "location", "true"),
        ("I saw nobody the entire round.", "Diana", "count", "false"),
    ],
)
def test_it_is_read_from_speeches(text, speaker, kind, outcome):
    statement, read = SCENE.read(speaker, text)
    of_all = [each for each in read if each.type == kind and (each.besides or each.is_all or each.number == 0)]
    assert [check(SCENE.line, statement, each).outcome for each in of_all] == [outcome], read

"""Mutants: changes of lines, how they are found again, the tests that are near them, and how they are counted."""

from __future__ import annotations

import pytest

from benchmarks.definitions import Place, find, innermost
from benchmarks.layers import layer_of
from benchmarks.mutant_tables import compare, difference_interval, markdown
from benchmarks.mutants import Mutant

CODE = """
def vote():
    return 1

class Rules:
    @property
    def vote(self):
        def count():
            return 1
        return 1
"""


@pytest.mark.parametrize(("first", "last", "name"), [(3, 3, "vote"), (6, 6, "Rules.vote"), (9, 9, "Rules.vote.count"), (4, 5, "")])
def test_lines_belong_to_the_innermost_definition_around_them(first, last, name):
    assert innermost(CODE, first, last).name == name


def test_a_change_is_made_in_its_definition():
    change = Mutant("a.py", "Rules.vote", 5, "NumberReplacer", "        return 1\n", "        return 2\n")
    assert change.applied_to({"a.py": CODE}) == ("a.py", CODE[:-2] + "2\n")
    assert Mutant("a.py", "vote", 2, "NumberReplacer", "    return 3\n", "").applied_to({"a.py": CODE}) is None


OLD = Place("games/ship/rules.py", 2)
LINES = "    return 1\n"
MOVED = "games/ship/rules.py"
ELSEWHERE = "def other():\n    return 1\n"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({MOVED: "\n\n" + CODE}, Place(MOVED, 5)),
        ({MOVED: CODE, "games/urn/rules.py": CODE}, Place(MOVED, 3)),
        ({MOVED: CODE, "games/ship/board.py": CODE}, Place(MOVED, 3)),
        ({MOVED: CODE, "games/ship/rules.py": CODE}, Place("games/ship/rules.py", 3)),
        ({"games/ship/meeting.py": CODE, "games/ship/board.py": ELSEWHERE}, Place("games/ship/meeting.py", 3)),
        ({"games/ship/meeting.py": CODE, "games/ship/board.py": CODE}, None),
        ({MOVED: ELSEWHERE}, Place(MOVED, 2)),
        ({MOVED: ELSEWHERE * 2}, None),
        ({MOVED: CODE.replace("1", "2")}, None),
    ],
)
def test_lines_are_found_by_their_definition_where_code_has_moved(texts, expected):
    assert find(LINES, "vote", OLD, texts) == expected


@pytest.mark.parametrize(
    ("path", "layer"),
    [
        ("games/ship/rules.py", "core"),
        ("games/__init__.py", "core"),
        ("games/ship/claims/views.py", "core"),
        ("games/ship/players/digest.py", "players"),
        ("games/urn/players.py", "players"),
        ("games/ship/views/panels.py", "arena"),
        ("games/ship/tui/screens/map.py", "tui"),
        ("saves/verify.py", "saves"),
        ("tests/saves/test_verify.py", ""),
    ],
)
def test_parts_of_a_game_count_to_the_layer_that_their_folder_names(path, layer):
    assert layer_of(path) == layer


def mutant(**came):
    return {"file": "core/a.py", "definition": "f", "line": 1, "operator": "AddNot", "was": "if x:", "now": "if not x:", **came}


KILLED, ALIVE = mutant(outcome="killed"), mutant(outcome="survived")


def test_shares_are_of_mutants_that_are_not_equivalent():
    same = {**ALIVE, "equivalent": "x is never asked"}
    mutants = [KILLED, KILLED, ALIVE, {**ALIVE, "since": "a test"}, same, mutant()]
    text = markdown({"seed": 1, "commit": "abc", "date": "2026-11-23", "possible": 9, "mutants": mutants})
    assert "A shuffled list of 9 mutants, seed 1." in text
    assert "The first 5, by the tests of commit abc, 2026-11-23:" in text
    assert "| all | 5 | 1 | 2 | 1 | 1 | 50.0 % | 75.0 % |" in text
    assert "x is never asked" in text


@pytest.mark.parametrize(
    ("after", "before", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((0, 10), (0, 10), -0.2775, 0.2775)],
)
def test_the_interval_of_a_difference_agrees_with_newcombe(after, before, low, high):
    """Method 10 of table II of R. G. Newcombe, Interval estimation for the difference between independent proportions, 1998."""
    assert difference_interval(before, after) == pytest.approx((low, high), abs=0.0001)


def test_a_comparison_is_of_each_layer_and_names_what_is_no_longer_noticed():
    tui = {"file": "tui/a.py"}
    same = mutant(outcome="survived", equivalent="x is never asked")
    before = [KILLED] * 9 + [ALIVE, same, mutant(outcome="killed", was="lost"), {**KILLED, **tui}]
    after = [KILLED] * 3 + [ALIVE] * 6 + [mutant(outcome="survived", was="lost"), mutant(outcome="gone"), mutant()]
    text = compare({"mutants": before}, {"mutants": after})
    assert "| core/ | 10 of 11, 90.9 % | 3 of 10, 30.0 % | -60.9 |" in text
    assert "| all | 11 of 12, 91.7 % | 3 of 10, 30.0 % | -61.7 |" in text
    assert "tui/" not in text
    assert "| core/a.py, f | `lost` | `if not x:` |" in text

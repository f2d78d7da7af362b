"""Mutants: changes of lines, the tests that are near them, and how they are counted."""

from __future__ import annotations

from benchmarks.mutants import Mutant, markdown, nearest_tests

CODE = "def a():\n    return 1\n\n\ndef b():\n    return 1\n"


def test_a_change_is_made_at_the_nearest_place_that_reads_as_it_did():
    for line, expected in ((1, CODE.replace("1", "2", 1)), (5, CODE[:-2] + "2\n")):
        assert Mutant("a.py", line, "NumberReplacer", "    return 1\n", "    return 2\n").applied_to(CODE) == expected
    assert Mutant("a.py", 1, "NumberReplacer", "    return 3\n", "    return 2\n").applied_to(CODE) is None


def test_tests_of_the_module_come_first_and_those_of_all_games_after_the_nearest():
    near = nearest_tests("core/games/ship/rules.py")
    assert near[0] == "tests/core/games/ship/test_rules.py"
    assert {"tests/test_fingerprints.py", "tests/test_golden.py", "tests/test_conformance.py"} < {*near[:12]}
    assert nearest_tests("saves/verify.py")[0] == "tests/saves/test_verify.py"


def test_shares_are_of_mutants_that_are_not_equivalent():
    def mutant(**came):
        return {"file": "core/a.py", "line": 1, "operator": "AddNot", "was": "if x:", "now": "if not x:", **came}

    came = [{"outcome": "killed"}] * 2 + [{"outcome": "survived"}, {"outcome": "survived", "since": "a test"}]
    same = {"outcome": "survived", "equivalent": "x is never asked"}
    mutants = [mutant(**each) for each in (*came, same, {})]
    text = markdown({"seed": 1, "commit": "abc", "date": "2026-11-23", "possible": 9, "mutants": mutants})
    assert "A shuffled list of 9 mutants, seed 1." in text
    assert "The first 5, by the tests of commit abc, 2026-11-23:" in text
    assert "| all | 5 | 1 | 2 | 1 | 1 | 50.0 % | 75.0 % |" in text
    assert "x is never asked" in text

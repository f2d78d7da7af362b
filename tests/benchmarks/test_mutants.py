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


def mutant(**came):
    return {"file": "core/a.py", "line": 1, "operator": "AddNot", "was": "if x:", "now": "if not x:", **came}


KILLED, ALIVE = mutant(outcome="killed"), mutant(outcome="survived")


def test_shares_are_of_mutants_that_are_not_equivalent():
    same = {**ALIVE, "equivalent": "x is never asked"}
    mutants = [KILLED, KILLED, ALIVE, {**ALIVE, "since": "a test"}, same, mutant()]
    text = markdown({"seed": 1, "commit": "abc", "date": "2026-11-23", "possible": 9, "mutants": mutants})
    assert "A shuffled list of 9 mutants, seed 1." in text
    assert "The first 5, by the tests of commit abc, 2026-11-23:" in text
    assert "| all | 5 | 1 | 2 | 1 | 1 | 50.0 % | 75.0 % |" in text
    assert "x is never asked" in text


def test_each_round_says_from_which_list_its_mutants_are_and_all_stand_together_at_the_end():
    rounds = [{"until": 2, "commit": "abc", "date": "2026-11-23"}, {"until": 3, "commit": "bcd", "date": "2026-11-24"}]
    rounds.append({"until": 5, "commit": "cde", "date": "2026-11-25", "seed": 2, "possible": 8})
    mutants = [KILLED, ALIVE, KILLED, KILLED, ALIVE]
    text = markdown({"seed": 1, "possible": 9, "rounds": rounds, "mutants": mutants})
    said = [line for line in text.splitlines() if line.endswith(":")]
    assert said == [
        "The first 2, by the tests of commit abc, 2026-11-23:",
        "The next 1, by the tests of commit bcd, 2026-11-24:",
        "2 of another list, of 8, seed 2, by the tests of commit cde, 2026-11-25:",
        "All 5:",
    ]
    assert [line for line in text.splitlines() if line.startswith("| all")] == [
        "| all | 2 | 0 | 1 | 0 | 1 | 50.0 % | 50.0 % |",
        "| all | 1 | 0 | 1 | 0 | 0 | 100.0 % | 100.0 % |",
        "| all | 2 | 0 | 1 | 0 | 1 | 50.0 % | 50.0 % |",
        "| all | 5 | 0 | 3 | 0 | 2 | 60.0 % | 60.0 % |",
    ]

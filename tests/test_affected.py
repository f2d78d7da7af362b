"""The tests near to a change."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

from benchmarks.checkout import product_files

from tests.affected import FOUND_BY_NAME, ROOT, affected, affordable

TESTS = {
    "tests/core/test_text.py": {"woozle.core.text", "woozle.core.text.visible"},
    "tests/tui/test_safe.py": {"woozle.core.text", "woozle.tui.safe"},
    "tests/saves/written.py": {"woozle.saves.writer"},
    "tests/saves/test_verify.py": {"tests.saves.written"},
    "tests/games/ship/players/test_speech.py": {"woozle.games.ship.players", "woozle.games.ship.players.speech"},
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("core/text.py", ["tests/core/test_text.py", "tests/tui/test_safe.py"]),
        ("saves/writer.py", ["tests/test_golden.py", "tests/saves/test_verify.py"]),
        ("tests/saves/written.py", ["tests/saves/test_verify.py"]),
        ("tests/tui/test_safe.py", ["tests/tui/test_safe.py"]),
        (
            "games/ship/players/sayings.toml",
            ["tests/test_fingerprints.py", "tests/test_golden.py", "tests/games/ship/players/test_speech.py"],
        ),
        ("docs/ship.md", []),
    ],
)
def test_tests_that_import_what_was_changed_are_near_and_mirrors_come_first(path, found):
    assert affected([path], TESTS) == found


def test_no_more_is_run_than_a_minute_allows():
    some = [f"tests/tui/test_{n}.py" for n in range(100)]
    assert affordable(some) == some[: len(affordable(some))] and 1 < len(affordable(some)) < 20
    assert affordable([]) == []


def test_every_test_that_is_found_by_name_is_there():
    assert all((ROOT / test).is_file() for tests in FOUND_BY_NAME.values() for test in tests)


def test_every_pattern_of_what_is_found_by_name_has_files():
    paths = ["pyproject.toml", *(str(path.relative_to(ROOT)) for path in product_files())]
    assert [pattern for pattern in FOUND_BY_NAME if not any(fnmatch(path, pattern) for path in paths)] == []

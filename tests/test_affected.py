"""Which tests are near to a change."""

from __future__ import annotations

import pytest

from tests.affected import affected

TESTS = {
    "tests/core/test_text.py": {"woozle.core.text", "woozle.core.text.visible"},
    "tests/tui/test_safe.py": {"woozle.core.text", "woozle.tui.safe"},
    "tests/saves/written.py": {"woozle.saves.writer"},
    "tests/saves/test_verify.py": {"tests.saves.written"},
    "tests/players/games/ship/test_speech.py": {"woozle.players.games.ship", "woozle.players.games.ship.speech"},
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("core/text.py", ["tests/core/test_text.py", "tests/tui/test_safe.py"]),
        ("saves/writer.py", ["tests/saves/test_verify.py"]),
        ("tests/saves/written.py", ["tests/saves/test_verify.py"]),
        ("tests/tui/test_safe.py", ["tests/tui/test_safe.py"]),
        ("players/games/ship/sayings.toml", ["tests/players/games/ship/test_speech.py"]),
        ("docs/ship.md", []),
    ],
)
def test_tests_that_import_what_was_changed_are_near_and_mirrors_come_first(path, found):
    assert affected([path], TESTS) == found

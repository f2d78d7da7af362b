"""The name of one's own at open tables."""

from __future__ import annotations

import pytest

from woozle.core.errors import InputError
from woozle.tui.cli import own_name as names
from woozle.tui.settings import config


@pytest.fixture
def ask(monkeypatch):
    """Let the person be asked, and answer with these; returns how often that was."""
    asked = []

    def answer(*given: str) -> list[str]:
        left = list(given)
        monkeypatch.setattr(names, "can_ask_user", lambda: True)
        monkeypatch.setattr("typer.prompt", lambda *words, **options: asked.append(words) or left.pop(0))
        return asked

    return answer


def test_a_name_is_asked_for_once_and_kept(ask):
    asked = ask("a name that is far too long", " Mia ")
    assert names.own_name() == "Mia"
    assert names.own_name() == "Mia"
    assert len(asked) == 2, "once more for the one that was refused"
    assert config.read().settings.name == "Mia"


def test_a_name_on_the_command_line_is_for_this_time_unless_it_is_the_first(ask):
    ask()
    assert names.own_name("Jo") == "Jo"
    assert names.own_name("Ann") == "Ann"
    assert names.own_name() == "Jo"
    with pytest.raises(InputError, match="more than 12 characters"):
        names.own_name("x" * 13)


def test_nobody_is_asked_where_nobody_can_answer():
    assert names.own_name() == ""
    assert config.read().settings.name == ""

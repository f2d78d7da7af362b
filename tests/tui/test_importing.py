"""Import times: the lobby is there at once, and modules without screens need no Textual."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after some code."""
    script = f"import sys\n{code}\nprint(*sys.modules, file=sys.__stdout__)"
    return set(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.e2e
def test_what_is_no_screen_needs_no_textual():
    loaded = loaded_after("import woozle.arena.play.setup, woozle.games.ship.views.table, woozle.games.ship.views.map_layout")
    assert not {"textual", "rich"} & loaded


@pytest.mark.e2e
def test_importing_the_package_loads_nothing_else():
    assert {name for name in loaded_after("import woozle.tui") if name.startswith("woozle")} == {"woozle", "woozle.tui"}


@pytest.mark.e2e
def test_the_lobby_is_painted_before_the_rules_of_any_game_are_loaded():
    loaded = loaded_after(
        "from woozle.tui.app import WoozleApp\n"
        "from woozle.tui.screens import lobby\n"
        "lobby._AFTER_PAINT = 3600\n"
        "class Once(WoozleApp):\n"
        "    def on_ready(self):\n"
        "        self.screen.call_after_refresh(self.exit)\n"
        "Once().run(headless=True)"
    )
    assert "woozle.tui.screens.lobby" in loaded
    small = {"woozle.players", "woozle.players.fence", "woozle.players.paths"}  # a setting is about fences
    small |= {name for name in loaded if re.fullmatch(r"woozle\.games(\.\w+(\.kit|\.tui(\.\w+)?)?)?", name)}  # the command line
    assert not {name for name in loaded if name.startswith(("woozle.games", "woozle.players", "pydantic"))} - small


@pytest.mark.e2e
@pytest.mark.parametrize("asked", ["--version", "--help"])
def test_what_is_asked_of_the_command_itself_needs_no_rules_and_no_event_loop(asked):
    loaded = loaded_after(
        "from contextlib import suppress\n"
        "from woozle.tui.cli.entry import main\n"
        f"sys.argv = ['woozle', '{asked}']\n"
        "with suppress(SystemExit):\n"
        "    main()"
    )
    assert "woozle.games.ship.kit" in loaded
    assert not {"pydantic", "asyncio", "textual", "woozle.core.game"} & loaded

"""Pictures of looking on. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.arena.play.start import Replay
from woozle.arena.views import registry
from woozle.games.ship.views.audit import Audit
from woozle.tui.app import WoozleApp

from tests.arena.play.test_replay_source import played
from tests.tui.hosts import LARGE, SMALL, settled, until
from tests.tui.screens.test_watch_screen import hostile, opened


class Silent(Audit):
    """No verdicts, which have pictures of their own (`test_audit_pictures.py`)."""

    def check(self, until, most):
        self._done = len(self._speeches)
        return ()


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    monkeypatch.setattr(registry, "audit_of", lambda game: lambda is_imported: Silent())


def match() -> Path:
    """The folder of a match with a meeting; of random bots, since no change of the others alters it."""
    return played("bot:random*5", seed=21)


def replay() -> WoozleApp:
    """It stands in the middle of a match with a meeting."""
    return WoozleApp(Replay(match(), line=30), clock=lambda: 0.0)


@pytest.fixture
def app():
    return replay()


def after(*keys):
    async def show(pilot):
        await opened(pilot)
        for key in keys:
            await pilot.press(key)
        await settled(pilot)

    return show


def test_everything_is_seen(snap_compare, app):
    assert snap_compare(app, terminal_size=SMALL, run_before=after())


def test_a_seat_is_looked_through_without_colour(snap_compare, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(replay(), terminal_size=SMALL, run_before=after("2"))


def test_a_meeting(snap_compare, app):
    assert snap_compare(app, terminal_size=LARGE, run_before=after("g", *"meeting", "enter", *["right"] * 5))


def test_a_hostile_transcript(snap_compare):
    app = WoozleApp(Replay(hostile(match()), line=30), clock=lambda: 0.0)

    async def show(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: screen.shown.checked == "altered" and pilot.app._notifications)
        await settled(pilot)

    assert snap_compare(app, terminal_size=LARGE, run_before=show)

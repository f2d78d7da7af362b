"""Visits at the screen, ready to be looked at."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.play.start import Visit
from woozle.arena.studies import participants
from woozle.tui.study_app import StudyApp

from tests.tui.hosts import Clock, settled, until
from tests.tui.studies import plans


def app_of(folder: Path, clock=None, **options) -> StudyApp:
    """The app of a visit, in which nobody waits for readers."""
    app = StudyApp(Visit(folder, **options), **({"clock": clock} if clock else {}))
    app.speed = float("inf")
    return app


def skip_to(app: StudyApp, step: str) -> StudyApp:
    """Let somebody agree and do all steps before this one, so that the app opens there."""
    visit = app.pages.visit
    visit.agree(release=False)
    while visit.step.id != step:
        visit.complete_step()
    return app


async def opened(pilot) -> None:
    """The page at which somebody comes back is there, and takes keys."""
    await until(pilot, lambda: pilot.app.screen.id != "blank" and pilot.app.screen.is_mounted)
    await settled(pilot)


class Scene(StudyApp):
    """A visit that always looks the same: with the same code, and steps that take no time."""

    def __init__(self, folder: Path, theme: str = "woozle-dark", **options) -> None:
        super().__init__(Visit(folder, **options), clock=Clock())
        self.speed = float("inf")
        self.theme = theme


def same_codes(monkeypatch) -> None:
    """Codes that are no secret."""
    codes = iter(_codes())
    monkeypatch.setattr("woozle.arena.studies.folder.new_code", lambda taken: next(codes))


def _codes() -> list[str]:
    return [f"ABCDEFG{letter}" for letter in participants.ALPHABET]


async def press(pilot, *keys: str) -> None:
    """Press keys, and wait until all is painted."""
    for key in keys:
        await pilot.press(key)
    await settled(pilot)


async def note_code(pilot) -> None:
    """Show that the code is written down."""
    await press(pilot, *pilot.app.pages.visit.code[-2:].lower(), "enter")


def study(tmp_path, **changes) -> Path:
    """A study without a form, unless somebody wants one."""
    return plans.write(tmp_path / "study", **changes)


def words(app) -> str:
    """Return the text on screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

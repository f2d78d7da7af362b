"""The monitor of a study at the screen: it looks again by itself, and whatever is wrong is a sentence."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from woozle.arena.studies.monitor import StudyDesk
from woozle.arena.studies.participants import format_code
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.recruiting import Recruiting, read_recruiting
from woozle.tui.screens import study_monitor
from woozle.tui.screens.study_monitor import MonitorScreen
from woozle.tui.widgets.figures import FigurePanel

from tests.arena.studies.pilot import DEBATES, Pilot, written
from tests.tui.hosts import HOSTILE, SIZES, SMALL, is_clean, settled, shown, until
from tests.tui.scenes import Stage


class MonitorStage(Stage):
    """The app with the monitor of a study."""

    def __init__(self, folder: Path):
        super().__init__()
        self._folder = folder

    def on_mount(self):
        super().on_mount()
        self.push_screen(MonitorScreen(StudyDesk(self._folder)))


def words(app, id: str) -> str:
    return app.screen.query_one(f"#{id}", Static).render().plain


def people_of(app) -> FigurePanel:
    *_, panel = app.screen.query(FigurePanel)
    return panel


def listed(app) -> str:
    return "\n".join(shown(people_of(app)))


def number(app) -> int:
    return len(people_of(app).figures.rows) if app.screen.query(FigurePanel) else 0


@SIZES
async def test_it_shows_the_study_and_does_what_the_operator_wants(tmp_path, monkeypatch, size):
    monkeypatch.setattr(study_monitor, "_SECONDS", 0.1)
    people = Pilot(written(tmp_path / "study", DEBATES, more="recruiter = {}"))
    first, study = people.comes(recruiter="id-1"), people.study
    (tmp_path / "export.csv").write_text("Participant id,Status\nid-1,RETURNED\nid-9,APPROVED\n")
    async with MonitorStage(study.path).run_test(size=size) as pilot:
        app = pilot.app
        await until(pilot, lambda: number(app) == 1)
        await settled(pilot)
        assert format_code(first) in listed(app)
        second = people.comes(recruiter="id-2")
        await until(pilot, lambda: number(app) == 2)
        await settled(pilot)
        assert format_code(second) in listed(app), "it looks again by itself"
        await pilot.press("p")
        await until(pilot, lambda: "Recruiting is paused" in words(app, "facts"))
        await pilot.press("m", "1", "2", "enter")
        await until(pilot, lambda: "at most 12 visits" in words(app, "facts"))
        assert read_recruiting(study) == Recruiting(is_paused=True, most_visits=12)
        await pilot.press("e")
        app.screen.query_one("#asked").value = str(tmp_path / "export.csv")
        await pilot.press("enter")
        await until(pilot, lambda: number(app) == 1)
        compared = words(app, "compared")
        assert f"{study.digest(RecruiterIds('id-9'))[:12]}: APPROVED" in compared and "1 place freed." in compared
        assert "id-9" not in compared
        await pilot.press("e", "escape")
        await settled(pilot)
        assert isinstance(app.screen, MonitorScreen) and not app.screen.query_one("#asked").display


async def test_it_lives_through_what_happens_to_a_study(tmp_path, monkeypatch):
    monkeypatch.setattr(study_monitor, "_SECONDS", 0.1)
    study = written(tmp_path / "study")
    async with MonitorStage(study.path).run_test(size=SMALL) as pilot:
        app = pilot.app
        await until(pilot, lambda: "50 invited" in words(app, "facts"))
        await settled(pilot)
        assert "Nobody is under way." in listed(app)
        people = Pilot(study)
        people.comes()
        study.journal_path(people.comes()).write_bytes(b'{"journal": 1}\n')
        await until(pilot, lambda: "it is not a journal entry" in words(app, "warnings"))
        assert "1 under way" in words(app, "facts")
        plan = (study.path / "study.toml").read_text("utf-8")
        (study.path / "study.toml").write_text("study =")
        await until(pilot, lambda: "is not TOML" in words(app, "warnings"))
        assert "1 under way" in words(app, "facts"), "the last figures stay"
        title = plan.replace('title = "', 'title = "' + HOSTILE.encode("unicode_escape").decode().replace("\\x", "\\u00") + " ")
        (study.path / "study.toml").write_text(title, "utf-8")
        await until(pilot, lambda: "is not TOML" not in words(app, "warnings"))
        await settled(pilot)
        assert is_clean(listed(app).replace("\n", "")) and is_clean(app.screen.query_one("#title").render().plain)
        await pilot.press("m", "x", "enter", "e", "n", "enter")
        await until(pilot, lambda: len(app._notifications) == 2)

"""Pictures of the pages of a study, in one theme; the consent small and large, a scale without colours, a table in the smallest."""

from __future__ import annotations

import pytest

from woozle.tui.controllers.studies import VisitPages
from woozle.tui.screens.table import TableScreen

from tests.tui.hosts import LARGE, SMALL, settled, until
from tests.tui.studies import plans
from tests.tui.studies.played import play
from tests.tui.studies.visits import Scene, opened, press, same_codes, skip_to, study

PLANNED = {"practice": (plans.ship(2, ", seed = 3"),), "beliefs": plans.BELIEFS}


@pytest.fixture
def scene(tmp_path, monkeypatch):
    """The visit of somebody whose code is no secret."""
    same_codes(monkeypatch)
    monkeypatch.setattr(VisitPages, "_command", lambda pages, code: "woozle study run who_is_who --code ABCD-EFGA")
    return lambda **planned: Scene(study(tmp_path, **(planned or PLANNED)))


def pressed(*keys: str):
    """Return a function that presses keys before a picture is taken."""

    async def go_on(pilot):
        await opened(pilot)
        await press(pilot, *keys)

    return go_on


@pytest.mark.parametrize("size", [LARGE, (60, 20)], ids=["140x45", "60x20"])
def test_the_consent(snap_compare, scene, size):
    app = scene()
    app.pages.visit.has_read()
    assert snap_compare(app, terminal_size=size, run_before=pressed("1"))


def test_the_code(snap_compare, scene):
    assert snap_compare(skip_to(scene(), "code"), terminal_size=SMALL, run_before=opened)


SCALE = ("2", "enter", "7", "3")


@pytest.mark.parametrize("keys", [SCALE, (*SCALE, "enter", "3", "enter", "f2")], ids=["scale", "text"])
def test_a_form(snap_compare, scene, keys):
    assert snap_compare(skip_to(scene(), "form"), terminal_size=SMALL, run_before=pressed(*keys))


def test_a_table_in_the_smallest_terminal(snap_compare, scene):
    app = skip_to(scene(), "practice-1")

    async def asked(pilot):
        await pressed("enter")(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen) and pilot.app.screen.seat.request)
        await settled(pilot)

    assert snap_compare(app, terminal_size=(60, 20), run_before=asked)


def test_the_debriefing(snap_compare, scene):
    planned = {"form": "", "check": "", "questionnaire": "", "conditions": ((plans.ship(1, ", seed = 3"),),)}
    app = skip_to(scene(**planned), "match-1")
    app.pages.visit.complete_step(match=play(app.pages.visit).name)
    assert snap_compare(app, terminal_size=SMALL, run_before=opened)

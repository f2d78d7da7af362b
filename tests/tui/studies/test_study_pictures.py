"""Pictures of every page of a study, in one theme; those with the most on them small and large, and two without colours."""

from __future__ import annotations

import pytest

from woozle.tui.controllers.studies import VisitPages
from woozle.tui.screens.study import StudyQuestionsScreen
from woozle.tui.screens.table import TableScreen

from tests.tui.hosts import LARGE, SIZES, SMALL, settled
from tests.tui.studies import plans
from tests.tui.studies.visits import Scene, agree, note_code, press, same_codes, study, until

PLANNED = {"practice": (plans.ship(2, ", seed = 3"),), "beliefs": plans.BELIEFS}
NO_FORM = PLANNED | {"form": "", "practice": ()}


async def information(pilot):
    await settled(pilot)


async def consent(pilot):
    await settled(pilot)
    while not pilot.app.screen.can_go_on:
        await press(pilot, "space")
    await press(pilot, "enter", "1")


async def code(pilot):
    await agree(pilot)


async def choice(pilot):
    await agree(pilot)
    await note_code(pilot)
    await press(pilot, "2")


async def scale(pilot):
    await choice(pilot)
    await press(pilot, "enter")


async def scale_set(pilot):
    await scale(pilot)
    await press(pilot, "7", "3")


async def number(pilot):
    await scale_set(pilot)
    await press(pilot, "enter", "x")


async def text(pilot):
    await scale_set(pilot)
    await press(pilot, "enter", "3", "enter", "f2")


async def practice(pilot):
    await text(pilot)
    await press(pilot, "enter")


async def table(pilot):
    await practice(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen) and pilot.app.screen._request)
    await settled(pilot)


async def belief(pilot):
    await table(pilot)
    await pilot.press("0")
    await until(pilot, lambda: isinstance(pilot.app.screen, StudyQuestionsScreen))
    await settled(pilot)


async def stop(pilot):
    await code(pilot)
    await press(pilot, "ctrl+q")


PAGES = {
    each.__name__: each
    for each in (information, consent, code, choice, scale, scale_set, number, text, practice, table, belief, stop)
}


@pytest.mark.parametrize(
    ("page", "size"),
    [
        *(pytest.param(page, SMALL, id=f"{page}-80x24") for page in PAGES if page not in ("choice", "scale", "number", "stop")),
        *(pytest.param(page, LARGE, id=f"{page}-140x45") for page in ("consent", "belief")),
    ],
)
def test_a_page(snap_compare, tmp_path, monkeypatch, page, size):
    same_codes(monkeypatch)
    folder = study(tmp_path, **PLANNED)
    monkeypatch.setattr(VisitPages, "_command", lambda pages, code: "woozle study run who_is_who --code ABCD-EFGA")
    assert snap_compare(Scene(folder), terminal_size=size, run_before=PAGES[page])


@SIZES
def test_what_was_wrong_in_the_check(snap_compare, tmp_path, monkeypatch, size):
    same_codes(monkeypatch)

    async def checked(pilot):
        await agree(pilot)
        await note_code(pilot)
        await press(pilot, "2", "enter", "1", "enter")

    assert snap_compare(Scene(study(tmp_path, **NO_FORM)), terminal_size=size, run_before=checked)


async def to_the_debriefing(pilot):
    app = pilot.app
    await agree(pilot)
    await note_code(pilot)
    await pilot.press("enter")
    while app.pages.visit.step.kind == "match":
        await until(pilot, lambda: not isinstance(app.screen, TableScreen) or app.screen._request or app.screen._is_over)
        await settled(pilot)
        if isinstance(app.screen, TableScreen):
            await pilot.press("enter" if app.screen._is_over else "0")
            await settled(pilot)
        else:
            break
    await settled(pilot)


@pytest.mark.parametrize(("page", "size"), [("debriefing", SMALL), ("goodbye", LARGE)], ids=["debriefing-80x24", "goodbye-140x45"])
def test_the_last_pages(snap_compare, tmp_path, monkeypatch, page, size):
    same_codes(monkeypatch)
    planned = {"form": "", "check": "", "questionnaire": "", "conditions": ((plans.ship(1, ", seed = 3"),),)}

    async def last(pilot):
        await to_the_debriefing(pilot)
        if page == "goodbye":
            while not pilot.app.screen.can_go_on:
                await press(pilot, "space")
            await press(pilot, "enter")

    assert snap_compare(Scene(study(tmp_path, **planned)), terminal_size=size, run_before=last)


def test_who_comes_back_when_it_is_over(snap_compare, tmp_path, monkeypatch):
    same_codes(monkeypatch)
    scene = Scene(study(tmp_path))
    scene.pages.visit.stage, scene.pages.visit.why = (
        "over",
        "The time for this study was used up, so there is nothing left to do. Thank you.",
    )
    assert snap_compare(scene, terminal_size=SMALL, run_before=settled)


@pytest.mark.parametrize("page", ["consent", "scale_set"])
def test_without_colours(snap_compare, tmp_path, monkeypatch, page):
    monkeypatch.setenv("NO_COLOR", "1")
    same_codes(monkeypatch)
    assert snap_compare(Scene(study(tmp_path, **PLANNED)), terminal_size=SMALL, run_before=PAGES[page])


@pytest.mark.parametrize("page", ["consent", "table"])
def test_in_the_smallest_terminal(snap_compare, tmp_path, monkeypatch, page):
    same_codes(monkeypatch)
    assert snap_compare(Scene(study(tmp_path, **PLANNED)), terminal_size=(60, 20), run_before=PAGES[page])

"""Pictures beside a table: where they stand, which keys they take, and what the table tells of how they were seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Static

from woozle.core.request import Display
from woozle.tui import messages
from woozle.tui.styles.themes import LIGHT
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.picture_canvas import BlockImage
from woozle.tui.widgets.transcript import Transcript

from tests.tui.hosts import LARGE, SMALL, settled
from tests.tui.picture_scenes import VOTE, Known, PictureStage, house


def view(app) -> PictureView:
    return app.screen.query_one(PictureView)


def caption(app) -> str:
    return str(view(app).query_one(".picture-caption", Static).render())


def last(app) -> Display:
    request, display, pictures = app.displays[-1]
    assert (request, pictures) == (VOTE.id, app.drawings)
    return display


@pytest.mark.parametrize("size", [SMALL, (200, 60)])
async def test_picture_and_words_stand_side_by_side(size):
    app = PictureStage()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        frame = view(app).query_one(BlockImage).frame
        assert frame.rows >= size[1] - 6 or frame.columns >= size[0] // 2 - 6
        assert frame.columns == 2 * frame.rows
        assert app.screen.query_one(Transcript).size.width >= 38
        assert app.screen.query_one(Choices).size.height >= 3
        assert last(app) == Display("halfblock", frame.columns, frame.rows, frame.columns, 2 * frame.rows)


async def test_m_gives_the_picture_all_the_room_and_z_looks_nearer_while_numbers_go_on_answering():
    app = PictureStage()
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert isinstance(app.focused, Choices)
        small = last(app)
        await pilot.press("m")
        await settled(pilot)
        assert last(app).rows >= small.rows
        assert app.screen.query_one(Transcript).size.height == 0 or not app.screen.query_one("#side").display
        await pilot.press("m")
        await settled(pilot)
        assert app.screen.query_one("#side").display
        await pilot.press("z", "z", "l", "Z")
        await settled(pilot)
        assert "1.5x" in caption(app)
        assert last(app).zooms == 4
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.focused, Choices)
        await pilot.press("m", "z", "3")
        await settled(pilot)
        assert [answer.target for answer in app.sent] == ["Dan"]
        assert last(app).zooms == 5


async def test_under_80_columns_there_is_room_for_one_of_the_two():
    app = PictureStage()
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        assert not view(app).is_in_view
        assert last(app) == Display("halfblock", 0, 0, 0, 0)
        await pilot.press("z")
        await settled(pilot)
        assert view(app).is_in_view
        assert last(app).zooms == 1
        assert last(app).columns > 0


async def test_the_same_pictures_are_drawn_once_others_at_once_and_what_came_too_late_is_not_shown():
    app = PictureStage()
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(3):
            app.screen._show()
            await settled(pilot)
        assert len(app.drawn) == 1
        app.known.shown = replace(app.known.shown, captions=("What you saw",))
        app.screen._show()
        await settled(pilot)
        assert len(app.drawn) == 1
        assert "What you saw" in caption(app)
        old = app.drawn[0]
        app.known.shown, app.drawings = Known(("The picture", "Eve's")).shown, (house(), house(2))
        app.screen._show()
        await settled(pilot)
        assert view(app).pictures == (house(), house(2))
        view(app).post_message(messages.Drawn(old.sights, (house(1),)))
        await settled(pilot)
        assert view(app).pictures == (house(), house(2))
        app.known.shown = None
        app.screen._show()
        await settled(pilot)
        assert not view(app).pictures
        assert not app.screen.has_class("-picture")
        assert "z" not in app.screen.active_bindings


async def test_a_picture_that_is_gone_is_said_and_nothing_is_told_of_it():
    app = PictureStage(pictures=())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "The picture is not here" in caption(app)
        await pilot.press("z", "1")
        await settled(pilot)
        assert not app.displays
        assert app.sent


# As it looks


def after(*keys):
    async def show(pilot):
        await settled(pilot)
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)

    return show


def test_the_table(snap_compare):
    assert snap_compare(PictureStage(theme=LIGHT.name), terminal_size=LARGE, run_before=after())


def test_the_table_from_nearer(snap_compare):
    app = PictureStage((house(), house(2)), Known(("The picture", "Eve sees this: two windows instead of three")))
    assert snap_compare(app, terminal_size=SMALL, run_before=after(*"zzz", "left", "p"))

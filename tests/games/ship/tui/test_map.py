"""The map is drawn anew only where it changed, and always looks as if all of it had been."""

from __future__ import annotations

from dataclasses import replace

from textual.app import App, ComposeResult

from woozle.games.ship.tui.map import ShipMap
from woozle.games.ship.views.panels import Map, RoomCard, Way
from woozle.tui.styles import sheets
from woozle.tui.styles.themes import DARK

ROOMS = tuple(RoomCard(name, name.title(), x, y, 2.0) for name, x, y in (("bridge", 0, 0), ("galley", 4, 0), ("hold", 0, 4)))
CHART = Map(ROOMS, (Way(("bridge", "galley"), 2), Way(("bridge", "hold"), 3)), "ABC", (("A to C are seats.", "name"),))


def peopled(**people: tuple[int, ...]) -> Map:
    return replace(CHART, rooms=tuple(replace(room, people=people.get(room.name, ())) for room in ROOMS))


WALK = [
    peopled(bridge=(1, 2), hold=(3,)),
    peopled(bridge=(1,), galley=(2,), hold=(3,)),
    replace(peopled(galley=(2,)), ways=(Way(("bridge", "galley"), 2, travellers=(1,)), Way(("bridge", "hold"), 3, is_mine=True))),
    replace(CHART, legend=(("Other signs.", "name"),)),
    replace(CHART, rooms=()),
    peopled(hold=(1, 2, 3)),
    Map((), (), ""),
    peopled(bridge=(1,)),
]


class Wall(App[None]):
    CSS_PATH = sheets("base")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(DARK.variables)

    def compose(self) -> ComposeResult:
        yield ShipMap(id="map")


def seen(widget: ShipMap) -> list[str]:
    return [strip.text for strip in widget.render_lines(widget.size.region)]


async def test_wherever_people_walk_it_looks_as_if_all_of_it_had_been_drawn():
    async with Wall().run_test(size=(60, 20)) as pilot:
        widget = pilot.app.query_one(ShipMap)
        for chart in WALK:
            widget.show(chart)
            await pilot.pause()
            found = seen(widget)
            widget._drawing = None
            widget.refresh()
            assert found == seen(widget)


async def test_a_step_draws_the_rows_of_two_rooms_and_no_others(monkeypatch):
    async with Wall().run_test(size=(60, 20)) as pilot:
        widget = pilot.app.query_one(ShipMap)
        widget.show(WALK[0])
        await pilot.pause()
        drawn = []
        render_line = widget.render_line
        monkeypatch.setattr(widget, "render_line", lambda y: drawn.append(y) or render_line(y))
        widget.show(WALK[1])
        await pilot.pause()
        assert drawn == [widget.drawing.boxes["bridge"].top + 2]


async def test_another_size_draws_all_of_it():
    async with Wall().run_test(size=(60, 20)) as pilot:
        widget = pilot.app.query_one(ShipMap)
        widget.show(WALK[0])
        await pilot.resize_terminal(50, 18)
        widget.show(WALK[1])
        await pilot.pause()
        found = seen(widget)
        widget.refresh()
        assert found == seen(widget)
        assert len(found) == 18

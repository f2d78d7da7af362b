"""A Column looks like Textual's Vertical, whatever its border, and whatever part of it is asked for."""

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.geometry import Region
from textual.widgets import Static

from woozle.tui.widgets.row_widgets import Column

_CROPS = [
    Region(0, 0, 20, 9),
    Region(0, 0, 20, 1),
    Region(0, 3, 20, 2),
    Region(5, 2, 7, 7),
    Region(0, 8, 20, 1),
    Region(0, 4, 20, 1),
    Region(0, 0, 20, 0),
]


class _Both(App[None]):
    """The same box, once ours and once Textual's."""

    def __init__(self, looks: str) -> None:
        super().__init__()
        self.CSS = f"Column, Vertical {{ width: 20; height: 9; background: #203040; color: #ff0000; {looks} }}"

    def compose(self) -> ComposeResult:
        """One below the other."""
        yield Column(Static("words"), id="ours")
        yield Vertical(Static("words"), id="theirs")

    def on_mount(self) -> None:
        """A title on the border, where there is one."""
        for box in self.query("#ours, #theirs"):
            box.border_title = "A title"


@pytest.mark.parametrize(
    "looks",
    [
        "",
        "border-left: solid green;",
        "border-top: heavy green; padding: 2 1;",
    ],
)
async def test_a_column_looks_like_a_vertical(looks: str):
    app = _Both(looks)
    async with app.run_test(size=(30, 24)) as pilot:
        await pilot.pause()
        ours, theirs = app.query_one("#ours"), app.query_one("#theirs")
        for crop in _CROPS:
            assert ours.render_lines(crop) == theirs.render_lines(crop), crop


async def test_a_column_is_drawn_anew_in_another_size_and_colour():
    app = _Both("border: round green;")
    async with app.run_test(size=(30, 24)) as pilot:
        ours, theirs = app.query_one("#ours"), app.query_one("#theirs")
        for change in ({"width": 12}, {"height": 4}, {"background": "#ffffff"}, {"border": ("none", "red")}):
            for box in (ours, theirs):
                for name, value in change.items():
                    setattr(box.styles, name, value)
            await pilot.pause()
            whole = Region(0, 0, *theirs.size)
            assert ours.render_lines(whole) == theirs.render_lines(whole), change

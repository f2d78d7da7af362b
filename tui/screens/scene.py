"""More of the end of a match than its card says: one panel, with all the room there is."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from woozle.arena.views.end_card import Scene
from woozle.core.line import Line
from woozle.tui.keys import back_keys, bindings
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.panel_widgets import MountedPanels
from woozle.tui.widgets.row_widgets import Column
from woozle.tui.widgets.title_bar import TitleBar, screen_title


class SceneScreen(FrameScreen):
    """Shows the panel of a Scene."""

    BINDINGS = bindings(
        *back_keys("scene"),
    )
    ABOUT = (
        Line("The end, once more", "heading"),
        Line("Nothing is secret any more. {scene.back} leads back to the table."),
    )
    CSS_PATH = sheets("scene")

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title(self._scene.title), id="title")
        yield Column(id="page")

    def on_mount(self) -> None:
        self._panels = MountedPanels({"place": (self.query_one("#page"), None)})
        self._panels.show([self._scene.panel])
        self.call_after_refresh(self._focus)

    def _focus(self) -> None:
        if panel := next(iter(self.focus_chain), None):
            panel.focus()

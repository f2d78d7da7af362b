"""The test card: the same circle in half blocks, sextants and octants; the user picks the finest that looks whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.core.line import Line
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.surfaces import BLOCKS
from woozle.tui.widgets.block_characters import blocks_of
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.picture_canvas import BlockImage, Lens
from woozle.tui.widgets.title_bar import TitleBar, screen_title

if TYPE_CHECKING:
    from PIL.Image import Image

_ASKED = (
    "Which of these circles do you see whole? Press the number of the smoothest. A font may lack what 2 and 3 are made of: "
    "then there are boxes, question marks or gaps, and a picture would have them too."
)
_KEPT = "{dots.back} keeps half blocks. You can change this in the settings."
_LEFT = "{dots.back} leaves it as it is."
_MODES = tuple(reversed(tuple(BLOCKS)))  # characters that a terminal cannot draw shift everything to their right
_TITLES = {"octant": "Octants", "sextant": "Sextants", "halfblock": "Half blocks"}


class DotsScreen(FrameScreen):
    """A screen that asks for the characters of pictures. is_first: before the first picture, when leaving is an answer too."""

    BINDINGS = bindings(
        key("dots.half_blocks", "1", "take(1)", "Half blocks"),
        key("dots.sextants", "2", "take(2)", "Sextants"),
        key("dots.octants", "3", "take(3)", "Octants"),
        *back_keys("dots", "escape"),
    )
    ABOUT = (
        Line("What pictures are made of", "heading"),
        Line("Octants show eight dots a character, sextants six, half blocks two. Which of them are there depends on the font."),
    )
    CSS_PATH = sheets("dots")
    AUTO_FOCUS = ""

    def __init__(self, *, is_first: bool = False) -> None:
        super().__init__()
        self._is_first = is_first

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("A test card"), id="title")
        with Vertical(id="card"):
            yield Static(_ASKED, id="asked", markup=False)
            with Horizontal(id="circles"):
                for number, mode in enumerate(_MODES, 1):
                    with Vertical(classes="circle"):
                        image = BlockImage(blocks_of(BLOCKS[mode].cell))
                        image.look(draw_circle(), mode, Lens())
                        yield image
                        yield Static(Content.assemble((f"{number}  ", "bold $accent"), _TITLES[mode]), markup=False)
            yield Static(id="leaves", markup=False)

    def on_mount(self) -> None:
        self.query_one("#leaves", Static).update(name_keys(self, _KEPT if self._is_first else _LEFT))

    def action_take(self, number: int) -> None:
        self._answer(_MODES[number - 1])

    def action_back(self) -> None:
        if self._is_first:
            self._answer("halfblock")
        else:
            super().action_back()

    def _answer(self, mode: str) -> None:
        controllers_of(self).preferences.change("blocks", mode)
        super().action_back()


def draw_circle(side: int = 256) -> Image:
    """Return a disc with a ring around it, which show dots that are missing or out of place."""
    from PIL import Image as Images
    from PIL import ImageDraw

    large = Images.new("RGB", (side * 2, side * 2), "#10141c")
    draw, edge = ImageDraw.Draw(large), side * 2
    draw.ellipse((0.04 * edge, 0.04 * edge, 0.96 * edge, 0.96 * edge), "#3d6fd6")
    draw.ellipse((0.16 * edge, 0.16 * edge, 0.84 * edge, 0.84 * edge), "#10141c")
    draw.ellipse((0.26 * edge, 0.26 * edge, 0.74 * edge, 0.74 * edge), "#f2b632")
    return large.reduce(2)

"""Pictures beside the words: drawn, looked at from nearer, and forgotten."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image
from textual.geometry import Region
from textual.widgets import Static

from woozle.core.request import Display, Picture
from woozle.tui import surfaces
from woozle.tui.messages import Looked
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.picture_canvas import LARGEST, BlockImage, Frame, PictureError, decode, strips

from tests.tui.hosts import LARGE, SMALL, Host, settled
from tests.tui.picture_scenes import house


class Easel(Host):
    """A view alone on the screen."""

    def __init__(self, **options):
        self.view = PictureView(opens="table.pictures")
        self.looked = 0
        super().__init__(self.view, **options)

    def on_looked(self, message: Looked) -> None:
        self.looked += 1


def png(*rows: str, mode: str = "RGB") -> Picture:
    """A picture of a few pixels, each a letter: r, g, b, w, k."""
    colours = {"r": (255, 0, 0), "g": (0, 255, 0), "b": (0, 0, 255), "w": (255, 255, 255), "k": (0, 0, 0)}
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    image.putdata([colours[pixel] for row in rows for pixel in row])
    return saved(image.convert(mode))


def saved(image: Image.Image, kind: str = "PNG", **options) -> Picture:
    out = BytesIO()
    image.save(out, kind, **options)
    return Picture.png(out.getvalue())


def caption(view) -> str:
    return str(view.query_one(".picture-caption", Static).render())


def rows_of(view) -> list[str]:
    easel = view.query_one(BlockImage)
    return [line.text for line in easel.render_lines(Region(0, 0, *easel.size))]


# Drawing


def test_a_cell_is_two_pixels_one_above_the_other():
    (row,) = strips(decode(png("rb", "gb")), Frame(2, 1, (0, 0, 2, 2)))
    first, second = row
    assert first.text == "▀"
    assert (first.style.color.triplet, first.style.bgcolor.triplet) == ((255, 0, 0), (0, 255, 0))
    assert second.text == " "
    assert (second.style.color, second.style.bgcolor.triplet) == (None, (0, 0, 255))


def test_neighbours_of_the_same_colours_are_one_piece():
    (row,) = strips(decode(png("rrrb", "rrrb")), Frame(4, 1, (0, 0, 4, 2)))
    assert [segment.text for segment in row] == ["   ", " "]


@pytest.mark.parametrize("mode", ["L", "P", "1", "LA", "RGBA", "CMYK", "I;16"])
def test_pictures_of_every_kind_are_drawn(mode):
    image = Image.new("RGB", (8, 8), "white").convert(mode if mode != "I;16" else "L").convert(mode)
    shown = saved(image, "JPEG" if mode == "CMYK" else "PNG")
    assert decode(shown).mode == "RGB"


def test_what_is_transparent_is_white():
    assert decode(saved(Image.new("RGBA", (2, 2), (255, 0, 0, 0)))).getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (lambda: b"", "damaged, or of another kind"),
        (lambda: b"not a picture", "damaged, or of another kind"),
        (lambda: house().data[:300], "damaged, or of another kind"),
        (lambda: saved(Image.new("RGB", (4, 4)), "BMP").data, "damaged, or of another kind"),
        (lambda: saved(Image.new("1", (6000, LARGEST // 6000 + 1))).data, r"too large to be shown: 6000 x 4001 pixels"),
        (lambda: saved(Image.new("1", (20_000, 12_000))).data, "too large to be shown"),
    ],
    ids=["empty", "text", "cut off", "another format", "large", "a bomb"],
)
def test_what_cannot_be_shown_is_a_sentence(data, sentence):
    with pytest.raises(PictureError, match=sentence):
        decode(Picture.png(data()))


# The widget


async def test_a_picture_keeps_its_proportions_and_stands_in_the_middle():
    app = Easel()
    async with app.run_test(size=(60, 21)) as pilot:
        for size, cells in [((400, 400), (40, 20)), ((800, 200), (60, 8)), ((100, 800), (5, 20)), ((1, 1), (40, 20))]:
            app.view.put(house(size=size), "A house")
            await settled(pilot)
            frame = app.view.query_one(BlockImage).frame
            assert (frame.columns, frame.rows) == cells
        assert len(rows_of(app.view)) == 20


async def test_nearer_farther_and_all_of_it_by_keys():
    app = Easel()
    async with app.run_test(size=SMALL) as pilot:
        app.view.put(house(), "A house")
        app.view.focus()
        await settled(pilot)
        whole = rows_of(app.view)
        assert "z zooms · o opens the file" in caption(app.view)
        await pilot.press("z", "z")
        await settled(pilot)
        assert "2x middle · u shows all" in caption(app.view)
        await pilot.press(*"kkkkhhhh")
        await settled(pilot)
        assert "2x top · u shows all" in caption(app.view)
        near = rows_of(app.view)
        assert near != whole
        await pilot.press("minus", "Z")
        await settled(pilot)
        assert rows_of(app.view) == whole
        await pilot.press("plus", *"zzz", "0")  # which is a choice, if there is one
        await settled(pilot)
        assert rows_of(app.view) != whole
        await pilot.press("u")
        await settled(pilot)
        assert rows_of(app.view) == whole


async def test_at_an_edge_it_stops_and_that_does_not_count():
    app = Easel()
    async with app.run_test(size=SMALL) as pilot:
        app.view.put(house(), "A house")
        app.view.focus()
        app.view.begin()
        await pilot.press("minus", "up", "u")
        assert app.view.seen_as.zooms == 0
        await pilot.press(*"zz", *["up"] * 9)
        assert app.view.seen_as.zooms == 2 + 2
        assert app.looked == 4


async def test_the_wheel_looks_nearer_around_where_it_points_and_dragging_moves_on():
    app = Easel()
    async with app.run_test(size=(60, 31)) as pilot:
        app.view.put(house(), "A house")
        await settled(pilot)
        app.view.begin()
        easel = app.view.query_one(BlockImage)
        for _ in range(2):
            await pilot._post_mouse_events([_wheel()], easel, offset=(15, 22), button=0)
        await settled(pilot)
        assert "2x bottom left" in caption(app.view)
        before = easel.frame.crop
        await pilot.mouse_down(easel, offset=(10, 10))
        await pilot.hover(easel, offset=(20, 5))
        await pilot.hover(easel, offset=(30, 5))
        await pilot.mouse_up(easel, offset=(30, 5))
        await settled(pilot)
        assert easel.frame.crop[0] < before[0]
        assert easel.frame.crop[1] > before[1]
        assert app.view.seen_as.zooms == 3


def _wheel():
    from textual.events import MouseScrollUp

    return MouseScrollUp


async def test_several_pictures_are_turned_over_and_the_same_part_of_each_is_shown():
    app = Easel()
    async with app.run_test(size=SMALL) as pilot:
        app.view.put((house(), house(2)), ("The picture", "Eve sees this"))
        app.view.focus()
        await settled(pilot)
        assert "The picture  1 of 2, p for the next" in caption(app.view)
        await pilot.press(*"zzz")
        await settled(pilot)
        frame, first = app.view.query_one(BlockImage).frame, rows_of(app.view)
        await pilot.press("p")
        await settled(pilot)
        assert "Eve sees this  2 of 2" in caption(app.view)
        assert app.view.query_one(BlockImage).frame == frame
        assert strips_of(app.view) != first
        await pilot.press("P")
        await settled(pilot)
        assert "The picture  1 of 2" in caption(app.view)


def strips_of(view):
    easel = view.query_one(BlockImage)
    return [[(segment.text, str(segment.style)) for segment in line] for line in easel.render_lines(Region(0, 0, *easel.size))]


async def test_when_nothing_is_shown_nothing_of_it_is_kept():
    app = Easel()
    async with app.run_test(size=SMALL) as pilot:
        app.view.put((house(), house(2)), ("The picture", "Eve sees this"))
        app.view.focus()
        await pilot.press("z", "p")
        await settled(pilot)
        app.view.clear()
        await settled(pilot)
        held = "".join(str(vars(node)) + str(vars(getattr(node, "_prints", object))) for node in (app.view, *app.view.query("*")))
        assert not app.view.pictures
        assert house().digest not in held
        assert "PIL" not in held
        assert "Eve sees" not in held + app.export_screenshot()
        assert not app.view.query_one(BlockImage)._drawn
        assert not any(row.strip() for row in rows_of(app.view))


async def test_a_file_that_is_no_picture_is_said_in_its_place():
    app = Easel()
    async with app.run_test(size=SMALL) as pilot:
        app.view.put(Picture.png(b"\x1b[2J"), "What you see")
        await settled(pilot)
        assert "What you see" in caption(app.view)
        assert "cannot be shown" in caption(app.view)
        assert app.view.seen_as == Display("halfblock", 0, 0, 0, 0)


@pytest.mark.parametrize("surface", [surfaces.NO_COLOURS, surfaces.OFF])
async def test_where_no_picture_can_be_shown_there_are_words_and_the_key_that_opens_it(surface):
    app = Easel()
    app.surface = surface
    async with app.run_test(size=SMALL) as pilot:
        app.view.put((house(), house(2)), ("What you see", "Another"))
        await settled(pilot)
        assert caption(app.view).startswith("What you see")
        assert f"not shown here, {surface.why} · o opens the file" in caption(app.view)
        assert not app.view.query_one(BlockImage).display
        assert app.view.seen_as == Display("off", 0, 0, 0, 0)
        app.surface = surfaces.HALF_BLOCKS
        app.view.put(app.view.pictures, ("What you see", "Another"))
        await settled(pilot)
        assert app.view.query_one(BlockImage).frame


async def test_the_largest_that_a_picture_was_shown_since_something_was_asked_is_told():
    app = Easel()
    async with app.run_test(size=LARGE) as pilot:
        app.view.put(house(), "A house")
        await settled(pilot)
        assert app.view.seen_as == Display("halfblock", 88, 44, 88, 88)
        await pilot.resize_terminal(*SMALL)
        await settled(pilot)
        assert app.view.seen_as.columns == 88
        app.view.begin()
        app.view.was_opened()
        assert app.view.seen_as == Display("halfblock", 46, 23, 46, 46, opened=1)
        app.view.begin()
        app.view.styles.display = "none"
        await settled(pilot)
        assert app.view.seen_as == Display("halfblock", 0, 0, 0, 0)


# As it looks

"""The frame around what differs between the two pictures of a match."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from woozle.core.request import Picture
from woozle.games.undercover import events as undercover
from woozle.games.undercover.pairs.comparison import Comparison
from woozle.games.undercover.players.comparison import compare, find_change
from woozle.games.undercover.scenes.graph import Question

GREEN = (0, 128, 0)


def picture(*boxes, size=(200, 200)):
    image = Image.new("RGB", size, GREEN)
    for box in boxes:
        image.paste((255, 255, 0), box)
    return image


def png(image) -> Picture:
    data = BytesIO()
    image.save(data, "PNG")
    return Picture.png(data.getvalue())


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ([], None),
        ([(60, 80, 100, 120)], (61, 81, 99, 119)),
        ([(50, 50, 51, 51)], None),  # one pixel is the noise of an encoder
        ([(20, 20, 40, 40), (150, 100, 170, 120)], (21, 21, 169, 119)),
        ([(0, 0, 200, 200)], None),  # a frame around everything points at nothing
    ],
)
def test_the_change_is_where_pixels_differ(boxes, found):
    assert find_change(picture(), picture(*boxes)) == found


@pytest.mark.parametrize(("shows", "wide"), [("both", 406), ("picture", 200), ("counterfactual", 200)])
def test_pictures_are_framed_side_by_side_or_alone(shows, wide):
    pair = undercover.Pair("", Question("yes_no", "", (), "yes"), None, None, "", "", None, None, None, True, 1, {})
    made = compare(Comparison(pair, shows, 512), png(picture()), png(picture((60, 80, 100, 120))))
    shown = Image.open(BytesIO(made.data))
    assert shown.size == (wide, 200)
    assert shown.getpixel((105, 100)) != GREEN, "the frame, right of what is changed"
    assert shown.getpixel((10, 10)) == GREEN

"""The figures of the seats."""

from __future__ import annotations

from statistics import median

from PIL import ImageChops, ImageOps

from woozle.players.pictures.sheet import SEATS, figure

HEIGHT = 100


def head(number):
    """The part of a figure above its shoulders, as black and white."""
    tile = figure(number, "", HEIGHT)
    return tile.getchannel("A").crop((0, 0, tile.width, int(tile.height * 0.41))).point(lambda value: 255 * (value > 0))


def area(image):
    return image.histogram()[255]


def test_each_head_is_another_and_all_are_about_as_large():
    heads = [head(number) for number in range(len(SEATS))]
    assert len({each.tobytes() for each in heads}) == len(SEATS)
    usual = median(map(area, heads))
    assert all(0.6 * usual < area(each) < 1.4 * usual for each in heads)


def test_a_head_stands_upright_in_the_middle_of_its_figure():
    for number in range(len(SEATS)):
        image = head(number)
        assert area(ImageChops.difference(image, ImageOps.mirror(image))) < 0.06 * area(image), number

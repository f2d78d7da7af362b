"""Characters that divide a cell into pixels: which there are, and how two colours are chosen for each cell."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from woozle.tui.widgets.block_characters import blocks_of, divide

CELLS = [(1, 2), (2, 3), (2, 4)]


def test_sextants_are_those_that_unicode_names():
    characters = blocks_of((2, 3)).characters
    for pattern, character in enumerate(characters):
        name = unicodedata.name(character)
        if "SEXTANT" in name:
            assert name.rpartition("-")[2] == "".join(str(bit + 1) for bit in range(6) if pattern >> bit & 1)
    assert sum("SEXTANT" in unicodedata.name(character) for character in characters) == 60


def test_octants_are_numbered_as_in_unicode_16_and_older_characters_are_taken_where_there_are_any():
    characters = blocks_of((2, 4)).characters
    assert len(set(characters)) == 256
    digits = {
        "\U0001cd00": "3",
        "\U0001cd01": "23",
        "\U0001cd05": "124",
        "\U0001cd0b": "25",
        "\U0001cde5": "2345678",
    }  # of its charts
    for character, name in digits.items():
        assert characters.index(character) == sum(1 << int(digit) - 1 for digit in name)
    assert [characters[pattern] for pattern in (0x0F, 0x55, 0xFF, 0x5A)] == ["▀", "▌", "█", "▞"]


@pytest.mark.parametrize("cell", CELLS)
def test_no_other_division_of_a_cell_is_nearer_to_its_pixels(cell):
    blocks = blocks_of(cell)
    across, down = cell
    pixels = np.random.default_rng(1).integers(0, 256, (2 * down, 5 * across, 3)).astype(np.uint8)
    patterns, front, ground = divide(pixels, blocks)
    for row in range(2):
        for column in range(5):
            part = pixels[row * down : (row + 1) * down, column * across : (column + 1) * across].reshape(-1, 3).astype(float)
            bits = [bool(patterns[row, column] >> bit & 1) for bit in range(len(part))]
            shown = np.where(np.array(bits)[:, None], front[row, column], ground[row, column])
            assert ((part - shown) ** 2).sum() <= _least(part) + len(part)  # colours are whole numbers


def _least(part) -> float:
    """The least sum of squares, by trying all divisions."""
    found = []
    for pattern in range(1 << len(part)):
        is_front = np.array([bool(pattern >> bit & 1) for bit in range(len(part))])
        groups = [part[which] for which in (is_front, ~is_front) if which.any()]
        found.append(sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups))
    return min(found)


def test_what_is_of_one_colour_is_a_space():
    patterns, front, ground = divide(np.full((4, 6, 3), 7, np.uint8), blocks_of((2, 4)))
    assert not patterns.any() and (front == 7).all() and (ground == 7).all()

"""Characters that divide a cell into pixels of two colours: half blocks, sextants and octants.

Sextants are from Unicode 13 (Symbols for Legacy Computing), octants from Unicode 16 (its supplement). Both blocks leave out the
patterns that had a character before, and number the others in the order of their bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from woozle.core.value import value

if TYPE_CHECKING:
    from numpy import ndarray

    Array: TypeAlias = ndarray[Any, Any]

_SEXTANT, _OCTANT = 0x1FB00, 0x1CD00
_HALVES = {0x15: "▌", 0x2A: "▐"}
_OLDER_THAN_OCTANTS: Mapping[int, str] = {
    0x01: "\U0001cea8", 0x02: "\U0001ceab", 0x03: "\U0001fb82", 0x05: "▘", 0x0A: "▝", 0x0F: "▀", 0x14: "\U0001fbe6",
    0x28: "\U0001fbe7", 0x3F: "\U0001fb85", 0x40: "\U0001cea3", 0x50: "▖", 0x55: "▌", 0x5A: "▞", 0x5F: "▛", 0x80: "\U0001cea0",
    0xA0: "▗", 0xA5: "▚", 0xAA: "▐", 0xAF: "▜", 0xC0: "▂", 0xF0: "▄", 0xF5: "▙", 0xFA: "▟", 0xFC: "▆",
}  # fmt: skip


@value
class Blocks:
    """A set of characters. across, down: pixels in a cell; characters: by pattern, whose bit 0 is the upper left pixel, bit 1 the
    next in its row; a set bit has the colour of the character, the others that of the ground.
    """

    across: int
    down: int
    characters: tuple[str, ...]


def _number(size: int, first: int, older: Mapping[int, str]) -> tuple[str, ...]:
    """Return the character of each pattern of pixels; the new ones are numbered from the first on."""
    known = {0: " ", **older, (1 << size) - 1: "█"}
    new = [pattern for pattern in range(1 << size) if pattern not in known]
    known |= {pattern: chr(first + number) for number, pattern in enumerate(new)}
    return tuple(known[pattern] for pattern in range(1 << size))


HALF_BLOCKS = Blocks(1, 2, (" ", "▀", "▄", "█"))


@cache
def blocks_of(cell: tuple[float, float]) -> Blocks:
    """Return the characters for a number of pixels across and down: 1 by 2, 2 by 3 or 2 by 4."""
    return {
        (1, 2): lambda: HALF_BLOCKS,
        (2, 3): lambda: Blocks(2, 3, _number(6, _SEXTANT, _HALVES)),
        (2, 4): lambda: Blocks(2, 4, _number(8, _OCTANT, _OLDER_THAN_OCTANTS)),
    }[int(cell[0]), int(cell[1])]()


def divide(pixels: Array, blocks: Blocks) -> tuple[Array, Array, Array]:
    """Return the pattern of each cell and the colours of its character and of its ground, by which it is nearest to its pixels.

    Nearest is the least sum of squares, over all ways to divide a cell in two. pixels: (rows * down, columns * across, 3), 0 to
    255. Patterns are (rows, columns), colours (rows, columns, 3) bytes. The last pixel of a cell is always of the ground.
    """
    import numpy as np

    across, down = blocks.across, blocks.down
    rows, columns, size = pixels.shape[0] // down, pixels.shape[1] // across, across * down
    split = pixels.reshape(rows, down, columns, across, 3).transpose(4, 1, 3, 0, 2)
    cells = split.reshape(3, size, rows * columns).astype(np.float32)
    masks, counts = _divisions(size)
    total = cells.sum(axis=1)
    within: Any = 0.0  # squared sums of the drawn pixels
    both: Any = 0.0  # their products with the sums of all
    for colour, whole in zip(cells, total, strict=True):  # one after another, which stays in the processor's cache
        drawn = _sums(colour)
        both = both + drawn * whole
        within = within + drawn * drawn
    everything = (total * total).sum(axis=0)
    kept = within / np.maximum(counts, 1) + (everything - 2 * both + within) / (size - counts)  # the larger, the less is lost
    best = kept.argmax(axis=0)
    count, summed = counts[best], np.einsum("np,xpn->nx", masks[best], cells)
    ground = np.rint((total.T - summed) / (size - count))
    front = np.where(count > 0, np.rint(summed / np.maximum(count, 1)), ground)
    pattern = np.where((front == ground).all(axis=1), 0, best)
    shape = rows, columns, 3
    return pattern.reshape(rows, columns), front.reshape(shape).astype(np.uint8), ground.reshape(shape).astype(np.uint8)


def _sums(pixels: Array) -> Array:
    """Return the sum of the pixels of each division, in the order of their patterns: each bit doubles those before it."""
    import numpy as np

    sums = np.zeros((1 << (len(pixels) - 1), pixels.shape[1]), np.float32)
    for bit, each in enumerate(pixels[:-1]):
        np.add(sums[: 1 << bit], each, out=sums[1 << bit : 2 << bit])
    return sums


@cache
def _divisions(size: int) -> tuple[Array, Array]:
    """Return all divisions of the pixels in two, as rows of 0 and 1, in the order of patterns, and the number of 1s in each."""
    import numpy as np

    patterns = np.arange(1 << (size - 1))
    masks = (patterns[:, None] >> np.arange(size) & 1).astype(np.float32)
    return masks, masks.sum(axis=1, keepdims=True)

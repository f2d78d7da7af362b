"""Text made to fit, measured in terminal cells: wrapped into lines, or cut."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, chop_cells, set_cell_size


def wrap(text: str, width: int) -> list[str]:
    """Return lines of limited width; longer words are broken."""
    width = max(2, width)
    return [line for paragraph in text.split("\n") for line in _wrap(paragraph, width)]


def hang(text: str, width: int, indent: int) -> str:
    """Return a text in indented rows; the first row comes without the indent."""
    return f"\n{' ' * indent}".join(wrap(text, width - indent))


def clip(text: str, width: int) -> str:
    """Return a text cut to a width, with an ellipsis if anything is left out."""
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}…"


def _wrap(paragraph: str, width: int) -> Iterator[str]:
    if cell_len(paragraph) <= width:
        yield paragraph
        return
    line, used = "", 0
    for word in paragraph.split(" "):
        cells = cell_len(word)
        if line and used + 1 + cells <= width:
            line, used = f"{line} {word}", used + 1 + cells
            continue
        if line:
            yield line
        *whole, line = chop_cells(word, width) if cells > width else [word]
        yield from whole
        used = cell_len(line)
    yield line

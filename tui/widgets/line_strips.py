"""How a line of the transcript is laid out on rows, and how these are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from woozle.arena.views.line import Line, Tag
from woozle.core.text import visible, visible_line
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.finding import Finding, Span
from woozle.tui.widgets.wrapping import wrapped

MARGIN = 4
_CURSOR = MARGIN - 1  # the column of the margin that no mark uses
_HANGING = 2  # cells to the right, where a tag goes on


class Row(NamedTuple):
    """One row of a line. is_label: it says who speaks, or is the title of a part. tag: the one that it is of, and how much of the
    text is its mark.
    """

    margin: str
    text: str
    is_label: bool = False
    tag: Tag | None = None
    marked: int = 0


def rows(line: Line, width: int) -> list[Row]:
    """The rows of one line."""
    if line.tone == "heading":
        return [Row("", ""), Row("─── ", visible_line(line.text), is_label=True)]
    width -= MARGIN
    body = wrapped(visible(line.text), width)
    tagged = [row for tag in line.tags for row in _tagged(tag, width)]
    if line.label:
        label = Row("    ", wrapped(visible_line(line.label), width)[0], is_label=True)
        return [label, *(Row("   ▎", text) for text in body), *tagged]
    mark = visible_line(line.mark)
    mark = mark if len(mark) <= _CURSOR else f"…{mark[-2:]}"
    return [Row(f"{mark:>3} ", body[0]), *(Row("    ", text) for text in body[1:]), *tagged]


@lru_cache(1024)
def _tagged(tag: Tag, width: int) -> tuple[Row, ...]:
    first, *more = wrapped(visible_line(f"{tag.mark}  {tag.text}"), width - _HANGING)
    return (Row("    ", first, tag=tag, marked=len(tag.mark)), *(Row(" " * (MARGIN + _HANGING), text, tag=tag) for text in more))


def height(line: Line, width: int) -> int:
    """How many rows a line takes. Most take one, and many say the same, so that few need to be laid out to know it."""
    if line.tone == "heading":
        return 2
    width -= MARGIN
    text = line.text
    fits = len(text) <= width and text.isascii() and text.isprintable()
    body = 1 if fits else _wrapped_height(text, width)
    return body + bool(line.label) + sum(len(_tagged(tag, width)) for tag in line.tags)


@lru_cache(4096)
def _wrapped_height(text: str, width: int) -> int:
    return len(wrapped(visible(text), width))


def strips(line: Line, width: int, style: Callable[[str], Style], finding: Finding | None = None) -> Iterator[Strip]:
    """The rows of one line, drawn. style: of a component class; finding: what is marked in it."""
    tone = style(f"line-{line.tone}")
    seat = style(f"seat-{line.who}") if 1 <= line.who <= SEATS else tone
    quiet, hit = style("line-mark"), style("line-hit")
    laid_out = rows(line, width)
    for row, spans in zip(laid_out, _spans(line, laid_out, finding), strict=True):
        if line.tone == "heading":
            rule = "─" * max(0, width - cell_len(row.text) - MARGIN - 1) if row.text else ""
            parts = [Segment(row.margin, quiet), *_marked(row.text, tone, spans, hit), Segment(f" {rule}", quiet)]
        elif row.tag:
            mark, words = row.text[: row.marked], row.text[row.marked :]
            parts = [Segment(row.margin), Segment(mark, style(f"line-{row.tag.tone}") + Style(bold=True)), Segment(words, quiet)]
        elif row.is_label:
            parts = [Segment(row.margin), *_marked(row.text, seat + Style(bold=True), spans, hit)]
        else:
            edge = seat if line.label else style("line-bad") if "†" in row.margin else quiet
            parts = [Segment(row.margin, edge), *_marked(row.text, tone, spans, hit)]
        yield Strip(parts)


def _spans(line: Line, laid_out: Sequence[Row], finding: Finding | None) -> Iterator[Sequence[Span]]:
    if finding is None or not finding.text:
        yield from repeat((), len(laid_out))
        return
    labels = [row.text for row in laid_out if row.is_label]
    if line.tone == "heading":
        yield ()
        yield from finding.spans(visible_line(line.text), labels)
        return
    yield from finding.spans(visible_line(line.label), labels)
    yield from finding.spans(visible(line.text), [row.text for row in laid_out if not row.is_label and row.tag is None])
    yield from repeat((), sum(row.tag is not None for row in laid_out))


def _marked(text: str, style: Style, spans: Sequence[Span], hit: Style) -> Iterator[Segment]:
    done = 0
    for start, end in spans:
        yield Segment(text[done:start], style)
        yield Segment(text[start:end], style + hit)
        done = end
    yield Segment(text[done:], style)


def with_cursor(strip: Strip, has_glyph: bool, style: Style) -> Strip:
    """A row of the line at the cursor: another background, and a glyph beside its first words."""
    parts = [strip]
    if has_glyph:
        parts = [strip.crop(0, _CURSOR), Strip([Segment("▸", style + Style(bold=True))]), strip.crop(MARGIN, strip.cell_length)]
    background = Style(bgcolor=style.bgcolor)
    return Strip([*Segment.apply_style(Strip.join(parts), None, background)], strip.cell_length)

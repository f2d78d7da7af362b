"""Tables and figures of a paper as one page, in the paper's own rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from woozle.arena.exports.svg_plots import draw, to_svg
from woozle.arena.reproduction.cells import Cell, PlayedTable
from woozle.arena.reproduction.jobs import Setting
from woozle.arena.reproduction.output import (
    difference_in_words,
    interval_in_words,
    ours_in_words,
    plots,
    test_in_words,
)
from woozle.core.text import visible_line

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --pale: #5c5c5c; --line: #c9c9c9; --back: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --pale: #a8a8a8; --line: #4a4a4a; --back: #161616; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--back); margin: 2rem auto; max-width: 80rem;
  padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: right; vertical-align: top; white-space: nowrap; }
th { font-weight: 600; } tbody th, thead th:first-child { text-align: left; }
.ours { font-weight: 600; } .more, .note { color: var(--pale); font-size: .85em; }
.why { white-space: normal; text-align: left; max-width: 22rem; color: var(--pale); font-size: .85em; }
svg { max-width: 100%; height: auto; background: #fff; }
"""
_LEGEND = (
    "Each cell has what the paper prints, then ours in bold with its 95 % interval, the difference, and the paired test beside the "
    "row that the paper compares it with; p is adjusted by Holm over the tests of a table."
)


def page(setting: Setting, tables: Sequence[PlayedTable]) -> str:
    """Return the page."""
    recipe = setting.recipe
    body = "\n".join(part for played in tables for part in _table(played))
    dry = (
        " Bots played two questions a cell, with data that come with the game: only the layout says anything."
        if setting.is_dry
        else ""
    )
    seats = "; ".join(f"{name}: {seat}" for name, seat in setting.seats.items())
    told = " ".join(filter(None, (f"Seats: {seats}." if seats else "", f"Seed {setting.seed}.{dry}")))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(setting.paper)}, played again</title>\n"
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{_text(recipe.title)}</h1>\n<p>{_text(recipe.source)}</p>\n"
        f'<p class="note">{_text(told)} {_text(_LEGEND)}</p>\n{body}\n</body>\n</html>\n'
    )


def _text(text: str) -> str:
    return escape(visible_line(text))


def _table(played: PlayedTable) -> Iterator[str]:
    table = played.table
    yield f'<section><h2 id="{_text(table.name.lower().replace(" ", "-"))}">{_text(table.name)}. {_text(table.title)}</h2>'
    if table.missing:
        yield f"<p>Not played: {_text(table.missing)}</p>"
    if found := plots([played]):
        yield to_svg(draw(found)).decode()
    if rows := [row for row in played.cells if row]:
        heads = "".join(f'<th scope="col">{_text(column.head)}</th>' for column in table.columns)
        has_why = any(_row_reason(row) for row in rows)
        yield f'<div class="scroll"><table><thead><tr><th></th>{heads}{"<th>why</th>" if has_why else ""}</tr></thead><tbody>'
        for row in rows:
            reason = _row_reason(row)
            cells = "".join(_cell(cell, reason) for cell in row)
            why = f'<td class="why">{_text(reason)}</td>' if has_why else ""
            yield f'<tr><th scope="row">{_text(row[0].row.label)}</th>{cells}{why}</tr>'
        yield "</tbody></table></div>"
    for quote in table.quotes:
        yield f'<p class="note">The paper says: {_text(quote)}</p>'
    for note in (table.note, *played.notes):
        if note:
            yield f'<p class="note">{_text(note)}</p>'
    yield "</section>"


def _row_reason(row: Sequence[Cell]) -> str:
    """Return the reason that all cells of a row share; empty if there is none."""
    reasons = {cell.why for cell in row}
    return reasons.pop() if len(reasons) == 1 else ""


def _cell(cell: Cell, row_reason: str) -> str:
    parts = [_text(cell.printed) or "-"]
    if cell.ours and cell.ours.value is not None:
        parts.append(f'<span class="ours">{_text(ours_in_words(cell))}</span>')
        more = (interval_in_words(cell), difference_in_words(cell), test_in_words(cell))
        parts += [f'<span class="more">{_text(each)}</span>' for each in more if each != "-"]
    if cell.why and cell.why != row_reason:
        parts.append(f'<span class="more">{_text(cell.why)}</span>')
    return f"<td>{'<br>'.join(parts)}</td>"

"""Who searches as the two chances to be right after a search vary: a picture in text (figure 6 of the paper)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, TextIO

from woozle.core.games.self_play.conditions import equilibria, written
from woozle.core.games.self_play.provision import Provision

if TYPE_CHECKING:
    from rich.text import Text

_ACROSS, _UP = 60, 20  # steps from 0 to 1, so that all is 68 cells wide
_EDGE = "|"
_HERE = "X"
_FIRST, _SECOND, _EITHER, _NOBODY = "1", "2", "b", "."
_MEANINGS = {
    _FIRST: "player 1 alone",
    _SECOND: "player 2 alone",
    _EITHER: "either alone",
    _NOBODY: "nobody",
    _HERE: "this game",
}
_COLOURS = {
    _FIRST: "black on green",
    _SECOND: "black on cyan",
    _EITHER: "black on yellow",
    _NOBODY: "bright_black",
    _HERE: "white on red",
}


def regions(game: Provision) -> Iterator[str]:
    """The picture of a game of two, as plain text of up to 80 cells a line: p1 grows to the right, p2 upwards."""
    guess, cost = written(game.guess), written(game.cost)
    yield f"Who searches in equilibrium, by p1 and p2 (mean q {guess}, cost {cost}):"
    column, row = (round(float(chance) * steps) for chance, steps in zip(game.right, (_ACROSS, _UP), strict=True))
    for up in range(_UP, -1, -1):
        cells = [_HERE if (across, up) == (column, row) else _region(game, across, up) for across in range(_ACROSS + 1)]
        mark = written(Fraction(up, _UP)) if up % (_UP // 4) == 0 else ""
        yield f"{'p2' if up == _UP else '':<3}{mark:>5} {_EDGE}{''.join(cells)}"
    yield " " * 9 + "+" + "-" * (_ACROSS + 1)
    yield " " * 10 + "".join(f"{each:<15}" for each in ("0", "0.25", "0.5", "0.75")) + "1  p1"
    yield "   ".join(f"{cell} {meaning}" for cell, meaning in _MEANINGS.items())


def _region(game: Provision, across: int, up: int) -> str:
    """Who searches there; on the edge of a region also who may, if nobody need."""
    there = Provision((Fraction(across, _ACROSS), Fraction(up, _UP)), game.guessed, game.cost, game.charged)
    found = equilibria(there)
    if "AG" in found:
        return _EITHER if "GA" in found else _FIRST
    return _SECOND if "GA" in found else _NOBODY


def print_regions(game: Provision, file: TextIO) -> None:
    """Print the picture: in colours on a terminal that has them, else as plain characters (NO_COLOR, a pipe)."""
    from rich.console import Console

    console = Console(file=file, highlight=False, soft_wrap=True)
    for line in regions(game):
        console.print(_painted(line))


def _painted(line: str) -> Text:
    from rich.text import Text

    margin, edge, cells = line.partition(_EDGE)
    return Text(margin + edge).append_text(Text.assemble(*(("".join(run), _COLOURS[cell]) for cell, run in groupby(cells))))

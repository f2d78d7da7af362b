"""Figures with their intervals, a line each."""

from __future__ import annotations

from woozle.core.measures import Figure
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line

FIGURES_HEAD = f"  {'':<38}{'':>8}{'sd':>7} {'95 % interval':<17}{'matches':>7}"
"""Over such lines."""


def figure_line(title: str, figure: Figure | Estimate) -> str:
    """Return a figure, its deviation and interval, and how many say something of it; `-` for what is not known."""
    sd = figure.sd if isinstance(figure, Figure) else None
    value = "-" if figure.value is None else _number(figure.value)
    ends = [_number(each) for each in (figure.low, figure.high) if each is not None]
    deviation = "" if sd is None else _number(sd)
    return f"  {visible_line(title):<38}{value:>8}{deviation:>7} {' to '.join(ends) or '-':<18}{figure.n:>6}"


def _number(value: float) -> str:
    """Return a number with at most five digits."""
    digits = 4 if abs(value) < 10 else 3 if abs(value) < 100 else 2 if abs(value) < 1000 else 0
    return f"{value:,.{digits}f}"

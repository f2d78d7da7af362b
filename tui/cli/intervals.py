"""Figures with their intervals, as reports print them."""

from __future__ import annotations

from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line

FIGURES_HEAD = f"  {'':<34}{'':>9}  {'95 % interval':<20}matches"
"""Over such lines."""


def interval(title: str, figure: Estimate) -> str:
    """A line: a figure, its interval, and how many say something of it; `-` for what is not known."""
    value = "-" if figure.value is None else f"{figure.value:.4f}" if abs(figure.value) < 1000 else f"{figure.value:,.0f}"
    ends = [f"{each:.4f}" if abs(each) < 1000 else f"{each:,.0f}" for each in (figure.low, figure.high) if each is not None]
    return f"  {visible_line(title):<34}{value:>9}  {' to '.join(ends) or '-':<20}{figure.n:>7}"

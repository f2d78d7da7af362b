"""Estimates of runs as text, for `woozle run --dry`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.report import aligned_lines
from woozle.arena.views.words import count, duration, money, round_short
from woozle.core.text import visible_line


def estimate_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield an estimate as lines of text."""
    whole = count(result["matches"], "match", "matches")
    yield f"{whole} of {result['game']}, estimated from {result['matches_played']}; no model was asked"
    heads = ("model", "calls", "tokens in", "can be cached", "tokens out", "dollars", "all cached")
    rows = [heads, *(_cells(each) for each in result["models"])]
    yield from (f"  {line}" for line in aligned_lines(rows, range(1, len(heads))))
    for each in result["models"]:
        calls, dollars = each["calls_a_match"], each["dollars_a_match"]
        cost = (
            f", {money(dollars['mean'])} ({money(dollars['least'])} to {money(dollars['most'])})" if dollars else ", price unknown"
        )
        yield visible_line(
            f"  {each['model']}, a match: {calls['mean']:,.0f} calls ({calls['least']:,} to {calls['most']:,}){cost}"
        )
    if len(result["models"]) > 1:
        yield f"  all: {'unknown' if result['dollars'] is None else money(result['dollars'])}"
    if result["hours"] is None:
        yield "  hours: unknown, as it is not known how long a call takes; --call-seconds says so, and each run measures it"
    else:
        speeds = ", ".join(f"{each['model']} {each['seconds_a_call']:.3g} s a call" for each in result["models"])
        yield visible_line(f"  hours: {duration(result['hours'] * 3600)} ({speeds}; a call at a time in each match under way)")
    yield from (f"  {sentence}" for sentence in result["assumed"])


def _cells(each: Mapping[str, Any]) -> tuple[str, ...]:
    share = each["tokens_cached"] / each["tokens_in"] if each["tokens_in"] else 0.0
    return (
        visible_line(each["model"]),
        f"{each['calls']:,}",
        round_short(each["tokens_in"]),
        f"{share:.0%}",
        round_short(each["tokens_out"]),
        *("unknown" if each[name] is None else money(each[name]) for name in ("dollars", "dollars_cached")),
    )

"""A table that does not say whose turn it is, for people who play without knowing who sits where."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.views import SeatCard, Table


def unsaid(table: Table) -> Table:
    """The same table without a word on who is asked now, or was."""
    if table.phase not in ("meeting", "vote"):
        return table
    prompt = table.prompt if table.question else "Others are asked. In a blind match nobody is told who."
    return replace(table, prompt=prompt, seats=tuple(map(_quiet, table.seats)))


def _quiet(card: SeatCard) -> SeatCard:
    return replace(card, is_speaking=False, note="" if card.is_alive else card.note)

"""What columns of several tables have in common: of which match a row is, and of which seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from woozle.saves.tables.played import Occupant, Played
from woozle.saves.tables.table import Column

_PLAYERS = {
    "person": "",
    "model": "a language model",
    "bot": "a program that comes with Woozle, or with a game",
    "official": "a judge, editor, librarian or the like, whoever it is",
    "other": "whoever describes itself otherwise",
}


def of_match(match: Callable[[Any], Played]) -> tuple[Column, ...]:
    """match: of which match a row is."""
    return (
        Column("match", "text", "name of the match: the same in all tables, and no other has it", lambda row: match(row).name),
        Column("game", "text", "game", lambda row: match(row).header.game, is_listed=True),
        Column(
            "rules_version", "whole number", "version of the rules; figures of two versions may not compare",
            lambda row: match(row).header.rules,
        ),
    )  # fmt: skip


def of_seat(who: Callable[[Any], Occupant]) -> tuple[Column, ...]:
    """who: of whose seat a row is."""
    return (
        Column("seat", "text", "name of the seat, or of the official", lambda row: who(row).seat),
        Column("player", "text", "kind of player", lambda row: who(row).player, levels=_PLAYERS),
        Column(
            "player_name", "text", "which model, with the options it is asked with, which bot or official",
            lambda row: who(row).name, is_listed=True, missing="of people",
        ),
        Column(
            "role", "text", "what the seat was in this match and others were not, whether they knew or not",
            lambda row: who(row).role or None, is_listed=True, missing="in games without roles; where roles were not dealt yet",
        ),
    )  # fmt: skip


def json_text(value: Any) -> str:
    """A value as compact JSON."""
    return orjson.dumps(value).decode()

"""Commands of a table's host, and of the operator, from a screen, a line or a form."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from woozle.arena.tables.entrance import admit
from woozle.arena.tables.invitations import Door
from woozle.arena.tables.table import OpenTable
from woozle.core.errors import InputError

Command: TypeAlias = Literal["start", "again", "invite", "remove", "admit", "refuse"]
"""start: bots take the open places. again: another match of the same people. invite: a new link to a place."""

COMMANDS: frozenset[str] = frozenset(get_args(Command))


def obey(table: OpenTable, door: Door, command: str, number: int = 0) -> None:
    """Carry out a command. Raises InputError with a sentence.

    Args:
        number: Of a place or, to admit or refuse, of a knock.
    """
    match command:
        case "start":
            table.start()
        case "again":
            table.rematch()
        case "invite":
            table.room.invite(number)
        case "remove":
            table.remove(number)
        case "admit":
            admit(table, door, number)
        case "refuse":
            door.answer(table.id, number, "refused")
        case _:
            raise InputError("This is not known here; load the page again.")

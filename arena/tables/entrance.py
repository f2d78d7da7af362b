"""Ways to join a table, for pages, terminals and agents alike: a link, a code, an open place, or a knock."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from woozle.arena.tables.invitations import (
    NAME_LIMIT,
    AdmissionError,
    Door,
    Joined,
    Knock,
    digest,
    exchange,
    is_key,
    is_same,
    read_name,
    take,
)
from woozle.arena.tables.place import Place
from woozle.arena.tables.table import OpenTable
from woozle.core.errors import InputError
from woozle.core.value import value


@value
class Visitor:
    """A visitor who wants to join. secret: 32 bytes of their own, in hexadecimal; address: of their network, as limits count it."""

    secret: str
    name: str
    address: str
    is_agent: bool = False
    software: str = ""


Entered: TypeAlias = tuple[Place, Joined] | Knock
"""A place, or a knock that waits."""


def enter(table: OpenTable, door: Door, visitor: Visitor, key: str = "", number: int = 0) -> Entered:
    """Let a visitor take a place, or knock. A repeated call returns the same, or the place once the knock is answered.

    Args:
        key: An invitation, a recovery code or the room code; empty for visitors without one.
        number: Of the place that is wanted at a listed table; 0 for any.

    Raises AdmissionError with a sentence for the visitor.
    """
    key = key.partition(".")[0]  # in links, the fingerprint of the host's key follows, which terminals check
    if is_key(key):
        return _exchange(table, visitor, key)
    if knock := door.find(table.id, visitor.secret):
        if knock.state == "admitted":
            return _exchange(table, visitor, knock.invitation)
        if knock.state == "refused":
            raise AdmissionError("refused", "The host did not let you in.")
    if table.plan.is_listed:
        return _take(table, door, visitor, number)
    if table.state != "waiting":
        raise AdmissionError("started", "The match at this table has begun.")
    if not knock:
        if not key:
            raise AdmissionError("wrong", "This table is joined by a link or a code, which its host has.")
        door.find_table([table.row], key, visitor.address, table.id)
    if not free_places(table, door):
        raise AdmissionError("taken", "All places at this table are taken.")
    return door.knock(table.id, visitor.secret, visitor.name, visitor.address)


def free_places(table: OpenTable, door: Door) -> list[Place]:
    """Return the open places that no admitted visitor is about to take."""
    promised = door.promised(table.id)
    return [place for place in table.room.open_places if place.number not in promised]


def admit(table: OpenTable, door: Door, number: int) -> None:
    """Admit a visitor who knocks to the last free place, since links are handed out from the first.

    number: of the knock. Raises InputError if they are gone, or if no place is free.
    """
    free = free_places(table, door)
    if not free:
        raise InputError("No place is free; remove somebody, or refuse.")
    if not any(each.number == number for each in door.waiting(table.id)):
        raise InputError("Nobody with this number waits any more.")
    place = free[-1].number
    door.answer(table.id, number, "admitted", place, table.room.invite(place))


def _exchange(table: OpenTable, visitor: Visitor, key: str) -> tuple[Place, Joined]:
    """Give a place to a visitor with an invitation or a recovery code."""
    return _seat(table, visitor, exchange((place.row for place in table.room.places), key, visitor.secret))


def _take(table: OpenTable, door: Door, visitor: Visitor, number: int) -> tuple[Place, Joined]:
    """Give an open place of a listed table to the first visitor who takes it."""
    own = digest(visitor.secret)
    if before := next((each for each in table.room.places if is_same(each.row.joiner, own)), None):
        return _seat(table, visitor, take(before.row, visitor.secret))
    free = [each for each in table.room.open_places if number in (0, each.number)]
    if not free:
        raise AdmissionError("taken", "This seat is taken; choose another one." if number else "All seats are taken.")
    door.count_take(visitor.address)
    return _seat(table, visitor, take(free[0].row, visitor.secret))


def _seat(table: OpenTable, visitor: Visitor, joined: Joined) -> tuple[Place, Joined]:
    place, row = table.room.place(joined.place.number), joined.place
    if joined.is_again:
        return place, joined
    if table.state in ("over", "closed"):
        raise AdmissionError("started", "The match at this table is over.")
    if not place.is_taken:  # else its player has lost the token, and is let back in
        if table.state != "waiting":
            raise AdmissionError("started", "The match at this table has begun.")
        name = _unique(read_name(visitor.name), table)
        row = replace(row, kind="agent" if visitor.is_agent else "human", name=name, software=visitor.software[:60])
    table.room.seat(place, row)
    return place, joined


def _unique(name: str, table: OpenTable) -> str:
    """Return a name that no other place has."""
    taken = {place.row.name.casefold() for place in table.room.places}
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name[: NAME_LIMIT - 3]} {number}"
    return found

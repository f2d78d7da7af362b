"""The desk of a table, for the visitor who opened it and for the operator: links, knocks and players."""

from __future__ import annotations

from aiohttp import web

from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.host_commands import obey
from woozle.arena.tables.invitations import show_code
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.waiting_room import Knock, WaitingPlace, WaitingRoom
from woozle.arena.web.assets import page, read_form, read_number
from woozle.arena.web.table_server import TableServer
from woozle.core.errors import InputError


def waiting_room(
    table: OpenTable, tables: TableDirectory, base: str, own: int = 0, *, about: str = "", note: str = ""
) -> WaitingRoom:
    """Return a table as its host sees it.

    Args:
        base: How links begin.
        own: The place of the host; 0 for none.
        about: How people reach this machine.
        note: For the host.
    """
    room = table.room_message(own)
    tokens = {number: token for number, token in table.room.invitations.items() if number != own}
    places = tuple(
        WaitingPlace(
            each.number,
            each.kind,
            each.label,
            "left" if room.state == "over" and each.presence != "here" else each.presence,
            table.link(base, tokens[each.number]) if each.number in tokens else "",
            is_host=each.number == own,
        )
        for each in room.places
    )
    token = table.room.spectators.token if table.plan.watching != "none" else ""  # empty where only its digest is known
    outcome = table.match.referee.outcome if table.match else None
    return WaitingRoom(
        room.title,
        room.state,
        places,
        f"{base}/t/{table.id}/watch#{token}" if token else "",
        show_code(table.room.code) if table.room.code else "",
        about,
        tuple(filter(None, (note, table.failure, *room.notes))),
        tuple(Knock(each.number, each.name) for each in tables.door.waiting(table.id)),
        table.match.referee.folded if table.match else 0,
        outcome.reason if outcome else "",
    )


async def serve_desk(
    request: web.Request, site: TableServer, table: OpenTable, action: str, *, tells_addresses: bool
) -> web.Response:
    """Obey a form of the desk, and return its page. action: the address of its forms."""
    problem, tables, base = "", site.tables, site.base(request)
    if request.method == "POST":
        try:
            form = await read_form(request)
            if form.get("do") == "close":
                await table.close()
            else:
                obey(table, tables.door, form.get("do", ""), read_number(form.get("number", "")))
        except InputError as error:
            problem = str(error)
        else:
            raise web.HTTPSeeOther(action)
    room = waiting_room(table, tables, base)
    addresses = {place.number: place.guest.address for place in table.room.places if place.guest} if tells_addresses else {}
    knocking = {each.number: each.address for each in tables.door.waiting(table.id)} if tells_addresses else {}
    return page(
        "desk.html",
        400 if problem else 200,
        table=table.id,
        room=room,
        remote={place.number for place in table.room.places if place.is_remote},
        addresses=addresses,
        knocking=knocking,
        action=action,
        problem=problem,
        join=f"{base}/t/{table.id}",
    )

"""The pages of a table, and the forms on them, each of which works without script.

All states of a table have one address: who has no seat sees how to join, and who has one the waiting room, the table and the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from aiohttp import web

from woozle.arena.fragments import table as fragments
from woozle.arena.fragments.question import SILENT, SURE, Draft, confirmation, needs_confirmation, question
from woozle.arena.http_server import LOOPBACK
from woozle.arena.join.link import OPEN_NETWORK
from woozle.arena.tables.callers import Callers
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import AdmissionError, digest, is_same, new_secret
from woozle.arena.tables.place import Place
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.panels import TableView
from woozle.arena.views.registry import help_of
from woozle.arena.views.rules import lines as rule_lines
from woozle.arena.views.rules import own_lines
from woozle.arena.web.assets import page, read_form, read_number, see_other, send_asset
from woozle.arena.web.guard import Cookie
from woozle.arena.web.match_view import MatchView
from woozle.arena.web.page_parts import ending_html, guess_html, places_of, player_notices, presence_html, question_html, room_html
from woozle.arena.web.page_socket import PageAnswer, SeatViews, serve_page, take_answer
from woozle.arena.web.replays import Replays
from woozle.arena.web.seat_socket import hello_message, over_message, receipt_message
from woozle.arena.web.sockets import refuse_socket
from woozle.arena.web.watch_socket import PublicViews, serve_spectator
from woozle.core.request import Picture
from woozle.players.seat_protocol import LeaveMessage, ReadyMessage
from woozle.saves.blobs import BLOBS
from woozle.saves.transcript import locate

if TYPE_CHECKING:
    from woozle.arena.web.table_server import TableServer

_VISIT_SECONDS = 120.0  # for which a player without script counts as connected after each page that they fetch
_WATCH_SECONDS = 90 * 24 * 3600  # for the cookie of a spectator
_NO_PARTS: Mapping[str, str] = {"title": "Waiting room", "role": "", "status": "", "seats": "", "panels": ""}


class TablePages:
    """The pages of a site's tables. views: what seats see."""

    def __init__(self, site: TableServer) -> None:
        self.views = SeatViews()
        self._replays = Replays()
        self.public = PublicViews()
        self._site = site
        self._callers = Callers(_VISIT_SECONDS)

    def add_to(self, app: web.Application) -> None:
        add, post = app.router.add_get, app.router.add_post
        add("/t/{id}", self._show, allow_head=False)
        add("/t/{id}/page", self._connect, allow_head=False)
        post("/t/{id}/here", self._is_here)
        post("/t/{id}/join", self._join)
        post("/t/{id}/answer", self._answer)
        post("/t/{id}/guesses", self._guess)
        post("/t/{id}/ready", self._get_ready)
        post("/t/{id}/leave", self._leave)
        add("/t/{id}/help", self._help, allow_head=False)
        add("/t/{id}/notes", self._notes, allow_head=False)
        add("/t/{id}/replay", self._replay, allow_head=False)
        add("/t/{id}/transcript", self._transcript, allow_head=False)
        add("/t/{id}/receipts", self._receipts, allow_head=False)
        add("/t/{id}/watch", self._watch, allow_head=False)
        post("/t/{id}/watch", self._let_watch)
        add("/t/{id}/watch/page", self._follow, allow_head=False)
        add("/static/{digest}/{name}", send_asset, allow_head=False)

    # The page of a table

    async def _show(self, request: web.Request) -> web.Response:
        table = self._site.table(request)
        place = self._site.place(request, table)
        if place is None:
            return self._join_page(request, table)
        if table.plan.study and (table.failure or (place.seat and place.seat.held)):
            raise web.HTTPSeeOther(table.plan.study.then)
        if "fetch" in request.query:
            await self._callers.call(table, place)
        return await self._seat_page(table, place)

    async def _seat_page(
        self, table: OpenTable, place: Place, draft: Draft | None = None, problem: str = "", *, is_final: bool = False
    ) -> web.Response:
        """Return the page of a seat. draft, problem: of an answer that was refused; is_final: whether it is to be confirmed."""
        seat, action = place.seat, f"/t/{table.id}/answer"
        if not seat:
            return await _table_page(table, place, problem=problem)
        view, form = self.views.of(table, seat), ""
        turn = seat.open_turn
        shown = view.table(turn, is_over=seat.is_over)
        asked = shown.question
        if asked and draft and is_final:
            form = confirmation(asked, action, draft)
        elif table.match and table.match.may_guess(place):
            form = guess_html(table, table.match.others(place))
        elif asked and draft:
            form = question(asked, action, draft, problem)
        elif asked and turn:
            form = question_html(table, seat, view, turn, asked)
        return await _table_page(table, place, view, shown, form, problem)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        try:
            table = self._site.table(request)
        except web.HTTPSeeOther:  # the script then fetches the page, and is led on
            return await refuse_socket(request, "This match is over.")
        place = self._site.place(request, table)
        if place:
            self._callers.end(table, place)
        return await serve_page(request, table, place, self.views, self._site.guard)

    async def _is_here(self, request: web.Request) -> web.Response:
        """Say whether this browser has a seat: a click on another site leaves its cookie behind."""
        return web.json_response({"joined": self._site.place(request, self._site.table(request)) is not None})

    # Joining

    def _join_page(
        self,
        request: web.Request,
        table: OpenTable,
        form: Mapping[str, str] | None = None,
        *,
        problem: str = "",
        waiting: str = "",
    ) -> web.Response:
        kept, room = form or {}, table.room_message()
        is_plain = not self._site.guard.is_secure(request) and urlsplit(f"//{request.host}").hostname not in LOOPBACK
        return page(
            "join.html",
            HTTPStatus.FORBIDDEN if problem else HTTPStatus.OK,
            table=table.id,
            title=table.title,
            room=room,
            places=places_of(room),
            plain=OPEN_NETWORK if is_plain else "",
            is_listed=table.plan.is_listed,
            form=kept,
            secret=kept.get("secret") or new_secret(),
            problem=problem,
            waiting=waiting,
        )

    async def _join(self, request: web.Request) -> web.Response:
        table = self._site.table(request)
        form = await read_form(request)
        wants_data = "application/json" in request.headers.get("Accept", "")
        network = self._site.guard.network(request)
        visitor = Visitor(form.get("secret", ""), form.get("name", ""), network)
        try:
            entered = enter(
                table, self._site.tables.door, visitor, form.get("code", "").strip(), read_number(form.get("place", ""))
            )
        except AdmissionError as error:
            why = self._site.guard.count_refusal(network, error)
            return web.json_response({"why": why}) if wants_data else self._join_page(request, table, form, problem=why)
        if not isinstance(entered, tuple):
            why = "The host was told that you are here. Wait until you are let in."
            data = {"waiting": True, "why": why}
            return web.json_response(data) if wants_data else self._join_page(request, table, form, waiting=why)
        place, joined = entered
        if wants_data:
            response = web.json_response({"joined": True, "recovery": joined.recovery})
        else:
            await self._callers.call(table, place)
            response = page(
                "notice.html",
                title="You have a seat",
                sentences=("Keep this code: it leads back to your seat from any browser, and is shown only now.",),
                code=joined.recovery,
                links=((f"/t/{table.id}?fetch=1", "Go to the table"),),
            )
        return self._site.guard.with_cookie(request, response, self._site.seat_cookie(table), joined.token)

    # Forms of a seat

    async def _answer(self, request: web.Request) -> web.Response:
        table, place = self._seat_of(request)
        form = await read_form(request)
        await self._callers.call(table, place)
        seat = place.seat
        number = read_number(form.get("id", ""))
        draft = Draft(form.get("choice"), form.get("text", ""))
        if not seat:
            return _back(table)
        if "forfeit" in form:
            seat.forfeit(number)
            return _back(table)
        if turn := seat.turn_of(number):
            asked = self.views.of(table, seat).question(turn)
            if "back" in form:
                return await self._seat_page(table, place, draft)
            if needs_confirmation(asked, draft) and SURE not in form:
                return await self._seat_page(table, place, draft, is_final=True)
        answer = PageAnswer(id=number, choice=draft.choice, text=draft.text, silent=SILENT in form)
        refused = take_answer(self.views.of(table, seat), seat, answer)
        return await self._seat_page(table, place, draft, refused.why) if refused else _back(table)

    async def _guess(self, request: web.Request) -> web.Response:
        table, place = self._seat_of(request)
        humans = [str(each) for each in (await request.post()).getall("humans", [])]
        if table.match:
            table.match.guess(place, humans)
        return _back(table)

    async def _get_ready(self, request: web.Request) -> web.Response:
        table, place = self._seat_of(request)
        await self._callers.call(table, place)
        table.hear(place, ReadyMessage())
        return _back(table)

    async def _leave(self, request: web.Request) -> web.Response:
        table, place = self._seat_of(request)
        if table.plan.study:
            raise web.HTTPNotFound
        self._callers.end(table, place)
        table.hear(place, LeaveMessage())
        response = page("notice.html", title="You have left the table", sentences=("You can close this page.",))
        return self._site.guard.with_cookie(request, response, self._site.seat_cookie(table), "")

    def _seat_of(self, request: web.Request) -> tuple[OpenTable, Place]:
        """Return the table and the place of a request. Raises HTTPSeeOther for a browser without a seat."""
        table = self._site.table(request)
        if place := self._site.place(request, table):
            return table, place
        raise web.HTTPSeeOther(f"/t/{table.id}")

    # Spectators

    async def _watch(self, request: web.Request) -> web.Response:
        table = self._watched(request)
        if not self._may_watch(request, table):
            return page("watch_entrance.html", table=table.id, title=table.title, problem="")
        public = self.public.of(table)
        if not public:
            return await _table_page(table, None)
        return await _table_page(table, None, public.view, public.table, is_over=public.is_over)

    async def _let_watch(self, request: web.Request) -> web.Response:
        table = self._watched(request)
        token = (await read_form(request)).get("code", "").strip()
        if not is_same(digest(token), table.row.spectators):
            why = self._site.guard.count_refusal(self._site.guard.network(request), AdmissionError("wrong", _NO_SPECTATOR))
            return page("watch_entrance.html", HTTPStatus.FORBIDDEN, table=table.id, title=table.title, problem=why)
        return self._site.guard.with_cookie(request, see_other(f"/t/{table.id}/watch"), _watch_cookie(table), token)

    async def _follow(self, request: web.Request) -> web.StreamResponse:
        table = self._watched(request)
        if not self._may_watch(request, table):
            raise web.HTTPNotFound
        return await serve_spectator(request, table, self.public, self._site.guard)

    def _watched(self, request: web.Request) -> OpenTable:
        """Return the table of a request, if it has spectators. Raises HTTPNotFound."""
        table = self._site.table(request)
        if table.plan.watching == "none" or table.plan.study:
            raise web.HTTPNotFound
        return table

    def _may_watch(self, request: web.Request, table: OpenTable) -> bool:
        if table.plan.watching == "none":
            return False
        token = self._site.guard.cookie(request, _watch_cookie(table))
        is_invited = is_same(digest(token), table.row.spectators)
        return table.plan.is_listed or is_invited or self._site.place(request, table) is not None

    # Pages and files to read beside the table

    async def _help(self, request: web.Request) -> web.Response:
        table = self._site.table(request)
        study = table.plan.study
        rules = own_lines(study.instructions) if study and study.instructions else rule_lines(table.game)
        body = fragments.page_of_lines(help_of(table.plan.game, rules, is_study=bool(study)))
        return page("reading.html", title="Help and rules", body=body, back=f"/t/{table.id}")

    async def _notes(self, request: web.Request) -> web.Response:
        table, place = self._seat_of(request)
        if not place.seat:
            return _back(table)
        body = self.views.of(table, place.seat).notebook(f"/t/{table.id}")
        return page("reading.html", title="Notebook", body=body, back=f"/t/{table.id}")

    async def _replay(self, request: web.Request) -> web.Response:
        return await self._replays.send(self._find_ended(request)[1])

    async def _transcript(self, request: web.Request) -> web.StreamResponse:
        """Send the transcript; with its pictures, if it has any, in an archive."""
        table, folder = self._find_ended(request)
        transcript, pictures = locate(folder), folder / BLOBS
        if not pictures.is_dir():
            return web.FileResponse(transcript, headers=_as_file(table, ".jsonl") | {"Content-Type": "application/x-ndjson"})
        data = await asyncio.to_thread(_archive, f"woozle-{table.id}", transcript, sorted(pictures.iterdir()))
        return web.Response(body=data, content_type="application/zip", headers=_as_file(table, ".zip"))

    def picture(self, request: web.Request, table: OpenTable, place: Place | None, digest: str) -> Picture | None:
        """Return a picture that the page of a seat, or that of spectators, has shown."""
        if place and (seat := place.seat):
            return seat.picture(digest) or self.views.of(table, seat).picture(digest)
        public = self.public.of(table) if self._may_watch(request, table) else None
        return public.view.picture(digest) if public else None

    async def _receipts(self, request: web.Request) -> web.Response:
        table, place = self._seat_of(request)
        if not (place.seat and table.match) or table.plan.study:
            raise web.HTTPNotFound
        receipts = (receipt_message(table, place, each) for each in place.seat.receipts)
        over = [over_message(table, place)] if table.state == "over" else []
        kept = (hello_message(table), table.match.welcome(place), *receipts, *over)
        text = "".join(f"{each.model_dump_json()}\n" for each in kept)
        return web.Response(text=text, content_type="application/x-ndjson", headers=_as_file(table, "-receipts.jsonl"))

    def _find_ended(self, request: web.Request) -> tuple[OpenTable, Path]:
        """Return the table of a request and the folder of its match, if that is over. Raises HTTPNotFound."""
        table = self._site.table(request)
        if table.state != "over" or not table.folder or table.plan.study:
            raise web.HTTPNotFound
        if not self._may_watch(request, table) and not self._site.place(request, table):
            raise web.HTTPNotFound
        return table, table.folder


_NO_SPECTATOR = "This code is not that of a link for spectators; ask the host for a new one."


async def _table_page(
    table: OpenTable,
    place: Place | None,
    view: MatchView | None = None,
    shown: TableView | None = None,
    form: str = "",
    problem: str = "",
    *,
    is_over: bool = True,
) -> web.Response:
    """Return the page of a table, for the player of a place or for spectators.

    Args:
        view: Of the match; None before it.
        form: What is asked, as HTML.
        problem: Of a form that was sent, as a sentence.
        is_over: Whether an end may be shown.
    """
    return page(
        "table.html",
        HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK,
        table=table.id,
        place=place.number if place else 0,
        state=table.state,
        game=table.title,
        study=table.plan.study,
        parts=view.parts(shown) if view and shown else _NO_PARTS,
        log=fragments.log(view.lines if view else ()),
        question=form,
        presence=presence_html(table, place) if place else "",
        notices=player_notices(table, place).html(place.seat.waits_for_sign if place.seat else None) if place else "",
        problem="" if form else problem,
        room="" if view else room_html(table, table.room_message(place.number if place else 0)),
        ending=await ending_html(table, place, view) if view and is_over and table.state == "over" else "",
    )


def _watch_cookie(table: OpenTable) -> Cookie:
    return Cookie(f"woozle-watch-{table.id}", f"/t/{table.id}", _WATCH_SECONDS)


def _as_file(table: OpenTable, ending: str) -> dict[str, str]:
    """Return the headers of what a browser is to save. ending: of the file's name."""
    return {"Content-Disposition": f'attachment; filename="woozle-{table.id}{ending}"'}


def _archive(name: str, transcript: Path, pictures: Iterable[Path]) -> bytes:
    """Return a transcript and its pictures as an archive of one folder."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        archive.write(transcript, f"{name}/{transcript.name}")
        for each in pictures:
            archive.write(each, f"{name}/{BLOBS}/{each.name}", ZIP_STORED)
    return written.getvalue()


def nothing_here() -> web.Response:
    """Return the page of every address that leads nowhere."""
    sentences = (
        "No table has this address, or it is over and was removed.",
        "A link works once, and then only in the browser that opened it; ask the host for a new one.",
    )
    links = (("/", "To the lobby"),)
    return page("notice.html", HTTPStatus.NOT_FOUND, title="Nothing here", sentences=sentences, links=links)


def _back(table: OpenTable) -> web.Response:
    return see_other(f"/t/{table.id}?fetch=1")

"""Moments of matches that bots play, as the pages of one seat."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.arena.fragments import ending, table
from woozle.arena.fragments.html_templates import render
from woozle.arena.fragments.question import Draft, confirmation, question
from woozle.arena.play.pictures import draw_sights
from woozle.arena.play.setup import new_match
from woozle.arena.views import registry
from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.arena.views.panels import Pictures, TableView
from woozle.core import registry as games
from woozle.core.line import Line
from woozle.core.request import Response
from woozle.core.state import observes
from woozle.core.welcome import load_welcome_or_error
from woozle.players.registry import bot

if TYPE_CHECKING:
    from playwright.async_api import Page, Route

TABLE = "woozle.arena.web.templates:table.html"
_ORIGIN = "http://table.test"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_FILES = {"asset": "/static/{}".format, "footer": ""}


@dataclass
class Sitter:
    """A bot in a seat, and the table that the seat saw whenever it was asked: its view and how many events it had observed."""

    mind: Any
    asked: list[tuple[int, Any]] = field(default_factory=list)
    is_human, keeps_time, answers_at_once = True, False, True

    def describe(self) -> dict[str, Any]:
        return {"kind": "human"}

    async def respond(self, request: Any, observation: Any) -> Response:
        self.asked.append((len(observation), request))
        return Response(request.id, self.mind.answer(request, observation))


def addresses(panel: Pictures) -> list[str]:
    """The pictures of a panel, whole."""
    return [f"data:{each.media_type};base64,{b64encode(each.data).decode()}" for each in draw_sights(panel.game, panel.sights, ())]


def page(game: str, view: TableView, told: list[Line], asked: str = "", ended: str = "") -> str:
    """A whole page, as a server would send it."""
    return render(
        TABLE,
        table="a",
        place=1,
        study=None,
        state="over" if ended else "playing",
        game=load_welcome_or_error(game).title,
        parts=table.table(view, addresses),
        log=table.log(told),
        question=asked,
        presence="",
        notices="",
        problem="",
        room="",
        ending=ended,
        **_FILES,
    )


def moments(game: str, folder: Path, seats: int = 0, seed: int = 5) -> Iterator[tuple[str, str]]:
    """Yield pages by name: the first question of each kind, one refused, one that must be confirmed, waiting, and the end."""
    kind = games.game(game)
    config = games.configure(kind, next(iter(kind.presets)), {})
    sitter = Sitter(bot(game)("moments"))
    ready = new_match(
        game, ["human", f"bot*{(seats or kind.default_seats) - 1}"], config, seed, folder, human=lambda seat: sitter, sync=False
    )
    asyncio.run(ready.match.play())
    ready.writer.close()
    referee = ready.match.referee
    me = referee.game.seats[0]
    observed = [event for event, audience in referee.record if observes(me, audience)]
    known, told, at = registry.observer(game, me), list[Line](), 0
    counts: dict[str, int] = {}
    for seen, request in sitter.asked:
        for event in observed[at:seen]:
            told += known.see(event)
        at = max(at, seen)
        view, name = known.look(request), request.answer.__name__
        counts[name] = counts.get(name, 0) + 1
        if counts[name] not in (1, 4) or view.question is None:
            continue
        yield f"{name}-{counts[name]}", page(game, view, told, question(view.question, "/t/a/answer"))
        if counts[name] == 1:
            refused = Draft("", "What I wrote before.\nIt is still here.")
            yield f"{name}-refused", page(game, view, told, question(view.question, "/t/a/answer", refused, "Choose one first."))
            yield f"{name}-waiting", page(game, replace(view, question=None, prompt="The others are asked."), told)
            if final := next((each for each in view.question.choices if each.is_final), None):
                sure = confirmation(view.question, "/t/a/answer", Draft(final.value or ""))
                yield f"{name}-sure", page(game, view, told, sure)
    for event in observed[at:]:
        told += known.see(event)
    end = End(referee.record, referee.outcome, {seat: {"kind": "bot"} for seat in referee.game.seats}, me)
    shown = ending.end_card(end_card(game, end), addresses) + ending.results(registry.results(game, end), addresses)
    yield "over", page(game, known.look(), told, ended=shown)
    notes = registry.new_notes(game, me)
    fresh = registry.observer(game, me)
    for event in observed:
        notes.see(event, fresh.see(event))
    for name, html in (
        ("help", table.page_of_lines(registry.help_of(game, is_study=True))),
        ("notes", ending.notebook(notes.page(known.look().seats), log="/t/a")),
    ):
        yield name, render("woozle.arena.web.templates:reading.html", title=name.capitalize(), body=html, back="/t/a", **_FILES)


async def show(page: Page, html: str) -> None:
    """Open a page as a server would send it: with its policy, and nothing else there."""
    styles = (files("woozle.arena.web.static") / "table.css").read_text("utf-8")

    async def answer(route: Route) -> None:
        path = route.request.url.removeprefix(_ORIGIN)
        if path == "/t/a":
            await route.fulfill(body=html, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})
        elif path == "/static/table.css":
            await route.fulfill(body=styles, content_type="text/css")
        elif path == "/static/table.js":
            await route.fulfill(body="", content_type="text/javascript")
        else:
            await route.abort()

    await page.unroute_all()
    await page.route("**/*", answer)
    await page.goto(f"{_ORIGIN}/t/a")

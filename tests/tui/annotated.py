"""A match whose meeting makes claims, kept in a folder, for those who label them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from woozle.core.request import Answer, Request, Response
from woozle.games.ship.claims.labels import Heard
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.events import Act, Speak, Vote
from woozle.games.ship.tui.annotation import speeches_in
from woozle.games.ship.tui.annotation_screen import AnnotateScreen
from woozle.games.ship.tui.label_files import Labeller
from woozle.games.ship.tui.label_session import Labelling
from woozle.saves.writer import Writer
from woozle.tui.app import WoozleApp

from tests.games.ship.board import Board

SPEECHES = {
    "Alice": "I was in Medbay with Bob at tick 1. Then I saw Frank in Electrical. I think Bob is the killer.",
    "Bob": "I was in the Cafeteria.",
    "Eve": "hm",
    "Frank": "I was in Weapons at tick 2.",
}
CLAIMS = {
    "Alice": (
        Claim("location", "Alice", room="medbay", when="at tick 1", span=(2, 15)),
        Claim("sighting", "Alice", "Bob", "medbay", when="at tick 1", span=(9, 24)),
        Claim("accusation", "Alice", "Bob", strength="strong", span=(68, 93)),
    ),
    "Bob": (Claim("location", "Bob", room="cafeteria", span=(2, 22)),),
    "Frank": (Claim("location", "Frank", room="weapons", when="at tick 2", span=(2, 16)),),
}
"""The claims that the machine is supposed to have read. It missed that Alice saw Frank."""
TURNS = {("Alice", 1): "move medbay", ("Bob", 3): "button"}


def write(folder: Path, speeches: dict[str, str] = SPEECHES, seats: int = 6, turns: dict[tuple[str, int], str] = TURNS) -> Path:
    """Play it and keep it; returns its folder. Alice goes to medbay; Bob calls the meeting in tick 3; Frank is the duck."""
    table = Board(seats=seats, max_ticks=3, rounds=1)
    writer = Writer.create(folder, table, {seat: {"kind": "bot", "name": "speaker"} for seat in table.game.seats}, sync=False)

    def answer(request: Request) -> Answer:
        if request.answer is Speak:
            return Speak(text=speeches.get(request.to, ""))
        if request.answer is Vote:
            return Vote(target=None)
        return Act(action=turns.get((request.to, table.game.tick), "wait"))

    while table.outcome is None:
        request = next(iter(table.open.values()))
        response = Response(request.id, answer(request))
        writer.keep_response(request, response, table.fold(response))
    writer.keep_outcome(table.outcome)
    return folder


def heard(folder: Path, claims: dict[str, tuple[Claim, ...]] = CLAIMS) -> list[Heard]:
    """The speeches that are to be labelled, by speaker."""
    found = sorted(speeches_in(folder, None), key=lambda each: each.statement.speaker)
    return [replace(each, claims=claims.get(each.statement.speaker, ())) for each in found]


def labelling(folder: Path, name: str = "anna", order: Sequence[Heard] | None = None) -> Labelling:
    """The labelling of somebody."""
    return Labelling(order or heard(folder), Labeller(folder, name))


def app_of(labels: Labelling, theme: str = "") -> WoozleApp:
    """The app, as `woozle annotate` begins it."""
    app = WoozleApp(AnnotateScreen(labels))
    if theme:
        app.theme = theme
    return app

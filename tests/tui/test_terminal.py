"""The app in a real terminal: tmux end to end, and what reaches a terminal byte by byte."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from woozle.arena.play.setup import new_match
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.events import Act, Speak
from woozle.core.request import Response
from woozle.saves.store import list_matches

from tests.tui.hostile import HOSTILE, Heckler
from tests.tui.terminals import WOOZLE, StrictTerminal, Tmux, command, in_tmux, on_posix

pytestmark = pytest.mark.e2e


@pytest.fixture
def terminal() -> Iterator[Tmux]:
    with Tmux(80, 24) as tmux:
        yield tmux


@in_tmux
def test_a_person_starts_plays_resizes_leaves_and_goes_on(terminal):
    before = terminal.settings()
    terminal.type(command())
    terminal.until("Games", "Play")
    terminal.keys("p")
    terminal.until("Ready: 6 seats")
    terminal.keys("s")
    terminal.until("▸ Your turn, tick 1:")
    terminal.resize(140, 45)
    terminal.until("You and the others", "Your turn, tick 1:")
    terminal.resize(50, 15)
    terminal.until("60")
    terminal.resize(80, 24)
    terminal.until("▸ Your turn, tick 1:")
    terminal.keys("0")
    terminal.until("▸ Your turn, tick 2:")
    terminal.keys("C-c")
    terminal.until("Leave?")
    terminal.keys("C-c")
    terminal.until("Go on with: woozle resume")
    assert terminal.settings() == before
    (saved,) = list_matches()
    assert saved.status == "unfinished"
    terminal.type(command("resume", saved.id))
    terminal.until("▸ Your turn, tick 2:")


@in_tmux
def test_a_terminated_app_leaves_the_terminal_as_it_was_and_says_how_to_go_on(terminal):
    before = terminal.settings()
    terminal.type(command("play", "ship", "--seed", "5"))
    terminal.until("▸ Your turn, tick 1:")
    terminal.terminate()
    terminal.until("Go on with: woozle resume")
    assert terminal.settings() == before


class Patient:
    """A person who plays along until the first meeting is over, and then thinks."""

    is_human = True
    answers_at_once = False
    keeps_time = True

    async def respond(self, request, observation):
        if request.answer is Speak:
            return Response(request.id, Speak(text=HOSTILE), 0.0)
        if request.answer is Act:
            actions = request.choices["action"]
            return Response(request.id, Act(action="button" if "button" in actions else actions[1]), 0.0)
        await asyncio.Event().wait()
        raise AssertionError("That never comes.")

    def describe(self):
        return {"kind": "human"}


async def heckled() -> Path:
    """An unfinished match, in which everybody is about to vote after hostile speeches."""
    config = preset("standard", first_kill_cooldown=1000, ticks_per_task=100, rounds=1)
    ready = new_match("ship", ["human", "bot*5"], config, 3, human=lambda seat: Patient())
    ready.match.players = {seat: Heckler("1") if seat != "Alice" else player for seat, player in ready.match.players.items()}
    playing = asyncio.ensure_future(ready.match.play())
    while not (
        ready.match.referee.open and all(request.answer.__name__ == "Vote" for request in ready.match.referee.open.values())
    ):
        await asyncio.sleep(0)
    playing.cancel()
    ready.writer.close()
    return ready.folder


@on_posix
async def test_nothing_that_players_say_reaches_the_terminal_as_control():
    folder = await heckled()
    with StrictTerminal(*WOOZLE, "resume", folder.name) as terminal:
        terminal.until("Eject", "PWNED", "␛]0;PWNED", "[/nope]")

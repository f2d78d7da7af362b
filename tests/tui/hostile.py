"""Players, maps and files that want something of the terminal: everything that has ever done something to one, or to a widget."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from woozle.arena.play.setup import new_match
from woozle.core.match import Pacer
from woozle.games.ship.config import Config, preset
from woozle.games.ship.events import Act, Speak
from woozle.games.ship.maps import load
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship
from woozle.players.bot import Bot

from tests.arena.play.test_replay_source import play_until

SPELLS = (
    "\x1b]0;PWNED\x1b\\",  # the title of the window
    "\x1b]52;c;UFdORUQ=\x07",  # the clipboard
    "\x1b]8;;http://PWNED\x1b\\x\x1b]8;;\x1b\\",  # a link
    "\x1bPPWNED\x1b\\ \x1b_PWNED\x1b\\ \x1b^PWNED\x1b\\",  # messages to the terminal itself
    "\x1bc",  # a reset
    "\x1b[2J",
    "\x9b2J \x9d0;PWNED\x9c",  # the same in one character
    "\x1b[31mPWNED",
    "\x07\x08\r\x00\x7f",
    "\u202ePWNED\u202c\u2066\u2069",  # text that runs the other way
    "\u2028\u2029",
    "\U0010eeee \ue000 \U000e0041 Z" + 6 * "\u0301",  # placeholders of pictures, private use, tags, marks on marks
)
"""Texts on which a terminal acts."""

MARKUP = "[@click=app.bell]PWNED[/] [link=http://x]PWNED[/link] [bold PWNED[/nope] [/ [type=x, v={'a[0]'}]"
"""A text on which a widget acts."""

HOSTILE = f"PWNED {' '.join(SPELLS)} {MARKUP}"
NAMES = tuple(f"{letter} {spell}" for letter, spell in zip("ABCDEFGHIJ", (*SPELLS[:3], MARKUP, *SPELLS[5:]), strict=False))
FOLDER = MARKUP.replace("/", "\N{DIVISION SLASH}")
"""A name for a folder; it can be printed, so that matches in it are listed."""
UNLISTED = f"PWNED {''.join(SPELLS)}".replace("/", "\N{DIVISION SLASH}").replace("\0", "")
"""A name for a folder that can be opened, if somebody has got one."""


_answer = ShipBot.answer


class Heckler(ShipBot):
    """Says what no terminal should be told."""

    def answer(self, request, observation):
        answer = _answer(self, request, observation)
        if isinstance(answer, Speak):
            return Speak(text=HOSTILE)
        return Act(action=answer.action, say=HOSTILE) if isinstance(answer, Act) else answer

    def describe(self):
        return {"kind": "bot", "name": HOSTILE, "model": HOSTILE, "seed": "1"}


class Stumbler(Heckler):
    """Fails, with the same words."""

    def answer(self, request, observation):
        raise ValueError(HOSTILE)


def config(**options: object) -> Config:
    """Rules on a map with such names."""
    shuttle = load("shuttle")
    shuttle = shuttle.model_copy(update={"name": HOSTILE, "tasks": dict.fromkeys(shuttle.tasks, HOSTILE)})
    return preset("standard", map=shuttle, rounds=1, ticks_per_task=2, **{"max_ticks": 12} | options)


def players(seats: tuple[str, ...]) -> dict[str, Bot]:
    """The second one stumbles."""
    return {seat: (Stumbler if number == 1 else Heckler)(str(number)) for number, seat in enumerate(seats)}


def played(folder: Path | None = None, answers: int | None = None, seed: int = 11) -> Path:
    """The folder of a match of theirs; of its first answers only, if so many are named."""
    with patch.object(Ship, "seat_names", NAMES), patch.object(ShipBot, "describe", Heckler.describe):
        ready = new_match("ship", ["bot*6"], config(), seed, folder, pacer=Pacer(), sync=False)
    ready.match.players = players(ready.match.referee.game.seats)
    return play_until(ready, answers)


def sit_down() -> None:
    """Take every seat of this process."""
    Ship.seat_names = NAMES
    ShipBot.answer, ShipBot.describe = Heckler.__dict__["answer"], Heckler.__dict__["describe"]

"""People who take part in studies as people do: some decline, leave, come back or withdraw, and say who they are."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, get_args

from textual import events
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key

from woozle.tui.screens.study import StudyQuestionsScreen
from woozle.tui.screens.table import TableScreen

from tests.tui.studies.visits import app_of
from tests.tui.studies.walker import End, Walker

Deed = Literal[
    "declines",
    "finishes",
    "leaves and comes back",
    "takes too long",
    "finishes and withdraws",
    "leaves for good",
    "is cut off and comes back",
    "is under way",
]
"""The deeds of participants. There are eight, so that forty people over five studies do each once in each study."""

DEEDS: tuple[Deed, ...] = get_args(Deed)
LEAVERS: frozenset[Deed] = frozenset({"leaves and comes back", "leaves for good", "is cut off and comes back", "is under way"})
_SYLLABLES = [f"{first}{vowel}{last}" for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in ("l", "n", "r", "x", "")]


@dataclass
class Guest:
    """Somebody who comes to a study. number: among all, from 0. sentences: what they type, in turn; no two people share a word.

    code: once they agreed. in_matches, elsewhere: what they typed, at the table and in questions. ends: how their visits ended.
    """

    number: int
    study: int
    does: Deed
    seed: int
    releases: bool
    name: str
    mail: str
    recruiter: str
    sentences: tuple[str, ...]
    code: str = ""
    in_matches: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)

    @property
    def typed(self) -> list[str]:
        return self.in_matches + self.elsewhere


def crowd(count: int, studies: int, seed: int) -> list[Guest]:
    """So many people, dealt to the studies in turn."""
    chance = Random(seed)
    words = _words(chance)
    return [_guest(number, number % studies, chance, words) for number in range(count)]


def _words(chance: Random) -> Iterable[str]:
    """Words that nobody else says, and no text of ours has."""
    said = set()
    while True:
        word = "".join(chance.choice(_SYLLABLES) for _ in range(3))
        if len(word) >= 7 and word not in said:
            said.add(word)
            yield word


def _guest(number: int, study: int, chance: Random, words: Iterable[str]) -> Guest:
    new = iter(words)
    name = f"{next(new).title()} {next(new).title()}"
    mail = f"{next(new)}@{next(new)}.example"
    sentences = (f"I am {name}", mail, *(f"{next(new)} {next(new)} {next(new)}" for _ in range(4)))
    is_released = bool((number + number // len(DEEDS)) % 2)
    return Guest(
        number,
        study,
        DEEDS[number % len(DEEDS)],
        chance.randrange(2**32),
        is_released,
        name,
        mail,
        next(new),
        sentences,
    )


# A visit


class LateClock:
    """The time that truly goes by, and what is added to it. now: so many seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.now


class Talker(Walker):
    """A walker that notes where it typed what."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.in_matches: list[str] = []
        self.elsewhere: list[str] = []

    @staticmethod
    def _is_ready(app) -> bool:
        screen = app.screen
        if not Walker._is_ready(app):
            return False
        # The answer of the question before may still be on its way out.
        return not isinstance(screen, StudyQuestionsScreen) or screen.query_one("#on").disabled != screen.has_answer

    async def _type(self, pilot, sentence: str) -> None:
        (self.in_matches if isinstance(pilot.app.screen, TableScreen) else self.elsewhere).append(sentence)
        await super()._type(pilot, sentence)


class Hands:
    """Fingers on the keys of a running app: as Textual's pilot, but it waits for what keys do and for nothing else.

    missed: what should have been clicked, and could not be.
    """

    def __init__(self, pilot) -> None:
        self._pilot = pilot
        self.app = pilot.app
        self.missed: list[str] = []

    async def press(self, *keys: str) -> None:
        for key, then in zip(keys, (*keys[1:], ""), strict=True):
            name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
            pressed = events.Key(name, _character_of(key, name))
            pressed.set_sender(self.app)
            self.app._driver.send_message(pressed)
            if not len(key) == len(then) == 1:  # a sentence is typed in one go
                await self._pilot._wait_for_screen()

    async def pause(self) -> None:
        await asyncio.sleep(0.005)

    async def click(self, widget) -> bool:
        """Click, and return whether that was possible: on a small terminal a hidden widget has to be scrolled into view first."""
        widget.scroll_visible(animate=False)
        await self._pilot.pause()
        region = widget.region
        middle = (region.x + region.width // 2, region.y + region.height // 2)
        is_shown = self.app.screen.region.contains(*middle) and self.app.screen.get_widget_at(*middle)[0] is widget
        if is_shown and await self._pilot.click(widget):
            return True
        self.missed.append(f"{type(self.app.screen).__name__} #{widget.id}")
        return False


def _character_of(key: str, name: str) -> str | None:
    try:
        return unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        return key if len(key) == 1 else None


def visit(folder: Path, guest: Guest, *, limit_minutes: float = 60, size: tuple[int, int] = (80, 24)) -> End:
    """One visit: the first, or the one in which they come back. Whoever is cut off is killed with their process."""
    if guest.does == "is cut off and comes back" and not guest.code:
        return _cut_off(folder, guest, size)
    return asyncio.run(_visited(folder, guest, limit_minutes, size))


async def _visited(folder: Path, guest: Guest, limit_minutes: float, size: tuple[int, int]) -> End:
    is_first, clock = not guest.code, LateClock()
    leaves = is_first and guest.does in LEAVERS
    walker = Talker(
        guest.seed + len(guest.ends),
        declines=guest.does == "declines",
        releases=guest.releases,
        leaves_at=("match-1", "match-2")[guest.number % 2] if leaves else "",
        leaves_after=1 + guest.number % 2,
        is_killed=guest.does == "is cut off and comes back",
        clock=clock,
        slow=limit_minutes * 60 / 3 if guest.does == "takes too long" else 0.0,
        sentences=guest.sentences,
        unsaid=5 if guest.number % 3 else 15,
    )
    app = app_of(folder, clock, code=guest.code, recruiter="" if guest.code else guest.recruiter)
    async with app.run_test(size=size) as pilot:
        try:
            end = await walker.walk(Hands(pilot))
        finally:
            guest.code = walker.code.replace("-", "")
            guest.in_matches += walker.in_matches
            guest.elsewhere += walker.elsewhere
        if end == "killed" and is_first:
            return end
    guest.ends.append(end)
    return end


# A visit that is cut off


def _cut_off(folder: Path, guest: Guest, size: tuple[int, int]) -> End:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_until_killed, args=(folder, guest, size, theirs))
    process.start()
    theirs.close()
    try:
        guest.code, guest.in_matches, guest.elsewhere, end = ours.recv()
    except EOFError:
        raise AssertionError(f"The visit of guest {guest.number} broke off by itself.") from None
    finally:
        process.join()
    if end == "killed" and process.exitcode != -signal.SIGKILL:
        raise AssertionError(f"The visit of guest {guest.number} was not killed, but ended with {process.exitcode}.")
    guest.ends.append(end)
    return end


def _until_killed(folder: Path, guest: Guest, size: tuple[int, int], told) -> None:
    asyncio.run(_told(folder, guest, size, told))


async def _told(folder: Path, guest: Guest, size: tuple[int, int], told) -> None:
    clock = LateClock()
    walker = Talker(
        guest.seed,
        releases=guest.releases,
        leaves_at="match-1",
        leaves_after=1,
        is_killed=True,
        clock=clock,
        sentences=guest.sentences,
    )
    app = app_of(folder, clock, recruiter=guest.recruiter)
    async with app.run_test(size=size) as pilot:
        end = await walker.walk(Hands(pilot))
        told.send((walker.code.replace("-", ""), walker.in_matches, walker.elsewhere, end))
        if end == "killed":
            os.kill(os.getpid(), signal.SIGKILL)

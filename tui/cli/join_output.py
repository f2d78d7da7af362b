"""Seats at tables of other machines without the app: line by line, or with an agent."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from woozle.arena.join.agent_bridge import AgentBridge, make_agent
from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import OPEN_NETWORK, SeatLink
from woozle.arena.join.session import JoinedSession
from woozle.arena.play.news import (
    Asked,
    EventsArrived,
    Failed,
    Finished,
    Gathered,
    HostReached,
    HumansGuessed,
    News,
    Seated,
    Withdrawn,
)
from woozle.arena.views.end_card import lines as card_lines
from woozle.arena.views.waiting_room import room_lines
from woozle.core.line import texts
from woozle.core.request import Answer
from woozle.core.text import visible, visible_line
from woozle.players.human import Ask
from woozle.players.registry import prompt
from woozle.tui.cli.plain import InputClosedError, Lines, Looks, Typist, read_answer, write_wrapped
from woozle.tui.cli.sentences import notice, say


def answer_for(link: SeatLink, joiner: Joiner, agent: str) -> int:
    """Let an agent answer at a table, and return the exit status. Raises InputError or OSError, with a sentence."""
    if link.is_open_network:
        notice(OPEN_NETWORK)

    async def play() -> None:
        over = await AgentBridge(link, joiner, make_agent(agent), notice).play()
        kind = str((over.result or {}).get("kind", "the match stopped"))
        print(visible_line(" · ".join(filter(None, (kind.replace("_", " "), over.why)))))

    try:
        asyncio.run(play())
    except KeyboardInterrupt:
        return say(f"Left. The seat is kept: `woozle join '{link.text}' --agent {visible_line(agent)}` goes on.", 130)
    return 0


def play_plainly(link: SeatLink, joiner: Joiner) -> int:
    """Play at a table line by line, and return the exit status. Raises InputError or OSError, with a sentence."""

    async def play() -> int:
        session = JoinedSession(link, joiner)
        seat = PlainSeat(session, Typist(), write_wrapped if sys.stdout.isatty() else print)
        return await seat.play()

    try:
        return asyncio.run(play())
    except KeyboardInterrupt:
        return say(f"Left. Your seat stays yours: `woozle join '{link.text}' --plain` leads back to it.", 130)


class PlainSeat:
    """A seat at a table of another machine, in lines of text."""

    def __init__(self, session: JoinedSession, typist: Typist, write: Callable[[str], Any]) -> None:
        self._session, self._typist, self._write = session, typist, write
        self._narrate: Callable[[Any], list[Any]] = lambda event: []
        self._answering: asyncio.Task[None] | None = None
        self._over: asyncio.Future[int] | None = None
        self._last_room = ""
        self._state = "here"

    async def play(self) -> int:
        """Play to the end, and return the exit status."""
        self._over = asyncio.get_running_loop().create_future()
        playing = asyncio.ensure_future(self._session.play(self._take))
        try:
            await asyncio.wait((playing, self._over), return_when=asyncio.FIRST_COMPLETED)
            if self._over.done():
                return self._over.result()
            playing.result()
            return 1
        finally:
            for task in filter(None, (playing, self._answering)):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await playing

    def _end(self, status: int) -> None:
        if self._over and not self._over.done():
            self._over.set_result(status)

    def _take(self, news: News) -> None:
        match news:
            case Gathered(room) if room.places:
                if (shown := "\n".join(room_lines(room))) != self._last_room and room.state in ("waiting", "dealing"):
                    self._last_room = shown
                    self._write(visible(shown))
            case Gathered(room):
                for note in room.notes:
                    notice(note)
            case Seated(_, why_texts):
                self._narrate = self._session.observer().narrate
                if why_texts:
                    notice(why_texts)
            case EventsArrived(events):
                for event in events:
                    for line in texts(self._narrate(event)):
                        self._write(visible(line))
            case Asked(_, _, _, why):
                if why:
                    self._write(visible(why))
                self._answering = asyncio.ensure_future(self._answer())
            case Withdrawn():
                if self._answering:
                    self._answering.cancel()
                self._write("The time for this answer is over.")
            case HostReached(words, state) if state in ("here", "reconnecting") and state != self._state:
                self._state = state
                notice(words)
            case HumansGuessed(seats):
                self._answering = asyncio.ensure_future(self._guess(seats))
            case Failed(sentence):
                self._end(say(sentence, 1))
            case Finished():
                self._say_end()
                self._end(0)

    async def _answer(self) -> None:
        if (ask := self._session.hand.turn) is None:
            return
        lines = self._lines(ask)
        asked = self._words(ask)
        for line in asked:
            self._write(visible(line))
        ask.mark_shown()
        try:
            while ask.is_open:
                try:
                    answer = await self._read(ask, lines)
                except ValueError as problem:
                    self._write(visible(str(problem)))
                else:
                    self._session.answer(ask.request.id, answer)
        except InputClosedError:
            self._end(say(f"Left. {self._session.how_to_return}".rstrip(), 130))

    async def _read(self, ask: Ask, lines: Lines) -> Answer:
        in_one_line = prompt(self._session.game).line_reader if self._session.game else None
        if in_one_line and (meant := in_one_line(ask.request, ask.observation)):
            return meant(await lines.line(is_text=True))
        return await read_answer(ask.request, lines, self._write)

    def _words(self, ask: Ask) -> list[str]:
        game = self._session.game
        return [*prompt(game).words.question(ask.request, ask.observation)] if game else self._session.question.split("\n")

    def _lines(self, ask: Ask) -> Lines:
        rules = [line.text for line in self._session.rules]
        if self._session.game:
            return Looks(self._session.game, ask, self._typist, self._write, rules, is_shared=False)
        return _TextLines(self._typist, self._write, rules)

    async def _guess(self, seats: Sequence[str]) -> None:
        """Read the numbers of the seats that the person takes for humans."""
        for number, seat in enumerate(seats, 1):
            self._write(f"{number}. {visible_line(seat)}")
        self._write("Who of these was human? Type their numbers with spaces between them, or nothing.")
        with suppress(InputClosedError):
            typed = (await self._typist.line()).replace(",", " ").split()
            self._session.guess([seat for number, seat in enumerate(seats, 1) if str(number) in typed])

    def _say_end(self) -> None:
        session = self._session
        results, card = session.results(), session.end_card()
        if card:
            for line in card_lines(card):
                self._write(visible(line))
        else:
            self._write(visible(" ".join(filter(None, (results.headline, results.reason, *results.notes)))))
        if card:
            self._write(f"The transcript is in {visible_line(str(session.folder))}.")


class _TextLines:
    """The lines with which a person answers where the game is not installed: `?` tells the rules, `q` leaves."""

    def __init__(self, typist: Typist, write: Callable[[str], Any], rules: list[str]) -> None:
        self._typist, self._write, self._rules = typist, write, rules

    async def line(self, *, is_text: bool = False) -> str:
        while True:
            line = await self._typist.line()
            word = line.strip()
            if word == "?":
                for rule in self._rules:
                    self._write(visible(rule))
            elif word in ("q", "quit", "exit") and not is_text:
                raise InputClosedError
            else:
                return line

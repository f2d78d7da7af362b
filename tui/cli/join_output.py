"""Seats at tables of other machines without the app: line by line, or with an agent."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from woozle.arena.join.agents import AgentSeat, make_agent
from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import OPEN_NETWORK, SeatLink
from woozle.arena.join.session import JoinedSession
from woozle.arena.play import news
from woozle.arena.views.end_card import lines as card_lines
from woozle.arena.views.waiting_room import room_lines
from woozle.core.line import texts
from woozle.core.text import visible, visible_line
from woozle.players.human import Ask
from woozle.players.registry import prompt
from woozle.tui.cli.plain import InputClosedError, Looks, Typist, write_wrapped
from woozle.tui.cli.sentences import notice, say


def answer_for(link: SeatLink, joiner: Joiner, agent: str) -> int:
    """Let an agent answer at a table, and return the exit status. Raises InputError or OSError, with a sentence."""
    if link.is_open_network:
        notice(OPEN_NETWORK)

    async def play() -> int:
        made = make_agent(agent)
        over = await AgentSeat(JoinedSession(link, joiner), made, notice).play()
        kind = str((over.result or {}).get("kind", "the match stopped"))
        print(visible_line(" · ".join(filter(None, (kind.replace("_", " "), over.why)))))
        return 0

    return _run(play(), f"Left. The seat is kept: `woozle join '{link.text}' --agent {visible_line(agent)}` goes on.")


def play_plainly(link: SeatLink, joiner: Joiner) -> int:
    """Play at a table line by line, and return the exit status. Raises InputError or OSError, with a sentence."""
    write = write_wrapped if sys.stdout.isatty() else print
    play = PlainSeat(JoinedSession(link, joiner), Typist(), write).play
    return _run(play(), f"Left. Your seat stays yours: `woozle join '{link.text}' --plain` leads back to it.")


def _run(playing: Coroutine[Any, Any, int], left: str) -> int:
    try:
        return asyncio.run(playing)
    except KeyboardInterrupt:
        return say(left, 130)


class PlainSeat:
    """A seat at a table of another machine, in lines of text."""

    def __init__(self, session: JoinedSession, typist: Typist, write: Callable[[str], Any]) -> None:
        self._session, self._typist, self._write = session, typist, write
        self._narrate: Callable[[Any], list[Any]] = lambda event: []
        self._playing: asyncio.Task[None] | None = None
        self._answering: asyncio.Task[Any] | None = None
        self._has_rival = False
        self._last_room = ""
        self._state = "here"
        self._status = 1

    async def play(self) -> int:
        """Play to the end, and return the exit status."""
        self._playing = asyncio.ensure_future(self._session.play(self._take, stays=False))
        try:
            await asyncio.wait((self._playing,))
        finally:
            tasks = [task for task in (self._playing, self._answering) if task]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self._status

    def _take(self, told: news.News) -> None:
        match told:
            case news.Gathered(room) if room.places:
                if (shown := "\n".join(room_lines(room))) != self._last_room and room.state in ("waiting", "dealing"):
                    self._last_room = shown
                    self._write(visible(shown))
            case news.Gathered(room):
                for note in room.notes:
                    notice(note)
            case news.Seated(_, why_texts):
                self._narrate = self._session.observer().narrate
                if why_texts:
                    notice(why_texts)
            case news.EventsArrived(events):
                for event in events:
                    for line in texts(self._narrate(event)):
                        self._write(visible(line))
            case news.Asked(_, _, _, why):
                if why:
                    self._write(visible(why))
                if self._answering:
                    self._answering.cancel()
                if ask := self._session.hand.turn:
                    self._answering = asyncio.ensure_future(self._answer(ask))
            case news.Withdrawn():
                if self._answering:
                    self._answering.cancel()
                self._write("The time for this answer is over.")
            case news.HostReached(words) if self._session.has_rival != self._has_rival:
                self._has_rival = not self._has_rival
                if self._has_rival:
                    notice(words)
                if self._has_rival and (not self._answering or self._answering.done()):
                    self._answering = asyncio.ensure_future(self.line())
            case news.HostReached(words, state) if state in ("here", "reconnecting") and state != self._state:
                self._state = state
                notice(words)
            case news.HumansGuessed(seats):
                self._answering = asyncio.ensure_future(self._guess(seats))
            case news.Failed(sentence):
                self._status = say(sentence, 1)
            case news.Finished():
                self._status = 0
                self._say_end()

    async def line(self, *, is_text: bool = False) -> str:
        """Return the next line that is typed, which shows that somebody is here. Raises InputClosedError."""
        line = await self._typist.line()
        self._session.stay()
        return line

    async def _answer(self, ask: Ask) -> None:
        session, game = self._session, self._session.game
        asked = session.question.text.split("\n") if session.question else ()
        question = [*prompt(game).words.question(ask.request, ask.observation)] if game else asked
        looks = Looks(game, ask, self, self._write, question, [line.text for line in session.rules], is_shared=False)
        looks.say_question()
        ask.mark_shown()
        try:
            await looks.read_answers()
        except InputClosedError:
            self._status = say(f"Left. {session.how_to_return}".rstrip(), 130)
            if self._playing:
                self._playing.cancel()

    async def _guess(self, seats: Sequence[str]) -> None:
        """Read the numbers of the seats that the person takes for humans."""
        for number, seat in enumerate(seats, 1):
            self._write(f"{number}. {visible_line(seat)}")
        self._write("Who of these was human? Type their numbers with spaces between them, or nothing.")
        with suppress(InputClosedError):
            typed = (await self.line()).replace(",", " ").split()
            self._session.guess([seat for number, seat in enumerate(seats, 1) if str(number) in typed])

    def _say_end(self) -> None:
        session = self._session
        if card := session.end_card():
            for line in card_lines(card):
                self._write(visible(line))
            self._write(f"The transcript is in {visible_line(str(session.folder))}.")
        else:
            results = session.results()
            self._write(visible(" ".join(filter(None, (results.headline, results.reason, *results.notes)))))

"""A match line by line on standard input and output: for screen readers, pipes and tests. The same observation, no screen."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from woozle.arena.play.setup import Ready, Seating
from woozle.arena.views.coaching import Coach
from woozle.arena.views.failures import failures
from woozle.arena.views.rules import of_match
from woozle.core.game import PUBLIC
from woozle.core.match import Halt, Match
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Request, Seat
from woozle.core.text import visible, visible_line
from woozle.players.human import Ask, Human
from woozle.players.registry import prompt
from woozle.tui.cli.looks import WAYS, InputClosedError, Looks
from woozle.tui.cli.sentences import notice, say
from woozle.tui.cli.typed import takes_words, typed

_HELP = "? helps."
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has scrolled away where the terminal does that


class Typist:
    """Lines that a person types, read by a thread so that a match with a deadline can go on without them."""

    def __init__(self, readline: Callable[[], str] | None = None) -> None:
        self._readline = readline or sys.stdin.readline
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._is_reading = False

    async def line(self, *, is_text: bool = False) -> str:
        """The next line, without its end. is_text makes no difference. Raises InputClosedError when there are no more."""
        if not self._is_reading and self._lines.empty():
            self._is_reading = True
            threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True).start()
        line = await self._lines.get()
        if not line:
            self._lines.put_nowait("")
            raise InputClosedError
        return line.rstrip("\r\n")

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            line = self._readline()
        except (OSError, ValueError):
            line = ""
        self._is_reading = False
        with suppress(RuntimeError):  # the match was left, and its loop is closed
            loop.call_soon_threadsafe(self._lines.put_nowait, line)


def play_plainly(
    game: str,
    ready: Callable[[Seating], Ready],
    close: Callable[[], Awaitable[None]] | None = None,
    coach: Coach | None = None,
) -> None:
    """Play a match on standard input and output. ready: makes it, given who takes the person's seat; close: lets go of its models.

    coach: who goes along, in a tutorial, which is begun anew and not resumed.
    Leaves with a sentence and status 130 if the person left before the end, 1 if the match stands still for another reason.
    """
    left: list[str] = []
    halted: list[str] = []

    async def played() -> None:
        table = PlainTable(game, Typist(), is_terminal=sys.stdin.isatty() and sys.stdout.isatty(), coach=coach)
        match, folder, writer = ready(table.human)
        try:
            await table.play(match)
        except Halt as halt:
            left.append(folder.name)
            halted.append(str(halt))
        except InputClosedError:
            left.append(folder.name)
        except asyncio.CancelledError:
            left.append(folder.name)
            raise
        else:
            for sentence in failures((event for event, _ in match.referee.record), match.referee.game.seats):
                notice(sentence)
            name = visible_line(str(folder) if coach else folder.name)
            sys.stdout.write(f"Saved as {name}; `woozle verify {name}` checks it.\nIts head: {writer.head}\n")
        finally:
            writer.close()
            if close:
                await close()

    with suppress(KeyboardInterrupt):
        asyncio.run(played())
    if coach and (halted or left):
        sys.exit(say(" ".join([*halted, f"Left. `woozle learn {game}` begins anew."]), 1 if halted else 130))
    if halted:
        sys.exit(say(f"{halted[0]} The match is saved; `woozle resume {left[0]}` goes on with it.", 1))
    if left:
        sys.exit(say(f"Left. The match is saved; `woozle resume {left[0]}` goes on with it.", 130))


class PlainTable:
    """The place of a person at a match, in lines of text; several people take turns, and the screen is cleared between them.

    is_terminal: whether it can be cleared. coach: who goes along with the one person, in a tutorial.
    """

    def __init__(
        self,
        game: str,
        typist: Typist,
        write: Callable[[str], Any] = print,
        *,
        is_terminal: bool = False,
        coach: Coach | None = None,
    ) -> None:
        self._game = game
        self._coach = coach
        self._prompt = prompt(game)
        self._typist = typist
        self._write = write
        self._is_terminal = is_terminal
        self._people: list[Seat] = []
        self._looking: Seat | None = None
        self._greeted: set[Seat] = set()  # who was told who they are
        self._offered: set[Seat] = set()  # who was told how to look at pictures
        self._shown_how: set[Seat] = set()  # who was told where words go
        self._turn = asyncio.Lock()
        self._shown = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._ended: asyncio.Future[None] | None = None
        self.match: Match | None = None

    def human(self, seat: Seat) -> Human:
        """The player of a seat. Raises ValueError if several people would share what cannot be cleared."""
        if self._people and not self._is_terminal:
            raise ValueError("Several people can play line by line only at a terminal, which is cleared between them.")
        self._people.append(seat)
        self._looking = seat if len(self._people) == 1 else None
        return Human(self._present)

    async def play(self, match: Match) -> Outcome:
        """Play to the end. Raises InputClosedError if standard input ends first."""
        self.match = match
        playing = asyncio.ensure_future(match.play())
        self._ended = asyncio.get_running_loop().create_future()
        watching = asyncio.ensure_future(self._look_on())
        try:
            waiting: set[asyncio.Future[Any]] = {playing, self._ended}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if self._ended.done():
                self._ended.result()
            return await playing
        finally:
            tasks = (playing, watching, *self._asking)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)  # the match keeps what has arrived
            self._ended.cancel()
            self._show_news()
            if self._coach and match.referee.outcome:
                self._advise(self._coach.end())

    def _advise(self, said: str) -> None:
        if said:
            self._write(f"Coach: {visible(said)}")

    async def _look_on(self) -> None:
        assert self.match is not None
        watch = self.match.watch()
        while True:
            await watch.news()
            self._show_news()

    def _show_news(self) -> None:
        if self.match is None or (self._people and not self._looking):
            return
        view = self.match.referee.view(self._looking or PUBLIC)
        for event in view[self._shown :]:
            for line in self._prompt.lines(event, self._looking):
                self._write(visible(line))
            if self._coach:
                self._coach.see(event)
        self._shown = len(view)

    def _present(self, ask: Ask) -> None:
        task = asyncio.ensure_future(self._answer(ask))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

        def stop() -> None:
            task.cancel()

        ask.on_close(stop)

    async def _answer(self, ask: Ask) -> None:
        try:
            async with self._turn:
                await self._hand_over(ask.request.to)
                rules = of_match(self.match.referee.game) if self.match else ()
                looks = Looks(self._game, ask, self._typist, self._write, rules, is_shared=len(self._people) > 1)
                self._greet(ask)
                if looks.is_what_it_is_about and ask.request.to not in self._offered:
                    self._offered.add(ask.request.to)
                    self._write(looks.offer)
                self._advise(self._coach.ask(ask.request) if self._coach else "")
                for line in self._prompt.question(ask.request, ask.observation):
                    self._write(visible(line))
                self._show_how(ask.request)
                ask.shown()
                await self._typed(ask, looks)
        except InputClosedError as error:
            if self._ended and not self._ended.done():
                self._ended.set_exception(error)

    def _greet(self, ask: Ask) -> None:
        """Once: who the person is, what they want, and what can always be typed."""
        seat = ask.request.to
        if seat not in self._greeted:
            self._greeted.add(seat)
            self._write(visible(next(iter(self._prompt.guide(seat, ask.observation)), f"You are {seat}.")))
            self._write(WAYS)

    def _show_how(self, request: Request) -> None:
        """Once: that words go where the number is, for nobody would look for them there."""
        if request.to not in self._shown_how and not hasattr(self._prompt, "typed") and takes_words(request):
            self._shown_how.add(request.to)
            self._write("Words, where you may say some, go on the same line after the number: `1 like this`.")

    async def _typed(self, ask: Ask, looks: Looks) -> None:
        in_one_line = getattr(self._prompt, "typed", None)
        meant: Callable[[str], Answer] | None = in_one_line(ask.request, ask.observation) if in_one_line else None
        while ask.is_open:
            line = await looks.line(is_text=True) if meant else ""
            try:
                answer = meant(line) if meant else await typed(ask.request, looks, self._write)
            except ValueError as problem:
                if not looks.follows(line.strip()):
                    self._write(visible(" ".join(filter(None, (str(problem), looks.offer, _HELP)))))
            else:
                ask.answer(answer)

    async def _hand_over(self, seat: Seat) -> None:
        """Show this seat what it has not seen; behind a cleared screen if somebody else looked before."""
        if seat != self._looking:
            self._looking = None
            self._write(f"{_CLEAR}Pass the keyboard to {visible_line(seat)}, then press enter. Everyone else: please look away.")
            self._write("Not every terminal lets a program clear what has scrolled away; do not scroll back.")
            await self._typist.line()
            self._write(_CLEAR)
            self._looking, self._shown = seat, 0
        self._show_news()

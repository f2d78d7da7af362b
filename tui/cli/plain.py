"""Matches line by line on standard input and output, for screen readers, pipes and tests."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from woozle.arena.play.setup import Ready, Seating
from woozle.arena.views.answer_sentences import failures
from woozle.arena.views.coach import Coach
from woozle.arena.views.registry import notes_of
from woozle.arena.views.rules import of_match
from woozle.core.answers import Part, from_fields, parts
from woozle.core.errors import InputError
from woozle.core.game import PUBLIC
from woozle.core.line import texts
from woozle.core.match import Halt, Match
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Display, Request, Seat
from woozle.core.text import typed_text, visible, visible_line
from woozle.core.words import Narrator, asks
from woozle.players.human import Ask, Human
from woozle.players.registry import pictures, prompt
from woozle.tui.cli.sentences import notice, say


class Lines(Protocol):
    """A source of lines."""

    async def line(self, *, is_text: bool = False) -> str:
        """Return the next line, without its end. is_text: any words can be an answer."""


_RANGE = re.compile(r"\s*(\d+)\s*(?:-|–|to|and|,|\s)\s*(\d+)\s*")


async def read_answer(request: Request, lines: Lines, write: Callable[[str], Any]) -> Answer:
    """Read an answer from lines: a number for a choice, followed by an optional text, else a line for each field.

    The ends of a range can stand on one line: `35-41`.

    Raises ValueError, with a sentence, for an invalid line.
    """
    asked, extra = _lines_of(request)
    given: dict[str, Any] = {}
    is_range, ends = len(asked) == 2 and all(part.span for part in asked), list[str]()
    for part in asked:
        if len(asked) > 1 and not ends:
            write(asks(request, part.name))
        if is_range:
            ends = ends or _ends(await lines.line())
            typed, rest = part.parse(ends.pop(0)), ""
        else:
            typed, rest = await _read_part(part, lines)
        if rest and not extra:
            raise InputError("Type one number.")
        if rest:
            given[extra.pop().name] = rest
        if typed != "" or not part.is_optional:
            given[part.name] = typed
    return from_fields(request, given)


def _ends(line: str) -> list[str]:
    """Return the ends of a range, or all that was typed if it is none."""
    ends = _RANGE.fullmatch(line)
    return [*ends.groups()] if ends else [line]


def takes_words(request: Request) -> bool:
    """Return whether words can follow a number on its line."""
    asked, extra = _lines_of(request)
    return len(asked) == 1 and bool(extra)


def _lines_of(request: Request) -> tuple[list[Part], list[Part]]:
    """Return the parts of an answer that have their own line, and the texts that can follow a number on its line.

    Parts come in the order in which the question names them.
    """
    named = list(request.schema().get("properties", {}))
    every = sorted(parts(request), key=lambda part: named.index(part.name))
    extra = [part for part in every if part.is_optional and part.is_text]
    asked = [part for part in every if part not in extra]
    return (asked, extra) if asked else (extra, [])


async def _read_part(part: Part, lines: Lines) -> tuple[Any, str]:
    """Return the value of one part, and the rest of its line."""
    if part.legal is not None:
        line = (await lines.line()).strip()
        number, _, rest = line.partition(" ")
        return (part.parse(line), "") if line in map(str, part.legal) else (part.parse(number), rest.strip())
    if part.items:
        return [(await _read_part(each, lines))[0] for each in part.items], ""
    line = await lines.line(is_text=not part.is_number)
    return "" if part.is_optional and not line.strip() else part.parse(line), ""


OPEN, TELL = "o", "d"
EXPLAIN = ("?", "help")
_LEAVE = ("q", "quit", "exit")
NOTES = "notes"
WAYS = f"? tells the rules, {NOTES} lists what was claimed, q leaves; where words are asked for, ctrl+d leaves."
"""Commands that work at any time. In a text only ? does, since a letter may be part of what the player wants to say."""

_NO_WORDS = f"This picture has no description; {OPEN} opens it."
_SHARED = "No picture is shown while several people share this terminal."


class InputClosedError(EOFError):
    """The end of standard input, or the player's wish to leave."""


class Looks:
    """The lines with which a person answers; those that ask for something else are taken out, and followed.

    Args:
        game: Empty for one that is not installed here.
        question: What is asked, in words.
        rules: How the match is played.
        is_shared: Others use the terminal too, and would find the file.
    """

    def __init__(
        self,
        game: str,
        ask: Ask,
        lines: Lines,
        write: Callable[[str], Any],
        question: Sequence[str],
        rules: Sequence[str] = (),
        *,
        is_shared: bool,
    ) -> None:
        self._game, self._question, self._rules = game, question, rules
        self._ask = ask
        self._lines = lines
        self._write = write
        self._is_shared = is_shared
        self._draw = pictures(game) if game else None
        self._tell: Callable[..., str] | None = prompt(game).describe_picture if game else None
        self._opened, self._is_told = 0, False

    def say_question(self) -> None:
        """Write what is asked."""
        for line in self._question:
            self._write(visible(line))

    async def read_answers(self) -> None:
        """Read lines until the question is answered, or over. Raises InputClosedError for one that leaves."""
        in_one_line = prompt(self._game).line_reader if self._game else None
        ask = self._ask
        meant: Callable[[str], Answer] | None = in_one_line(ask.request, ask.observation) if in_one_line else None
        while ask.is_open:
            line = await self.line(is_text=True) if meant else ""
            try:
                answer = meant(line) if meant else await read_answer(ask.request, self, self._write)
            except ValueError as problem:
                if not self.follows(line.strip()):
                    self._write(visible(" ".join(filter(None, (str(problem), self.offer, _HELP)))))
            else:
                ask.answer(answer)

    @property
    def is_what_it_is_about(self) -> bool:
        """Return whether the game is about the picture, so that no one can play without looking at it."""
        return self._tell is not None

    @property
    def offer(self) -> str:
        """Return a sentence on how to look at pictures; empty if there are none."""
        if self._tell and self._is_shared:
            return f"{TELL} tells your picture in words."
        if self._tell:
            return f"{OPEN} opens your picture, {TELL} tells it in words."
        return f"{OPEN} opens pictures of this moment." if self._draw else ""

    async def line(self, *, is_text: bool = False) -> str:
        """Return the next line that asks for nothing else. Raises InputClosedError for one that leaves.

        is_text: any words can be an answer; only the rules and what a game is about are asked for then.
        """
        while True:
            line = await self._lines.line()
            word = line.strip()
            if (word == EXPLAIN[0] or not is_text) and self.follows(word):
                continue
            look = self._asked_for(word, is_text)
            if look is None:
                return line
            self._write(visible(look()))

    def follows(self, word: str) -> bool:
        """Show the rules or the notebook if a word asks for them, and return whether it did. Raises InputClosedError for one
        that leaves.
        """
        if word in _LEAVE:
            raise InputClosedError
        if word == NOTES:
            told: Iterable[str] = notes_of(self._game, self._ask.request.to, self._ask.observation) if self._game else ()
        elif word in EXPLAIN:
            told = filter(None, (*self._rules, self.offer, WAYS))
        else:
            return False
        for row in told:
            self._write(visible(row))
        self.say_question()  # it has gone up
        return True

    def _asked_for(self, word: str, is_text: bool) -> Callable[[], str] | None:
        if is_text and not self._tell:
            return None
        if word == OPEN and self._draw:
            return self._open
        return self._in_words if word == TELL and self._tell else None

    def _open(self) -> str:
        """Open the pictures of the seat, and return a sentence about them."""
        from woozle.tui import gallery
        from woozle.tui.settings import config

        if self._is_shared:
            return _SHARED
        ask = self._ask
        if not (drawn := self._draw(ask.request, ask.observation) if self._draw else ()):
            return gallery.NONE
        try:
            told = gallery.show(self._game, drawn, config.read().settings, ask.request.to)
        except OSError as error:
            return str(error)
        ask.show(drawn)
        self._opened += 1
        self._note()
        return told

    def _in_words(self) -> str:
        ask = self._ask
        words = self._tell(ask.request, ask.observation) if self._tell else ""
        self._is_told |= bool(words)
        self._note()
        return words or _NO_WORDS

    def _note(self) -> None:
        """Record how the picture was seen."""
        if self._tell:
            self._ask.see(Display("words" if self._is_told else "off", 0, 0, 0, 0, opened=self._opened))


_HELP = "? helps."
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has scrolled away where the terminal does that


class Typist:
    """Lines that a player types, read by a thread, so that a match with a deadline can go on without them."""

    def __init__(self, readline: Callable[[], str] | None = None) -> None:
        self._readline = readline or sys.stdin.readline
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._is_reading = False

    async def line(self, *, is_text: bool = False) -> str:
        """Return the next line, without its end. is_text makes no difference. Raises InputClosedError when there are no more."""
        if not self._is_reading and self._lines.empty():
            self._is_reading = True
            threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True).start()
        line = await self._lines.get()
        if not line:
            self._lines.put_nowait("")
            raise InputClosedError
        return typed_text(line.rstrip("\r\n"))

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
    rematch: str = "",
) -> None:
    """Play a match on standard input and output.

    Exits with a sentence and status 130 if the player leaves before the end, 1 if the match stands still for another reason.

    Args:
        game: The name of the game.
        ready: Open the match, given the factory of its human players.
        close: Close the models of the match.
        coach: The coach of a tutorial, which cannot be resumed.
        rematch: The command that plays such a match once more with all dealt anew; empty where there is none.
    """
    begun: list[str] = []
    halted: list[str] = []
    finished: list[str] = []

    async def play() -> None:
        write = write_wrapped if sys.stdout.isatty() else print
        table = PlainTable(game, Typist(), write, is_terminal=sys.stdin.isatty() and sys.stdout.isatty(), coach=coach)
        match, folder, writer = ready(table.human)
        begun.append(folder.name)
        try:
            await table.play(match)
        except Halt as halt:
            halted.append(str(halt))
        except InputClosedError:
            pass
        else:
            finished.append(folder.name)
            for sentence in failures((event for event, _ in match.referee.record), match.referee.game.seats):
                notice(sentence)
            name = visible_line(str(folder) if coach else folder.name)
            sys.stdout.write(f"Saved as {name}; `woozle verify {name}` checks it.\nIts head: {writer.head}\n")
            if coach:
                sys.stdout.write(f"Next: `woozle play {game} --plain`.\n")
            if rematch:
                sys.stdout.write(f"Rematch, the same players with all dealt anew: `{rematch}`.\n")
        finally:
            writer.close()
            if close:
                await close()

    with suppress(KeyboardInterrupt):
        asyncio.run(play())
    if begun != finished:
        why, status = (halted[0], 1) if halted else ("Left.", 130)
        after = f"`woozle learn {game}` begins anew." if coach else f"The match is saved; `woozle resume {begun[0]}` continues it."
        sys.exit(say(f"{why} {after}", status))
    _say_badges(finished)


def _say_badges(finished: Iterable[str]) -> None:
    """Say which badges were earned with matches, by their ids."""
    from woozle.arena.reports.conduct_reader import badges_earned_with
    from woozle.arena.views.badges import earned_line

    for id in finished:
        for badge in badges_earned_with(id):
            sys.stdout.write(f"{earned_line(badge)}\n")


def write_wrapped(text: str) -> None:
    """Print a text to a terminal, broken between words where it is wider than that."""
    from rich.console import Console
    from rich.text import Text

    console = Console()
    print("\n".join(line.plain.rstrip() for line in Text(text).wrap(console, console.width)))


class PlainTable:
    """A table in lines of text. Several humans take turns, and the screen is cleared between them.

    is_terminal: whether it can be cleared. coach: the coach of a tutorial.
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
        self._narrator = Narrator(self._prompt.words, PUBLIC)
        self._typist = typist
        self._write = write
        self._is_terminal = is_terminal
        self._people: list[Seat] = []
        self._looking: Seat | None = None
        self._greeted: set[Seat] = set()  # who has seen who they are
        self._offered: set[Seat] = set()  # who has seen how to look at pictures
        self._shown_how: set[Seat] = set()  # who has seen where words go
        self._turn = asyncio.Lock()
        self._shown = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._ended: asyncio.Future[None] | None = None
        self.match: Match | None = None

    def human(self, seat: Seat) -> Human:
        """Return the player of a seat. Raises ValueError if several humans would share a screen that cannot be cleared."""
        if self._people and not self._is_terminal:
            raise InputError("Several people can play line by line only at a terminal, which is cleared between them.")
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
            with suppress(BrokenPipeError):  # the reader of the output may have left first
                self._show_news()
                if match.referee.outcome:
                    self._say_end(match.referee.outcome)

    def _say_end(self, outcome: Outcome) -> None:
        """Write the content of the app's end card: who won and why, the best moment, and what was hidden."""
        from woozle.arena.views.end import End
        from woozle.arena.views.end_card import end_card, lines, shared_card

        if self.match is None:
            return
        me = self._people[0] if len(self._people) == 1 else None
        referee = self.match.referee
        end = End(referee.record, outcome, me=me, config=referee.game.config)
        names = {seat: seat for seat in self._people}
        for line in lines(end_card(self._game, end) if len(names) < 2 else shared_card(self._game, end, names)):
            self._write(visible(line))
        self._advise(self._coach.end() if self._coach else "")

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
        if not self._shown:
            self._narrator = Narrator(self._prompt.words, self._looking or PUBLIC)
        for event in view[self._shown :]:
            for line in texts(self._narrator(event)):
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
                question = self._prompt.words.question(ask.request, ask.observation)
                is_shared = len(self._people) > 1
                looks = Looks(self._game, ask, self._typist, self._write, [*question], rules, is_shared=is_shared)
                self._greet(ask)
                if looks.is_what_it_is_about and ask.request.to not in self._offered:
                    self._offered.add(ask.request.to)
                    self._write(looks.offer)
                self._advise(self._coach.ask(ask.request) if self._coach else "")
                looks.say_question()
                self._show_how(ask.request)
                ask.mark_shown()
                await looks.read_answers()
        except InputClosedError as error:
            if self._ended and not self._ended.done():
                self._ended.set_exception(error)

    def _greet(self, ask: Ask) -> None:
        """Introduce a player once: their name, role and goal, and the commands."""
        seat = ask.request.to
        if seat not in self._greeted:
            self._greeted.add(seat)
            self._write(visible(next(iter(self._prompt.words.guide(seat, ask.observation)), f"You are {seat}.")))
            self._write(WAYS)

    def _show_how(self, request: Request) -> None:
        """Explain once that words go on the line of the number, where no one would expect them."""
        if request.to not in self._shown_how and not self._prompt.line_reader and takes_words(request):
            self._shown_how.add(request.to)
            self._write("To say something with your choice, write it after the number: `1 like this`.")

    async def _hand_over(self, seat: Seat) -> None:
        """Show this seat what is new, on a cleared screen if another player looked before."""
        if seat != self._looking:
            self._looking = None
            self._write(f"{_CLEAR}Pass the keyboard to {visible_line(seat)}, then press enter. Everyone else: please look away.")
            self._write("Not every terminal lets a program clear what has scrolled away; do not scroll back.")
            await self._typist.line()
            self._write(_CLEAR)
            self._looking, self._shown = seat, 0
        self._show_news()

"""One match as the app plays it: the bridge between the core, which knows no screen, and a screen, which knows no rules."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from textual.message import Message

from woozle.core.game import EVERYONE, PUBLIC, Told
from woozle.core.match import Match, Pacer, Watch
from woozle.core.referee import Referee
from woozle.core.request import Answer, Seat
from woozle.players.human import Ask, Human
from woozle.saves.disk import SaveError
from woozle.saves.refold import fold, referee_of
from woozle.saves.transcript import read
from woozle.saves.writer import Writer
from woozle.tui.messages import Asked, EventsArrived, Failed, Finished, Paced, Withdrawn
from woozle.tui.present.registry import presenter
from woozle.tui.present.views import Results
from woozle.tui.setup import Ready, new_match, reopened_match
from woozle.tui.start import Resume, Start

LONGEST_SECONDS = 12.0  # that anybody is made to wait for one speech


class Stopwatch:
    """Thinking time: it runs from the first paint of a question, and stands still while the match is paused or the app is left."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent = 0.0
        self._since: float | None = None

    def start(self) -> None:
        """From the beginning."""
        self._spent, self._since = 0.0, self._clock()

    def hold(self) -> None:
        """Stand still."""
        self._spent, self._since = self.seconds, None

    def go_on(self) -> None:
        """Run on from where it stood."""
        self._since = self._clock() if self._since is None else self._since

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return self._spent + (self._clock() - self._since if self._since is not None else 0.0)


class Session:
    """Plays one match for one person. post: puts a message to the table's screen.

    Only what the person's own seat has observed ever leaves it, until the match is over.
    """

    def __init__(self, start: Start | Resume, *, clock: Callable[[], float] = time.monotonic, speed: float = 1.0) -> None:
        """Raises ValueError or OSError, with a sentence, if the match cannot be begun or resumed."""
        self.pacer = Pacer(self._reading, self._rest)
        self.pacer.speed = speed
        self.seat: Seat | None = None
        self._post: Callable[[Message], Any] = lambda message: None
        self._shown = 0
        self._asks: dict[int, Ask] = {}
        self._watch = Stopwatch(clock)
        self._skipped = asyncio.Event()
        ready = self._ready(start)
        self.match: Match = ready.match
        self._writer: Writer | None = ready.writer
        self.folder: Path | None = ready.folder
        self.game: str = self.match.referee.game.name
        players = {seat: player.describe() for seat, player in self.match.players.items()}
        self.start = start if isinstance(start, Start) else again(self.match.referee, players)

    def _ready(self, start: Start | Resume) -> Ready:
        if isinstance(start, Resume):
            return reopened_match(start.path, self._human, pacer=self.pacer)
        return new_match(start.game, start.seats, start.config, start.seed, None, self._human, pacer=self.pacer)

    def _human(self, seat: Seat) -> Human:
        if self.seat is not None:
            raise ValueError("Only one person can sit at this table; let the others be bots.")
        self.seat = seat
        return Human(self._present)

    @property
    def id(self) -> str:
        """The name of the match, by which it can be resumed."""
        return self.folder.name if self.folder else ""

    @property
    def is_over(self) -> bool:
        """Whether the match has its outcome."""
        return self.match.referee.outcome is not None

    async def play(self, post: Callable[[Message], Any]) -> None:
        """Play to the end, telling a screen; cancelling leaves a transcript that can be resumed."""
        self._post = post
        reader = asyncio.ensure_future(self._read(self.match.watch()))
        self._tell()
        try:
            await self.match.play()
            self._tell()
            self._post(Finished())
        except SaveError as error:
            self._post(Failed(str(error)))
        finally:
            reader.cancel()
            if self._writer:
                self._writer.close()

    def results(self) -> Results:
        """How the match ended; only when it has."""
        referee = self.match.referee
        assert referee.outcome is not None
        players = {seat: player.describe() for seat, player in self.match.players.items()}
        self.start = again(referee, players)
        shown: Results = presenter(self.game).results(referee.record, referee.outcome, players, self.seat)
        return shown

    # What the screen sends

    def shown(self, request: int) -> None:
        """A request is on screen."""
        if request in self._asks:
            self._watch.start()

    def answer(self, request: int, answer: Answer) -> None:
        """The person has answered."""
        if ask := self._asks.pop(request, None):
            ask.answer(answer, self._watch.seconds)

    def pause(self) -> None:
        """Stand still, or go on."""
        if self.pacer.is_paused:
            self.pacer.resume()
            self._watch.go_on()
        else:
            self.pacer.pause()
            self._watch.hold()
        self._pace()

    def skip(self) -> None:
        """Go on at once to what comes next."""
        self._skipped.set()
        if self.pacer.is_paused:
            self.pause()

    def fast(self) -> None:
        """Run to the end without waiting for readers, or stop doing so."""
        self.pacer.speed = 1.0 if self.pacer.speed == float("inf") else float("inf")
        if self.pacer.is_paused:
            self.pacer.resume()
        self._skipped.set()
        self._pace()

    def away(self, is_away: bool) -> None:
        """Whether the terminal has lost the focus; that time is not thinking time."""
        if is_away:
            self._watch.hold()
        elif self._asks and not self.pacer.is_paused:
            self._watch.go_on()

    # What the match brings

    async def _read(self, watch: Watch) -> None:
        while True:
            await watch.news()
            self._tell()

    def _tell(self) -> None:
        """Post what the viewer has observed since the last time."""
        view = self.match.referee.view(self.seat or PUBLIC)
        news, self._shown = tuple(view[self._shown :]), len(view)
        if news:
            self._post(EventsArrived(news))

    def _present(self, ask: Ask) -> None:
        self._tell()
        self._asks[ask.request.id] = ask
        ask.on_close(lambda: self._closed(ask.request.id))
        self._post(Asked(ask.request))

    def _closed(self, request: int) -> None:
        if self._asks.pop(request, None):
            self._post(Withdrawn(request))

    def _reading(self, told: Sequence[Told]) -> float:
        seen = [event for event, audience in told if audience is EVERYONE or self.seat in audience]
        seconds: float = sum(presenter(self.game).reading(event, self.seat) for event in seen)
        return min(LONGEST_SECONDS, seconds)

    async def _rest(self, seconds: float) -> None:
        self._skipped.clear()
        self._pace("reading")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._skipped.wait(), seconds)
        self._pace()

    def _pace(self, state: str = "") -> None:
        self._post(Paced("paused" if self.pacer.is_paused else state or "going", self.pacer.speed))  # type: ignore[arg-type]


def again(referee: Referee, players: Mapping[Seat, Mapping[str, Any]]) -> Start:
    """The same game with the same options and the same kind of players, and a new key."""
    specs = ["human" if who.get("kind") == "human" else f"bot:{who.get('name', '')}" for who in players.values()]
    return Start(referee.game.name, tuple(specs), referee.game.config)


def finished(path: Path) -> tuple[Start, Results]:
    """How a match that is over ended, and what it takes to play it again. Raises ValueError or OSError, with a sentence."""
    transcript = read(path)
    if transcript.end is None:
        raise ValueError(f"The match in {path.name} is not over.")
    referee = referee_of(transcript.header, transcript.key)
    for line in transcript.lines:
        fold(referee, line)
    players = transcript.header.players
    me = next((seat for seat, described in players.items() if described.get("kind") == "human"), None)
    shown = presenter(transcript.header.game).results(referee.record, transcript.end.outcome, players, me)
    return again(referee, players), shown

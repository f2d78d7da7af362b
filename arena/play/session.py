"""A match that people play at one terminal: between the rules, which know no screen, and screens, which know no rules."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from woozle.arena import logs
from woozle.arena.play import tutorials
from woozle.arena.play.endings import again, card_for, results_for
from woozle.arena.play.handover import Attention, Handover
from woozle.arena.play.model_news import slowest
from woozle.arena.play.news import Asked, CurtainFell, CurtainRose, EventsArrived, Failed, Finished, News, Paced, Waits, Withdrawn
from woozle.arena.play.people import people
from woozle.arena.play.setup import Ready, describe_players, new_match, refuse_open_table, reopened_match
from woozle.arena.play.start import Resume, Start
from woozle.arena.views.end_card import EndCard
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import Curtain, Results
from woozle.arena.views.registry import observer, reading
from woozle.arena.views.rules import lines
from woozle.arena.views.speeds import faster, slower
from woozle.arena.views.words import describe_left_match
from woozle.core.game import EVERYONE, PUBLIC, RecordEntry
from woozle.core.line import Line
from woozle.core.match import Halt, Match, Pacer, Watch
from woozle.core.request import Answer, Picture, Request, Seat
from woozle.players.human import Ask, Human
from woozle.players.models.progress import Listen, unheard
from woozle.players.registry import pictures
from woozle.players.seats import ModelSeat, nobody
from woozle.saves.disk import SaveError
from woozle.saves.match import read_match


class Session:
    """A match that people play at one terminal.

    Only what the seat that looks has observed ever leaves it, until the match is over; behind a curtain, nothing.
    """

    is_joined = False
    why_no_rematch = ""

    def __init__(
        self,
        start: Start | Resume,
        *,
        clock: Callable[[], float] = time.monotonic,
        speed: float = 1.0,
        models: Callable[[Listen], ModelSeat] = lambda listen: nobody,
        folder: Path | None = None,
    ) -> None:
        """Raises ValueError or OSError, with a sentence, if the match cannot be begun or resumed.

        folder: of a new match; None for a new folder.
        """
        self.pacer = self._make_pacer()
        self.pacer.speed = self._speed = speed
        self._hurry: Literal["", "turn", "end"] = ""
        self._clock = clock
        self._post: Callable[[News], Any] = lambda news: None
        self._shown = 0
        self._woken = asyncio.Event()
        self._is_skipped = False
        self._have_looked: set[Seat] = set()
        self._is_waiting = False
        self._asked_since = clock()
        self._is_resumed = isinstance(start, Resume)
        ready = self._ready(start, models(unheard), folder)
        self.match: Match = ready.match
        self._writer = ready.writer
        self.folder = ready.folder
        self.is_blind = ready.writer.header.is_blind
        self.game: str = self.match.referee.game.name
        seats = ready.writer.header.people
        known = start.people if isinstance(start, Start) else ()
        self.hand = Handover(dict(zip(seats, people(len(seats), known), strict=True)))
        self.attention = Attention(self.hand, self.pacer)
        self.start = start if isinstance(start, Start) else self.again()

    def _make_pacer(self) -> Pacer:
        return Pacer(self._reading, self._rest)

    def _ready(self, start: Start | Resume, model: ModelSeat, folder: Path | None) -> Ready:
        if isinstance(start, Resume):
            refuse_open_table(start.path)
            return reopened_match(start.path, self._human, model=model, pacer=self.pacer)
        if start.lessons:
            return tutorials.ready(start, self._human, self.pacer)
        return new_match(
            start.game,
            start.seats,
            start.config,
            start.seed,
            folder,
            self._human,
            model=model,
            services=start.services,
            is_blind=start.is_blind,
            pacer=self.pacer,
        )

    def _human(self, seat: Seat) -> Human:
        return Human(self._present, self._clock)

    @property
    def id(self) -> str:
        """Return the name of the match, by which it can be resumed."""
        return self.folder.name

    @property
    def looking(self) -> Seat | None:
        """Return the seat whose table is on screen; None behind a curtain, or when no person plays."""
        return self.hand.looking

    @property
    def is_shared(self) -> bool:
        return self.hand.is_shared

    @property
    def is_over(self) -> bool:
        return self.match.referee.outcome is not None

    @property
    def rules(self) -> tuple[Line, ...]:
        """Return how this match is played, for help."""
        return lines(self.match.referee.game)

    @property
    def how_to_return(self) -> str:
        """Return how to come back after leaving, as a sentence; empty where there is nothing to come back to."""
        if self.start.lessons:
            return f"`woozle learn {self.game}` begins the tutorial anew."
        return describe_left_match(self.id) if self.id else ""

    def observer(self) -> Observer:
        """Return the viewer whose table is on screen, before the match."""
        return observer(self.game, self.looking or PUBLIC)

    async def play(self, post: Callable[[News], Any]) -> None:
        """Play to the end. post: takes the news. Cancelling leaves a transcript that can be resumed."""
        self._post = post
        reader = asyncio.ensure_future(self._read(self.match.watch()))
        self._tell()
        self._say_who_is_asked()
        try:
            with logs.log_match(self.id, self.match.referee, is_blind=self.is_blind):
                await self.match.play()
            await self.before_the_end()
            self._tell()
            self._post(Finished())
        except (SaveError, Halt) as error:
            self._post(Failed(str(error)))
        finally:
            reader.cancel()
            self.close()

    async def before_the_end(self) -> None:
        """Wait until the end may be shown."""

    def guess(self, humans: Sequence[Seat]) -> None:
        """Do nothing: only tables of other machines ask."""

    async def leave(self) -> None:
        """Do nothing: the match can always be gone on with."""

    def close(self) -> None:
        """Close the transcript; the match can be resumed from it."""
        self._writer.close()

    def results(self) -> Results:
        """Return how the match ended; only when it has."""
        self.start = self.again()
        return results_for(read_match(self.folder), self.hand.people)

    def end_card(self) -> EndCard:
        """Return the card of the match; only when it is over."""
        return card_for(self.match.referee, describe_players(self.match.players), self.hand.people)

    def again(self) -> Start:
        """Return the start of another match like this one."""
        known = tuple(self.hand.people.values())
        described = describe_players(self.match.players)
        return replace(again(self.match.referee.game, described), people=known, is_blind=self.is_blind)

    # Input

    def reveal(self) -> None:
        """Show the table to the person for whom the curtain fell."""
        if (ask := self.hand.reveal()) and self.looking:
            self._have_looked.add(self.looking)
            self._shown = 0
            self._post(CurtainRose(self.looking))
            self._say_who_is_asked()
            self._show(ask)
            self._pace()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures of the seat whose table is on screen; none behind a curtain."""
        draw, turn = pictures(self.game), self.hand.turn
        return draw(turn.request if turn else None, self.match.referee.view(self.looking)) if draw and self.looking else ()

    def answer(self, request: int, answer: Answer) -> None:
        if ask := self.hand.on_screen(request):
            self.hand.close(ask)
            ask.answer(answer)
            self._next()

    @property
    def paces(self) -> Mapping[str, Callable[[], object]]:
        """Return the ways to change the pace, by the names of their keys."""
        return {
            "pause": self.pause,
            "skip": self.skip,
            "turn": self.skip_to_turn,
            "fast": self.fast,
            "slower": partial(self.change_speed, slower),
            "faster": partial(self.change_speed, faster),
            "give_up": self.give_up,
        }

    def pause(self) -> None:
        """Pause, or go on."""
        if self.pacer.is_paused:
            self.pacer.resume()
        else:
            self.pacer.pause()
        self._pace()

    def skip(self) -> None:
        self._is_skipped = True
        self._woken.set()
        if self.pacer.is_paused:
            self.pause()

    def fast(self) -> None:
        """Run to the end without waiting for readers, or stop doing so."""
        self._run_to("" if self._hurry == "end" else "end")

    def skip_to_turn(self) -> None:
        """Run to the next decision of a person here, without waiting for readers."""
        self._run_to("turn")

    def change_speed(self, to: Callable[[float], float]) -> None:
        """Read at another speed from now on, what is being read included. to: returns the new speed, given the old one."""
        self._speed = to(self._speed)
        self._run_to(self._hurry)

    def _run_to(self, where: Literal["", "turn", "end"]) -> None:
        self._hurry = where
        self.pacer.speed = math.inf if where else self._speed
        if where and self.pacer.is_paused:
            self.pacer.resume()
        self._woken.set()
        self._pace()

    def give_up(self) -> None:
        """Stop waiting for the model that was asked first."""
        if model := slowest(self._open_requests, self.match.players):
            model.give_up()

    # News

    async def _read(self, watch: Watch) -> None:
        while True:
            await watch.news()
            self._tell()
            self._say_who_is_asked()

    def _tell(self) -> None:
        """Post the viewer's new observations."""
        if (viewer := self._viewer) is None:
            return
        view = self.match.referee.view(viewer)
        news, self._shown = tuple(view[self._shown :]), len(view)
        if news:
            self._post(EventsArrived(news))

    @property
    def _open_requests(self) -> list[Request]:
        """Return the open requests of others who are not here and do not answer at once."""
        players = self.match.players
        others = (each for each in self.match.referee.open.values() if not players[each.to].is_human)
        return [each for each in others if not players[each.to].answers_at_once]

    def _say_who_is_asked(self) -> None:
        """Show whether another player is at work; in a blind match, not who."""
        asked = self._open_requests
        if bool(asked) != self._is_waiting:
            self._is_waiting, self._asked_since = bool(asked), self._clock()
        if self._viewer:
            self._post(Waits(None if self.is_blind and asked else len(asked), lambda: self._clock() - self._asked_since))

    @property
    def _viewer(self) -> Seat | None:
        return self.looking or (None if self.is_shared else PUBLIC)

    def _present(self, ask: Ask) -> None:
        self.hand.add(ask)
        ask.on_close(lambda: self._close_ask(ask))
        # Everyone who is asked at the same time is here before the loop gets to this.
        asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        if not (ask := self.hand.take()):
            return
        if self._hurry:
            self._run_to("")
        if self.looking:
            self._show(ask)
        else:
            self._post(CurtainFell(self._curtain(ask), self.hand.people[ask.request.to].lock))
            self._pace()

    def _show(self, ask: Ask) -> None:
        self._tell()
        self._post(Asked(ask.request, lambda: ask.seconds_left))

    def _curtain(self, ask: Ask) -> Curtain:
        seat = ask.request.to
        person = self.hand.people[seat]
        is_first = seat not in self._have_looked
        return Curtain(person.name, "" if self.is_blind else seat, ask.request.seconds, is_first, is_first and self._is_resumed)

    def _close_ask(self, ask: Ask) -> None:
        if self.hand.close(ask):
            self._post(Withdrawn(ask.request.id))
            self._next()

    def _reading(self, told: Sequence[RecordEntry]) -> float:
        viewer, me = self._viewer, self.looking
        if viewer is None:
            return 0.0
        seen = [event for event, audience in told if audience is EVERYONE or viewer in audience]
        return reading(self.game, seen, me)

    async def _rest(self, seconds: float) -> None:
        """Wait for readers, for as long as it takes at the speed of each moment."""
        self._is_skipped = False
        self._pace("reading")
        now = asyncio.get_running_loop().time
        left = seconds * self.pacer.speed
        while left > 0 and not self._is_skipped:
            began, speed = now(), self.pacer.speed
            self._woken.clear()
            try:
                await asyncio.wait_for(self._woken.wait(), left / speed)
            except TimeoutError:
                break
            left -= (now() - began) * speed
            if not self._is_skipped:
                self._pace("reading")
        self._pace()

    def _pace(self, state: str = "") -> None:
        self.attention.keep_time()
        self._asked_since = self._clock()  # no seat is asked while the match is paused, or waits for readers
        self._post(Paced("paused" if self.pacer.is_paused else state or "going", self._speed, self._hurry))  # type: ignore[arg-type]

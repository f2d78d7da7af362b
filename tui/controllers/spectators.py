"""Matches that are watched: live ones without people, and transcripts that are walked through or branched off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from textual.screen import Screen

from woozle.arena.play.start import Replay, Resume, Start, Watch
from woozle.core.errors import InputError
from woozle.tui import messages, routes

if TYPE_CHECKING:
    from woozle.arena.play.event_sources import EventSource, ReplaySource
    from woozle.arena.views.panels import Show
    from woozle.tui.app import WoozleApp
    from woozle.tui.screens.watch import WatchScreen

_LAST = 10**9  # lines; beyond the end of any transcript


class Spectators:
    """Holds the event source of each screen of spectators."""

    def __init__(self, app: WoozleApp) -> None:
        self._app = app
        self._sources: WeakKeyDictionary[Screen[Any], EventSource] = WeakKeyDictionary()

    def source_of(self, screen: Screen[Any]) -> EventSource | None:
        """Return the event source of a screen; None if the screen is not for spectators."""
        return self._sources.get(screen)

    @property
    def sources(self) -> Iterator[EventSource]:
        """Yield the event sources of the open screens."""
        return (source for screen in self._app.screen_stack if (source := self._sources.get(screen)))

    @property
    def farewell(self) -> str:
        """Return how to resume the live matches that are watched; empty for none."""
        return "\n".join(filter(None, (source.farewell for source in self.sources)))

    def watch_bots(self, name: str) -> None:
        from woozle.core import registry

        game = registry.game(name)
        self.watch(Watch(Start(name, (f"bot*{game.default_seats}",), registry.configure(game, "standard", {}))))

    def watch(self, watch: Watch) -> None:
        """Play a match without people, or resume one; a new one once, however often a key asked for it."""
        app = self._app
        if isinstance(watch.start, Start) and app.screen in self._sources:
            return
        from woozle.arena.play.event_sources import LiveSource
        from woozle.arena.views.panels import Show

        try:
            start = app.models.complete(watch.start)
            source = LiveSource(start, speed=watch.speed or app.speed, clock=app.clock, models=app.models.players_for(start))
            viewer = source.viewer(watch.viewer)
        except (InputError, OSError) as error:
            app.say(str(error))
            return
        app.go_home()
        self._push(source, Show(source.game, str(source.path), source.viewers, viewer, is_live=True, can_audit=source.can_audit))

    def begin_replay(self, replay: Replay) -> None:
        """Walk through the transcript that was asked for on the command line."""
        if replay.source:
            replay.source.pacer.speed = self._app.speed
            self._show_replay(replay.source, replay.source.viewer(replay.viewer))
        else:
            self.open_replay(replay.path, replay.line, viewer=replay.viewer)

    def open_replay(self, path: Path, line: int = 0, *, viewer: str | None = None, is_audited: bool = False) -> None:
        """Walk through a transcript.

        Args:
            line: The line of the file to begin at; 0 for the beginning.
            viewer: Whose eyes to see it through; None for everything.
            is_audited: Whether to show its claims, if they can be checked.
        """
        self._app.run_in_thread(self._read, path, line, viewer, is_audited, group="replay")

    def _read(self, path: Path, line: int, viewer: str | None, is_audited: bool) -> None:
        from woozle.arena.play.event_sources import ReplaySource

        try:
            line = line or (_LAST if is_audited else 0)  # only what can be read by then is judged
            source = ReplaySource(path, line=line, speed=self._app.speed)
            shown = source.viewer(viewer)
        except (InputError, OSError) as error:
            self._app.call_from_thread(self._app.say, str(error))
            return
        self._app.call_from_thread(self._show_replay, source, shown, is_audited=is_audited)

    def _show_replay(self, source: ReplaySource, viewer: str, *, is_audited: bool = False) -> None:
        from woozle.arena.views.panels import Show
        from woozle.arena.views.saved_matches import mark_of
        from woozle.saves.verdict_cache import cached_verdict

        found = cached_verdict(source.path)
        shown = Show(
            source.game,
            str(source.path),
            source.viewers,
            viewer,
            checked=mark_of(found.verdict, found.causes) if found else "imported" if source.is_imported else "",
            can_fork=source.can_fork,
            can_audit=source.can_audit,
            is_audited=is_audited and source.can_audit,
        )
        self._push(source, shown)
        self._app.library.warn_of_altered(source.path)

    def _push(self, source: EventSource, shown: Show) -> None:
        from woozle.arena.views.rules import lines

        screen = routes.watch(replace(shown, rules=lines(source.match)), self._app.clock)
        self._sources[screen] = source
        self._app.push_screen(screen)
        # A worker of the screen ends with it, so that a match stops when it is left; what was played is on disk.
        screen.run_worker(source.play(lambda news: screen.post_message(messages.MatchNews(news))), name="feed")

    def compare(self, screen: WatchScreen, step: int) -> None:
        """Have a model chosen, ask it what the answer with this number of a replay was asked, and show both answers."""
        if not (source := self._sources.get(screen)):
            return
        request = source.body(step).get("request")
        if not request or request["to"] not in source.seats:
            self._app.say("Go to a line that came of a seat's answer; another model is then asked the same.")
            return

        def take(spec: str) -> None:
            self._app.say(f"{spec} is asked what {request['to']} was asked; nothing is saved.")
            screen.run_worker(self._compare(screen, source, step, request["to"], spec), exclusive=True, group="comparison")

        self._app.models.choose(take)

    async def _compare(self, screen: WatchScreen, source: EventSource, step: int, seat: str, name: str) -> None:
        import asyncio

        from woozle.arena.play import models
        from woozle.arena.play.comparison import Questions
        from woozle.core.match import Halt
        from woozle.players.models.spec import parse
        from woozle.tui.cli import comparison_output

        try:
            questions = await asyncio.to_thread(Questions, source.path, seat)
            spec = self._app.models.clients.config.with_defaults(parse(name))
            seats = models.seats_of_a_match(self._app.models.clients)
            chosen = questions.find([step - 1])[:1]
            found = [each async for each in questions.ask(lambda: seats(questions.game, seat, spec, "compare"), chosen)]
        except (InputError, OSError, Halt) as error:
            self._app.say(str(error))
            return
        text = "\n".join(comparison_output.lines(found, spec, screen.query_one("#story").size.width or None))
        self._app.call_on(screen, screen.show_text, text)

    def fork(self, path: Path, step: int, seat: str | None) -> None:
        """Branch off a replayed match after `step` Responses, and play on in a seat (None: watch bots play on); once."""
        if self._app.screen in self._sources or self._app.matches.is_at_table:
            return
        from woozle.arena.play.setup import branched_match
        from woozle.players.models.progress import unheard

        try:
            model = self._app.models.players_for(Resume(path))(unheard)
            folder = branched_match(path, step, seat, model)
        except (InputError, OSError) as error:
            self._app.say(str(error))
            return
        self._app.open_match(Resume(folder))


def has_people(start: Start | Resume) -> bool:
    """Return whether a person plays in the match; True if unknown, since opening the table then reports why."""
    from woozle.players.seats import parse_seats
    from woozle.saves.transcript import read

    try:
        if isinstance(start, Resume):
            return bool(read(start.path).header.people)
        return any(spec.kind == "human" for spec in parse_seats(",".join(start.seats), start.game))
    except (InputError, OSError):
        return True

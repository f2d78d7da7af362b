"""Matches that are looked on at: live ones without people, and transcripts that are walked through or branched off."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from textual import work
from textual.screen import Screen

from woozle.arena.play.start import Replay, Resume, Start, Watch
from woozle.tui import messages, routes
from woozle.tui.parts.library import Library

if TYPE_CHECKING:
    from woozle.arena.views.views import Show
    from woozle.tui.messages import onlooking
    from woozle.tui.sessions.feed import Feed
    from woozle.tui.sessions.replaying import Replaying

_LAST = 10**9  # lines; beyond the end of any transcript


class Spectating(Library):
    """The part of the app that feeds the screens of spectators."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        self._feeds: WeakKeyDictionary[Screen[Any], Feed] = WeakKeyDictionary()

    def begin(self, what: Start | Resume | Watch | Replay) -> None:
        """Open what was asked for on the command line."""
        match what:
            case Watch():
                self.open_watch(what)
            case Replay(feed=feed) if feed:
                feed.pacer.speed = self.speed
                self._replay(feed, feed.viewer(what.viewer))
            case Replay():
                self.on_open_replay(messages.OpenReplay(what.path, what.line, what.viewer))
            case _:
                self.open_table(what)

    def open_table(self, start: Start | Resume) -> None:
        """A match without people is looked on at."""
        if _has_people(start):
            super().open_table(start)
        else:
            self.open_watch(Watch(start))

    def on_watch_bots(self, message: messages.WatchBots) -> None:
        """Bots play it as it usually is."""
        from woozle.core import registry

        game = registry.game(message.game)
        bots = f"bot*{game.usual_seats}"
        self.open_watch(Watch(Start(message.game, (bots,), registry.configure(game, "standard", {}))))

    def open_watch(self, watch: Watch) -> None:
        """Play a match without people, or go on with one; a new one once, as at a table."""
        if isinstance(watch.start, Start) and self.screen in self._feeds:
            return
        from woozle.arena.views.rules import lines
        from woozle.arena.views.views import Show
        from woozle.tui.sessions.watching import Watching

        try:
            start = self.completed(watch.start)
            feed = Watching(start, speed=watch.speed or self.speed, clock=self.clock, models=self.models_for(start))
            viewer = feed.viewer(watch.viewer)
        except (ValueError, OSError) as error:
            self.say(str(error))
            return
        self.go_home()
        rules = lines(feed.match)
        self._push(feed, Show(feed.game, str(feed.path), feed.viewers, viewer, is_live=True, can_audit=feed.can_audit, rules=rules))

    def on_open_replay(self, message: messages.OpenReplay) -> None:
        """Walk through a transcript."""
        self._read(message)

    @work(thread=True, exclusive=True, group="replay")
    def _read(self, message: messages.OpenReplay) -> None:
        from woozle.tui.sessions.replaying import Replaying

        try:
            line = message.line or (_LAST if message.is_audited else 0)  # only what can be read by then is judged
            feed = Replaying(message.path, line=line, speed=self.speed)
            viewer = feed.viewer(message.viewer)
        except (ValueError, OSError) as error:
            self.call_from_thread(self.say, str(error))
            return
        self.call_from_thread(self._replay, feed, viewer, is_audited=message.is_audited)

    def _replay(self, feed: Replaying, viewer: str, *, is_audited: bool = False) -> None:
        from woozle.arena.views.kept import mark_of
        from woozle.arena.views.rules import lines
        from woozle.arena.views.views import Show
        from woozle.saves.findings import finding_of

        shown = Show(
            feed.game,
            str(feed.path),
            feed.viewers,
            viewer,
            can_fork=feed.can_fork,
            can_audit=feed.can_audit,
            rules=lines(feed.match),
        )
        found = finding_of(feed.path)
        checked = mark_of(found.verdict, found.causes) if found else "imported" if feed.is_imported else ""
        self._push(feed, replace(shown, checked=checked, is_audited=is_audited and feed.can_audit))

    def _push(self, feed: Feed, shown: Show) -> None:
        screen = routes.watch(shown, self.clock)
        self._feeds[screen] = feed
        self.push_screen(screen)
        # A worker of the screen ends with it, so that a match stops when it is left; what was played is on disk.
        screen.run_worker(feed.play(screen.post_message), name="feed", exit_on_error=True)

    def on_play(self, message: onlooking.Play) -> None:
        """Pause, step, jump, slower or faster."""
        if feed := self._feeds.get(self.screen):
            feed.change(message)

    def on_want_raw(self, message: onlooking.WantRaw) -> None:
        """What the transcript has at a place."""
        from woozle.tui.messages import onlooking

        if feed := self._feeds.get(self.screen):
            self.screen.post_message(onlooking.Raw(feed.raw(message.at)))

    def on_want_audit(self) -> None:
        """Check what is claimed."""
        if feed := self._feeds.get(self.screen):
            feed.audit()

    def farewell(self) -> str | None:
        """Also of live matches that are looked on at."""
        return self._farewell_of_shows() or super().farewell()

    def _farewell_of_shows(self) -> str:
        feeds = [feed for screen in self.screen_stack if (feed := self._feeds.get(screen))]
        return "\n".join(filter(None, (feed.farewell for feed in feeds)))

    def action_leave(self, what: str = "quit") -> None:
        """Quit; a live match that is looked on at needs no asking, for it can be resumed."""
        if sentences := self._farewell_of_shows():
            self.exit(message=sentences)
        else:
            super().action_leave(what)

    # Branching off

    def on_want_fork(self, message: onlooking.WantFork) -> None:
        """Ask who goes on from there."""
        self.push_screen(routes.fork(message.path, message.step, message.seats))

    def on_fork_here(self, message: onlooking.ForkHere) -> None:
        """Play on from there, once."""
        if self.screen in self._feeds or self._table in self.screen_stack:
            return
        from woozle.arena.play.setup import branched_match
        from woozle.players.models.progress import unheard

        try:
            model = self.models_for(Resume(message.path))(unheard)
            folder = branched_match(message.path, message.step, message.seat, model)
        except (ValueError, OSError) as error:
            self.say(str(error))
            return
        self.open_table(Resume(folder))


def _has_people(start: Start | Resume) -> bool:
    """Whether somebody sits there; also where that cannot be known, for whoever opens the table says why."""
    from woozle.players.seats import parse_seats
    from woozle.saves.transcript import read

    try:
        if isinstance(start, Resume):
            return bool(read(start.path).header.people)
        return any(spec.kind == "human" for spec in parse_seats(",".join(start.seats), start.game))
    except (ValueError, OSError):
        return True

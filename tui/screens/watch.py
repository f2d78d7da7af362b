"""Watching: a live match without humans, or a transcript, at any of its moments and through anybody's eyes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual.app import SystemCommand
from textual.widget import Widget
from textual.widgets import Input

from woozle.arena.play.news import Audited, Failed, Finished, Playhead, Recorded, Thinking, Turns
from woozle.arena.views.panels import OVER, Show
from woozle.arena.views.places import place
from woozle.arena.views.viewpoint import SEAT_KEYS, Viewpoint
from woozle.core.errors import InputError
from woozle.core.game import PUBLIC
from woozle.core.line import Line
from woozle.core.state import EVERYTHING
from woozle.tui import keys, messages
from woozle.tui.controllers.access import controllers_of
from woozle.tui.messages import Looked
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.screens.match_view import MatchView, about_reading
from woozle.tui.screens.watch_overlays import ClaimVerdicts, ModelTraces
from woozle.tui.styles import sheets
from woozle.tui.widgets.board import Board, RawPanel
from woozle.tui.widgets.grid import Grid
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.select import Selector
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.watch_bars import PlayBar

if TYPE_CHECKING:
    from textual.timer import Timer

    from woozle.arena.play.news import Change

_NOT_WHILE_TYPING = ("play", "step", "phase", "edge", "go_to")
_STAYS = 0.5  # seconds that a key can be used before the footer of a match that runs shows it


class WatchScreen(FrameScreen):
    """Shows a record up to a moment.

    A replay shows the moment at which its player stands. A live match goes on by itself: looking back leaves its end,
    to be followed again later.
    """

    BINDINGS = keys.WATCH
    CSS_PATH = sheets("watch")
    ABOUT = (
        *about_reading("watch", "{watch.next}"),
        Line("Watching a match", "heading"),
        Line("Pick a line, with the arrows or the mouse: map and seats show that moment. A replay stands still there."),
        Line("A live match goes on while you look back, and {watch.follow} follows it again. Pausing it costs no player any time."),
        Line("Who sees everything: {watch.claims} lists what was claimed, {watch.tags} hides the verdicts below speeches."),
        Line("{watch.pictures}, while you see with the eyes of a seat, opens the pictures that it is shown beside the words."),
        Line("All bars can be clicked: whose eyes you see with, any place of the match, the buttons, the speed."),
    )

    def __init__(self, show: Show, viewpoint: Viewpoint, clock: Callable[[], float]) -> None:
        super().__init__()
        self.game, self.rules = show.game, show.rules
        self.shown = show
        self.viewpoint = viewpoint
        self.board = board = Board(clock, has_claims=show.can_audit, id="board")
        self._player = PlayBar(id="player")
        self._story = board.story
        self.view = MatchView(self, self.game, board.story, board.search, board.by_seat, board.panels)
        self.traces = ModelTraces(viewpoint, board.story)
        self.verdicts = ClaimVerdicts(viewpoint, board.story)
        self._is_audit_wanted = False
        self._pace = Playhead(0, True, 1.0)
        self._drawn: object = None
        self._follows = True
        self._is_over = False
        self._failure = ""
        self._note = ""
        self._offered: tuple[bool, ...] = ()
        self._coming: tuple[bool, ...] = ()
        self._later: Timer | None = None

    def commands(self) -> Iterable[SystemCommand]:
        yield from super().commands()
        if self.view.draws:
            yield SystemCommand("Pictures of the game", "What the seat is shown beside the words", self.action_pictures)
        if self.sees_claims:
            yield SystemCommand("Claims", "What was said in meetings, checked against the log", self.action_claims)

    def contents(self) -> Iterable[Widget]:
        yield self.board
        yield self._player

    def on_mount(self) -> None:
        if self.shown.is_audited:
            self._list_claims()
        self._restart_log()
        self._story.focus()

    # What comes in

    def on_match_news(self, message: messages.MatchNews) -> None:
        match message.news:
            case Recorded(told, steps, done):
                self._story.show(self.viewpoint.grow(told, steps, done))
                if not told:  # an answer without visible Events yet
                    self._draw()
            case Playhead() as playhead:
                self._follow(playhead)
            case Turns(turns):
                self.traces.turns = turns
                self._offer()
                self.board.show_turns(turns)
            case Thinking(minds):
                self.traces.minds = minds
                self.traces.show_live(follows=self._follows)
            case Audited(claims, problem):
                self.verdicts.add(claims, problem, are_seen=self.sees_claims)
                self._show_claims()
            case Finished():
                self._is_over = True
                self._draw()
            case Failed(sentence):
                self._failure = sentence
                self._draw()

    def _follow(self, playhead: Playhead) -> None:
        self._pace = playhead
        if self._follows and playhead.at != self.viewpoint.at:
            self._stand(playhead.at, by_itself=True)
        elif self._drawn == self._moment:  # the spectator jumped there, and sees it already
            return
        self._draw()

    def show_text(self, text: str) -> None:
        """Show a text in place of the transcript's."""
        if not self.has_class("-raw"):
            self._close_claims()
            self.add_class("-raw")
        self.query_one(RawPanel).show(text)

    def _show_raw(self) -> None:
        """Show the Event at this place as in the transcript."""
        if source := controllers_of(self).spectators.source_of(self):
            self.query_one(RawPanel).show(source.raw(self.viewpoint.at))

    def _steer(self, change: Change, at: int = 0) -> None:
        if source := controllers_of(self).spectators.source_of(self):
            source.steer(change, at)

    def on_marked(self, message: messages.Marked) -> None:
        if message.path == self.shown.path:
            self.shown = replace(self.shown, checked=message.mark)
            self._draw()

    def on_looked(self, message: Looked) -> None:
        """Update the keys: there is something to zoom now."""
        if message.is_new:
            self.refresh_bindings()

    # Going elsewhere

    def go(self, at: int, *, picked: bool = False) -> None:
        """Show another moment. picked: by its line, so that what came after it stays to be read."""
        if self.shown.is_live:
            self._follows = at == len(self.viewpoint)
        else:
            self._pace = Playhead(at, self._pace.is_playing, self._pace.speed)
            self._steer("to", at)
        self._stand(at, picked=picked)
        self._draw()

    def _stand(self, at: int, *, picked: bool = False, by_itself: bool = False) -> None:
        self.viewpoint.at, self._note = at, ""
        if not picked:
            self._unroll(by_itself=by_itself)
        if self.has_class("-raw"):
            self._show_raw()

    def _unroll(self, *, by_itself: bool = False) -> None:
        """Show the lines up to here. by_itself: whether the match goes on; a spectator who has scrolled up then stays there."""
        story, count = self._story, self.viewpoint.lines
        story.show_until(None if self.shown.is_live and self._follows else count)
        if not by_itself or story.cursor is None or story.cursor < count - 1:
            story.point_at(max(0, count - 1))

    def _restart_log(self) -> None:
        """Show the log for the present viewer: with the work of models if wanted, and verdicts if the viewer sees everything."""
        traced = " traced" if self.viewpoint.has_traces else ""
        self._story.reset(self.viewpoint.timeline.lines, f"{self.viewpoint.viewer}{traced}")
        if self.sees_claims:
            self.verdicts.tag_all()
        else:
            self._close_claims()
            self.verdicts.picked = None
            if self.board.claims:
                self.board.claims.show(())

    def _pause(self) -> None:
        if self._pace.is_playing and not self.shown.is_live:
            self._steer("pause")

    def on_line_picked(self, message: messages.LinePicked) -> None:
        """Look at the moment of that line; the last one is where a live match goes on."""
        self._pause()
        timeline = self.viewpoint.timeline
        is_last = message.index == len(timeline.lines) - 1
        self.go(len(self.viewpoint) if is_last and self.shown.is_live else timeline.event_of(message.index), picked=True)

    def on_sought(self, message: messages.Sought) -> None:
        self.go(message.at)

    def on_seat_clicked(self, message: messages.SeatClicked) -> None:
        self.action_look(SEAT_KEYS[message.number - 1])

    def on_place_typed(self, message: messages.PlaceTyped) -> None:
        self.action_close()
        try:
            self.go(place(message.text, self.viewpoint.timeline))
        except InputError as error:
            self.say(str(error))

    # What is shown

    def say(self, sentence: str) -> None:
        """Say why something cannot be done, until the next moment is shown."""
        self._note = sentence
        self._draw()

    @property
    def _moment(self) -> object:
        return self._pace, self.viewpoint.at, len(self.viewpoint)

    def _draw(self) -> None:
        self._drawn = self._moment
        viewpoint, table = self.viewpoint, self.viewpoint.table
        self.view.show(table)
        self.board.show(table, viewpoint, self.shown)
        words, is_warning = self._state()
        at = f"{viewpoint.at:,} of {len(viewpoint):,}"
        self._player.show(
            f"{at}  {words}", self._pace.speed, is_playing=self._pace.is_playing and not self._is_done, is_warning=is_warning
        )
        is_at_end = self._is_over and viewpoint.at == len(viewpoint)
        over = name_keys(self, "The match is over: {watch.results} shows how it ended.") if is_at_end else ""
        said = self._note or self._failure or over or table.prompt or OVER
        self.board.prompt.show(said, is_warning=bool(self._note or self._failure))
        self._offer()
        self.traces.show_live(follows=self._follows)
        if self.sees_claims and not self._is_audit_wanted and (source := controllers_of(self).spectators.source_of(self)):
            self._is_audit_wanted = True
            source.audit()
        self._show_claims()

    def _offer(self) -> None:
        """Draw the footer anew, but only if other keys can be used now.

        It takes a layout and 40 ms, and a meeting of bots at full speed lasts a few frames: while it runs, keys that come and go
        so fast would only flicker, and they are drawn once they stay.
        """
        offered = self._keys()
        if self._is_running and self._offered:
            if offered != self._coming:
                self._come_later(offered)
        elif offered != self._offered:
            self._draw_keys()

    def _keys(self) -> tuple[bool, ...]:
        able = (bool(self.check_action(action, ())) for action in ("map", "page", "picture", "graph", "claims", "speech"))
        return (*able, self._follows, self._is_over)

    def _come_later(self, offered: tuple[bool, ...]) -> None:
        self._coming = offered
        if self._later is not None:
            self._later.stop()
        self._later = self.set_timer(_STAYS, self._draw_keys) if offered != self._offered else None

    def _draw_keys(self) -> None:
        self._offered = self._coming = self._keys()
        self.refresh_bindings()

    @property
    def _is_running(self) -> bool:
        return self._pace.is_playing and self._follows and not self._is_over

    @property
    def _is_done(self) -> bool:
        return self.shown.is_live and self._is_over

    def _state(self) -> tuple[str, bool]:
        if self.shown.is_live and not self._follows:
            return "LOOKING BACK", True
        if self._is_done:
            return "OVER", False
        if not self._pace.is_playing:
            return "PAUSED", True
        return "following" if self.shown.is_live else "playing", False

    # The list of claims

    @property
    def sees_claims(self) -> bool:
        """Return whether verdicts may be shown: only to eyes from which nothing is hidden."""
        return self.shown.can_audit and self.viewpoint.viewer == EVERYTHING

    @property
    def _is_beside(self) -> bool:
        """Return whether the claims leave room for the log."""
        return self.has_class("-wide") or self.has_class("-wider")

    def _show_claims(self) -> None:
        if self.board.claims and self.has_class("-claims"):
            self.board.claims.show(self.verdicts.heard_claims, self.verdicts.problem)

    def _list_claims(self) -> None:
        if self.board.claims:
            self.remove_class("-raw")
            self.add_class("-claims")
            self._show_claims()
            self.board.claims.focus_list()

    def _close_claims(self) -> None:
        if self.has_class("-claims"):
            self.remove_class("-claims")
            self._story.focus()

    def action_claims(self) -> None:
        if self.has_class("-claims"):
            self._close_claims()
        else:
            self._list_claims()

    def action_tags(self) -> None:
        self.verdicts.toggle()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        self.verdicts.picked = message.row or self.verdicts.picked
        self._offer()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        self.verdicts.picked = row = message.row
        if row.proof:
            self._visit(row.proof[0] + 1)
        self.say(row.reason if row.proof else f"{row.reason} No single Event proves it.")

    def action_speech(self) -> None:
        if row := self.verdicts.picked:
            self._visit(row.at + 1)
            self.say(f"{row.mark}: {row.reason}")

    def _visit(self, at: int) -> None:
        """Show that moment beside the list, or instead of it; what came after it stays to be read."""
        if not self._is_beside:
            self._close_claims()
        self._pause()
        timeline = self.viewpoint.timeline
        first = timeline.lines_at(at - 1)
        line = first if first < timeline.lines_at(at) else first - 1  # not every Event has words
        self.go(at, picked=line < self._story.count)
        self._story.point_at(line)

    # Keys

    def action_play(self) -> None:
        self._steer("pause" if self._pace.is_playing else "go")

    def action_step(self, by: int) -> None:
        """Go one moment on or back; at the end of a live match one answer."""
        if by > 0 and self.shown.is_live and self.viewpoint.at == len(self.viewpoint):
            self._steer("step")
            return
        self._pause()
        self.go(self.viewpoint.moment(by))

    def action_next(self, by: int) -> None:
        if not self.view.next_hit(by):
            self.action_step(by)

    def action_phase(self, by: int) -> None:
        self.go(self.viewpoint.phase(by))

    def action_edge(self, which: Literal["start", "end"]) -> None:
        self.go(0 if which == "start" else len(self.viewpoint))

    def action_follow(self) -> None:
        self.go(len(self.viewpoint))

    def action_pace(self, change: Literal["slower", "faster"]) -> None:
        self._steer(change)

    def action_give_up(self) -> None:
        """Do not wait any longer for the model that has been at work for longest."""
        self._steer("give_up")

    def action_look(self, key: str) -> None:
        self.viewpoint.look(key)
        self._restart_log()
        self._unroll()
        self._draw()

    def action_thoughts(self) -> None:
        """Show or hide the thoughts and answers of models, their cost and their failures."""
        self.viewpoint.has_traces = not self.viewpoint.has_traces
        self._restart_log()
        self._unroll()
        self._draw()

    def action_find(self) -> None:
        self.view.search.open()

    def action_go_to(self) -> None:
        self.board.go_to.open()

    def action_map(self) -> None:
        self.view.swap()

    action_page = action_graph = action_picture = action_map

    def action_zoom(self) -> None:
        self.view.zoom()

    def action_turn_picture(self, by: int) -> None:
        self.view.turn_picture(by)

    def action_pictures(self) -> None:
        """Open the pictures in view as files; else those of the seat through whose eyes the spectator sees."""
        viewer, source = self.viewpoint.viewer, controllers_of(self).spectators.source_of(self)
        if source and (view := self.view.pictures) and view.pictures:
            controllers_of(self).pictures.open(source.path.stem, view.pictures, viewer)
        elif viewer in (EVERYTHING, PUBLIC):
            words = "A picture is what a seat saw: press {watch.seat_1} for the first one's eyes, then {watch.pictures}."
            self.say(name_keys(self, words))
        elif source:
            controllers_of(self).pictures.open_of_seat(source, self.viewpoint.at, viewer)

    def action_raw(self) -> None:
        if not self._is_beside:
            self._close_claims()
        self.toggle_class("-raw")
        if self.has_class("-raw"):
            self._show_raw()
        self.query_one(RawPanel if self.has_class("-raw") else Transcript).focus()

    def action_by_seat(self) -> None:
        self.view.filter_by_seat()

    def action_all_seats(self) -> None:
        self.view.filter_by_seat(shows_all=True)

    def action_copy(self, what: Literal["line", "speech"]) -> None:
        """Copy a line, or a speech, to the clipboard; or the transcript's text, while that is shown."""
        if self.has_class("-raw"):
            controllers_of(self).copy(self.query_one(RawPanel).text, "part of the transcript")
        else:
            self.view.copy(what)

    def action_fork(self) -> None:
        if self._is_over and self.viewpoint.is_at_last_answer:
            self.say("The match is over here; step back and fork earlier.")
            return
        from woozle.tui.screens.fork import ForkScreen

        self.app.push_screen(ForkScreen(Path(self.shown.path), self.viewpoint.step, self.viewpoint.seats))

    def action_compare(self) -> None:
        """Ask another model the question of the answer at this place, and show both instead of the transcript."""
        self._pause()
        controllers_of(self).spectators.compare(self, self.viewpoint.step)

    def action_verify(self) -> None:
        from woozle.tui.screens.report import ReportScreen

        self.app.push_screen(ReportScreen(Path(self.shown.path)))

    def action_results(self) -> None:
        controllers_of(self).library.open_results(Path(self.shown.path))

    def action_close(self) -> None:
        if self.board.go_to.close():
            self._story.focus()
        elif self.has_class("-raw"):
            self.action_raw()
        elif self.has_class("-claims"):
            self._close_claims()
        elif not self.view.end_search():
            self.action_back()

    def action_leave(self) -> None:
        self.action_back()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case _ if action in _NOT_WHILE_TYPING:
                moves = isinstance(self.focused, PictureView) and self.focused.is_near and action in ("step", "phase")
                return not (moves or isinstance(self.focused, Input | Selector) or (action == "play" and self._is_done))
            case "follow":
                return self.shown.is_live and not self._follows
            case "copy" if self.has_class("-raw"):
                return True
            case "fork" | "compare":
                return self.shown.can_fork
            case "results":
                return self._is_over
            case "claims" | "tags":
                return self.sees_claims
            case "speech":
                return self.sees_claims and self.verdicts.picked is not None
            case "thoughts":
                return self.viewpoint.can_have_traces
            case "give_up":
                return self.traces.is_waiting
        return self.view.offers(action, parameters)

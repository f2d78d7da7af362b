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
from woozle.tui.actions import Action, Actions
from woozle.tui.controllers.access import controllers_of
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.screens.match_view import MatchView, about_reading
from woozle.tui.screens.watch.claims import CheckedClaims
from woozle.tui.screens.watch.footer import SteadyFooter
from woozle.tui.screens.watch.playback import Move, Playback
from woozle.tui.styles import sheets
from woozle.tui.widgets.board import Board, RawPanel
from woozle.tui.widgets.grid import Grid
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.select import Selector
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.watch_bars import PlayBar

if TYPE_CHECKING:
    from woozle.arena.play.news import Change
    from woozle.arena.views.model_traces import Mind
    from woozle.arena.views.panels import Turn

_COME_AND_GO = ("map", "page", "picture", "graph", "claims", "speech")


class WatchScreen(FrameScreen):
    """Shows a record up to a moment."""

    BINDINGS = keys.WATCH
    CSS_PATH = sheets("watch")
    ABOUT = (
        *about_reading("watch", "{watch.next}"),
        Line("Watching a match", "heading"),
        Line("Pick a line, with the arrows or the mouse: map and seats show that moment. A replay stands still there."),
        Line("A live match goes on while you look back, and {watch.follow} follows it again. Pausing it costs no player any time."),
        Line(
            "Who sees everything: {watch.claims} lists what was claimed, {watch.tags} hides the verdicts below speeches and votes."
        ),
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
        self.playback = Playback(viewpoint, is_live=show.is_live, steer=self._steer, move=self._move, draw=self._draw)
        self._turns: tuple[Turn, ...] = ()
        self._minds: tuple[Mind, ...] = ()
        self.claims = CheckedClaims(self, board, viewpoint, self.playback, self.say)
        self._footer = SteadyFooter(self, self._list_offers, lambda: self.playback.is_running)
        self._is_audit_wanted = False
        self._failure = ""
        self._note = ""
        self.actions = self._list_actions()

    def _list_actions(self) -> Actions:
        view, playback = self.view, self.playback
        return {
            **view.actions,
            **self.claims.actions,
            "play": Action(playback.toggle, lambda: self._is_free() and not playback.is_done),
            "step": Action(playback.step, lambda by: self._is_free(arrows=True)),
            "phase": Action(playback.go_to_phase, lambda by: self._is_free(arrows=True)),
            "edge": Action(playback.go_to_edge, lambda which: self._is_free()),
            "go_to": Action(self.board.go_to.open, self._is_free),
            "next": Action(self._next),
            "follow": Action(playback.go_to_edge, lambda: self.shown.is_live and not playback.follows),
            "pace": Action(self._steer),
            "give_up": Action(lambda: self._steer("give_up"), self._has_slow_model),
            "look": Action(self._look),
            "thoughts": Action(self._toggle_traces, lambda: self.viewpoint.can_have_traces),
            "pictures": Action(self._open_pictures, lambda: view.draws),
            "raw": Action(self._toggle_raw),
            "copy": Action(self._copy, lambda what: self.has_class("-raw") or view.has_log()),
            "fork": Action(self._fork, lambda: self.shown.can_fork),
            "compare": Action(self._compare, lambda: self.shown.can_fork),
            "verify": Action(self._verify),
            "results": Action(lambda: controllers_of(self).library.open_results(Path(self.shown.path)), lambda: playback.is_over),
            "close": Action(self._close),
            "leave": Action(self.action_back),
        }

    def commands(self) -> Iterable[SystemCommand]:
        yield from super().commands()
        if self.view.draws:
            yield SystemCommand("Pictures of the game", "What the seat is shown beside the words", self._open_pictures)
        if self.claims.are_seen:
            words = "What was said in meetings, checked against the log"
            yield SystemCommand("Claims", words, self.actions["claims"].run)

    def contents(self) -> Iterable[Widget]:
        yield self.board
        yield self._player

    def on_mount(self) -> None:
        if self.shown.is_audited:
            self.claims.open()
        self._restart_log()
        self._story.focus()

    # News

    def on_match_news(self, message: messages.MatchNews) -> None:
        match message.news:
            case Recorded(told, steps, done):
                self._story.show(self.viewpoint.grow(told, steps, done))
                if not told:  # an answer without visible Events yet
                    self._draw()
            case Playhead() as head:
                self.playback.take(head)
            case Turns(turns):
                self._turns = turns
                self._footer.update()
                self.board.show_turns(turns)
            case Thinking(minds):
                self._minds = minds
                self._show_thinking()
            case Audited(claims, problem, explained):
                self.claims.add(claims, problem, explained)
            case Finished():
                self.playback.is_over = True
                self._draw()
            case Failed(sentence):
                self._failure = sentence
                self._draw()

    def on_marked(self, message: messages.Marked) -> None:
        if message.path == self.shown.path:
            self.shown = replace(self.shown, checked=message.mark)
            self._draw()

    def _steer(self, change: Change, at: int = 0) -> None:
        if source := controllers_of(self).spectators.source_of(self):
            source.steer(change, at)

    # Going elsewhere

    def on_line_picked(self, message: messages.LinePicked) -> None:
        self.playback.go_to_line(message.index)

    def on_sought(self, message: messages.Sought) -> None:
        self.playback.go(message.at)

    def on_seat_clicked(self, message: messages.SeatClicked) -> None:
        self._look(SEAT_KEYS[message.number - 1])

    def on_place_typed(self, message: messages.PlaceTyped) -> None:
        self._close()
        try:
            self.playback.go(place(message.text, self.viewpoint.timeline))
        except InputError as error:
            self.say(str(error))

    def on_grid_moved(self, message: Grid.Moved) -> None:
        self.claims.picked = message.row or self.claims.picked
        self._footer.update()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        self.claims.prove(message.row)

    def _look(self, key: str) -> None:
        """See through the eyes of another viewer."""
        self.viewpoint.look(key)
        self._restart_log()
        self._unroll()
        self._draw()

    def _toggle_traces(self) -> None:
        """Show or hide the thoughts and answers of models, their cost and their failures."""
        self.viewpoint.has_traces = not self.viewpoint.has_traces
        self._restart_log()
        self._unroll()
        self._draw()

    # Drawing

    def say(self, sentence: str) -> None:
        """Say why something cannot be done, until the next moment is shown."""
        self._note = sentence
        self._draw()

    def _move(self, by: Move) -> None:
        self._note = ""
        if by != "pick":
            self._unroll(by_itself=by == "on")
        if self.has_class("-raw"):
            self._show_raw()

    def _unroll(self, *, by_itself: bool = False) -> None:
        """Show the lines up to here. by_itself: whether the match goes on; a spectator who has scrolled up then stays there."""
        story, count = self._story, self.viewpoint.lines
        story.show_until(None if self.shown.is_live and self.playback.follows else count)
        if not by_itself or story.cursor is None or story.cursor < count - 1:
            story.point_at(max(0, count - 1))

    def _restart_log(self) -> None:
        """Show the log for the present viewer: with the work of models if wanted, and verdicts if the viewer sees everything."""
        traced = " traced" if self.viewpoint.has_traces else ""
        self._story.reset(self.viewpoint.timeline.lines, f"{self.viewpoint.viewer}{traced}")
        self.claims.restart()

    def _draw(self) -> None:
        playback, viewpoint, table = self.playback, self.viewpoint, self.viewpoint.table
        playback.note_drawn()
        self.view.show(table)
        self.board.show(table, viewpoint, self.shown)
        words, is_warning = playback.state
        at = f"{viewpoint.at:,} of {len(viewpoint):,}"
        self._player.show(at, words, playback.speed, is_playing=playback.is_playing, is_warning=is_warning)
        over = name_keys(self, "The match is over: {watch.results} shows how it ended.") if playback.is_at_end else ""
        said = self._note or self._failure or over or table.prompt or OVER
        self.board.prompt.show(said, is_warning=bool(self._note or self._failure))
        self._footer.update()
        self._show_thinking()
        if self.claims.are_seen and not self._is_audit_wanted and (source := controllers_of(self).spectators.source_of(self)):
            self._is_audit_wanted = True
            source.audit()
        self.claims.show()

    def _show_thinking(self) -> None:
        """Show what models are answering now below the log, while the end of the record is in view."""
        self._story.append_for_now(self.viewpoint.live(self._minds) if self.playback.follows else ())

    def _list_offers(self) -> Iterable[bool]:
        """Yield whether each of the keys that come and go can be used now."""
        yield from (self.actions[name].is_offered() for name in _COME_AND_GO)
        yield from (self.playback.follows, self.playback.is_over)

    # Keys

    def _has_slow_model(self) -> bool:
        """Return whether a model is at work that can be made to give up."""
        return any(turn.words for turn in self._turns if turn.state == "asked")

    def _is_free(self, *, arrows: bool = False) -> bool:
        """Return whether no panel needs the keys that lead elsewhere in the record. arrows: a picture may need them."""
        pans = arrows and isinstance(self.focused, PictureView) and self.focused.is_near
        return not (pans or isinstance(self.focused, Input | Selector))

    def _next(self, by: int) -> None:
        """Go to the next hit of a search, or else one moment on."""
        if self.view.is_searching:
            self.view.search.step(by)
        else:
            self.playback.step(by)

    def _open_pictures(self) -> None:
        """Open the pictures in view as files; else those of the seat through whose eyes the spectator sees."""
        viewer, pictures = self.viewpoint.viewer, controllers_of(self).pictures
        source = controllers_of(self).spectators.source_of(self)
        if source and (view := self.view.pictures) and view.pictures:
            pictures.open(source.path.stem, view.pictures, viewer)
        elif viewer in (EVERYTHING, PUBLIC):
            words = "A picture is what a seat saw: press {watch.seat_1} for the first one's eyes, then {watch.pictures}."
            self.say(name_keys(self, words))
        elif source:
            pictures.open_of_seat(source, self.viewpoint.at, viewer)

    def show_text(self, text: str) -> None:
        """Show a text in place of the transcript's."""
        if not self.has_class("-raw"):
            self.claims.close()
            self.add_class("-raw")
        self.query_one(RawPanel).show(text)

    def _show_raw(self) -> None:
        """Show the Event at this place as in the transcript."""
        if source := controllers_of(self).spectators.source_of(self):
            self.query_one(RawPanel).show(source.raw(self.viewpoint.at))

    def _toggle_raw(self) -> None:
        self.claims.make_room()
        self.toggle_class("-raw")
        if self.has_class("-raw"):
            self._show_raw()
        self.query_one(RawPanel if self.has_class("-raw") else Transcript).focus()

    def _copy(self, what: Literal["line", "speech"]) -> None:
        """Copy a line, or a speech, to the clipboard; or the transcript's text, while that is shown."""
        if self.has_class("-raw"):
            controllers_of(self).copy(self.query_one(RawPanel).text, "part of the transcript")
        else:
            self.view.copy(what)

    def _fork(self) -> None:
        if self.playback.is_over and self.viewpoint.is_at_last_answer:
            self.say("The match is over here; step back and fork earlier.")
            return
        from woozle.tui.screens.fork import ForkScreen

        self.app.push_screen(ForkScreen(Path(self.shown.path), self.viewpoint.step, self.viewpoint.seats))

    def _compare(self) -> None:
        """Ask another model the question of the answer at this place, and show both instead of the transcript."""
        self.playback.pause()
        controllers_of(self).spectators.compare(self, self.viewpoint.step)

    def _verify(self) -> None:
        from woozle.tui.screens.report import ReportScreen

        self.app.push_screen(ReportScreen(Path(self.shown.path)))

    def _close(self) -> None:
        if self.board.go_to.close():
            self._story.focus()
        elif self.has_class("-raw"):
            self._toggle_raw()
        elif self.claims.is_open:
            self.claims.close()
        elif not self.view.end_search():
            self.action_back()

"""Looking on: the keys with which spectators find their way through a live match without people, or through a transcript."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from textual.widgets import Input

from woozle.arena.views.line import Line
from woozle.arena.views.places import place
from woozle.arena.views.vantage import SEAT_KEYS
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import PUBLIC
from woozle.tui import keys, messages
from woozle.tui.messages import gestures, onlooking
from woozle.tui.messages.picturing import OpenPictures
from woozle.tui.screens.auditing import Auditing
from woozle.tui.screens.reading import about_reading
from woozle.tui.styles import sheets
from woozle.tui.widgets.goto_box import GoToBox
from woozle.tui.widgets.keyed import keyed
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.raw_panel import RawPanel
from woozle.tui.widgets.selector import Selector
from woozle.tui.widgets.transcript import Transcript

_NOT_WHILE_TYPING = ("play", "step", "phase", "edge", "go_to")


class WatchScreen(Auditing):
    """What spectators do."""

    BINDINGS = keys.WATCH
    CSS_PATH = sheets("watch")
    ABOUT = (
        *about_reading("watch", "{watch.next}"),
        Line("Looking on", "heading"),
        Line("Pick a line, with the arrows or the mouse: map and seats show that moment. A replay stands still there."),
        Line("A live match goes on while you look back, and {watch.follow} follows it again. Pausing it costs no player any time."),
        Line("Who sees everything: {watch.claims} lists what was claimed, {watch.tags} hides the verdicts below speeches."),
        Line("{watch.pictures}, while you see with the eyes of a seat, opens the pictures that it is shown beside the words."),
        Line("All bars can be clicked: whose eyes you see with, any place of the match, the buttons, the speed."),
    )

    def on_seat_clicked(self, message: gestures.SeatClicked) -> None:
        """Through the eyes of that seat."""
        self.action_look(SEAT_KEYS[message.number - 1])

    def on_place_typed(self, message: gestures.PlaceTyped) -> None:
        """Go there, if there is such a place."""
        self.action_close()
        try:
            self.go(place(message.text, self.vantage.reel))
        except ValueError as error:
            self.say(str(error))

    # Keys

    def action_play(self) -> None:
        """Pause, or go on."""
        self.post_message(onlooking.Play("pause" if self._pace.is_playing else "go"))

    def action_step(self, by: int) -> None:
        """One moment on or back; at the end of a live match one answer."""
        if by > 0 and self.shown.is_live and self.vantage.at == len(self.vantage):
            self.post_message(onlooking.Play("step"))
            return
        self._pause()
        self.go(self.vantage.moment(by))

    def action_next(self, by: int) -> None:
        """The next hit of a search, or one moment on."""
        if not self.next_hit(by):
            self.action_step(by)

    def action_phase(self, by: int) -> None:
        """To the next phase, or the one before."""
        self.go(self.vantage.phase(by))

    def action_edge(self, which: Literal["start", "end"]) -> None:
        """To the beginning or the end."""
        self.go(0 if which == "start" else len(self.vantage))

    def action_follow(self) -> None:
        """To the end of a live match, and on with it."""
        self.go(len(self.vantage))

    def action_pace(self, change: Literal["slower", "faster"]) -> None:
        """Slower or faster."""
        self.post_message(onlooking.Play(change))

    def action_look(self, key: str) -> None:
        """Through other eyes, at the same moment."""
        self.vantage.look(key)
        self._tell_again()
        self._unroll()
        self._draw()

    def action_go_to(self) -> None:
        """Ask for a place."""
        self.query_one(GoToBox).open()

    def action_pictures(self) -> None:
        """What is in view; else what the seat with whose eyes one sees is shown as pictures."""
        if pictures := self._view.pictures:
            self.post_message(OpenPictures(pictures, self.vantage.viewer))
        elif self.vantage.viewer in (EVERYTHING, PUBLIC):
            self.say(
                keyed(
                    self,
                    "A picture is what a seat saw: press {watch.seat_1} for the first one's eyes, then {watch.pictures}.",
                )
            )
        else:
            self.post_message(messages.WantPictures(self.vantage.viewer, self.vantage.at))

    def action_raw(self) -> None:
        """The Event at the cursor as the transcript has it, or the story again."""
        if not self.is_beside:
            self.close_claims()
        self.toggle_class("-raw")
        if self.has_class("-raw"):
            self.post_message(onlooking.WantRaw(self.vantage.at))
        self.query_one(RawPanel if self.has_class("-raw") else Transcript).focus()

    def action_copy(self, what: Literal["line", "speech"]) -> None:
        """Put a line, or a speech, on the clipboard; or what the transcript has, while that is shown."""
        if self.has_class("-raw"):
            self.post_message(messages.Copy(self.query_one(RawPanel).text, "part of the transcript"))
        else:
            super().action_copy(what)

    def action_fork(self) -> None:
        """Ask who goes on from here, if there is anything to come."""
        if self._is_over and self.vantage.is_at_last_answer:
            self.say("The match is over here; branch off where it can still turn out otherwise.")
            return
        self.post_message(onlooking.WantFork(Path(self.shown.path), self.vantage.step, self.vantage.seats))

    def action_verify(self) -> None:
        """Check the transcript."""
        self.post_message(messages.OpenReport(Path(self.shown.path)))

    def action_results(self) -> None:
        """How it ended."""
        self.post_message(messages.OpenResults(Path(self.shown.path)))

    def action_close(self) -> None:
        """What is open, or else the screen."""
        if self.query_one(GoToBox).close():
            self._story.focus()
        elif self.has_class("-raw"):
            self.action_raw()
        elif self.has_class("-claims"):
            self.close_claims()
        elif not self.end_search():
            self.action_back()

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.action_back()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not shown."""
        match action:
            case _ if action in _NOT_WHILE_TYPING:
                moves = isinstance(self.focused, PictureView) and self.focused.is_near and action in ("step", "phase")
                return not (moves or isinstance(self.focused, Input | Selector) or (action == "play" and self._is_done))
            case "follow":
                return self.shown.is_live and not self._follows
            case "copy" if self.has_class("-raw"):
                return True
            case "fork":
                return self.shown.can_fork
            case "results":
                return self._is_over
        return super().check_action(action, parameters)

"""The curtain: no table is on the screen, or anywhere behind it, while the keyboard changes hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.play.news import Failed, Paced
from woozle.arena.play.people import PIN_DIGITS
from woozle.arena.views.words import count, to_resume
from woozle.core.line import Line
from woozle.tui import messages, safe
from woozle.tui.controllers.access import controllers_of, ways_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.key_names import KeyButton, name_keys
from woozle.tui.widgets.title_bar import TitleBar, screen_title

if TYPE_CHECKING:
    from woozle.arena.play.people import Lock
    from woozle.arena.views.panels import Curtain


_DIGITS = "1234567890"


class PinPad(Vertical):
    """Takes all digits, and hands them over to `take`. Keys reach it through `press`, since nothing here takes the focus."""

    def __init__(self, length: int, take: Callable[[str], None], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._length, self._take = length, take
        self._digits = ""

    def compose(self) -> ComposeResult:
        yield Static(id="dots", markup=False)
        with Horizontal(id="pad"):
            for digit in _DIGITS:
                yield Button(digit, name=digit, compact=True)
            yield Button("⌫", name="backspace", compact=True)

    def on_mount(self) -> None:
        for button in self.query(Button):
            button.can_focus = False
        self.clear()

    def clear(self) -> None:
        self._digits = ""
        self._show()

    def press(self, key: str) -> bool:
        """Take a digit, or take the last one back; whether the key was one for this."""
        if key == "backspace":
            self._digits = self._digits[:-1]
        elif len(key) == 1 and key in _DIGITS:
            self._digits += key
        else:
            return False
        self._show()
        if len(self._digits) == self._length:
            digits = self._digits
            self.clear()
            self._take(digits)
        return True

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.press(event.button.name or "")

    def _show(self) -> None:
        given = len(self._digits)
        self.query_one("#dots", Static).update("PIN  " + "● " * given + "○ " * (self._length - given))


_LOOK = 0.5  # seconds between two looks at the clock, while wrong tries make people wait
_FIRST = "press {curtain.ready} and then {curtain.reveal} to see your table."
_NOW = "now press {curtain.reveal}. Any other key cancels."
_RESUMED = "This match was resumed: the PINs are gone, and people are known by their seats alone."
_RESUMED_BLIND = "This match was resumed: names and PINs are gone. Who was entered first is person 1, and so on."


class CurtainScreen(FrameScreen):
    """Asks the person who is next to say, with two keys, that they alone see the screen. lock: their PIN, if they have one."""

    BINDINGS = bindings(
        key("curtain.ready", "y", "ready", "I am here"),
        key("curtain.reveal", "enter", "reveal", "Show my table", shown="enter"),
        key("curtain.pin", "p", "pin", "Set a PIN"),
        *HELP_KEYS,
        key("curtain.pause", "escape", "pause", "Pause", shown="esc"),
        key("curtain.leave", "q", "leave", "Leave"),
    )
    ABOUT = (
        Line("The curtain", "heading"),
        Line("No table is on the screen, or behind it. {curtain.ready}, then {curtain.reveal} show it to its owner."),
    )
    CSS_PATH = sheets("curtain")
    TWICE = ("curtain.leave", "curtain.pause", "app.quit", "app.quit_or_copy")
    ALLOW_SELECT = False
    AUTO_FOCUS = ""

    def __init__(self, shown: Curtain, lock: Lock, match_id: str, clock: Callable[[], float]) -> None:
        super().__init__()
        self._shown = shown
        self._lock = lock
        self._match_id = match_id
        self._clock = clock
        self._is_armed = False
        self._typing: Literal["", "pin", "new", "again"] = ""
        self._chosen = ""
        self._has_just_chosen = False
        self._is_paused = False
        self._leaving = ""
        self._failure = ""
        self._trouble = ""

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("The keyboard changes hands"), id="title")
        with Vertical(id="room"), Vertical(id="curtain"):
            yield Static(id="who", markup=False)
            yield Static(id="what", markup=False)
            yield PinPad(PIN_DIGITS, self._take_pin, id="pin")
            with Horizontal(id="steps"):
                yield KeyButton("I am here", "curtain.ready", id="ready")
                yield KeyButton("Show my table", "curtain.reveal", id="reveal", variant="primary")
            yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        """Keep the focus away from buttons: a key that was meant for something else opens nothing."""
        self.query_one("#curtain").border_title = "Hand over"
        for button in self.query("#steps Button").results(Button):
            button.can_focus = False
        self._show()
        self.set_interval(_LOOK, self._tick)

    # News

    def on_match_news(self, message: messages.MatchNews) -> None:
        match message.news:
            case Paced(state):
                self._is_paused = state == "paused"
                self._disarm()
            case Failed(sentence):
                self._failure = sentence
                self._disarm()

    # Input

    def on_key(self, event: events.Key) -> None:
        """Digits of a PIN. Any key but the two that open the curtain begins again."""
        if self._typing and self.query_one(PinPad).press(event.key):
            event.stop()
            return
        bound = self.active_bindings.get(event.key)
        if not bound or bound.binding.action not in ("ready", "reveal"):
            self._disarm()

    def on_screen_resume(self) -> None:
        self._show()

    def on_screen_suspend(self) -> None:
        """Begin again: another screen is looked at."""
        self._disarm()

    def action_ready(self) -> None:
        self._is_armed = self._can_open and not self._typing
        self._show()

    def action_reveal(self) -> None:
        if not self._is_armed:
            return
        if self._lock.is_set and not self._has_just_chosen:
            self._type("pin")
        else:
            ways_of(self).matches.reveal()

    def action_pin(self) -> None:
        if self._may_choose:
            self._type("new")

    def action_pause(self) -> None:
        """Cancel leaving or typing, else pause the match or go on."""
        if self._leaving or self._typing:
            self._leaving = ""
            self._type("")
        elif not self._failure:
            ways_of(self).matches.pace("pause")

    def disarm(self) -> None:
        if self._leaving:
            self._leaving = ""
            self._show()

    def action_leave(self) -> None:
        self.ask_to_leave(quit=False)

    def ask_to_leave(self, *, quit: bool, key: str = "curtain.leave") -> None:
        """Leave when asked a second time. key: the binding that asked."""
        if self._leaving or self._failure:
            controllers_of(self).leave_match(quit=quit)
            return
        self._type("")
        self._leaving = key
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "ready" | "reveal":
                return self._can_open and not self._typing
            case "pin":
                return self._may_choose
            case "pause":
                return not self._failure
        return True

    def _take_pin(self, digits: str) -> None:
        match self._typing:
            case "pin" if self._lock.opens(digits, self._clock()):
                ways_of(self).matches.reveal()
            case "pin":
                self._trouble = f"That is not the PIN. Tries left: {self._lock.tries_left}."
                self._show()
            case "new":
                self._chosen = digits
                self._type("again")
            case "again" if digits == self._chosen:
                self._lock.set(digits)
                self._has_just_chosen = True
                self._type("")
            case "again":
                self._type("new")
                self._trouble = "These were not the same digits."
                self._show()

    @property
    def _can_open(self) -> bool:
        return bool(self._shown.name) and not (self._is_paused or self._failure or self._leaving)

    @property
    def _may_choose(self) -> bool:
        return self._can_open and self._shown.is_first and not self._lock.is_set and not self._typing

    def _type(self, what: Literal["", "pin", "new", "again"]) -> None:
        self._typing, self._is_armed, self._trouble = what, False, ""
        self._chosen = self._chosen if what == "again" else ""
        self.query_one(PinPad).clear()
        self._show()

    def _disarm(self) -> None:
        self._is_armed = False
        if self.is_mounted:
            self._show()

    def _tick(self) -> None:
        if self._typing == "pin":
            self._show()

    # Drawing

    def _show(self) -> None:
        shown = self._shown
        who = Content("The match begins.")
        if shown.name:
            seat = safe.line(f"  ({shown.seat})" if shown.seat else "", "$quiet")
            who = safe.join(Content("Pass the keyboard to  "), safe.line(shown.name, "bold $accent"), seat)
            who = safe.join(who, Content("\n\nEveryone else: please look away."))
        self.query_one("#who", Static).update(who)
        self.query_one("#what", Static).update(self._what())
        self.query_one(PinPad).display = bool(self._typing) and self._can_open and not self._wait
        self.query_one("#steps").display = self._can_open and not self._typing
        self.query_one("#reveal", Button).disabled = not self._is_armed
        notes = Content("\n").join(map(Content, self._notes()))
        self.query_one("#notes", Static).update(notes)
        self.query_one("#notes").display = bool(notes)
        self.refresh_bindings()

    @property
    def _wait(self) -> float:
        return self._lock.wait(self._clock()) if self._typing == "pin" else 0.0

    def _what(self) -> Content:
        name = safe.line(self._shown.name)
        if self._failure:
            return safe.line(self._failure, "bold $error")
        if self._leaving:
            saved = f"The match is saved: {to_resume(self._match_id)}"
            again = name_keys(self, f"Leave? {{{self._leaving}}} again leaves, {{curtain.pause}} stays.")
            return safe.text(f"{again}\n{saved}", "bold $warning")
        if self._is_paused:
            return Content.styled(name_keys(self, "The match is paused: {curtain.pause} goes on."), "bold $warning")
        if self._wait:
            return Content.styled(f"Too many wrong tries: wait {count(round(self._wait) or 1, 'second')}.", "bold $warning")
        asked = {
            "pin": "type your PIN.",
            "new": "choose four digits.",
            "again": "the same four digits again.",
            "": _NOW if self._is_armed else _FIRST,
        }[self._typing]
        words = safe.join(name, Content(f": {name_keys(self, asked)}")) if self._shown.name else Content("No one is asked yet.")
        return safe.join(Content.styled(f"{self._trouble}\n" if self._trouble else "", "bold $warning"), words)

    def _notes(self) -> Iterable[str]:
        if self._shown.seconds is not None:
            yield f"Your {self._shown.seconds:g} seconds begin when your table appears."
        if self._has_just_chosen:
            yield "Your PIN is set. It is kept until the match is left, and nowhere but in memory."
        elif self._may_choose:
            yield name_keys(self, "{curtain.pin} sets a PIN, so that no one else opens your table.")
        if self._shown.is_resumed:
            yield _RESUMED if self._shown.seat else _RESUMED_BLIND

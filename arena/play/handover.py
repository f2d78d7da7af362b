"""The people at one terminal: who looks at it now, whose question comes next, and what interrupts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from woozle.arena.play.people import Person
from woozle.core.match import Pacer
from woozle.core.request import Display, Picture, Seat
from woozle.players.human import Ask


class Handover:
    """Questions wait here until the one before is answered; only one person looks at a time.

    people: by seat, in the order in which they are asked if several are asked at once. looking: the seat whose table is on screen;
    None behind a curtain. turn: the question that is on screen, or behind the curtain. One person alone always looks.
    """

    def __init__(self, people: Mapping[Seat, Person]) -> None:
        self.people = people
        self.is_shared = len(people) > 1
        self.looking: Seat | None = None if self.is_shared else next(iter(people), None)
        self.turn: Ask | None = None
        self._waiting: list[Ask] = []

    def add(self, ask: Ask) -> None:
        self._waiting.append(ask)

    def take(self) -> Ask | None:
        """Return the next question, unless one is being answered. If it is for another person, the table is hidden."""
        self._waiting = [ask for ask in self._waiting if ask.is_open]
        if self.turn or not self._waiting:
            return None
        order = list(self.people)
        self.turn = min(self._waiting, key=lambda ask: order.index(ask.request.to))
        self._waiting.remove(self.turn)
        if self.turn.request.to != self.looking:
            self.looking = None
        return self.turn

    def reveal(self) -> Ask | None:
        """Let the person look for whom the curtain fell, and return what they are asked; None if no curtain is down."""
        if self.looking or not self.turn:
            return None
        self.looking = self.turn.request.to
        return self.turn

    def on_screen(self, request: int) -> Ask | None:
        """Return the question of that number, if it can be seen."""
        return self.turn if self.turn and self.looking and self.turn.request.id == request else None

    def close(self, ask: Ask) -> bool:
        """Wait for no answer any more, and return whether the question was on screen or behind the curtain."""
        was_turn = ask is self.turn
        if was_turn:
            self.turn = None
        return was_turn


class Attention:
    """Passes news of the screen and the terminal on to the current question.

    pacer: of the match, which can be paused. stay: called at each input.
    """

    def __init__(self, hand: Handover, pacer: Pacer, stay: Callable[[], object] = lambda: None) -> None:
        self._hand = hand
        self._pacer = pacer
        self._stay = stay
        self._is_away: bool | None = None  # until the terminal tells of focus
        self._is_covered = False

    def set_away(self, is_away: bool) -> None:
        """Note whether the terminal has lost the focus; that time is not thinking time."""
        self._is_away = is_away
        self.keep_time()

    def set_covered(self, is_covered: bool) -> None:
        self._is_covered = is_covered
        self.keep_time()

    def note_typing(self, keys: int = 0, deleted: int = 0, pasted: int = 0, anticipated: int = 0) -> None:
        """Note input at the table. A key press means presence, whatever the terminal reported about focus."""
        self._stay()
        if (keys or anticipated) and self._is_away:
            self.set_away(False)
        if self._hand.looking and self._hand.turn:
            self._hand.turn.note_input(keys, deleted, pasted, anticipated)

    def start_clock(self, request: int) -> None:
        """Start the clock of a question: it is on screen."""
        if ask := self._hand.on_screen(request):
            self.keep_time()
            ask.mark_shown()

    def note_opened(self, shown: Sequence[Picture]) -> None:
        """Record that the person who is asked has opened these."""
        if self._hand.looking and self._hand.turn:
            self._hand.turn.show(shown)

    def note_seen(self, request: int, display: Display, shown: Sequence[Picture]) -> None:
        """Record that the person who is asked has had these in view, and how."""
        if ask := self._hand.on_screen(request):
            ask.show(shown)
            ask.see(display)

    def keep_time(self) -> None:
        """Let the clocks of the question run that are to run now."""
        if not (ask := self._hand.turn):
            return
        ask.interrupt("paused", self._pacer.is_paused)
        ask.interrupt("covered", self._is_covered)
        if self._is_away is not None:
            ask.interrupt("away", self._is_away)

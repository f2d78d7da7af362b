"""The time that a person takes over a question, and their input meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from woozle.core.request import Timing

Interruption: TypeAlias = Literal["paused", "away", "covered"]
"""An interruption of a question: a pause, a terminal without the focus, or another screen in front."""

NO_THINKING: tuple[Interruption, ...] = ("paused", "away")
"""Interruptions that stop the thinking time. Another screen in front does not: people may think with the help open."""

LONG_PASTE = 20
"""Characters; a longer paste may have been written elsewhere."""


class Stopwatch:
    """Measures time with interruptions."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent = 0.0
        self._since: float | None = None

    def hold(self) -> None:
        self._spent, self._since = self.seconds, None

    def go_on(self) -> None:
        self._since = self._clock() if self._since is None else self._since

    @property
    def is_running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._spent + (self._clock() - self._since if self._since is not None else 0.0)


class Timekeeper:
    """The Timing of one question, which is asked when this is created. Nothing counts before it is shown.

    thinking: Runs while the question is in front of the person.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.thinking = Stopwatch(clock)
        self._clock = clock
        self._asked = clock()
        self._shown: float | None = None
        self._first_key: float | None = None
        self._keys = self._deletions = self._pasted = self._long_pastes = self._anticipated = 0
        self._held: dict[Interruption, bool] = {}
        self._interrupted: dict[Interruption, Stopwatch] = {}

    @property
    def was_shown(self) -> bool:
        return self._shown is not None

    def mark_shown(self) -> None:
        """Start thinking time, as the question is on screen. A second call changes nothing."""
        if self._shown is None:
            self._shown = self._clock()
        self._run()

    def interrupt(self, why: Interruption, is_so: bool) -> None:
        """Begin or end an interruption. One that is never mentioned counts as unknown."""
        self._held[why] = is_so
        self._run()

    def note_input(self, keys: int = 0, deleted: int = 0, pasted: int = 0, anticipated: int = 0) -> None:
        """Record input. pasted: characters of one paste; anticipated: inputs that were ignored, as in Timing."""
        self._anticipated += anticipated
        if self._shown is None:
            return
        if keys and self._first_key is None:
            self._first_key = self._clock()
        self._keys += keys
        self._deletions += deleted
        self._pasted += pasted
        self._long_pastes += pasted > LONG_PASTE

    @property
    def timing(self) -> Timing | None:
        """The Timing until now; None if the question was never shown."""
        if self._shown is None:
            return None
        paused, away, covered = (self._seconds(why) for why in ("paused", "away", "covered"))
        return Timing(
            shown=round(self._shown - self._asked, 3),
            first_key=None if self._first_key is None else round(self._first_key - self._shown, 3),
            submit=round(self._clock() - self._shown, 3),
            away=away,
            paused=paused or 0.0,
            covered=covered or 0.0,
            keys=self._keys,
            deletions=self._deletions,
            pasted=self._pasted,
            long_pastes=self._long_pastes,
            anticipated=self._anticipated,
        )

    def _run(self) -> None:
        if self._shown is None:
            return
        for why, is_so in self._held.items():
            watch = self._interrupted.setdefault(why, Stopwatch(self._clock))
            watch.go_on() if is_so else watch.hold()
        if any(self._held.get(why) for why in NO_THINKING):
            self.thinking.hold()
        else:
            self.thinking.go_on()

    def _seconds(self, why: Interruption) -> float | None:
        return round(self._interrupted[why].seconds, 3) if why in self._interrupted else None

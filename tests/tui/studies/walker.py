"""Somebody who goes through a study, whatever it is, with keys and clicks alone, and the same way for the same seed."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from textual import events
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.widgets import Button

from woozle.arena.views.study import Asked
from woozle.tui.screens.study import StudyCodeScreen, StudyConsentScreen, StudyQuestionsScreen, StudyReadingScreen, StudyStopScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox, SpeechArea
from woozle.tui.widgets.input_panel import InputPanel
from woozle.tui.widgets.key_names import key_of
from woozle.tui.widgets.study_answers import Rows

from tests.tui.hosts import Clock, is_ready, until

_MOST = 4000  # things that are done in one visit

End = Literal["end", "left", "declined", "killed"]


@dataclass
class Walker:
    """A participant's way through a study.

    declines: they do not take part. leaves_at: the id of the step where they stop, empty for none; leaves_after: so many answers in
    a match of that step. is_killed: then they do not say so, the app is only gone. slow: seconds that each step takes on `clock`.
    sentences: what they type, in turn. unsaid: percent of questions that they prefer not to answer; clicks: percent of what they do
    with the mouse; wrong: percent of questions of the check that they get wrong, if they know the right ones (`right`, by id).
    """

    seed: int
    declines: bool = False
    releases: bool | None = None
    leaves_at: str = ""
    leaves_after: int = 0
    is_killed: bool = False
    clock: Clock | None = None
    slow: float = 0.0
    sentences: tuple[str, ...] = ("I was there the whole time.", "I do not know.")
    unsaid: int = 15
    clicks: int = 20
    wrong: int = 20
    right: dict[str, str] = field(default_factory=dict)
    code: str = ""
    typed: list[str] = field(default_factory=list)
    answers: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self._step = ""
        self._in_step = 0

    async def walk(self, pilot) -> End:
        """Go through the study until it is left. The app has to be running."""
        app = pilot.app
        for _ in range(_MOST):
            await until(pilot, lambda: app._exit or self._is_ready(app))
            if app._exit:
                return "end"
            self.code = app.pages.visit.code or self.code
            step = app.pages.visit.step.id if app.pages.visit.step else ""
            if step != self._step:
                self._step, self._in_step = step, 0
                if self.clock:
                    self.clock.now += self.slow
            if step and step == self.leaves_at and self._in_step >= self.leaves_after:
                return await self._leave(pilot)
            await self._act(pilot)
            if app.pages.visit.stage == "declined":
                await self._press(pilot, "enter")
                return "declined"
        raise AssertionError(f"The study has no end; it stands at {pilot.app.screen}.")

    # What they see

    @staticmethod
    def _is_ready(app) -> bool:
        screen = app.screen
        if isinstance(screen, TableScreen):
            if screen.seat.is_over:
                return True
            return bool(screen.table.question and screen.seat.request and is_ready(screen))
        if isinstance(screen, StudyQuestionsScreen):
            is_drawn = screen.is_mounted and screen._answering is not None and screen._answering.is_mounted and is_ready(screen)
            # The answer of the question before may still be on its way out.
            return is_drawn and screen.query_one("#on").disabled != screen.has_answer
        return isinstance(screen, StudyReadingScreen | StudyConsentScreen | StudyCodeScreen | StudyStopScreen) and screen.is_mounted

    async def _act(self, pilot) -> None:
        screen = pilot.app.screen
        if isinstance(screen, TableScreen):
            await self._play(pilot, screen)
        elif isinstance(screen, StudyQuestionsScreen):
            await self._answer(pilot, screen)
        elif isinstance(screen, StudyConsentScreen):
            await self._consent(pilot, screen)
        elif isinstance(screen, StudyCodeScreen):
            await self._note(pilot, screen)
        elif isinstance(screen, StudyReadingScreen):
            await self._read(pilot, screen)

    # Pages

    async def _read(self, pilot, screen) -> None:
        await self._read_on(pilot, screen, lambda: screen.can_go_on)
        if self._clicks:
            await self._click(pilot, f"#does-{screen.shown.buttons[0].does}", screen)
        else:
            await self._press(pilot, "enter")
        await until(pilot, lambda: pilot.app._exit or pilot.app.screen is not screen)

    async def _read_on(self, pilot, screen, is_read: Callable[[], bool]) -> None:
        for _ in range(500):
            if is_read():
                return
            await self._press(pilot, "space")
        raise AssertionError("The text has no end.")

    async def _consent(self, pilot, screen) -> None:
        await self._read_on(pilot, screen, lambda: screen._is_read)
        if self.declines:
            await self._press(pilot, "d")
            await until(pilot, lambda: pilot.app.screen is not screen)
            return
        for number in range(1, len(screen.shown.boxes) + 1):
            await self._press(pilot, str(number))
        releases = self.chance.random() < 0.5 if self.releases is None else self.releases
        if screen.shown.release and releases:
            await self._press(pilot, str(len(screen.shown.boxes) + 1))
        await until(pilot, lambda: screen.can_agree)
        await self._press(pilot, "a")
        await until(pilot, lambda: pilot.app.screen is not screen)

    async def _note(self, pilot, screen) -> None:
        if self._clicks:
            await self._click(pilot, "#noted", screen)
        else:
            await self._press(pilot, *screen.shown.code[-2:].lower())
        await until(pilot, lambda: bool(screen.how))
        if self._clicks:
            await self._click(pilot, "#on", screen)
        else:
            screen.query_one("#last").focus()
            await self._press(pilot, "enter")
        await until(pilot, lambda: pilot.app.screen is not screen)

    async def _answer(self, pilot, screen) -> None:
        asked, at = screen.question, screen.at
        await self._give(pilot, screen, asked)
        await until(pilot, lambda: screen.has_answer)
        answered = screen._answering
        if self._clicks:
            await self._click(pilot, "#on", screen)
        else:
            await self._press(pilot, "enter")
        await until(pilot, lambda: pilot.app._exit or pilot.app.screen is not screen or screen.at != at)
        await until(pilot, lambda: pilot.app._exit or pilot.app.screen is not screen or screen._answering not in (None, answered))

    async def _give(self, pilot, screen, asked: Asked) -> None:
        if not asked.is_required and self.chance.randrange(100) < self.unsaid:
            await self._press(pilot, "f2")
            return
        if asked.kind == "choice":
            at = self._chosen(asked)
            if at < 10 and not self._clicks:
                await self._press(pilot, "1234567890"[at])
            else:
                screen.query_one(Rows).focus()
                await self._press(pilot, "home", *["down"] * at, "enter")
        elif asked.kind == "scale":
            number = self.chance.randint(asked.low, asked.high)
            if asked.low < 0:
                await self._press(pilot, "home", *["right"] * min(5, number - asked.low))
            else:
                await self._press(pilot, *str(number))
        elif asked.kind == "number":
            await self._press(pilot, *str(self.chance.randint(asked.low, asked.high)))
        else:
            await self._type(pilot, self._sentence())

    def _chosen(self, asked: Asked) -> int:
        values = [stands_for for _, stands_for in asked.options]
        if asked.id in self.right and self.chance.randrange(100) >= self.wrong:
            return values.index(self.right[asked.id])
        return self.chance.randrange(len(values))

    # Matches

    async def _play(self, pilot, table) -> None:
        if table.seat.is_over:
            await self._press(pilot, "enter")
            await until(pilot, lambda: pilot.app._exit or pilot.app.screen is not table)
            return
        desk = table.query_one(InputPanel)
        before = self._state(pilot.app, table)
        part = desk._then if desk._first is not None else desk.question
        if part is None:
            await pilot.pause()
            return
        if part.is_text:
            await self._say(pilot, table, part)
        else:
            await self._choose(pilot, table)
        self.answers += 1
        self._in_step += 1
        await until(pilot, lambda: pilot.app._exit or self._state(pilot.app, table) != before)

    @staticmethod
    def _state(app, table) -> tuple[object, ...]:
        desk = table.query_one(InputPanel) if table.is_mounted else None
        request = table.seat.request.id if table.seat.request else None
        return app.screen is table, request, table.seat.is_over, desk and desk._first is not None

    async def _choose(self, pilot, table) -> None:
        choices = table.query_one(Choices)
        choice = self.chance.choice(choices.choices)
        is_numbered = bool(choice.key) and table.focused is choices
        if is_numbered:
            await self._press(pilot, choice.key)
        else:
            choices.focus()
            at = choices.choices.index(choice)
            await self._press(pilot, *["up"] * len(choices.choices), *["down"] * at, "enter")
        if choice.is_final:
            await until(pilot, lambda: choices.doubted is not None or table.seat.request is None)
            if choices.doubted is not None:
                await until(pilot, lambda: is_ready(table))
                await self._press(pilot, choice.key if is_numbered else "enter")

    async def _say(self, pilot, table, part) -> None:
        box = table.query_one(ComposeBox)
        if part.may_be_empty and self.chance.randrange(100) < self.unsaid:
            await self._click(pilot, "#silent", table)
            return
        table.query_one(SpeechArea).focus()
        if not box.text.strip():
            await self._type(pilot, self._sentence()[: max(1, part.limit)])
        await self._press(pilot, key_of(table, "compose.send"))

    def _sentence(self) -> str:
        return self.sentences[len(self.typed) % len(self.sentences)]

    async def _type(self, pilot, sentence: str) -> None:
        self.typed.append(sentence)
        await self._press(pilot, *sentence)

    # Leaving

    async def _leave(self, pilot) -> End:
        app = pilot.app
        if self.is_killed:
            return "killed"
        await self._press(pilot, "ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, StudyStopScreen))
        await self._press(pilot, "y")
        await until(pilot, lambda: app._exit)
        return "left"

    # Keys and clicks

    @property
    def _clicks(self) -> bool:
        return self.chance.randrange(100) < self.clicks

    async def _press(self, pilot, *keys: str) -> None:
        await pilot.press(*keys)
        await pilot.pause()

    async def _click(self, pilot, selector: str, screen) -> None:
        widget = screen.query_one(selector)
        # A button that was just pressed is deaf for a moment, and a questionnaire goes on with the same one.
        await until(pilot, lambda: not isinstance(widget, Button) or not (widget.disabled or widget.has_class("-active")))
        if not await pilot.click(widget):
            widget.focus()
            await pilot.press("enter")
        await pilot.pause()


class Hands:
    """Fingers on the keys of a running app: as Textual's pilot, but it waits for what keys do and for nothing else.

    missed: what should have been clicked, and could not be.
    """

    def __init__(self, pilot) -> None:
        self._pilot = pilot
        self.app = pilot.app
        self.missed: list[str] = []

    async def press(self, *keys: str) -> None:
        for key, then in zip(keys, (*keys[1:], ""), strict=True):
            name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
            pressed = events.Key(name, _character_of(key, name))
            pressed.set_sender(self.app)
            self.app._driver.send_message(pressed)
            if not len(key) == len(then) == 1:  # a sentence is typed in one go
                await self._pilot._wait_for_screen()

    async def pause(self) -> None:
        await asyncio.sleep(0.005)

    async def click(self, widget) -> bool:
        """Click, and return whether that was possible: on a small terminal a hidden widget has to be scrolled into view first."""
        widget.scroll_visible(animate=False)
        await self._pilot.pause()
        region = widget.region
        middle = (region.x + region.width // 2, region.y + region.height // 2)
        is_shown = self.app.screen.region.contains(*middle) and self.app.screen.get_widget_at(*middle)[0] is widget
        if is_shown and await self._pilot.click(widget):
            return True
        self.missed.append(f"{type(self.app.screen).__name__} #{widget.id}")
        return False


def _character_of(key: str, name: str) -> str | None:
    try:
        return unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        return key if len(key) == 1 else None

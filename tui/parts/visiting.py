"""The app as a participant of a study has it: one page after the other, and nothing of the rest of Woozle."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen

from woozle.arena.play.start import Visit as Invitation
from woozle.arena.studies import pages
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.instructions import instructions
from woozle.arena.studies.steps import Step
from woozle.arena.studies.visit import Visit, answered
from woozle.arena.views.line import Line
from woozle.arena.views.study import Given, Progress
from woozle.saves.transcript import Transcript, TranscriptError, read
from woozle.tui import messages, routes, safe, study_keys
from woozle.tui.app import WoozleApp
from woozle.tui.messages import visiting
from woozle.tui.settings.schema import SettingError, changed
from woozle.tui.widgets.keyed import keyed

_MENU = ("Theme", "Help")
_NOT_HERE = ("log", "picture", "screenshot", "save_screenshot", "suspend_process")


class Visiting(WoozleApp, inherit_bindings=False):
    """The part of the app that shows pages of a study. It keeps no log, no settings and no list of matches."""

    BINDINGS = study_keys.VISIT

    def __init__(self, start: Invitation, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises StudyError or SaveError, with a sentence, where there is nothing to begin or go on with."""
        super().__init__(clock=clock)
        self._invitation = start
        self.visit = Visit(StudyFolder(start.folder), code=start.code, recruiter=start.recruiter, ticket=start.ticket, clock=clock)
        self.retry: Callable[[], object] | None = None

    def get_default_screen(self) -> Screen[None]:
        """Nothing lies under the pages."""
        return Screen(id="blank")

    def on_mount(self) -> None:
        """The first page, or where they left it."""
        if self.visit.stage == "steps":
            self.run_worker(self._arrive(), name="arrive")
        else:
            self.show_page()

    async def on_unmount(self) -> None:
        """However it ends, what was done is kept already; that they left is said if there is time for it."""
        self.visit.left()
        self.visit.close()

    # Pages

    @property
    def is_preview(self) -> bool:
        """Whether nobody takes part."""
        return self._invitation.is_preview

    @property
    def progress(self) -> Progress:
        """How far they are."""
        return pages.progress(self.visit, is_preview=self.is_preview)

    def show_page(self) -> None:
        """What comes now."""
        visit, is_preview = self.visit, self.is_preview
        match visit.stage:
            case "information":
                shown: Any = pages.information(visit, is_preview=is_preview)
            case "consent":
                shown = pages.consent(visit, is_preview=is_preview)
            case "steps":
                shown = self._page_of_step(visit.step)
            case "timed_out":
                shown = pages.debrief(visit, is_preview=is_preview)
            case "goodbye":
                shown = pages.goodbye(visit, is_preview=is_preview)
            case "declined":
                shown = pages.declined(visit, is_preview=is_preview)
            case "over":
                shown = pages.over(visit, is_preview=is_preview)
        self.put(shown)

    def _page_of_step(self, step: Step | None) -> Any:
        try:
            return self._page_of(step)
        except (ValueError, OSError) as error:
            self.retry = self.show_page
            return pages.trouble(str(error), self.progress)

    def _page_of(self, step: Step | None) -> Any:
        visit, is_preview = self.visit, self.is_preview
        assert step
        match step.kind:
            case "code":
                return pages.code(visit, is_preview=is_preview)
            case "form":
                return pages.questions(visit, visit.study.plan.form, is_preview=is_preview)
            case "questionnaire":
                return pages.questions(visit, visit.study.plan.questionnaire, is_preview=is_preview)
            case "check":
                return pages.check(visit, is_preview=is_preview)
            case "debrief":
                return pages.debrief(visit, is_preview=is_preview)
        return pages.before_match(visit, self._instructions(step), is_resumed=self.open_match is not None, is_preview=is_preview)

    def _instructions(self, step: Step) -> tuple[Line, ...]:
        return tuple(replace(line, text=keyed(self.screen, line.text)) for line in instructions(self.visit.study, step))

    def put(self, shown: Any) -> None:
        """Show this page, and nothing below it."""
        self.go_home()
        self.push_screen(routes.study_page(shown))

    def keep(self, deed: Callable[[], object]) -> None:
        """Do something that is to be kept, and go on; if it cannot be kept, say so."""
        try:
            deed()
        except (ValueError, OSError) as error:
            self.retry = partial(self.keep, deed)
            self.put(pages.trouble(str(error), self.progress))
        else:
            self.show_page()

    # What is chosen

    def on_chosen(self, message: visiting.Chosen) -> None:
        """A button of a page."""
        visit = self.visit
        match message.does:
            case "read":
                self.keep(visit.has_read)
            case "decline":
                self.keep(visit.decline)
            case "play":
                self.play()
            case "again":
                self.show_page()
            case "unpassed":
                self.keep(partial(visit.done, passed=False, tries=visit.study.plan.check_tries))
            case "debriefed":
                self.keep(visit.done)
            case "bye":
                self.keep(visit.bye)
            case "retry" if self.retry:
                self.retry()
            case "end":
                self.exit(message=self.farewell())

    def on_disagreed(self) -> None:
        """They do not take part."""
        self.keep(self.visit.decline)

    async def on_agreed(self, message: visiting.Agreed) -> None:
        """They do."""
        self.keep(partial(self.visit.agree, release=message.release, device=await self._device()))

    async def _arrive(self) -> None:
        self.keep(partial(self.visit.arrive, await self._device()))

    async def _device(self) -> Mapping[str, Any] | None:
        """What is known of the terminal; nothing where the plan does not want to know it."""
        if not self.visit.study.plan.data.device:
            return None
        from dataclasses import asdict

        from woozle.tui.device import measured

        return asdict(await measured(self))

    def on_code_noted(self, message: visiting.CodeNoted) -> None:
        """It is written down."""
        self.keep(partial(self.visit.done, how=message.how))

    def on_questions_answered(self, message: visiting.QuestionsAnswered) -> None:
        """All of them."""
        self.take_answers(message.answers)

    def take_answers(self, answers: Mapping[str, Given]) -> None:
        """Of the form, the check or the questionnaire."""
        visit, step = self.visit, self.visit.step
        if step and step.kind == "check":
            self._check({id: str(answer) for id, answer in answers.items()})
        elif step:
            self.keep(partial(visit.done, answers=answered(list(answers), answers)))

    def _check(self, given: Mapping[str, str]) -> None:
        visit = self.visit
        try:
            wrong = visit.tried(given)
        except (ValueError, OSError) as error:
            self.retry = partial(self._check, given)
            self.put(pages.trouble(str(error), self.progress))
            return
        if not wrong:
            assert visit.who
            self.keep(partial(visit.done, passed=True, tries=visit.who.tries))
            return
        self.put(pages.checked(visit, wrong, given, self._instructions(visit.next_match), is_preview=self.is_preview))

    # The match of a step

    @property
    def open_match(self) -> Transcript | None:
        """The match that was begun at this step, as far as it came; None where it has to be begun, or begun again."""
        if not self.visit.began:
            return None
        try:
            return read(self.match_folder)
        except (TranscriptError, OSError):
            return None

    @property
    def match_folder(self) -> Path:
        return self.visit.study.matches / self.visit.began

    def play(self) -> None:
        """Begin the match of this step, or go on with it."""
        raise NotImplementedError

    # Stopping

    def action_leave(self, what: str = "quit") -> None:
        """Ask, wherever there is something to leave."""
        if getattr(self.screen, "stops", False):
            return
        if self.visit.stage in ("steps", "consent"):
            self.push_screen(routes.study_stop(pages.stopping(self.visit, self._command(self.visit.code))))
        else:
            self.exit(message=self.farewell())

    def on_want_stop(self) -> None:
        """The same, from the table."""
        self.action_leave()

    def on_stopped(self) -> None:
        """They stop, for now or for good."""
        farewell = self.farewell()
        if self._playing:
            self._playing.cancel()
        self.visit.left()
        self.exit(message=farewell)

    def _command(self, code: str) -> str:
        """By which one comes back; empty for those who have a link."""
        if self._invitation.ticket:
            return ""
        return safe.line(f"woozle study run {shlex.quote(str(self._invitation.folder))} --code {code}").plain

    def farewell(self) -> str | None:
        """How to come back, for whoever stops before the end. It stays on a terminal that others use, and does not say the code."""
        if self.visit.stage != "steps" or self.visit.who is None or self.is_preview:
            return None
        back = self._command("CODE")
        return f"Your code leads back to where you were: {back}" if back else "Your link leads back to where you were."

    # What a participant does not have

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Of the palette only what changes nothing but the screen."""
        return (each for each in super().get_system_commands(screen) if each.title in _MENU)

    def on_navigate(self, message: messages.Navigate) -> None:
        """Help, and back from it."""
        message.prevent_default()  # else Textual would go on to the handler of the whole app by itself
        if message.to == "help":
            self.push_screen(routes.help(self.screen))
        elif message.to == "back" and len(self.screen_stack) > 2:
            self.pop_screen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No log, no pictures of the screen."""
        return False if action in _NOT_HERE else super().check_action(action, parameters)

    def change(self, name: str, value: str | Mapping[str, str]) -> None:
        """A theme holds for this visit; nothing is written down."""
        try:
            self.settings = changed(self.settings, name, value)
        except SettingError as error:
            self.say(str(error))
            return
        if name == "theme":
            self.theme = self._known_theme(self.settings.theme)

    def refresh_matches(self) -> None:
        """Nobody lists matches here."""

    def words_of_crash(self, error: BaseException) -> str:
        """Nothing is kept of a crash: its details name folders, and so perhaps somebody."""
        said = f"Woozle has crashed ({type(error).__name__}), which is our fault. What you did until now is kept."
        return safe.line(f"{said} {self.farewell() or ''}").plain

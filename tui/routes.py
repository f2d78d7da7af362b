"""Makers of screens, each imported when it is first needed. No other module imports screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual.app import SystemCommand
    from textual.screen import Screen

    from woozle.arena.play.people import Lock
    from woozle.arena.views.line import Line
    from woozle.arena.views.panels import Curtain, SeatCard, Show
    from woozle.arena.views.study import Progress
    from woozle.core.welcome import Lesson
    from woozle.tui.screens.table import TableScreen
    from woozle.tui.settings.schema import Settings


def lobby() -> Screen[Any]:
    """Return the lobby."""
    from woozle.tui.screens.lobby import LobbyScreen

    return LobbyScreen()


def seats(game: str) -> Screen[Any]:
    """Return the screen for seats and rules of a new match."""
    from functools import partial

    from woozle.arena.play import forms, recent
    from woozle.tui.screens.seats import SeatsScreen

    return SeatsScreen(forms.form(game, recent.recent_models()), partial(forms.start, game))


def menu() -> Screen[Any]:
    """Return the command palette."""
    from woozle.tui.screens.menu import Menu

    return Menu()


def commands(screen: Screen[Any]) -> Iterable[SystemCommand]:
    """Return what a screen brings to the command palette."""
    from woozle.tui.screens.frame import FrameScreen

    return screen.commands() if isinstance(screen, FrameScreen) else ()


def models() -> Screen[Any]:
    """Return the screen that chooses a model for a seat."""
    from woozle.arena.play.forms import model_named
    from woozle.tui.screens.models import ModelsScreen

    return ModelsScreen(model_named)


def table(
    game: str,
    seat: str | None,
    match_id: str,
    *,
    is_blind: bool = False,
    is_shared: bool = False,
    lessons: Sequence[Lesson] = (),
    rules: Sequence[Line] = (),
) -> Screen[Any]:
    """Return the table of a seat. lessons: of the coach in a tutorial, which cannot be resumed; rules: for help."""
    from woozle.arena.views.coach import Coach
    from woozle.arena.views.registry import views
    from woozle.core.event import PUBLIC
    from woozle.tui.screens.table import TableScreen

    module = views(game)
    known = module.knowledge(PUBLIC if seat is None else seat)
    coach = Coach(lessons) if lessons else None
    match_id = "" if lessons else match_id
    return TableScreen(
        known,
        module.answer,
        match_id,
        game=game,
        is_blind=is_blind,
        is_shared=is_shared,
        coach=coach,
        rules=rules,
    )


def curtain(shown: Curtain, lock: Lock, match_id: str, clock: Callable[[], float]) -> Screen[Any]:
    """Return the curtain, behind which the keyboard changes hands."""
    from woozle.tui.screens.curtain import CurtainScreen

    return CurtainScreen(shown, lock, match_id, clock)


def watch(shown: Show, clock: Callable[[], float]) -> Screen[Any]:
    """Return the screen of spectators."""
    from functools import partial

    from woozle.arena.views.registry import new_timeline
    from woozle.arena.views.viewpoint import Viewpoint
    from woozle.tui.screens.watch import WatchScreen

    return WatchScreen(shown, Viewpoint(shown.viewers, shown.viewer, partial(new_timeline, shown.game)), clock)


def fork(path: Path, step: int, seats: tuple[SeatCard, ...]) -> Screen[Any]:
    """Return the screen that asks who plays on where a match branches off."""
    from woozle.tui.screens.fork import ForkScreen

    return ForkScreen(path, step, seats)


def results(shown: Any, path: str, game: str = "") -> Screen[Any]:
    """Return the results of a match. game: the one that was played."""
    from woozle.arena.views.registry import can_audit
    from woozle.tui.screens.results import ResultsScreen

    return ResultsScreen(shown, path, game=game, can_audit=can_audit(game))


def settings(
    now: Settings,
    themes: Sequence[str],
    forced: Mapping[str, str],
    trouble: Callable[[str], str],
    facts: Callable[[], Sequence[tuple[str, str]]],
) -> Screen[Any]:
    """Return the screen of settings."""
    from woozle.tui.screens.settings import SettingsScreen

    return SettingsScreen(now, themes, forced, trouble, facts)


def key_catcher(words: str, refuse: Callable[[str], str]) -> Screen[str | None]:
    """Return the screen that asks for a key."""
    from woozle.tui.screens.key_catcher import KeyCatcher

    return KeyCatcher(words, refuse)


def log() -> Screen[Any]:
    """Return the log."""
    from woozle.tui.screens.log import LogScreen

    return LogScreen()


def browser() -> Screen[Any]:
    """Return the browser of matches."""
    from woozle.tui.screens.browser import BrowserScreen

    return BrowserScreen()


def report(path: Path) -> Screen[Any]:
    """Return the report of verify on a match."""
    from woozle.tui.screens.report import ReportScreen

    return ReportScreen(path)


def leaderboard() -> Screen[Any]:
    """Return the leaderboard."""
    from woozle.tui.screens.leaderboard import LeaderboardScreen

    return LeaderboardScreen()


def help(below: Screen[Any], *, is_study: bool = False) -> Screen[Any]:
    """Return the keys of a screen, and how its match is played; in a study, nothing of any other game."""
    from woozle.arena.views.help import AT_HOME
    from woozle.arena.views.registry import help_of
    from woozle.tui.screens.frame import FrameScreen
    from woozle.tui.screens.help import HelpScreen

    game, rules = below.help_topic() if isinstance(below, FrameScreen) else ("", ())
    lines = () if is_study and not game else help_of(game, rules, is_study=is_study)
    return HelpScreen(below, lines if is_study else (*lines, *AT_HOME))


def study_page(shown: Any) -> Screen[Any]:
    """Return the screen of a page of a study."""
    from woozle.arena.views import study
    from woozle.tui.screens.study import StudyCodeScreen, StudyConsentScreen, StudyQuestionsScreen, StudyReadingScreen

    match shown:
        case study.Agreement():
            return StudyConsentScreen(shown)
        case study.Coded():
            return StudyCodeScreen(shown)
        case study.Questionnaire():
            return StudyQuestionsScreen(shown)
    return StudyReadingScreen(shown)


def study_stop(words: str) -> Screen[Any]:
    """Return the question whether a participant wants to stop."""
    from woozle.tui.screens.study import StudyStopScreen

    return StudyStopScreen(words)


def study_table(game: str, seat: str | None, match_id: str, progress: Progress, rules: Sequence[Line] = ()) -> TableScreen:
    """Return the table of a participant. rules: for help."""
    from woozle.arena.views.registry import views
    from woozle.core.event import PUBLIC
    from woozle.tui.screens.table import TableScreen

    module = views(game)
    known = module.knowledge(PUBLIC if seat is None else seat)
    return TableScreen(known, module.answer, match_id, game=game, rules=rules, study=progress)

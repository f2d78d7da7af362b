"""From names to screens, each imported when it is first wanted. The only module that imports screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from woozle.arena.play.people import Lock
    from woozle.arena.views.annotation import Page
    from woozle.arena.views.line import Line
    from woozle.arena.views.study import Progress
    from woozle.arena.views.views import Curtain, SeatCard, Show
    from woozle.core.welcome import Lesson
    from woozle.tui.settings.schema import Settings


def lobby() -> Screen[Any]:
    """Where the app begins."""
    from woozle.tui.screens.lobby import LobbyScreen

    return LobbyScreen()


def seats(game: str) -> Screen[Any]:
    """Who sits where, and by which rules."""
    from woozle.arena.play import recent
    from woozle.arena.play.seating.registry import seating
    from woozle.tui.screens.seats import SeatsScreen

    module = seating(game)
    return SeatsScreen(module.form(recent.known()), module.start)


def menu() -> Screen[Any]:
    """The command palette."""
    from woozle.tui.screens.menu import Menu

    return Menu()


def models() -> Screen[Any]:
    """Which model takes a seat."""
    from woozle.arena.play.seating.chairs import model_named
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
    """A match as one seat sees it. lessons: what a coach says meanwhile, in a tutorial, which nobody resumes. rules: for help."""
    from woozle.arena.views.coaching import Coach
    from woozle.arena.views.registry import presenter, titles
    from woozle.core.event import PUBLIC
    from woozle.tui.screens.table import TableScreen

    module = presenter(game)
    known = module.knowledge(PUBLIC if seat is None else seat)
    coach = Coach(lessons) if lessons else None
    match_id = "" if lessons else match_id
    return TableScreen(
        known,
        module.answer,
        match_id,
        game=game,
        titles=titles(game),
        is_blind=is_blind,
        is_shared=is_shared,
        coach=coach,
        rules=rules,
    )


def curtain(shown: Curtain, lock: Lock, match_id: str, clock: Callable[[], float]) -> Screen[Any]:
    """Nobody's table: the keyboard changes hands."""
    from woozle.tui.screens.curtain import CurtainScreen

    return CurtainScreen(shown, lock, match_id, clock)


def watch(shown: Show, clock: Callable[[], float]) -> Screen[Any]:
    """A live match or a transcript, for those who look on."""
    from functools import partial

    from woozle.arena.views.registry import reel
    from woozle.arena.views.vantage import Vantage
    from woozle.tui.screens.watch import WatchScreen

    return WatchScreen(shown, Vantage(shown.viewers, shown.viewer, partial(reel, shown.game)), clock)


def fork(path: Path, step: int, seats: tuple[SeatCard, ...]) -> Screen[Any]:
    """Who goes on where a match branches off."""
    from woozle.tui.screens.fork import ForkScreen

    return ForkScreen(path, step, seats)


def results(shown: Any, path: str, game: str = "") -> Screen[Any]:
    """How a match ended. game: the one that was played."""
    from woozle.arena.views.registry import can_audit, titles
    from woozle.tui.screens.results import ResultsScreen

    return ResultsScreen(shown, path, game=game, titles=titles(game), can_audit=can_audit(game))


def settings(
    now: Settings,
    themes: Sequence[str],
    forced: Mapping[str, str],
    trouble: Callable[[str], str],
    facts: Callable[[], Sequence[tuple[str, str]]],
) -> Screen[Any]:
    """The settings as they are."""
    from woozle.tui.screens.settings import SettingsScreen

    return SettingsScreen(now, themes, forced, trouble, facts)


def key_catcher(words: str, refuse: Callable[[str], str]) -> Screen[str | None]:
    """Ask for a key."""
    from woozle.tui.screens.key_catcher import KeyCatcher

    return KeyCatcher(words, refuse)


def log() -> Screen[Any]:
    """What the app did."""
    from woozle.tui.screens.log import LogScreen

    return LogScreen()


def browser() -> Screen[Any]:
    """All matches that are kept."""
    from woozle.tui.screens.browser import BrowserScreen

    return BrowserScreen()


def report(path: Path) -> Screen[Any]:
    """What verify says of a match."""
    from woozle.tui.screens.report import ReportScreen

    return ReportScreen(path)


def leaderboard() -> Screen[Any]:
    """Who does how well."""
    from woozle.tui.screens.leaderboard import LeaderboardScreen

    return LeaderboardScreen()


def annotate(page: Page) -> Screen[Any]:
    """Speeches whose claims a person labels."""
    from woozle.tui.screens.annotate import AnnotateScreen

    return AnnotateScreen(page)


def help(below: Screen[Any]) -> Screen[Any]:
    """The keys of a screen, and how its match is played; in a study, nothing of any other game."""
    from woozle.arena.views.help import AT_HOME
    from woozle.arena.views.registry import help_of
    from woozle.tui.screens.help import HelpScreen

    game, is_study = getattr(below, "game", ""), getattr(below, "is_study", False)
    lines = () if is_study and not game else help_of(game, getattr(below, "rules", ()), is_study=is_study)
    return HelpScreen(below, lines if is_study else (*lines, *AT_HOME))


def study_page(shown: Any) -> Screen[Any]:
    """A page of a study: a Reading, an Agreement, a Coded or a Questionnaire."""
    from woozle.arena.views import study
    from woozle.tui.screens.study import StudyReadingScreen
    from woozle.tui.screens.study_code import StudyCodeScreen
    from woozle.tui.screens.study_consent import StudyConsentScreen
    from woozle.tui.screens.study_questions import StudyQuestionsScreen

    match shown:
        case study.Agreement():
            return StudyConsentScreen(shown)
        case study.Coded():
            return StudyCodeScreen(shown)
        case study.Questionnaire():
            return StudyQuestionsScreen(shown)
    return StudyReadingScreen(shown)


def study_stop(words: str) -> Screen[Any]:
    """Whether somebody wants to stop."""
    from woozle.tui.screens.study_stop import StudyStopScreen

    return StudyStopScreen(words)


def study_table(game: str, seat: str | None, match_id: str, progress: Progress, rules: Sequence[Line] = ()) -> Screen[Any]:
    """A match of a study as the participant sees it. rules: for help."""
    from woozle.arena.views.registry import presenter, titles
    from woozle.core.event import PUBLIC
    from woozle.tui.screens.study_table import StudyTableScreen

    module = presenter(game)
    known = module.knowledge(PUBLIC if seat is None else seat)
    return StudyTableScreen(known, module.answer, match_id, progress, game=game, titles=titles(game), rules=rules)

"""Screens that need more than their content: the views of a game, the rules of a match, the kind of a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen

    from woozle.arena.views.observer import Observer
    from woozle.arena.views.panels import Show
    from woozle.arena.views.study import Progress
    from woozle.core.line import Line
    from woozle.core.welcome import Lesson
    from woozle.tui.screens.table import TableScreen


def seats(game: str, *, is_open_table: bool = False, name: str = "") -> Screen[Any]:
    """Return the screen for seats and rules of a new match. is_open_table, name: as in `forms.form`."""
    from functools import partial

    from woozle.arena.play import forms, recent
    from woozle.tui.screens.seats import SeatsScreen

    shown = forms.form(game, recent.recent_models(), is_open_table=is_open_table, name=name)
    return SeatsScreen(shown, partial(forms.start, game, is_open_table=is_open_table))


def table(
    game: str,
    seat: str | None,
    match_id: str,
    *,
    is_blind: bool = False,
    is_shared: bool = False,
    lessons: Sequence[Lesson] = (),
    rules: Sequence[Line] = (),
    study: Progress | None = None,
    is_hurried: bool = False,
    known: Observer | None = None,
    is_joined: bool = False,
) -> TableScreen:
    """Return the table of a seat. lessons: of the coach in a tutorial, which cannot be resumed; the rest: as for TableTerms.

    is_hurried: nothing is shown step by step. known: the viewer, if it is not that of the game.
    """
    from woozle.arena.views.coach import Coach
    from woozle.arena.views.registry import new_notes, observer
    from woozle.core.event import PUBLIC
    from woozle.tui.screens.table import TableScreen
    from woozle.tui.screens.table.terms import TableTerms

    terms = TableTerms(
        game,
        "" if lessons else match_id,
        is_blind=is_blind,
        is_shared=is_shared,
        coach=Coach(lessons) if lessons else None,
        rules=rules,
        study=study,
        is_hurried=is_hurried,
        is_joined=is_joined,
        notes=None if seat is None or study or is_blind or not game else new_notes(game, seat),
    )
    return TableScreen(known or observer(game, PUBLIC if seat is None else seat), terms)


def watch(shown: Show, clock: Callable[[], float]) -> Screen[Any]:
    """Return the screen of spectators."""
    from functools import partial

    from woozle.arena.views.registry import new_timeline
    from woozle.arena.views.viewpoint import Viewpoint
    from woozle.tui.screens.watch import WatchScreen

    return WatchScreen(shown, Viewpoint(shown.viewers, shown.viewer, partial(new_timeline, shown.game)), clock)


def results(shown: Any, path: str, game: str = "", why_no_rematch: str = "") -> Screen[Any]:
    """Return the results of a match. game: the one that was played. why_no_rematch: empty if there can be one."""
    from woozle.arena.views.registry import can_audit
    from woozle.tui.screens.results import ResultsScreen

    return ResultsScreen(shown, path, game=game, can_audit=can_audit(game), why_no_rematch=why_no_rematch)


def help(below: Screen[Any], *, is_study: bool = False) -> Screen[Any]:
    """Return the keys of a screen, and how its match is played; in a study, nothing of any other game."""
    from woozle.arena.views.help import AT_HOME
    from woozle.arena.views.registry import help_of
    from woozle.tui.screens.frame import FrameScreen
    from woozle.tui.screens.help import HelpScreen

    game, rules = below.help_topic() if isinstance(below, FrameScreen) else ("", ())
    about = () if is_study and not game else help_of(game, () if rules else None, is_study=is_study)
    return HelpScreen(below, rules, about if is_study else (*about, *AT_HOME))


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

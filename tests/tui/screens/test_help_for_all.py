"""F1 says something about every panel that can have the focus, and it is true of the keys as they are."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

from woozle.arena.play.people import Lock
from woozle.arena.play.tutorials import tutorial
from woozle.arena.views.notebook import NotebookPage
from woozle.arena.views.panels import Curtain, Results, SeatCard, Show
from woozle.arena.views.study import Agreement, Asked, Coded, Progress, Questionnaire, Reading
from woozle.core.line import Line
from woozle.core.state import EVERYTHING
from woozle.games.ship.claims.labels import Heard
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.tui.annotation_screen import AnnotateScreen
from woozle.tui import routes
from woozle.tui.screens.browser import BrowserScreen
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.fork import ForkScreen
from woozle.tui.screens.leaderboard import LeaderboardScreen
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.log import LogScreen
from woozle.tui.screens.notebook import NotebookScreen
from woozle.tui.screens.report import ReportScreen
from woozle.tui.screens.settings import SettingsScreen
from woozle.tui.widgets.transcript import Transcript

from tests.games.ship.claims.observed.scene import board
from tests.tui import scenes
from tests.tui.scenes import Stage

CARD = SeatCard(1, "A", "Alice")
ROW = scenes.rank(1, "Alice")
SHOW = Show("ship", "/matches/m", (EVERYTHING, "Alice"), EVERYTHING)
LINES = (Line("What this is about."),)
STEP = Progress("Information", 1, 9)
QUESTIONS = {
    "choice": Asked("a", "Which?", "choice", (("One", "1"), ("Two", "2"))),
    "scale": Asked("b", "How sure?", "scale"),
    "number": Asked("c", "How many?", "number"),
    "text": Asked("d", "Why?", "text"),
}
OF_OURS = {
    *("Grid", "Selector", "RawPanel", "Transcript", "Choices", "SelectRow"),
    *(
        "TypedText",
        "DocumentText",
        "Standing",
        "ThemeList",
        "KeyList",
        "Facts",
        "Findings",
        "StudyText",
        "Rows",
        "Scale",
        "TickBox",
    ),
    *("ClaimList", "SpeechPanel", "PlacesPanel", "SightingsPanel"),
}


def _labelling() -> SimpleNamespace:
    line = build_timeline(board().talk("I was here.").record)
    speech = Heard("one", "d", line, line.statements[0], ())
    return SimpleNamespace(annotator="a", done=0, total=1, speech=speech, rows=[], at=0, is_done=False)


SCREENS = {
    "lobby": LobbyScreen,
    "seats": lambda: routes.seats("ship"),
    "seats of the quest": lambda: routes.seats("quest"),
    "browser": BrowserScreen,
    "leaderboard": LeaderboardScreen,
    "log": LogScreen,
    "table": lambda: routes.table("ship", "Alice", scenes.ID),
    "table of the quest": lambda: routes.table("quest", "Ada", scenes.ID),
    "notebook": lambda: NotebookScreen(NotebookPage("", (CARD,), (), ())),
    "curtain": lambda: CurtainScreen(Curtain("Mia"), Lock(), scenes.ID, lambda: 0.0),
    "watch": lambda: routes.watch(SHOW, lambda: 0.0),
    "fork": lambda: ForkScreen(Path("/m"), 1, (CARD,)),
    "annotate": lambda: AnnotateScreen(_labelling()),
    "results": lambda: routes.results(Results("You win.", "", True, scenes.ranks(ROW)), "/matches/m"),
    "report": lambda: ReportScreen(Path("/matches/m")),
    "page of a study": lambda: routes.study_page(Reading(STEP, LINES)),
    "consent to a study": lambda: routes.study_page(Agreement(STEP, LINES, ("I agree.",), "Others may read it.")),
    "code of a study": lambda: routes.study_page(Coded(STEP, "ABCD-EFGH")),
    **{
        f"question of a study, {kind}": lambda asked=asked: routes.study_page(Questionnaire(STEP, (asked,)))
        for kind, asked in QUESTIONS.items()
    },
    "table of a study": lambda: routes.table("ship", "Alice", scenes.ID, study=STEP),
    "tutorial": lambda: routes.table("ship", "Alice", scenes.ID, lessons=tutorial("ship").lessons),
    "settings": SettingsScreen,
}


async def test_every_panel_has_help_and_the_page_of_its_screen_names_only_keys():
    async with Stage().run_test(size=(100, 30)) as pilot:
        for name, screen_of in SCREENS.items():
            pilot.app.push_screen(screen := screen_of())
            await pilot.pause()
            assert screen.ABOUT[0].tone == "heading", name
            for panel in screen.query("*"):
                if panel.can_focus and OF_OURS & {kind.__name__ for kind in type(panel).__mro__}:
                    assert any("ABOUT" in vars(type(node)) for node in panel.ancestors_with_self if node is not screen), (
                        name,
                        panel,
                    )
            page = [line.text for line in routes.help(screen).page()]
            assert screen.ABOUT[0].text in page, name
            assert not [text for text in page if re.search(r"\{[a-z]+\.", text)], name
            assert not [text for text in page if re.match(r"(\S+), \1[, ]", text)], name  # no key is named twice
            await pilot.app.pop_screen()
        await pilot.press("f1")
        await pilot.pause()
        assert pilot.app.screen.query_one(Transcript).lines == routes.help(pilot.app.screen_stack[0]).page()
        await pilot.press("escape")
        assert len(pilot.app.screen_stack) == 1

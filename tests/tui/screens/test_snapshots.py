"""Pictures of the screens that have no tests of their own.

Every screen is drawn here or there at one size and in one theme at least, and tables, which change most with the room, at several.

After a change that is meant: look at the report, then `pytest --snapshot-update`.
"""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.play import news
from woozle.arena.views.panels import Results
from woozle.core.line import Line
from woozle.core.request import Request
from woozle.core.welcome import load_welcomes
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.tui import messages, routes
from woozle.tui.screens import lobby
from woozle.tui.styles.themes import LIGHT

from tests.tui import scenes
from tests.tui.hosts import HOSTILE, LARGE, SMALL, settled
from tests.tui.scenes import Stage

RESULTS = Results(
    "You win. The geese win.",
    "All ducks have been ejected.",
    True,
    scenes.ranks(
        scenes.rank(1, "Alice", "goose", "survived", "3 of 5", "–", "1 of 2", "you"),
        scenes.rank(2, "Bob", "DUCK", "ejected, tick 31", "–", "2", "0 of 2", "bot"),
        scenes.rank(3, "Charlie", "goose", "killed, tick 12", "1 of 5", "–", "–", "bot"),
        scenes.rank(4, "Diana", "goose", "killed, tick 28", "4 of 5", "–", "0 of 1", "bot random"),
        scenes.rank(5, "Eve", "goose", "survived", "5 of 5", "–", "2 of 2", "bot"),
    ),
    ("31 ticks", "2 meetings", "2 kills"),
)


def test_the_table(snap_compare):
    assert snap_compare(Stage(scenes.ROAM, scenes.ACT, theme=LIGHT.name), terminal_size=LARGE, run_before=settled)


def test_a_meeting(snap_compare):
    assert snap_compare(Stage(scenes.MEETING, scenes.SPEAK), terminal_size=SMALL, run_before=settled)


def test_a_vote(snap_compare):
    assert snap_compare(Stage(scenes.VOTE, scenes.VOTING, theme=LIGHT.name), terminal_size=LARGE, run_before=settled)


def test_a_kill_is_asked_once_more_without_colour(snap_compare, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(Stage(scenes.DUCK, scenes.KILL), press=["4"], terminal_size=SMALL, run_before=settled)


NAMES = ("Alice", "Bartholomew-Maximilian", "字" * 8, "a-model-70b-instruct", "Eve", HOSTILE, "y" * 60, "Henry", "Ívy", "Jack")
TEN = [
    ship.Briefing(NAMES, preset("standard")),
    ship.Role("Alice", "goose", (), ("medbay", "storage", "electrical", "weapons", "oxygen")),
    ship.Placed("Alice", "cafeteria"),
    ship.Tick(1),
    ship.Sight("Alice", 1, "cafeteria", NAMES[1:8], (NAMES[8],), (), (), None),
]
TEN_ACT = Request(1, "Alice", ship.Act, {"action": ("wait", "move medbay", "move weapons", "move electrical", "report")})


def test_a_table_of_ten_with_odd_names(snap_compare):
    assert snap_compare(Stage(TEN, TEN_ACT), terminal_size=SMALL, run_before=settled)


def test_a_match_that_cannot_go_on(snap_compare):
    async def fail(pilot):
        await settled(pilot)
        reason = "The transcript could not be written: No space left on device. Free some, then go on with woozle resume 20260102."
        pilot.app.screen.post_message(messages.MatchNews(news.Failed(reason)))
        await settled(pilot)

    assert snap_compare(Stage(scenes.VOTE, scenes.VOTING), terminal_size=SMALL, run_before=fail)


def test_the_lobby(snap_compare, monkeypatch):
    monkeypatch.setattr(lobby, "load_welcomes", lambda: {game: load_welcomes()[game] for game in ("ship", "urn")})
    assert snap_compare(Stage(matches=scenes.MATCHES, theme=LIGHT.name), terminal_size=LARGE, run_before=settled)


def test_the_seat_picker(snap_compare):
    assert snap_compare(Stage(), press=["p"], terminal_size=LARGE, run_before=settled)


def test_the_results(snap_compare):
    async def show(pilot):
        pilot.app.push_screen(routes.results(RESULTS, "/home/ada/.local/share/woozle/matches/20260102-030405-ship-0a1b"))
        await pilot.pause()
        lines = (
            Line("PASSED  format and chain", "good", "✓"),
            Line("PASSED  match replayed by its rules", "good", "✓"),
            Line("SKIPPED  scores", "quiet", "·"),
        )
        pilot.app.screen.show_verdict(lines, "verified")
        await settled(pilot)

    assert snap_compare(Stage(theme=LIGHT.name), terminal_size=LARGE, run_before=show)


def test_results_with_long_names(snap_compare):
    first = RESULTS.ranks.rows[0]
    rows = [replace(first, cells=(name, *first.cells[1:-1], "model:" + "x" * 60), who=n) for n, name in enumerate(NAMES, 1)]

    async def show(pilot):
        pilot.app.push_screen(routes.results(replace(RESULTS, ranks=scenes.ranks(*rows)), ""))
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=SMALL, run_before=show)

"""The notebook of a match: what the seat heard and saw, and the way back to its line of the log."""

import pytest

from woozle.arena.play import news
from woozle.arena.views.panels import SeatCard
from woozle.arena.views.registry import new_notes
from woozle.arena.views.study import Progress
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.games.ship import events as ship
from woozle.tui import messages, routes
from woozle.tui.screens.notebook import NotebookScreen
from woozle.tui.widgets.transcript import Transcript

from tests.tui import scenes
from tests.tui.hosts import SMALL, settled, shown
from tests.tui.scenes import Stage

LIED = [
    *scenes.VOTE,
    ship.Spoke("Bob", 2, "I was in navigation at tick 3. I saw Eve in navigation at tick 2."),
    *scenes.DEAD[len(scenes.VOTE) :],
]


def page(app) -> str:
    return "\n".join(shown(app.screen.query_one(Transcript)))


async def test_a_claim_that_contradicts_what_i_saw_is_marked_and_leads_to_what_i_saw():
    app = Stage(LIED)
    async with app.run_test(size=(140, 45)) as pilot:
        await settled(pilot)
        table = app.screen
        await pilot.press("t")
        await settled(pilot)
        assert isinstance(app.screen, NotebookScreen)
        assert "✗ Contradicts what you saw. You saw Bob in Cafeteria at tick 1, 5 ticks from Navigation." in page(app)
        assert "voted for Alice" in page(app)
        await pilot.press("c")
        await settled(pilot)
        assert "voted" not in page(app)
        await pilot.press("j", "enter")
        await settled(pilot)
        assert app.screen is table
        story = table.query_one(Transcript)
        assert story.lines[story.cursor].text == "You are in cafeteria with Bob."
        await pilot.press("t", "o", "escape")
        await settled(pilot)
        assert app.screen is table


@pytest.mark.parametrize("options", [{"is_blind": True}, {"study": Progress("Pilot", 1, 2)}])
async def test_there_is_none_in_a_study_nor_where_nobody_may_know_who_sits_where(options):
    app = Stage()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(routes.table("ship", "Alice", "", **options))
        app.screen.post_message(messages.MatchNews(news.EventsArrived(tuple(LIED))))
        await settled(pilot)
        assert not app.screen.check_action("do", ("notebook",))
        await pilot.press("t")
        assert not isinstance(app.screen, NotebookScreen)


def test_a_game_that_reads_no_claims_notes_what_each_seat_said():
    notes = new_notes("debate", "Ada")
    notes.see(Event(), [Line("Round 1", "heading")])
    notes.see(Event(), [Line("Not me.", "speech", who=2, label="Ben answers A"), Line("quiet", "quiet")])
    seats = (SeatCard(1, "A", "Ada", is_you=True), SeatCard(2, "B", "Ben"))
    rows = notes.page(seats).rows(is_by_seat=False, only_conflicts=False)
    assert [(line.text, target) for line, target in rows[1:]] == [("Round 1", None), ("Ben answers A: Not me.", 1)]
    assert len(notes.page(seats).rows(is_by_seat=True, only_conflicts=True)) == 2


def test_the_picture_of_a_notebook(snap_compare):
    async def show(pilot):
        await settled(pilot)
        await pilot.press("t")
        await settled(pilot)

    assert snap_compare(Stage(LIED), terminal_size=SMALL, run_before=show)

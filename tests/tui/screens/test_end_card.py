"""The card over the table at the end of a match, and the routes that it leads to."""

from __future__ import annotations

from textual.widgets import OptionList

from woozle.arena.play import news
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, Scene
from woozle.games.ship.tui.routes import RoutesView
from woozle.games.ship.views.end_card import end_card
from woozle.games.ship.views.routes import routes_of
from woozle.saves.match import read_match
from woozle.tui import messages, routes
from woozle.tui.screens.scene import SceneScreen
from woozle.tui.widgets.end_card import EndCardPanel

from tests.lines import GOLDEN
from tests.tui import scenes
from tests.tui.hosts import LARGE, settled
from tests.tui.scenes import Stage

TINY = (60, 20)
CARD = EndCard(
    "You win",
    "The geese win: Eve, the duck, was ejected in the second meeting.",
    you="You did 3 of your 5 tasks (the other geese 9 of 15), hit a duck with your one vote (theirs 2 of 5) and lived to the end.",
    turned="The second meeting, at tick 40, ejected Eve, the duck, by 3 of 4 votes: you, Cleo and Dan; 3 geese were left.",
    best="You were the first to accuse Eve, the duck, who was ejected in the second meeting: “Eve left Medbay, and Bob was dead”.",
    try_next="Keep voting like this: your one vote hit a duck.",
    is_won=True,
)


class Ended(Stage):
    """A table whose match is over. `sent` holds what was asked for after it."""

    card = CARD

    def __init__(self, *scene, **options) -> None:
        super().__init__(*scene, **options)
        self.library.make_end_card = lambda table: table.call_later(table.show_end_card, self.card, "Undercover")

    def go_on(self, what) -> None:
        self.sent.append(what)

    def end_match(self) -> None:
        self.sent.append("results")


async def end(pilot):
    await settled(pilot)
    pilot.app.screen.post_message(messages.MatchNews(news.Finished()))
    await settled(pilot)


def test_the_card_over_the_table(snap_compare):
    assert snap_compare(Ended(scenes.VOTE), terminal_size=TINY, run_before=end)


async def test_each_row_has_a_key_and_the_card_can_be_put_away_and_brought_back():
    async with Ended(scenes.VOTE).run_test(size=(80, 24)) as pilot:
        await end(pilot)
        line = "Woozle daily 2026-11-24 · The urn · won, score 98 · ······■"
        pilot.app.screen.show_daily((line, "A bot in your seat: won."))
        await settled(pilot)
        assert "y copies the first line." in str(pilot.app.screen.query_one("#end-daily").render())
        await pilot.press("y")
        await settled(pilot)
        assert pilot.app.clipboard == line
        card = pilot.app.screen.query_one(EndCardPanel)
        await pilot.press("escape")
        assert not card.display and pilot.app.screen.focused.id == "story"
        await pilot.press("enter")
        assert card.display and pilot.app.sent == []
        await pilot.press("enter", "w", "n", "r", "down", "down", "enter")
        assert pilot.app.sent == ["rematch", "replay", "next", "results", "next"]


async def test_what_was_hidden_is_on_the_table_only_once_there_is_a_card():
    async with Ended(scenes.VOTE).run_test(size=LARGE) as pilot:
        await settled(pilot)
        pilot.app.card = EndCard("You lose", "It is over.", told=(scenes.DEAD[-3],))
        table = pilot.app.screen
        assert all(not card.out for card in table.table.seats if card.is_you)
        await end(pilot)
        assert [card.out for card in table.table.seats if card.is_you] == ["DEAD"]


async def test_a_study_has_no_card_and_no_suspense():
    from woozle.arena.views.study import Progress

    async with Ended(scenes.VOTE).run_test(size=(80, 24)) as pilot:
        table = routes.table("ship", "Alice", scenes.ID, study=Progress("A study", 1, 2))
        await pilot.app.push_screen(table)
        for events in (scenes.VOTE, scenes.DEAD[len(scenes.VOTE) :]):
            table.post_message(messages.MatchNews(news.EventsArrived(tuple(events))))
        await settled(pilot)
        assert all(card.out for card in table.table.seats if card.is_you), "votes are told at once"
        await end(pilot)
        assert not table.query_one(EndCardPanel).display
        assert not any(table.check_action("do", (action,)) for action in ("card", "rematch", "replay", "scene", "another"))


MATCH = read_match(GOLDEN / "ship-1-quack.jsonl")
"""Charlie is ejected in its second meeting."""


async def end_of_charlie(pilot):
    pilot.app.card = end_card(End(MATCH.record, MATCH.outcome, me="Charlie"))
    await end(pilot)


async def reasons(pilot):
    await end_of_charlie(pilot)
    await pilot.press("V")
    await settled(pilot)


def test_the_card_says_why_the_viewer_was_ejected(snap_compare):
    assert snap_compare(Ended(scenes.VOTE), terminal_size=TINY, run_before=end_of_charlie)


async def test_a_card_taller_than_the_screen_scrolls_with_its_rows():
    async with Ended(scenes.VOTE).run_test(size=TINY) as pilot:
        await end_of_charlie(pilot)
        card, rows = pilot.app.screen.query_one(EndCardPanel), pilot.app.screen.query_one(OptionList)
        assert card.scroll_y == 0 and card.max_scroll_y > 0
        rows.highlighted = rows.option_count - 1
        await settled(pilot)
        assert card.scroll_y == card.max_scroll_y
        rows.highlighted = 0
        await settled(pilot)
        assert card.scroll_y == 0


def test_what_is_known_of_each_vote_has_a_page(snap_compare):
    assert snap_compare(Ended(scenes.VOTE), terminal_size=(80, 24), run_before=reasons)


WAYS, _ = routes_of(MATCH.record)


async def look_back(pilot):
    pilot.app.push_screen(SceneScreen(Scene("Everybody's route", WAYS)))
    await settled(pilot)
    return pilot.app.screen.query_one(RoutesView)


async def test_routes_are_replayed_and_can_be_skipped_and_walked():
    async with Stage().run_test(size=(80, 24)) as pilot:
        view = await look_back(pilot)
        assert view.is_playing
        await pilot.press("enter")
        assert not view.is_playing and view.at == len(WAYS.steps) - 1
        await pilot.press("left")
        assert view.at == len(WAYS.steps) - 2
        await pilot.press("r")
        assert view.is_playing and view.at == 0


async def test_with_reduced_motion_the_map_stands_still_at_the_end():
    app = Stage()
    app.animation_level = "none"
    async with app.run_test(size=(80, 24)) as pilot:
        view = await look_back(pilot)
        assert not view.is_playing and view.at == len(WAYS.steps) - 1
        assert not view.check_action("again", ())


def test_the_end_of_routes(snap_compare):
    async def go(pilot):
        await look_back(pilot)
        await pilot.press("enter")
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=(80, 24), run_before=go)

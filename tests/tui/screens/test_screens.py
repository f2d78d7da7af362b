"""The response of each screen to keys and clicks, on a stage without matches behind it."""

from __future__ import annotations

from textual.widgets import Button, Input, OptionList

from woozle.arena.play import news
from woozle.arena.views.saved_matches import RecentMatches
from woozle.core.plugins import GAMES
from woozle.games.ship import events as ship
from woozle.games.ship.tui.map import ShipMap
from woozle.tui import messages
from woozle.tui.screens.seats import PersonRow
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.select import SelectRow

from tests import packages
from tests.option_values import own_games
from tests.tui import scenes
from tests.tui.hosts import settled
from tests.tui.scenes import Stage


def prompt(app) -> str:
    return app.screen.query_one(Prompt).render().plain


async def test_the_lobby_lists_matches_ticks_finished_tutorials_and_continues_only_what_was_left():
    async with Stage(matches=scenes.MATCHES).run_test() as pilot:
        await settled(pilot)
        screen = pilot.app.screen
        for listed, count, can_resume in ((scenes.MATCHES, 3, True), (scenes.MATCHES[1:], 2, False), ((), 1, False)):
            screen.show_matches(RecentMatches(listed, frozenset({"urn", "gone"})))
            await settled(pilot)
            assert (screen.query_one("#matches").option_count, bool(screen.check_action("resume", ()))) == (count, can_resume)
        assert "No match yet" in str(screen.query_one("#matches").get_option_at_index(0).prompt)
        games = screen.query_one("#games", OptionList)
        assert {option.id for option in games.options if "✓" in option.prompt.plain} == {"urn"}


async def test_a_game_of_another_package_is_in_the_lobby_after_our_own(monkeypatch, tmp_path):
    packages.installed(monkeypatch, tmp_path, {GAMES: {"parlour": "tests.two_truths:GAME"}})
    async with Stage().run_test() as pilot:
        await settled(pilot)
        games = pilot.app.screen.query_one("#games")
        assert [games.get_option_at_index(at).id for at in (0, len(own_games()))] == ["ship", "parlour"]
        assert games.highlighted == 0


async def test_seats_that_leave_no_game_cannot_be_started_and_an_empty_one_takes_no_name():
    async with Stage().run_test() as pilot:
        await pilot.press("p")
        await pilot.pause()
        screen = pilot.app.screen
        assert "you are Alice" in str(screen.query_one("#reason").render())
        screen.query_one("#select-ducks", SelectRow).action_turn(2)
        await pilot.pause()
        assert screen.query_one("#start", Button).disabled
        assert "choose at most 2" in str(screen.query_one("#reason").render())
        assert screen.check_action("start", ()) is None
        row = screen.query_one("#select-seat-1", SelectRow)
        row.action_turn(row.select.values.index("empty") - row.index)
        await pilot.pause()
        assert row.holder == ""
        assert screen.query_one("#select-seat-2", SelectRow).holder == "Bob"


async def test_several_seats_can_be_peoples_and_each_of_them_can_have_a_name_and_a_pin():
    async with Stage().run_test() as pilot:
        await pilot.press("p")
        await pilot.pause()
        screen = pilot.app.screen
        assert not screen.query_one("#people").display
        await pilot.press("left")
        await pilot.pause()
        assert screen.query_one("#people").display
        assert [row.number for row in screen.query(PersonRow) if row.display] == [1, 2]
        assert "for 2 people and 4 bots by lot" in str(screen.query_one("#reason").render())
        screen.query_one("#nickname-1", Input).value = "Mia"
        screen.query_one("#pin-1", Input).value = "12"
        await pilot.pause()
        assert "A PIN is 4 digits" in str(screen.query_one("#reason").render())
        screen.query_one("#pin-1", Input).value = "1234"
        screen.query_one("#nickname-2", Input).value = "mia"
        await pilot.pause()
        assert "Two people have the same name" in str(screen.query_one("#reason").render())
        screen.query_one("#nickname-2", Input).value = ""
        await pilot.pause()
        start = screen._start
        assert start.is_blind
        assert [person.name for person in start.people] == ["Mia", "person 2"]
        assert [person.lock.is_set for person in start.people] == [True, False]
        screen.query_one("#select-blind", SelectRow).action_turn(1)
        await pilot.pause()
        assert not screen._start.is_blind
        assert screen.query_one("#select-seat-1", SelectRow).holder == "Bob"


async def test_a_room_that_can_be_reached_is_entered_by_a_click():
    async with Stage(scenes.ROAM, scenes.ACT).run_test() as pilot:
        await pilot.pause()
        ship_map = pilot.app.screen.query_one(ShipMap)
        x, y = ship_map.drawing.boxes["storage"].middle
        await pilot.click(ShipMap, offset=(x, y + 1))
        far = ship_map.drawing.boxes["navigation"].middle
        await pilot.click(ShipMap, offset=(far[0], far[1] + 1))
        await pilot.pause()
        assert pilot.app.sent == [ship.Act(action="move storage")]


async def test_leaving_and_a_report_are_asked_once_more():
    async with Stage(scenes.ROAM, scenes.ACT).run_test() as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert "q again leaves, esc stays" in prompt(pilot.app)
        assert "woozle resume 20260102-030405" in prompt(pilot.app)
        assert not pilot.app.screen.check_action("do", ("pace", "fast"))  # for the dead only
        await pilot.press("escape")
        assert "Your turn, tick 3" in prompt(pilot.app)
        await pilot.press("q", "down", "q")  # another key takes the first one back
        assert "q again leaves, esc stays" in prompt(pilot.app)
        await pilot.press("escape")
        await pilot.press("5")
        assert "Report Diana and call a meeting? Press 5 or enter again; esc cancels." in prompt(pilot.app)
        await pilot.press("escape")
        assert "Your turn, tick 3" in prompt(pilot.app)
        await pilot.press("5", "5")
        await pilot.pause()
        assert pilot.app.sent == [ship.Act(action="report")]
        await pilot.press("q", "q")
        await pilot.pause()
        assert pilot.app.sent[1:] == ["left"]


async def test_a_speech_that_was_not_sent_in_time_is_still_in_the_box():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test() as pilot:
        await pilot.pause()
        await pilot.press("N", "o")
        pilot.app.screen.post_message(messages.MatchNews(news.Withdrawn(scenes.SPEAK.id)))
        await pilot.pause()
        assert "Next to speak: Alice" in prompt(pilot.app)
        assert pilot.app.screen.query_one("#speech").text == "No"
        assert pilot.app.sent == []


async def test_the_dead_are_offered_to_run_to_the_end():
    async with Stage(scenes.DEAD).run_test() as pilot:
        await pilot.pause()
        assert pilot.app.screen.check_action("do", ("pace", "fast"))
        await pilot.press("f", "space")
        await pilot.pause()
        assert pilot.app.sent == ["fast", "pause"]


async def test_the_speeches_stay_in_view_until_the_vote_has_been_read():
    after = [ship.Ballot({"skip": 5}, None, None, None), ship.Placed("Alice", "oxygen"), ship.Tick(4)]
    async with Stage(scenes.VOTE).run_test() as pilot:
        await pilot.pause()
        pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived(tuple(after))))
        await pilot.pause()
        assert pilot.app.screen.has_class("-discussion")
        await pilot.press("right")  # the votes, at once
        pilot.app.screen.post_message(messages.MatchNews(news.Paced("going")))
        await pilot.pause()
        assert not pilot.app.screen.has_class("-discussion")

"""Tutorials, played to their end with keys: each lesson is on the screen, and the match is kept apart from all others."""

from __future__ import annotations

from woozle.arena.play import news
from woozle.arena.play.tutorials import tutorial
from woozle.arena.views.coach import LOOK_ON
from woozle.core import registry
from woozle.core.welcome import Lesson, games_with_tutorial, load_welcome
from woozle.saves import store
from woozle.saves.paths import tutorials_folder
from woozle.saves.verify import verify
from woozle.tui import messages, routes
from woozle.tui.app import WoozleApp
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.seats import SeatsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.coach_panel import CoachPanel
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.text_layout import wrap

from tests.tui import scenes
from tests.tui.hosts import settled, until
from tests.tui.pupil import learn
from tests.tui.scenes import Stage
from tests.tui.sessions.test_playing import answered, turn


def app_of(start) -> WoozleApp:
    app = WoozleApp(start)
    app.speed = float("inf")
    return app


def test_every_game_has_a_tutorial():
    assert set(games_with_tutorial()) == set(registry.names()) - {"two_truths"}


async def test_a_tutorial_is_played_to_its_end_with_keys_and_every_lesson_is_on_the_screen():
    game = "ship"
    app = app_of(tutorial(game))
    async with app.run_test(size=(80, 24)) as pilot:
        assert await learn(pilot, game) == [lesson.text for lesson in load_welcome(game).tutorial.lessons]
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
    (kept,) = tutorials_folder().iterdir()
    assert verify(kept).is_verified
    assert store.list_matches() == []


async def test_the_coach_folds_away_comes_back_and_is_quiet_once_something_else_is_asked():
    app = app_of(tutorial("ship"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        question = await turn(pilot)
        panel = app.screen.query_one(CoachPanel)
        for size, rows in (((60, 20), 4), ((140, 45), 2), ((80, 24), 3)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert panel.content_size.height == rows, size
            for game in games_with_tutorial():
                for lesson in load_welcome(game).tutorial.lessons:
                    assert len(wrap(f"Coach  {lesson.text}", panel.content_size.width)) <= rows, (size, lesson.text)
        await pilot.press("c")
        assert not panel.display
        await pilot.press("c")
        assert panel.display
        assert not panel.has_class("-told")
        await pilot.press("2")  # to the galley, where there is nothing to do
        await answered(pilot, question)
        await turn(pilot)
        assert panel.has_class("-told")
        await pilot.press("q")
        assert "resume" not in app.screen.query_one(Prompt).render().plain
        assert app.farewell() == "`woozle learn ship` begins the tutorial anew."
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await settled(pilot)
        assert not app.screen.check_action("resume", ()), "a tutorial that was left is begun anew"


async def test_who_is_dead_is_not_told_any_more_to_vote():
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        table = routes.table(
            "ship", "Alice", "", lessons=[Lesson(text="Now vote.", asked="Vote"), Lesson(text="Over.", at_end=True)]
        )
        await app.push_screen(table)
        table.post_message(messages.MatchNews(news.EventsArrived(tuple(scenes.VOTE))))
        table.post_message(messages.MatchNews(news.Asked(scenes.VOTING, lambda: None)))
        await settled(pilot)
        panel = table.query_one(CoachPanel)
        assert "Now vote." in str(panel.render())
        table.post_message(messages.MatchNews(news.EventsArrived(tuple(scenes.DEAD[len(scenes.VOTE) :]))))
        await settled(pilot)
        table.action_do("skip")  # else votes are counted one by one
        await settled(pilot)
        assert LOOK_ON in str(panel.render())
        table.post_message(messages.MatchNews(news.Finished()))
        await settled(pilot)
        assert "Over." in str(panel.render())
        assert "p plays the game for real." in str(table.query_one(Prompt).render())
        await pilot.press("p")
        await settled(pilot)
        assert isinstance(app.screen, SeatsScreen)

"""Answers are typed at the table of a game that has none of its own."""

from __future__ import annotations

from woozle.arena.play import news
from woozle.arena.views.registry import observer
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.games.urn.events import Guess, Report
from woozle.tui import messages
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.table.terms import TableTerms
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.panels import Prompt

from tests.arena.views.any_game.urn_match import UrnStage, until
from tests.tui.hosts import settled
from tests.tui.scenes import Stage
from tests.two_truths import Tell, TwoTruths


class TruthStage(Stage):
    """The table of the teller of two truths, which has no words either."""

    def on_mount(self) -> None:
        table = TableScreen(observer("two_truths", "a"), TableTerms())
        self.push_screen(table)
        request = next(iter(Referee(TwoTruths(4), key_from_seed(1)).open.values()))
        table.post_message(messages.MatchNews(news.Asked(request, lambda: None)))


async def test_a_line_that_is_no_answer_is_asked_for_again_with_a_reason():
    async with TruthStage().run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        area = pilot.app.screen.query_one(SpeechArea)
        area.text = "no idea"
        await pilot.press("enter")
        await settled(pilot)
        assert not pilot.app.sent
        assert "No answer could be read" in str(pilot.app.screen.query_one(Prompt).render())
        assert area.text == "no idea"
        area.text = '{"texts": ["x", "y", "z"], "lie": 2}'
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.sent == [Tell(texts=("x", "y", "z"), lie=2)]


async def test_a_range_takes_whole_numbers_within_its_limits_alone():
    async with UrnStage(*until(Guess)).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for typed in ("-1", "101", "1.5", ""):
            pilot.app.screen.query_one(SpeechArea).text = typed
            await pilot.press("enter")
            await pilot.pause()
            assert not pilot.app.sent
        for typed in ("30", "045"):
            pilot.app.screen.query_one(SpeechArea).text = typed
            await pilot.press("enter")
            await pilot.pause()
        assert pilot.app.sent == [Guess(low=30, high=45)]


async def test_a_report_is_a_number_and_a_sentence_or_none():
    for silently, said in ((True, ""), (False, "Three.")):
        async with UrnStage(*until(Report)).run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await pilot.press("3")
            await settled(pilot)
            if silently:
                await pilot.click("#silent")
            else:
                pilot.app.screen.query_one(SpeechArea).text = said
                await pilot.press("enter")
            await settled(pilot)
            assert pilot.app.sent == [Report(reds=3, text=said)]

"""Looking on at models: words as they come, what they cost, what was refused and thought, and the end of waiting."""

from __future__ import annotations

import pytest

from woozle.arena.play.start import Replay, Start, Watch
from woozle.players.backends.model_client import Heard
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.app import WoozleApp
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.turn_list import TurnList
from woozle.tui.widgets.watch_bars import CostBar

from tests.arena.play.test_replay_source import CONFIG, FAST
from tests.tui.hosts import settled, shown, until
from tests.tui.screens.test_watch_screen import opened
from tests.tui.sessions.test_playing import is_asked
from tests.tui.thinkers import THOUGHTS, Thinkers

MODELS = Start("ship", ("openai:tiny-1", "openai:tiny-1", "bot*3"), CONFIG, 14)


class App(WoozleApp):
    """With models that think as they are told to, and a clock that stands. models: who thinks."""

    def __init__(self, start, **scripts):
        self.now = 100.0
        super().__init__(start, clock=lambda: self.now)
        self.thinkers = Thinkers(**scripts)
        self.models.players_for = lambda start: self.thinkers
        self.models.complete = lambda start: start
        self.speed = FAST

    def go_on(self, seat):
        self.thinkers.made[seat].go.set()


def watching(**scripts) -> App:
    return App(Watch(MODELS, speed=FAST), **scripts)


def words(screen) -> str:
    return " ".join(" ".join(row.strip(" ▎▸◦") for row in shown(screen.query_one(Transcript))).split())


async def test_words_are_shown_as_they_come_and_then_what_they_meant():
    app = watching(Alice=[Heard("", "I am no duck. "), ..., Heard('{"action": "mo'), ..., Heard('ve cabin"}'), ...])
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: "Alice thinks I am no duck." in words(screen))
        app.go_on("Alice")
        await until(pilot, lambda: "Alice answers action: mo▌" in words(screen))
        app.go_on("Alice")
        await until(pilot, lambda: "action: move cabin▌" in words(screen))
        assert "I am no duck." in words(screen)
        app.thinkers.made["Bob"].script = [...]
        app.go_on("Alice")
        await until(pilot, lambda: "Alice answers" not in words(screen))
        assert "tiny-1" not in words(screen)
        await pilot.press("T")
        await until(pilot, lambda: "Alice · tiny-1 · 4.2 s" in words(screen))
        assert "2 calls" in screen.query_one(CostBar).render().plain or "1 call" in screen.query_one(CostBar).render().plain


async def test_what_was_refused_stays_and_only_its_own_eyes_and_those_that_see_everything_read_a_model():
    app = watching(Alice=["Sorry, no.", Heard("My secret"), ...])
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: "My secret▌" in words(screen))
        assert "Sorry, no." not in words(screen)
        await pilot.press("T")
        await settled(pilot)
        assert "✗ unparsable Sorry, no." in words(screen)
        assert words(screen).index("Sorry, no.") < words(screen).index("My secret")
        now = screen.query_one("#now", TurnList)
        assert "act · retry 2/3 (unparsable): answering" in now.render().plain
        for key in ("0", "2"):
            await pilot.press(key)
            await settled(pilot)
            assert "My secret" not in words(screen)
            assert "Sorry, no." not in words(screen)
            assert "tiny-1" not in words(screen)
        await pilot.press("1")
        await settled(pilot)
        assert "My secret" in words(screen)
        assert "Sorry, no." in words(screen)
        await pilot.press("left")
        await settled(pilot)
        assert "My secret" not in words(screen)
        await pilot.press("f")
        await settled(pilot)
        assert "My secret▌" in words(screen)


async def test_waiting_is_ended_with_a_key():
    app = watching(Alice=[...])
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await until(pilot, screen.actions["give_up"].is_offered)
        await pilot.press("ctrl+x")
        await until(pilot, lambda: screen.playback.is_over)
        assert any("gave_up" in str(line.body["response"]) for line in read(app.spectators.source_of(screen).path).lines)
        assert verify(app.spectators.source_of(screen).path).is_verified
        assert not screen.check_action("do", ("give_up",))


@pytest.fixture
async def match():
    """The folder of a match that models have played, one of them with a slip."""
    app = watching(Alice=["Sorry, no."])
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.playback.is_over)
        return app.spectators.source_of(screen).path


async def test_a_replay_has_it_all_from_the_transcript_thoughts_on_demand_and_what_was_used_up(match):
    app = WoozleApp(Replay(match, line=8), clock=lambda: 0.0)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot)
        await settled(pilot)
        assert "Sorry, no." not in words(screen)
        assert "tiny-1" not in words(screen)
        assert "Alice $0.0" in screen.query_one(CostBar).render().plain
        assert "✗1" in screen.query_one(CostBar).render().plain
        await pilot.press("T")
        await settled(pilot)
        traced = [tag for line in screen.viewpoint.timeline.lines for tag in line.tags]
        assert ("✗ unparsable", "Sorry, no.") in [(tag.mark, tag.text) for tag in traced]
        figures = "Alice · tiny-1 · 4.2 s · first token 0.8 s · 61 tok · 15 tok/s · $0.0003"
        assert figures in [line.text for line in screen.viewpoint.timeline.lines]
        assert THOUGHTS[:40] in words(screen)
        await pilot.press("2")
        await settled(pilot)
        assert "Alice · tiny-1" not in words(screen)
        await pilot.press("asterisk", "T")
        await settled(pilot)
        assert THOUGHTS[:40] not in words(screen)
        costs, early = screen.query_one(CostBar), screen.viewpoint.bill.total.calls
        assert costs.display
        await pilot.press("end")
        await settled(pilot)
        assert screen.viewpoint.bill.total.calls > early > 0
        assert f"{screen.viewpoint.bill.total.calls} calls" in costs.render().plain
        await pilot.press("home")
        await settled(pilot)
        assert not costs.display
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen) and app.screen.query("#costs"))
        used = app.screen.query_one("#costs").render().plain
        assert used.startswith("Used up: ")
        assert "\nAlice, openai:tiny-1: " in used


# At a table


async def test_at_a_table_it_is_said_that_others_think_but_not_what():
    app = App(Start("ship", ("human", "openai:tiny-1", "bot*3"), CONFIG, 14), Bob=[Heard("My secret"), ...])
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        table = app.screen

        def is_waiting():
            if is_asked(table):
                table.query_one("Choices").choose(table.table.question.choices[0])
            return table.pace.is_waiting

        await until(pilot, is_waiting)
        app.now += 7.0
        assert "waiting for 1 other, 7.0 s" in table.query_one(Prompt).render().plain
        assert "My secret" not in app.export_screenshot()
        before = app.session.match.referee.folded
        await pilot.press("ctrl+x")
        await until(pilot, lambda: app.session.match.referee.folded > before)

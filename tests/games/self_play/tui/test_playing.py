"""A whole match of self-play through the screen, by two at one terminal."""

from __future__ import annotations

from woozle.arena.play.start import Start
from woozle.games.self_play.config import Config
from woozle.games.self_play.events import Evidence
from woozle.players import registry as players
from woozle.players.random_bot import RandomBot
from woozle.saves.verify import verify
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.widgets.compose_box import ComposeBox

from tests.games.self_play.tui.scenes import WHO, Scripted
from tests.tui.sessions.test_hot_seat import app_of, everything_in, moved_on, reveal, something
from tests.tui.sessions.test_playing import the_match, until


async def test_two_people_share_a_terminal_and_neither_reads_what_the_other_was_given(monkeypatch):
    monkeypatch.setattr(players, "bots", lambda game: {"scripted": Scripted, "random": RandomBot})
    app = app_of(Start("self_play", ("human*2", "bot"), Config(pool=(WHO,)), 5))
    seen = set()
    async with app.run_test(size=(80, 24)) as pilot:
        keys = {"Ada": iter(("1", "4")), "Ben": iter(("2", "5"))}
        for _ in range(20):
            screen = await something(pilot)
            found = [event for event, _ in app.session.match.referee.record if isinstance(event, Evidence) and event.seat == "Ben"]
            if found and not app.session.is_over:
                held = everything_in(app)
                assert any(text in held for text in found[0].texts) == (app.session.looking == "Ben")
                seen.add(app.session.looking)
            if isinstance(screen, CurtainScreen):
                await reveal(pilot)
                continue
            if screen.seat.is_over:
                break
            question, key = screen.table.question, next(keys[app.session.looking])
            await pilot.press(key)
            if key in "45":
                await until(pilot, lambda: app.screen.query_one(ComposeBox).has_focus_within)
                await pilot.press("s", "o", "enter")
            await moved_on(pilot, question)
        assert app.session.is_over and seen >= {"Ben", None}
    assert verify(the_match()).is_verified

"""Whole matches of self-play through the screen alone: by a helper, alone, by two at one terminal; and looking on."""

from __future__ import annotations

import pytest

from woozle.arena.play.start import Start
from woozle.arena.views.panels import Document
from woozle.games.self_play.config import Config
from woozle.games.self_play.events import Acted, Evidence
from woozle.players import registry as players
from woozle.players.random_bot import RandomBot
from woozle.saves.verify import verify
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.document import DocumentText

from tests.games.self_play.tui.scenes import WHO, Scripted, played
from tests.tables import panel
from tests.tui.hosts import settled, shown
from tests.tui.sessions.test_hot_seat import app_of, everything_in, moved_on, reveal, something
from tests.tui.sessions.test_playing import the_match, until


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    monkeypatch.setattr(players, "bots", lambda game: {"scripted": Scripted, "random": RandomBot})


def match(*seats, **options):
    return Start("self_play", seats, Config(pool=(WHO,), **options), 5)


async def act(pilot, *steps):
    """Do what is said here, a step each time one is asked: a key, with words where it takes some; then look at the results.

    What has happened.
    """
    app, left = pilot.app, list(steps)
    while True:
        screen = await something(pilot)
        if screen.seat.is_over:
            break
        key, *words = left.pop(0).split(" ", 1)
        question = screen.table.question
        await pilot.press(key)
        if words:
            await until(pilot, lambda: app.screen.query_one(ComposeBox).has_focus_within)
            await pilot.press(*words[0], "enter")
        await moved_on(pilot, question)
    assert not left
    events = [event for event, _ in app.session.match.referee.record]
    await pilot.press("r")
    await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
    assert verify(the_match()).is_verified
    return events


def done(events) -> list[tuple[str, str, str]]:
    return [(event.seat, event.action, event.argument) for event in events if isinstance(event, Acted)]


async def test_a_helper_searches_reads_and_hedges():
    app = app_of(match("bot", "human", "bot", libraries=("-", "medicine", "-")))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        await pilot.press("2")
        await until(pilot, lambda: panel(app.screen.table, Document).note == "3 paragraphs")
        await settled(pilot)
        assert "Wendmoor Hospice, founded in 1702 by the widow Agathe Wend" in " ".join(
            row.strip(" ▎") for row in shown(app.screen.query_one(DocumentText))
        )
        events = await act(pilot, "5 Agathe Wend")
    assert ("Ben", "HEDGE", "Agathe Wend") in done(events)


async def test_who_is_alone_searches_calculates_and_answers():
    app = app_of(match("human", libraries=("medicine",), calculators=(0,), searches=2, queries="own"))
    async with app.run_test(size=(80, 24)) as pilot:
        events = await act(pilot, "2  of 1702", "3 2+2", "4 Agathe Wend")
    assert done(events)[:2] == [("Ada", "SEARCH", f"{WHO.question} of 1702"), ("Ada", "CALCULATE", "2+2")]
    texts = [event.texts for event in events if isinstance(event, Evidence)]
    assert len(texts[0]) == 3 and len(texts[1]) == 1


async def test_two_people_share_a_terminal_and_neither_reads_what_the_other_was_given():
    app = app_of(match("human*2", "bot"))
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


@pytest.fixture
def finished(tmp_path):
    return played(tmp_path / "match")

"""Whole matches of undercover through the screen alone, by one person and by two at one terminal."""

from __future__ import annotations

import pytest

from woozle.arena.play.start import Start
from woozle.arena.views.panels import Pictures
from woozle.core.games.undercover import events as undercover
from woozle.core.games.undercover.config import Config
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.picture import PictureView

from tests.tui.sessions.test_hot_seat import app_of, everything_in, moved_on, reveal, something
from tests.tui.sessions.test_playing import the_match, until


def match(seed, *seats, **options):
    return Start("undercover", seats, Config(**{"size": 256, "tries": 1, **options}), seed)


async def answer(pilot):
    """What the first choice says, with a reason where one is asked for; a vote is for nobody."""
    app = pilot.app
    question = app.screen.table.question
    if question.kind == "vote":
        await pilot.press("0", "0")
    elif question.choices:
        await pilot.press(question.choices[0].key)
    else:
        await pilot.press("t", "w", "o", "enter")
    if question.then:
        await until(pilot, lambda: app.screen.query_one(ComposeBox).has_focus_within)
        await pilot.press("s", "o", "enter")
    elif question.kind == "act":
        await pilot.press(question.choices[0].key)
    await moved_on(pilot, question)


async def play(pilot, look=lambda: None, most=60):
    """To the end; `look` is called on every screen that somebody sees."""
    for _ in range(most):
        screen = await something(pilot)
        look()
        if isinstance(screen, CurtainScreen):
            await reveal(pilot)
        elif screen._is_over:
            return
        else:
            await answer(pilot)
    raise AssertionError("The match has no end.")


@pytest.mark.parametrize("options", [{"free_answers": True, "knows": True}, {"speaking": "in_turn", "ties": "none"}], ids=str)
async def test_a_whole_match_is_played_with_keys_alone_and_its_transcript_is_sound(options):
    app = app_of(match(5, "human", "bot:random*3", **options))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
    assert verify(the_match()).is_verified


async def test_a_baseline_can_be_played_too():
    app = app_of(match(6, "human", "bot:random*2", mode="mad_judge"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot)
    assert verify(the_match()).is_verified


def sights(app) -> dict[str, undercover.Sight]:
    """What each seat sees."""
    told = (event for event, _ in app.session.match.referee.record)
    return {event.seat: event for event in told if isinstance(event, undercover.Sight)}


async def test_two_people_share_a_terminal_and_neither_finds_the_picture_of_the_other():
    app = app_of(match(3, "human*2", "bot:random"))
    looked, curtains = set(), []
    async with app.run_test(size=(80, 24)) as pilot:

        def look():
            session, seen = app.session, sights(app)
            if session.is_over:
                return
            assert session.match.referee.game.undercover in ("Ada", "Ben")
            assert seen["Ada"].picture != seen["Ben"].picture
            held = everything_in(app)
            digests = {view.digest for screen in app.screen_stack for each in screen.query(PictureView) for view in each.pictures}
            for seat in ("Ada", "Ben"):
                assert (seen[seat].picture in held or repr(seen[seat].scene) in held) == (seat == session.looking)
            assert digests <= ({seen[session.looking].picture} if session.looking else set())
            looked.add(session.looking)
            if isinstance(app.screen, CurtainScreen):
                curtains.append(app.screen)

        await play(pilot, look)
        assert looked == {"Ada", "Ben", None}
        assert len(curtains) > 2
    assert verify(the_match()).is_verified


async def test_no_digest_is_on_the_screen_of_who_plays_until_the_match_is_over():
    app = app_of(match(2, "human", "bot:random*3"))
    async with app.run_test(size=(140, 45)) as pilot:

        def look():
            if not app.session.is_over:
                shown = app.export_screenshot()
                assert not any(sight.picture[:6] in shown for sight in sights(app).values())

        await play(pilot, look)
        table = app.screen
        assert isinstance(table, TableScreen)
        assert len(table.table.panel(Pictures).sights) == 2


async def test_how_a_person_saw_the_picture_is_in_the_record():
    app = app_of(match(3, "human", "bot:random*2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        await until(pilot, lambda: app.screen.query_one(PictureView).pictures)
        await play(pilot)
    lines = [line.body["response"] for line in read(the_match()).lines]
    displays = [response["display"] for response in lines if response.get("display")]
    assert displays
    assert {display["mode"] for display in displays} == {"halfblock"}

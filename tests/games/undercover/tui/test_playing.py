"""Whole matches of undercover through the screen alone."""

from __future__ import annotations

from woozle.arena.play.start import Start
from woozle.games.undercover.config import Config
from woozle.saves.verify import verify
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.widgets.compose_box import ComposeBox

from tests.tui.sessions.test_hot_seat import app_of, moved_on, something
from tests.tui.sessions.test_playing import the_match, until


def match(seed, *seats, **options):
    return Start("undercover", seats, Config(**{"size": 256, "tries": 1, **options}), seed)


async def answer(pilot):
    """Give the first choice, with a reason if one is asked for; vote for nobody."""
    app = pilot.app
    question = app.screen.table.question
    if question.choices and all(choice.is_final for choice in question.choices) and question.choices[-1].key == "0":
        await pilot.press("0", "0")
    elif question.choices:
        await pilot.press(question.choices[0].key)
    else:
        await pilot.press("t", "w", "o", "enter")
    if question.then:
        await until(pilot, lambda: app.screen.query_one(ComposeBox).has_focus_within)
        await pilot.press("s", "o", "enter")
    elif question.choices and question.choices[-1].key != "0":
        await pilot.press(question.choices[0].key)
    await moved_on(pilot, question)


async def play(pilot, most=60):
    """To the end."""
    for _ in range(most):
        screen = await something(pilot)
        if screen.seat.is_over:
            return
        await answer(pilot)
    raise AssertionError("The match has no end.")


async def test_a_whole_match_is_played_with_keys_alone_and_its_transcript_is_sound():
    app = app_of(match(5, "human", "bot:random*3", free_answers=True, knows=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
    assert verify(the_match()).is_verified

"""Whole matches against bots, through the screen alone."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

from woozle.arena.play import news
from woozle.arena.play.daily import daily_seed
from woozle.arena.play.start import Start
from woozle.games.ship.config import preset
from woozle.games.ship.maps import load
from woozle.saves import store
from woozle.saves.verify import verify
from woozle.tui import messages
from woozle.tui.app import WoozleApp
from woozle.tui.controllers.library import Library
from woozle.tui.screens.fork import ForkScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.settings import config
from woozle.tui.widgets.panels import Prompt, SeatList
from woozle.tui.widgets.transcript import Transcript

from tests.tui.hosts import is_ready, take, until


def match(seed, ticks=12, **options):
    """A short match of one person and four bots."""
    config = preset("standard", map=load("shuttle"), max_ticks=ticks, rounds=1, ticks_per_task=2, **options)
    return Start("ship", ("human", "bot*4"), config, seed)


def app_of(start) -> WoozleApp:
    app = WoozleApp(start)
    app.speed = float("inf")
    return app


def is_asked(table) -> bool:
    """Return whether the person can answer: the question has been painted."""
    return bool(table.table.question and table.seat.request and is_ready(table))


async def turn(pilot):
    """Wait until the person is asked something, or the match is over; what is asked."""
    table = pilot.app.screen
    await until(pilot, lambda: table.seat.is_over or is_asked(table))
    return None if table.seat.is_over else table.table.question


def sensible(question):
    """Work if there is work, report a body, else the first way that is offered."""
    wanted = [choice for choice in question.choices if choice.value in ("task", "report")]
    return (wanted or question.choices)[0]


async def answered(pilot, question):
    """Wait until the match has taken the answer, or has ended: the screen has let go of what was asked before that."""
    session = pilot.app.session
    await until(pilot, lambda: session.is_over or question.id not in session.match.referee.open)


def the_match() -> Path:
    return store.list_matches()[0].path


async def play_by_keys(pilot, most=200):
    for _ in range(most):
        question = await turn(pilot)
        if question is None:
            return
        if question.is_text:
            await pilot.press("h", "i", "enter")
        else:
            choice = sensible(question)
            await take(pilot, choice)
        await answered(pilot, question)
    raise AssertionError("The match has no end.")


async def test_a_whole_match_is_played_with_keys_alone_under_a_name_of_ones_own_and_its_transcript_is_verified():
    config.write("name", "Zelda")
    config.write("colour", "amber")
    async with app_of(match(11, ticks=4)).run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await play_by_keys(pilot)
        assert "◆ Zelda is Alice" in str(pilot.app.screen.query_one("#title").render())
        cards = next(seats for seats in pilot.app.screen.query(SeatList) if seats.content_size.height > 1)
        assert "Alice (◆ Zelda)" in "".join(map(str, cards.row(0)))
        pilot.app.screen.ending.panel.add_badges(("Badge earned: Unmoved. A rule.",))
        await until(pilot, lambda: "Unmoved" in str(pilot.app.screen.query_one("#end-badges").render()))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        rows = pilot.app.screen.query_one("#ranks").figures.rows
        assert next(row.cells[-1] for row in rows if row.cells[0] == "Alice") == "◆ Zelda"
        await pilot.press("v")
        await until(pilot, lambda: "The transcript is verified." in str(pilot.app.screen.query_one("#checks").render()))
        await pilot.press("escape")
        await until(pilot, lambda: [row.status for row in pilot.app.screen._rows] == ["finished"])
    assert verify(the_match()).is_verified
    files = [path for path in the_match().parent.parent.rglob("*") if path.is_file() and path.name != "config.toml"]
    assert len(files) > 1
    assert not any(word in path.read_bytes() for path in files for word in (b"Zelda", b"amber")), (
        "a name of one's own is in no file"
    )


async def test_speeches_wait_for_their_reader_who_can_skip_them_or_read_faster_or_run_on():
    app, for_ever = WoozleApp(match(16)), 1e9
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        question = await turn(pilot)
        prompt, pacer = app.screen.query_one(Prompt), app.session.pacer
        resting = asyncio.ensure_future(app.session._rest(for_ever))
        await until(pilot, lambda: app.screen.pace.paced.state == "reading")
        assert "goes on" not in prompt.render().plain, "while something is asked, arrows are for that"
        app.screen.post_message(messages.MatchNews(news.Withdrawn(question.id)))
        await until(pilot, lambda: "time to read: → goes on" in prompt.render().plain)
        await pilot.press("right")
        await until(pilot, resting.done)

        resting = asyncio.ensure_future(app.session._rest(for_ever))
        await until(pilot, lambda: "time to read: →" in prompt.render().plain)
        await pilot.press("right_square_bracket", "right_square_bracket", "left_square_bracket")
        await until(pilot, lambda: "time to read, 2x: →" in prompt.render().plain)
        assert pacer.speed == 2.0
        assert not resting.done()
        await pilot.press("full_stop")
        await until(pilot, resting.done)
        assert pacer.speed == float("inf")
        app.session._present(app.session.hand.turn)
        app.session.hand.turn = None
        await until(pilot, lambda: pacer.speed == 2.0)

        app.session.pause()
        app.session.fast()
        assert (pacer.speed, pacer.is_paused) == (float("inf"), False), "running to the end waits for nobody"
        app.session.fast()
        assert pacer.speed == 2.0


async def test_a_pause_longer_than_the_limit_costs_nothing_and_the_clock_on_the_desk_stands_still():
    now = [0.0]
    app = WoozleApp(match(15, seconds_to_act=60), clock=lambda: now[0])
    app.speed = float("inf")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        question = await turn(pilot)
        await until(pilot, lambda: app.session.hand.turn.was_shown)
        now[0] += 20
        await pilot.press("space")
        now[0] += 1000
        await until(pilot, lambda: "00:40 left" in pilot.app.screen.query_one(Prompt).render().plain)
        await pilot.press("space")
        now[0] += 39
        await pilot.press("space", "space")
        assert pilot.app.screen.table.question == question
        now[0] += 1
        await pilot.press("space", "space")
        story = pilot.app.screen.query_one(Transcript)
        await until(pilot, lambda: any("You gave no answer (timeout)" in line.text for line in story.lines))


async def test_a_transcript_that_cannot_be_written_ends_the_match_with_a_sentence(monkeypatch):
    from woozle.saves.disk import SaveError
    from woozle.saves.writer import Writer

    async with app_of(match(17)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        question = await turn(pilot)
        monkeypatch.setattr(Writer, "keep_response", lambda *_: (_ for _ in ()).throw(SaveError("The disk is full.")))
        await take(pilot, sensible(question))
        await until(pilot, lambda: pilot.app.screen.seat.is_over)
        assert "The disk is full." in pilot.app.screen.query_one(Prompt).render().plain


async def test_the_deal_of_the_day_ends_with_a_line_to_share_and_has_no_rematch():
    today = datetime.now().astimezone().date()
    async with app_of(match(daily_seed("ship", today), ticks=1)).run_test(size=(80, 24), notifications=True) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await play_by_keys(pilot)
        await until(pilot, lambda: "Woozle daily" in str(app.screen.query_one("#end-daily").render()))
        assert not app.screen.check_action("do", ("rematch",))
        await pilot.press("a", "r")
        await until(
            pilot, lambda: isinstance(app.screen, ResultsScreen) and "Woozle daily" in str(app.screen.query_one("#daily").render())
        )
        assert not app.screen.check_action("rematch", ())
        await pilot.press("a")
        await until(pilot, lambda: len(app._notifications) == 2)
        assert all("The deal of a day" in each.message for each in app._notifications), "each screen says why not"
        await pilot.press("s")
        await until(pilot, lambda: app.clipboard)
        assert app.clipboard.startswith(f"Woozle daily {today.isoformat()} · The ship · ")
        assert app.clipboard in str(app.screen.query_one("#daily").render())


def test_matches_whose_deals_are_planned_have_no_rematch_and_say_why(tmp_path):
    library = Library(None)
    for beside, word in (("plan.json", "run"), ("../participants", "study"), ("notes.txt", "")):
        folder = tmp_path / (word or "own") / "matches" / "0001"
        folder.mkdir(parents=True)
        (folder.parent / beside).mkdir()
        assert word in library.why_no_rematch(folder)
        assert bool(word) == bool(library.why_no_rematch(folder))


async def test_a_match_can_be_forked_from_its_replay_while_its_table_lies_below():
    async with app_of(match(12, ticks=1)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await play_by_keys(pilot)
        over = pilot.app.session
        pilot.app.spectators.open_replay(over.folder)
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen))
        pilot.app.push_screen(ForkScreen(over.folder, 1, pilot.app.screen.viewpoint.seats))
        await until(pilot, lambda: isinstance(pilot.app.screen, ForkScreen))
        pilot.app.spectators.fork(over.folder, 1, "Alice")
        await until(pilot, lambda: pilot.app.session is not over and isinstance(pilot.app.screen, TableScreen))
        assert not pilot.app.session.is_over

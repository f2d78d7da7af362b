"""A table of another machine at the screen: its waiting room, its questions, its end; and hosts that send what terminals act on."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import parse_link
from woozle.arena.join.session import JoinedSession
from woozle.arena.play.start import Join
from woozle.saves.receipts import HostKey
from woozle.tui.app import WoozleApp
from woozle.tui.screens.guess import GuessScreen
from woozle.tui.screens.help import HelpScreen
from woozle.tui.screens.join import JoinScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.waiting import WaitingScreen

from tests.join.hostile_host import HELLO, JOINED, REQUEST, SEATS, Script, Talk, events, hosting
from tests.tui.hosts import HOSTILE, take, until
from tests.tui.sessions.test_playing import is_asked, turn
from tests.web.open_table import plan, serving


def app_of(link: str, base: Path) -> WoozleApp:
    app = WoozleApp(Join(JoinedSession(parse_link(link), Joiner("Guest"), base=base)))
    app.speed = float("inf")
    return app


def words(app: WoozleApp) -> str:
    """Return all that is on the screen."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())


async def answer_by_keys(pilot) -> None:
    """Answer what is asked: the first choice, and 4 wherever something is typed."""
    table = pilot.app.screen
    question, panel = table.table.question, table.question.panel
    if question.is_text:
        await pilot.press("4", "enter")
    else:
        await take(pilot, question.choices[0])
    if question.then:
        await until(pilot, lambda: panel._first is not None)
        await pilot.press("4", "enter")
    await until(pilot, lambda: pilot.app.screen is not table or table.seat.is_over or table.seat.table.question != question)


async def play_by_keys(pilot) -> None:
    while await turn(pilot) is not None:
        await answer_by_keys(pilot)


async def test_a_table_of_another_machine_is_played_to_its_end_with_keys(tmp_path: Path):
    async with serving(tmp_path, host_key=HostKey.load(tmp_path / "host.key")) as (tables, base):
        table = tables.open(plan(seats="remote*2,bot*3", preset="quick", starts_when_full=False))
        app = app_of(f"{base}/t/{table.id}#{table.room.invitations[1]}", tmp_path / "joined")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen) and "1 here, 1 place open" in words(app))
            await until(pilot, lambda: "Guest (you)" in words(app))
            assert "Your recovery code, shown once: " in words(app)
            table.start()
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert not app.screen.check_action("do", ("pace", "pause"))
            await play_by_keys(pilot)
            await until(pilot, lambda: app.screen.ending.panel.display)
            await until(pilot, lambda: "Verified here: rules, deal and" in words(app))
            assert app.screen.check_action("do", ("rematch",)) and app.screen.check_action("do", ("replay",))
            await pilot.press("a")
            await until(pilot, lambda: table.room.places[0].is_ready or table.row.attempt == 2)
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and not app.screen.seat.is_over)
            await play_by_keys(pilot)
            await until(pilot, lambda: app.screen.ending.panel.display)
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
            assert "Verified here" in words(app)


async def test_a_question_is_given_up_from_the_palette(tmp_path: Path):
    async with serving(tmp_path) as (tables, base):
        table = tables.open(plan(seats="remote,bot*4"))
        app = app_of(f"{base}/t/{table.id}#{table.room.invitations[1]}", tmp_path / "joined")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and is_asked(app.screen))
            first = app.screen.seat.request.id
            next(each for each in app.screen.commands() if each.title == "Give up this question").callback()
            await until(pilot, lambda: is_asked(app.screen) and app.screen.seat.request.id != first)
            assert table.room.places[0].seat.receipts[0].past.response.answer.kind == "gave_up"


async def test_a_link_is_asked_for_in_the_lobby(tmp_path: Path):
    async with serving(tmp_path) as (tables, base):
        table = tables.open(plan())
        app = WoozleApp()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("o")
            await until(pilot, lambda: isinstance(app.screen, JoinScreen))
            await pilot.press(*"nonsense", "enter")
            await until(pilot, lambda: "is no link to a seat" in words(app))
            app.screen.query_one("#link").value = f"{base}/t/{table.id}#{table.room.invitations[2]}."
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen) and "(you)" in words(app))
            assert app.farewell().startswith("Your seat stays yours")
            await pilot.press("q")
            await until(pilot, lambda: not isinstance(app.screen, WaitingScreen))
        assert table.room.places[1].is_taken


def hostile(*more) -> Script:
    """Return a host that puts what terminals act on wherever it can put a text."""
    places = [{"number": n, "kind": "human", "label": HOSTILE, "provider": HOSTILE} for n in range(1, 6)]
    room = {"type": "room", "state": "waiting", "title": HOSTILE, "you": 1, "places": places, "notes": [HOSTILE] * 3}

    async def script(talk: Talk) -> None:
        await talk.say(HELLO)
        await talk.hear("join")
        await talk.say(JOINED, room, *more)
        await talk.wait()

    return script


def hostile_match() -> tuple:
    """Return the messages of a match that has begun, all texts of it hostile."""
    seats = [HOSTILE, *SEATS[1:]]
    welcome = {
        "type": "welcome", "game": HOSTILE, "rules": 1, "seat": HOSTILE, "text": HOSTILE, "match": "cd" * 32, "table": "ABCDEFGH",
        "attempt": 1, "place": 1, "seats": seats, "rulebook": [HOSTILE],
    }  # fmt: skip
    schema = {"type": "object", "properties": {"a": {"enum": [HOSTILE, "b"], "description": HOSTILE}}, "required": ["a"]}
    asked = {**REQUEST, "seconds": 1e308, "kind": HOSTILE, "text": HOSTILE, "schema": schema}
    presence = {"type": "presence", "place": 2, "state": "away", "seconds": 1e300}
    return welcome, events(text=HOSTILE), asked, presence, {"type": "refused", "id": 0, "code": "wait", "why": HOSTILE}


@pytest.mark.parametrize(("screens", "more"), [([WaitingScreen], ()), ([TableScreen, HelpScreen], hostile_match())])
async def test_no_text_of_a_host_reaches_the_terminal_as_it_is(screens, more, tmp_path: Path):
    async with hosting(hostile(*more)) as host:
        app = app_of(host.link, tmp_path)
        async with app.run_test(size=(140, 45)) as pilot:
            for kind in screens:
                await until(pilot, lambda kind=kind: isinstance(app.screen, kind) and "[red]x[/]" in words(app))
                assert not {"\x1b", "\x9b", "\x07", "\x00", "\u202e", "\r"} & {*words(app)} and "␛" in words(app)
                await pilot.press("question_mark")


async def test_a_host_that_is_no_host_leaves_a_sentence_and_a_way_back(tmp_path: Path):
    async def script(talk: Talk) -> None:
        await talk.say("nonsense")
        await talk.wait()

    async with hosting(script) as host:
        app = app_of(host.link, tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "cannot be read" in words(app))
            await pilot.press("q")
            await until(pilot, lambda: not isinstance(app.screen, WaitingScreen))


async def test_at_a_blind_table_the_person_guesses_who_was_human(tmp_path: Path):
    async with serving(tmp_path) as (tables, base):
        table = tables.open(plan(seats="remote,bot*4", preset="quick", is_blind=True, has_guesses=True, slot=0.0))
        app = app_of(f"{base}/t/{table.id}#{table.room.invitations[1]}", tmp_path / "joined")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            screen = app.screen
            while not isinstance(app.screen, GuessScreen):
                await until(pilot, lambda: isinstance(app.screen, GuessScreen) or screen.seat.is_over or is_asked(screen))
                if app.screen is screen:
                    await answer_by_keys(pilot)
            await pilot.press("enter", "down", "down", "enter", "up", "enter", "enter", "d")
            await until(pilot, lambda: app.screen is screen and screen.seat.is_over)
        seat = table.room.places[0].seat.name
        others = [each for each in table.match.referee.game.seats if each != seat]
        assert table.match.guesses[seat] == (others[0], others[2])

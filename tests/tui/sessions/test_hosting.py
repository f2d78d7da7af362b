"""A table that is hosted in the app: links, the own seat, and going on after the app was killed."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import ClientSession

from woozle.arena.play.start import Host
from woozle.arena.web.ways_in import way_in
from woozle.saves.store import list_matches
from woozle.saves.verify import verify
from woozle.tui.app import WoozleApp
from woozle.tui.screens.host import HostScreen
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.seats import SeatsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.settings import config
from woozle.tui.widgets.select import SelectRow

from tests.tui.hosts import LARGE, SMALL, press, settled, until
from tests.web.open_table import Guest, plan


def hosting(**options) -> WoozleApp:
    app = WoozleApp(Host(plan(**options), way_in(port=0), "Mia"))
    app.speed = float("inf")
    return app


def guests_of(app, session) -> list[Guest]:
    found = [place.link.partition("#") for place in app.screen._room.places if place.link]
    return [
        Guest(session, link.rpartition("/t/")[0], link.rpartition("/")[2], token, secret=f"{number:064x}")
        for number, (link, _, token) in enumerate(found)
    ]


async def test_a_host_who_does_not_play_sees_who_comes_and_how_it_ends():
    app = hosting(seats="remote*2,bot*3")
    async with app.run_test(size=SMALL) as pilot, ClientSession() as session:
        await until(pilot, lambda: isinstance(app.screen, HostScreen))
        playing = [asyncio.ensure_future(guest.play()) for guest in guests_of(app, session)]
        await until(pilot, lambda: app.screen._room.state == "over")
        await asyncio.gather(*playing)
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, HostScreen))
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and not app.tables.is_open)
    (match,) = list_matches()
    assert verify(match.path).verdict == "verified"


async def test_a_host_who_plays_sits_at_the_table_and_comes_back_to_it_after_the_app_was_killed():
    app = hosting(seats="human,remote,bot*3")
    async with ClientSession() as session:
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HostScreen) and app.screen._room.places[0].label == "Mia")
            (guest,) = guests_of(app, session)
            playing = asyncio.ensure_future(guest.play())
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.seat.request)
            app.tables.show()
            await until(pilot, lambda: isinstance(app.screen, HostScreen))
            await press(pilot, "t")
            assert isinstance(app.screen, TableScreen)
            port = app.tables._served.base.rpartition(":")[2]
            playing.cancel()
        await asyncio.wait([app.tables._serving._task])  # a process waits for it before it ends
        again = WoozleApp(Host(None, way_in(port=int(port)), "Mia"))
        async with again.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: isinstance(again.screen, TableScreen) and again.screen.seat.request)
            await press(pilot, "ctrl+q")
            assert "Press ctrl+q again to close the table" in str(again.screen.query_one("#words").render())


async def test_a_seat_that_is_left_leads_back_to_the_waiting_screen():
    app = hosting(seats="human,remote,bot*3")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HostScreen) and app.screen._room.places[0].label == "Mia")
        app.leave_match()
        await settled(pilot)
        assert isinstance(app.screen, HostScreen)
        [table] = app.tables._served.tables
        await until(pilot, lambda: table.room.places[0].guest is None)


async def test_quitting_the_app_closes_the_table_only_when_it_is_asked_for_twice():
    app = hosting(seats="human,remote,bot*3")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HostScreen) and app.screen._room.places[0].label == "Mia")
        app.screen.action_alone()
        await settled(pilot)
        await press(pilot, "ctrl+q")
        assert "Press ctrl+q again to close the table for everybody" in str(app.screen.query_one("#words").render())
        await press(pilot, "down", "ctrl+q")
        assert app.is_running
        assert "woozle host --again" in app.farewell()
        await pilot.press("ctrl+q")
    assert app._exit


@pytest.mark.parametrize("host", [Host(None, way_in(port=0))])
async def test_without_a_table_that_was_left_there_is_nothing_to_go_on_with(host):
    app = WoozleApp(host)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: any("No table was left" in each.message for each in app._notifications))
        assert isinstance(app.screen, LobbyScreen)


async def test_a_table_is_hosted_from_the_lobby_with_a_name_that_is_kept(monkeypatch):
    monkeypatch.setattr("woozle.arena.web.ways_in.PORT", 0)
    app = WoozleApp()
    async with app.run_test(size=LARGE) as pilot:
        app.open_game("urn", "host")
        await until(pilot, lambda: isinstance(app.screen, SeatsScreen))
        await settled(pilot)
        app.screen.query_one("#your_name").value = "Mia"
        app.screen.query_one("#select-way", SelectRow).turn_to("here")
        await settled(pilot)
        await press(pilot, "s")
        await until(pilot, lambda: isinstance(app.screen, HostScreen) and app.screen._room.places[0].label == "Mia")
        assert [place.kind for place in app.screen._room.places] == ["human", "open", "bot", "bot", "bot"]
        assert config.read().settings.name == "Mia"

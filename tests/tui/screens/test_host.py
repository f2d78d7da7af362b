"""The waiting screen of a host."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import OptionList, Static

from woozle.arena.views.waiting_room import Knock, WaitingPlace, WaitingRoom, room_lines
from woozle.tui import messages
from woozle.tui.screens.host import HostScreen, QrScreen
from woozle.tui.widgets.qr_code import QrCodeView

from tests.tui.hosts import HOSTILE, SMALL, VIEWS, is_clean, press, settled
from tests.tui.scenes import Stage

LINK = "http://10.0.0.12:8322/t/K7Q2M4XA#" + "x7Zq" * 10 + "abc"
ROOM = WaitingRoom(
    "Ship",
    "waiting",
    (
        WaitingPlace(1, "human", "Mia", is_host=True),
        WaitingPlace(2, "open", link=LINK),
        WaitingPlace(3, "human", "Jon", "reconnecting"),
        WaitingPlace(4, "agent", "mine 0.3"),
        WaitingPlace(5, "model", "gpt-5-mini"),
        WaitingPlace(6, "bot"),
        WaitingPlace(7, "bot"),
    ),
    LINK.replace("x7Zq", "Sp3c"),
    "K7Q2-M4XA",
    "For browsers in this network, at 10.0.0.12.",
    ("Everybody on this network can read and change what is played here.", "What you say is sent to api.openai.com."),
    (Knock(1, "Ann"),),
)


class Done:
    """Stands in for what serves the table, and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def __getattr__(self, name):
        return lambda *told, **named: self.asked.append((name, *told, *named.values()))


class HostStage(Stage):
    """The app with a waiting screen."""

    def __init__(self, room=ROOM, **options):
        super().__init__(**options)
        self.tables = Done()
        self._room = room

    def on_mount(self):
        super().on_mount()
        self.push_screen(HostScreen(self._room))


@VIEWS
def test_the_waiting_screen(snap_compare, size, theme):
    assert snap_compare(HostStage(theme=theme), terminal_size=size, run_before=settled)


def test_a_table_in_play_whose_only_link_is_too_long_for_a_code(snap_compare):
    places = tuple(replace(place, link="") for place in ROOM.places[:3])
    room = WaitingRoom("Ship", "playing", places, LINK.replace("http://10.0.0.12", "https://play.example.org"), answers=41)
    assert snap_compare(HostStage(room), terminal_size=SMALL, run_before=settled)


def words(app) -> str:
    return str(app.screen.query_one("#words", Static).render())


async def test_the_link_at_the_cursor_is_copied_and_shown_as_a_code():
    app = HostStage()
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert app.screen.query_one(QrCodeView).display
        await press(pilot, "y")
        assert app.clipboard == LINK
        await press(pilot, "up")
        assert not app.screen.query_one(QrCodeView).display, "the host needs no link"
        await press(pilot, "end", "y")
        assert app.clipboard == ROOM.watch_link
        await press(pilot, "z")
        assert isinstance(app.screen, QrScreen)
        assert app.screen.query_one(QrCodeView).display
        await press(pilot, "escape")
        assert isinstance(app.screen, HostScreen)


async def test_open_places_go_to_bots_only_when_start_is_pressed_twice():
    app = HostStage()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "s")
        assert "bots take the open places" in words(app)
        assert not app.tables.asked
        await press(pilot, "s")
        assert app.tables.asked == [("obey", "start")]


async def test_whoever_knocks_is_let_in_or_turned_away_by_the_host():
    app = HostStage()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "a")
        app.screen.post_message(messages.RoomChanged(replace(ROOM, knocks=(Knock(2, HOSTILE),))))
        await press(pilot, "d")
        app.screen.post_message(messages.RoomChanged(replace(ROOM, knocks=())))
        await press(pilot, "a")
    assert app.tables.asked == [("obey", "admit", 1), ("obey", "refuse", 2)]


async def test_a_player_is_removed_or_gets_a_new_link_but_never_the_host():
    app = HostStage()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "home", "x", "x", "n")
        assert not app.tables.asked
        await press(pilot, "down", "down", "n", "x")
        assert app.tables.asked == [("obey", "invite", 3)]
        await press(pilot, "x")
        assert app.tables.asked[1:] == [("obey", "remove", 3)]


async def test_the_cursor_stays_while_others_come_and_leaving_is_asked_twice():
    app = HostStage()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "end")
        app.screen.post_message(messages.RoomChanged(replace(ROOM, answers=1)))
        await settled(pilot)
        places = app.screen.query_one("#places", OptionList)
        assert places.highlighted == places.option_count - 1
        await press(pilot, "escape")
        assert not app.tables.asked
        await press(pilot, "escape")
        assert app.tables.asked == [("close",)]


@pytest.mark.parametrize("state", ["waiting", "playing", "over", "closed"])
def test_names_from_elsewhere_act_on_no_terminal(state):
    places = (
        WaitingPlace(1, "human", HOSTILE),
        WaitingPlace(2, "agent", HOSTILE, "away"),
        WaitingPlace(3, "model", HOSTILE),
    )
    assert all(map(is_clean, room_lines(WaitingRoom("Ship", state, places))))


def test_the_room_is_told_line_by_line():
    assert list(room_lines(ROOM)) == [
        "Ship: 3 here, 1 place open.",
        "  1. Mia (you), here",
        f"  2. open: {LINK}",
        "  3. Jon, reconnecting",
        "  4. mine 0.3 (agent), here",
        "  5. gpt-5-mini",
        "  6. bot",
        "  7. bot",
        f"  Spectators: {ROOM.watch_link}",
        "  Room code: K7Q2-M4XA, with which people knock",
        "  For browsers in this network, at 10.0.0.12.",
        "  Everybody on this network can read and change what is played here.",
        "  What you say is sent to api.openai.com.",
    ]

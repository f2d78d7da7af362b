"""Looking on, by keys and by mouse: live matches and transcripts, through anybody's eyes, at any moment."""

from __future__ import annotations

import asyncio

import pytest
from textual.events import Key
from textual.widgets import OptionList

from woozle.arena.play.start import Replay, Resume, Start, Watch
from woozle.core.state import EVERYTHING
from woozle.games.ship.tui.log_import import import_log
from woozle.games.ship.tui.map import ShipMap
from woozle.saves import store
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify
from woozle.tui.app import WoozleApp
from woozle.tui.screens.fork import ForkScreen
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.widgets.board import Board, RawPanel
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.title_bar import TitleBar
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.watch_bars import PlayBar, Scrubber, ViewerBar

from tests.arena.play.test_replay_source import CONFIG, FAST, has_meeting, played, seed_of_match_in_which
from tests.games.ship.quack_logs import lines, write
from tests.games.ship.quack_logs import match as of_the_release
from tests.tables import you
from tests.tui.hosts import settled, until
from tests.tui.sessions.test_playing import app_of
from tests.tui.test_safe_text import HOSTILE

START = Start("ship", ("bot*5",), CONFIG, 11)


@pytest.fixture
def match():
    """The folder of a finished match of bots, with a meeting."""
    return played(seed=seed_of_match_in_which(has_meeting))


async def opened(pilot) -> WatchScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen) and len(pilot.app.screen.viewpoint))
    await pilot.pause()
    return pilot.app.screen


def phases(screen):
    return [mark.at for mark in screen.viewpoint.timeline.marks if mark.is_phase]


async def click_words(pilot, widget, words):
    """Click where a row of a widget says this."""
    plain = pilot.app.screen.query_one(widget).render().plain
    await pilot.click(widget, offset=(plain.index(words) + 1 + len(words) // 2, 0))
    await pilot.pause()


async def test_a_replay_is_walked_through_looked_at_and_read_with_keys_alone(match):
    async with app_of(Replay(match, line=3)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        viewpoint, story = screen.viewpoint, screen.query_one(Transcript)
        start = viewpoint.at
        await pilot.press("right")
        assert viewpoint.at == start + 1
        await pilot.press("left")
        assert viewpoint.at == start
        await pilot.press("end")
        assert viewpoint.at == len(viewpoint)
        assert story.count == len(viewpoint.timeline.lines)
        await pilot.press("shift+left")
        assert viewpoint.at == max(at for at in phases(screen) if at < len(viewpoint))
        await pilot.press("home", "shift+right")
        assert viewpoint.at == phases(screen)[0]
        assert story.count == viewpoint.timeline.lines_at(viewpoint.at)
        assert screen.query_one(Scrubber).at == viewpoint.at
        at, lines = viewpoint.at, {}
        for key, viewer in (("0", "public"), ("2", "Bob"), ("5", "Eve"), ("asterisk", EVERYTHING)):
            await pilot.press(key)
            assert (viewpoint.viewer, viewpoint.at) == (viewer, at), "the eyes change and the moment stays"
            lines[viewer] = [line.text for line in story.lines]
        assert any(text.startswith("You are a ") for text in lines["Bob"])
        assert not any("You are" in text for text in lines["public"])
        await pilot.press("2", "2")
        assert viewpoint.viewer == EVERYTHING
        await pilot.press("9")
        assert viewpoint.viewer == EVERYTHING
        start = viewpoint.at
        for typed in ("7", "t3", "meeting"):
            await pilot.press("g", *typed, "enter")
            await pilot.pause()
            assert screen.focused is story
            assert viewpoint.at == 7 if typed == "7" else viewpoint.at not in (start, 7)
        before = viewpoint.at
        for typed, sentence in (("9999", "There are only"), ("t99", "tick 99"), ("ball", "There is no ball")):
            await pilot.press("g", *typed, "enter")
            await pilot.pause()
            assert sentence in screen.query_one(Prompt).render().plain
        await pilot.press("g", "left", "space", "escape")
        assert viewpoint.at == before
        await pilot.press("x")
        panel = screen.query_one(RawPanel)
        await until(pilot, lambda: f"Event {viewpoint.at}, line " in panel.text)
        assert panel.size.height > 5
        assert screen.focused is panel
        await pilot.press("right")
        await until(pilot, lambda: f"Event {viewpoint.at}," in panel.text)
        await pilot.press("Y")
        await until(pilot, lambda: pilot.app.clipboard == panel.text)
        await pilot.press("escape")
        assert panel.size.height == 0


async def test_a_jump_is_drawn_once_and_not_again_when_its_feed_has_followed(match, monkeypatch):
    drawn: list[int] = []
    show = Board.show
    monkeypatch.setattr(
        Board, "show", lambda board, table, viewpoint, shown: (drawn.append(viewpoint.at), show(board, table, viewpoint, shown))
    )
    async with app_of(Replay(match, line=3)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("space" if screen.playback.is_playing else "left")
        await until(pilot, lambda: not screen.playback.is_playing)
        drawn.clear()
        await pilot.press("end")
        await until(pilot, lambda: pilot.app.spectators.source_of(screen).at == len(screen.viewpoint))
        await settled(pilot)
        assert drawn == [len(screen.viewpoint)]


async def test_a_replay_is_walked_through_with_the_mouse_alone(match):
    async with app_of(Replay(match, line=3)).run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot)
        viewpoint = screen.viewpoint
        start = viewpoint.at
        await click_words(pilot, PlayBar, "→ ▸")
        assert viewpoint.at == start + 1
        await click_words(pilot, PlayBar, "◂ ←")
        assert viewpoint.at == start
        await click_words(pilot, PlayBar, "⇧→ ▸▸")
        assert viewpoint.at == next(at for at in phases(screen) if at > start)
        scrubber = screen.query_one(Scrubber)
        await pilot.click(Scrubber, offset=(scrubber.size.width - 1, 0))
        assert len(viewpoint) - 2 <= viewpoint.at == scrubber.at
        await click_words(pilot, ViewerBar, "Bob")
        assert viewpoint.viewer == "Bob"
        await pilot.click("#seats", offset=(5, 2))
        await pilot.pause()
        assert viewpoint.viewer == "Charlie"
        await click_words(pilot, PlayBar, "+]")
        await until(pilot, lambda: "max" in screen.query_one(PlayBar).render().plain)
        await click_words(pilot, PlayBar, "space")
        await until(pilot, lambda: viewpoint.at == len(viewpoint) and not screen.playback.is_playing)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: screen.query_one(PlayBar).render().plain.rstrip().endswith(" PAUSED"))


async def test_it_plays_to_the_end_and_a_line_that_is_picked_shows_its_moment_and_keeps_what_came_after(match):
    async with app_of(Replay(match, line=2)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        story = screen.query_one(Transcript)
        assert "PAUSED" in screen.query_one(PlayBar).render().plain
        await pilot.press("shift+right")
        await until(pilot, lambda: story.size.width > 60)
        assert not screen.query_one(ShipMap).size.width, "in a meeting words matter more than places"
        await pilot.press("m")
        await pilot.pause()
        assert screen.query_one(ShipMap).size.width
        await pilot.press("m", "space")
        await until(pilot, lambda: screen.viewpoint.at == len(screen.viewpoint))
        await until(pilot, lambda: not screen.playback.is_playing)
        await pilot.press(*["left_square_bracket"] * 2)
        await until(pilot, lambda: screen.playback.speed == 2)
        count = story.count
        await pilot.press(*["up"] * 12)
        await pilot.pause()
        assert screen.viewpoint.at == screen.viewpoint.timeline.event_of(story.cursor) < len(screen.viewpoint)
        assert story.count == count
        assert not screen.playback.is_playing
        await pilot.press("right")
        assert story.count < count


async def test_where_a_match_is_over_it_is_searched_and_copied_and_nothing_branches_off(match):
    async with app_of(Replay(match, line=10**6)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        story = screen.query_one(Transcript)
        await until(pilot, lambda: screen.playback.is_over)
        await pilot.press("F")
        assert "step back and fork earlier" in screen.query_one(Prompt).render().plain
        await pilot.press("y")
        await until(pilot, lambda: pilot.app.clipboard == story.text_of(story.cursor))
        await pilot.press("Y")
        await until(pilot, lambda: pilot.app.clipboard == story.turn_of(story.cursor))
        await pilot.press("slash", *"tick", "enter")
        await pilot.pause()
        first = story.cursor
        assert "tick" in story.text_of(first).lower()
        await pilot.press("n")
        await pilot.pause()
        assert story.cursor != first
        assert screen.viewpoint.at == screen.viewpoint.timeline.event_of(story.cursor)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, WatchScreen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def test_a_person_plays_on_in_one_branch_however_often_enter_came_before_its_table(match):
    async with app_of(Replay(match, line=8)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        step = screen.viewpoint.step
        await pilot.press("F")
        await until(pilot, lambda: isinstance(pilot.app.screen, ForkScreen))
        await pilot.press("down")
        for _ in range(4):
            pilot.app.post_message(Key("enter", "\r"))
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        await until(pilot, lambda: table.table.question is not None or table.seat.is_over)
        await settled(pilot)
        assert you(table.table).name == "Bob"
    assert len(store.list_matches()) == 2
    branch = store.list_matches()[0].path
    assert branch != match
    shared = [line.parts.body for line in read(match).lines[:step]]
    assert [line.parts.body for line in read(branch).lines[:step]] == shared
    assert read(branch).header.players["Bob"]["kind"] == "human"


async def test_a_branch_of_a_person_s_match_is_watched_when_nobody_plays_on():
    match = await asyncio.to_thread(played, "human,bot*4", 3)
    async with app_of(Replay(match, line=8)).run_test(size=(140, 45)) as pilot:
        await opened(pilot)
        await pilot.press("F")
        await until(pilot, lambda: isinstance(pilot.app.screen, ForkScreen))
        who = pilot.app.screen.query_one("#who", OptionList)
        await pilot.click("#who", offset=(4, who.option_count))
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen) and pilot.app.screen.playback.is_over)
        assert pilot.app.screen.shown.is_live
    branch = store.list_matches()[0].path
    assert {player["kind"] for player in read(branch).header.players.values()} == {"bot"}
    assert verify(branch).is_verified


async def test_a_live_match_is_followed_looked_back_at_and_followed_again():
    app = WoozleApp(Watch(START))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot)
        assert not any(mark in title(screen) for mark in ("✓", "✗", "unchecked"))
        await until(pilot, lambda: screen.viewpoint.at > 12)
        await pilot.press("space")
        await until(pilot, lambda: not screen.playback.is_playing)
        end = len(screen.viewpoint)
        await pilot.press("left", "left")
        assert screen.viewpoint.at < end
        assert "LOOKING BACK" in screen.query_one(PlayBar).render().plain
        back = screen.viewpoint.at
        await pilot.press("space")
        await until(pilot, lambda: len(screen.viewpoint) > end + 3)
        assert screen.viewpoint.at == back
        await pilot.press("f")
        await until(pilot, lambda: screen.viewpoint.at == len(screen.viewpoint))
        await pilot.press("space")
        await until(pilot, lambda: not screen.playback.is_playing)
        await pilot.pause()
        end = len(screen.viewpoint)
        await pilot.press("right")
        await until(pilot, lambda: len(screen.viewpoint) > end)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
    (kept,) = store.list_matches()
    assert kept.status == "unfinished"
    async with app_of(Resume(kept.path)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.playback.is_over)
    assert verify(kept.path).is_verified


async def test_keys_are_heard_while_a_match_runs_to_its_end():
    async with app_of(Watch(Start("ship", ("bot*5",), CONFIG, 3), speed=FAST)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("3")
        assert screen.viewpoint.viewer == "Charlie"
        await until(pilot, lambda: screen.playback.is_over)
        assert "r shows how it ended" in screen.query_one(Prompt).render().plain
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        await pilot.press("w")
        replay = await opened(pilot)
        assert not replay.shown.is_live
        await pilot.press("q")
        assert isinstance(pilot.app.screen, ResultsScreen)


async def test_bots_are_watched_from_the_lobby_and_from_the_seat_picker():
    async with WoozleApp().run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        screen = await opened(pilot)
        assert screen.shown.is_live
        assert len(screen.shown.viewers) == 8
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        await pilot.press("p", "up", "right")
        assert "and you watch" in str(pilot.app.screen.query_one("#reason").render())
        await pilot.press("s")
        assert (await opened(pilot)).shown.is_live


async def test_an_unfinished_match_of_a_person_is_shown_through_its_own_eyes_only():
    match = await asyncio.to_thread(played, "human,bot*4", 11, 30)
    async with app_of(Replay(match)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for key in ("asterisk", "0", "2"):
            await pilot.press(key)
            assert screen.viewpoint.viewer == "Alice"
        assert not screen.check_action("do", ("fork",))
        assert not screen.playback.is_over


def hostile(match):
    """A transcript from somebody who means no good: control characters in all that is shown."""
    file = match / CLOSED
    evil = HOSTILE.encode("unicode_escape").replace(b"\\x", b"\\u00").replace(b'"', b'\\"')
    data = file.read_bytes()
    for text in (b"Alice", b"All well", b"cafeteria", b"Unlock Manifolds"):
        data = data.replace(b'"' + text, b'"' + evil)
    reason = data.rindex(b'"reason":"') + 10
    file.write_bytes(data[:reason] + evil + data[reason:])
    return match


async def test_leaving_in_the_middle_stops_the_match_and_says_how_to_go_on(capsys):
    async with WoozleApp(Watch(START)).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("ctrl+q")
    (kept,) = store.list_matches()
    assert kept.status == "unfinished"
    assert f"woozle resume {kept.id}" in capsys.readouterr().err


def title(screen) -> str:
    return screen.query_one(TitleBar).render().plain


async def test_the_title_of_a_replay_says_what_verify_found_and_changes_with_a_check(match):
    app = WoozleApp(Replay(match))
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await opened(pilot)
        assert "· unchecked" in title(screen)
        await pilot.press("v")
        await until(pilot, lambda: screen.shown.checked == "verified")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert "✓ verified" in title(screen)
    async with WoozleApp(Replay(match)).run_test(size=(100, 30)) as pilot:
        screen = await opened(pilot)
        assert "✓ verified" in title(screen)
        file = match / CLOSED
        file.write_bytes(file.read_bytes().replace(b"Alice", b"Alyce", 1))
        await pilot.press("v")
        await until(pilot, lambda: "✗ altered" in title(screen))


async def test_the_title_of_an_imported_match_says_so_as_the_browser_does(tmp_path):
    log = write(tmp_path / "seed1" / "game.jsonl", lines(of_the_release(3)))
    async with WoozleApp(Replay(import_log(log, tmp_path / "out").folder)).run_test(size=(100, 30)) as pilot:
        assert "· imported" in title(await opened(pilot))

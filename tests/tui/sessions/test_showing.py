"""Pictures for people: whoever sits at a table, looks over a shoulder, or plays line by line."""

from __future__ import annotations

import asyncio
import sys

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay
from woozle.core.request import Picture
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify
from woozle.tui import gallery
from woozle.tui.cli.plain import PlainTable, Typist
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.settings import config
from woozle.tui.settings.schema import Settings
from woozle.tui.widgets.panels import Prompt

from tests.arena.play.test_replay_source import CONFIG, played
from tests.saves.table import forged
from tests.tui.hosts import LIMIT, until
from tests.tui.sessions.test_hot_seat import match as match_of_two
from tests.tui.sessions.test_hot_seat import reveal, something
from tests.tui.sessions.test_playing import app_of, match, play_by_keys, the_match, turn

ONE = Picture.png(b"one")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of pictures, on a machine without a screen."""
    for name in ("SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    config.write("pictures", str(tmp_path / "pictures"))
    return tmp_path / "pictures"


@pytest.fixture
def viewer(tmp_path, monkeypatch):
    """A viewer that notes what it is given, a line for each; where it does so."""
    if sys.platform == "win32":
        pytest.skip("Windows has its own way to open a file.")
    noted = tmp_path / "opened"
    for name in ("xdg-open", "open"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "$#:$1" >> "{noted}"\n')
        program.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":7")
    return noted


def said(app) -> str:
    return "\n".join(notice.message for notice in app._notifications)


def saved(folder):
    return sorted(folder.iterdir()) if folder.exists() else []


def shown(path):
    """Return the number of pictures that came with each answer in a transcript."""
    return [len(line.body["response"].get("pictures", ())) for line in read(path).lines]


async def test_o_at_the_table_saves_what_the_seat_sees_and_the_answer_tells_that_it_was_seen(folder):
    async with app_of(match(11, ticks=2)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await turn(pilot)
        await pilot.press("o", "o")
        await until(pilot, lambda: "No viewer can be opened here. Saved in" in said(pilot.app))
        told = said(pilot.app)  # which goes away by itself
        await play_by_keys(pilot)
    assert len(saved(folder)) == 2
    for path in saved(folder):
        assert path.name in told
        assert path.read_bytes().startswith(b"\x89PNG")
    assert shown(the_match()).count(2) == 1
    assert sum(shown(the_match())) == 2
    assert verify(the_match()).is_verified


async def test_where_there_is_a_viewer_it_is_given_each_file_alone(folder, viewer):
    async with app_of(match(11)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await turn(pilot)
        await pilot.press("o")
        await until(pilot, lambda: "Opened in your viewer and saved in" in said(pilot.app))
        await until(pilot, lambda: viewer.exists() and len(viewer.read_text().splitlines()) == 2)
    assert sorted(viewer.read_text().splitlines()) == [f"1:{path}" for path in saved(folder)]


def test_whoever_only_wants_it_saved_or_is_far_away_gets_no_viewer(folder, viewer, monkeypatch):
    settings = Settings(pictures=str(folder))
    only = gallery.show("m", [ONE], Settings(pictures=str(folder), show_pictures="save"))
    (path,) = saved(folder)
    assert only == f"Saved in {folder}: {path.name}."
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert gallery.show("m", [ONE], settings).startswith("No viewer can be opened here. Saved in")
    assert not viewer.exists()


def test_the_name_of_a_match_from_elsewhere_leads_nowhere_else(folder):
    gallery.show("../../\x1b[2J; rm -rf ~ 字" + "x" * 500, [ONE], Settings(pictures=str(folder)))
    (path,) = saved(folder)
    assert path.parent == folder
    assert len(path.name) < 80
    assert all(char.isalnum() or char in "-." for char in path.name)


def test_what_is_said_of_the_same_picture_to_two_seats_does_not_tell_that_it_is_the_same(folder):
    settings = Settings(pictures=str(folder))
    first, second, again = (gallery.show("m", [ONE], settings, seat) for seat in ("Ada", "Ben", "Ada"))
    assert first == again != second
    assert not any(ONE.digest[:8] in sentence for sentence in (first, second))
    assert len(saved(folder)) == 2


async def test_a_folder_that_cannot_be_written_is_said_and_nothing_counts_as_seen(folder):
    folder.write_text("a file")
    async with app_of(match(11, ticks=1)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await turn(pilot)
        await pilot.press("o")
        await until(pilot, lambda: "could not be written" in said(pilot.app))
        await play_by_keys(pilot)
    assert not any(shown(the_match()))


async def test_who_shares_a_terminal_leaves_no_picture_for_the_next(folder):
    async with app_of(match_of_two(7)).run_test(size=(80, 24)) as pilot:
        assert isinstance(await something(pilot), CurtainScreen)
        await pilot.press("o")
        await reveal(pilot)
        await something(pilot)
        await pilot.press("o")
        await until(pilot, lambda: "while several people share this terminal" in said(pilot.app))
    assert not saved(folder)


TOLD = "This match was altered since it was recorded"


@pytest.mark.parametrize("is_replayed", [True, False])
async def test_whoever_looks_at_an_altered_match_in_the_app_is_told(is_replayed):
    path = await asyncio.to_thread(played, "human,bot*4")
    forged(path / CLOSED, read(path).end.number, lambda body: body["outcome"].update(reason="You won everything."))
    async with app_of(Replay(path) if is_replayed else None).run_test(size=(80, 24)) as pilot:
        if not is_replayed:
            pilot.app.library.open_results(path)
        await until(pilot, lambda: TOLD in said(pilot.app))
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen if is_replayed else ResultsScreen))
        if is_replayed:
            await until(pilot, lambda: pilot.app.screen.shown.checked == "altered")


async def test_in_a_replay_only_seats_are_shown_pictures_and_each_its_own(folder):
    path = await asyncio.to_thread(played, seed=13)
    async with app_of(Replay(path, line=6)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen) and len(pilot.app.screen.viewpoint))
        for key in ("o", "0", "o"):
            await pilot.press(key)
            prompt = pilot.app.screen.query_one(Prompt).render().plain
            assert "A picture is what a seat saw: press 1 for the first one's eyes, then o." in prompt
        await pilot.press("1", "o")
        await until(pilot, lambda: len(saved(folder)) == 2)
        await pilot.press("2", "o")
        await until(pilot, lambda: len(saved(folder)) == 4)
    assert sum(shown(path)) == 0


async def test_in_a_match_that_a_person_has_not_ended_nobody_elses_pictures_can_be_had(folder):
    from woozle.arena.play.event_sources import ReplaySource

    path = await asyncio.to_thread(played, seats="human,bot*4", answers=9)
    feed = ReplaySource(path)
    seen = [seat for seat in feed.seats if feed.pictures(len(feed.told), seat)]
    assert seen == [*read(path).header.people]


async def test_line_by_line_an_o_in_place_of_a_number_does_the_same(folder):
    typed, written = iter(["o\n", *["1\n"] * 400]), []
    place = PlainTable("ship", Typist(lambda: next(typed)), written.append)
    match, path, writer = new_match("ship", ["human", "bot*4"], CONFIG, 3, human=place.human)
    await asyncio.wait_for(place.play(match), LIMIT)
    writer.close()
    assert any("No viewer can be opened here. Saved in" in line for line in written)
    assert len(saved(folder)) == 2
    assert sum(shown(path)) == 2

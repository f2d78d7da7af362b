"""The browser: all kept matches, found, sorted, opened and verified, by keys alone and by mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Static

from woozle.arena.views.saved_matches import matching, saved_matches, sort_matches
from woozle.saves import paths, store
from woozle.saves.labels import read_labels
from woozle.tui.app import WoozleApp
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.report import ReportScreen
from woozle.tui.widgets.grid import Column, Grid, fit_columns
from woozle.tui.widgets.text_layout import clip

from tests.saves.table import finished, forged
from tests.tui import kept_scenes
from tests.tui.hosts import VIEWS, settled, shown
from tests.tui.kept_scenes import TWELVE, YEAR, KeptStage


@pytest.fixture(autouse=True)
def _somewhere(monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", "/home/ada/woozle")


async def browse(pilot):
    await pilot.pause()
    await pilot.press("b")
    await listed(pilot)


async def listed(pilot):
    """What was asked for has been read or changed, and is listed."""
    await pilot.app.workers.wait_for_complete()
    await settled(pilot)


def grid(pilot) -> Grid:
    return pilot.app.screen.query_one(Grid)


def words(pilot, selector: str) -> str:
    return pilot.app.screen.query_one(selector, Static).render().plain


def ids(pilot) -> list[str]:
    return [row.id[:8] for row in grid(pilot).rows]


async def test_x_twice_deletes_the_match_at_the_cursor_and_once_or_another_row_does_not(monkeypatch, tmp_path):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    names = [finished(paths.matches_folder() / f"{number}-bots").parent.name for number in (1, 2, 3)]
    async with WoozleApp().run_test() as pilot:
        await browse(pilot)
        await pilot.press("x", "down")
        await pilot.press("x", "escape")
        assert len(store.list_matches()) == 3
        doomed = grid(pilot).row.id
        await pilot.press("x")
        assert "x again deletes it for good" in words(pilot, "#found")
        await pilot.press("x")
        await settled(pilot)
        assert {each.id for each in store.list_matches()} == {*names} - {doomed}
        assert len(grid(pilot).rows) == 2


async def test_matches_are_named_marked_and_hidden_by_keys(monkeypatch, tmp_path):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    for number in (1, 2, 3):
        finished(paths.matches_folder() / f"2026010{number}-120000-bots")
    async with WoozleApp().run_test() as pilot:
        await browse(pilot)
        await pilot.press("G", "n", *"[b]Mine", "enter")
        await listed(pilot)
        assert "[b]Mine · " in "\n".join(shown(grid(pilot)))
        await pilot.press("n", *"gone", "escape", "m")
        await listed(pilot)
        assert ids(pilot)[0] == "20260101"
        assert "★ [b]Mine · " in words(pilot, "#preview-outcome")
        await pilot.press("j", "h")
        await listed(pilot)
        assert (len(ids(pilot)), grid(pilot).cursor) == (2, 1)
        assert "1 hidden" in words(pilot, "#found")
        await pilot.press("H")
        await listed(pilot)
        assert len(ids(pilot)) == 3
        await pilot.press("slash", *"mine", "enter")
        await listed(pilot)
        assert ids(pilot) == ["20260101"]
    assert {key[:8]: label.words for key, label in read_labels().items()} == {"20260101": "★ [b]Mine", "20260103": "hidden"}


# Filtering and sorting, without a screen


def test_a_filter_finds_words_of_any_column_in_any_order():
    matches = saved_matches(TWELVE, YEAR)
    assert len(matching(matches, "")) == 12
    assert [each.id for each in matching(matches, "SHUTTLE quack")] == [TWELVE[-1].id]
    assert {each.checked for each in matching(matches, "verified")} == {"verified"}
    assert [each.status for each in matching(matches, "41 unfinished")] == ["unfinished", "unfinished"]
    assert [each.id[:8] for each in matching(matches, "jan person ejected")] == []
    assert [each.id[:8] for each in matching(matches, "jan ducks person outnumbered")] == ["20260111"]


def test_a_sort_turns_both_ways_and_equals_keep_the_newest_first():
    matches = saved_matches(TWELVE, YEAR)
    longest = sort_matches(matches, "length", is_falling=True)
    assert [each.length for each in longest[:2]] == [230, 213]
    assert [each.when for each in longest if each.status == "unfinished"] == ["13 Jan 12:00", "03 Jan 12:00"]
    assert sort_matches(matches, "date", is_falling=False)[0].when == "08 Mar 2025"


def test_a_match_is_told_with_who_sat_there_and_by_which_rules():
    match = saved_matches(TWELVE, YEAR)[-1]
    assert (match.who, match.mark) == ("person, 4 bots", "· unchecked")
    assert match.setting == "ship, rules 1 · quack, map=shuttle, ducks=2"
    assert [(seat.name, seat.player, seat.role, seat.result) for seat in match.seats[:2]] == [
        ("Alice", "person", "goose", "won"),
        ("Bob", "bot:ship", "duck", "lost"),
    ]


def test_who_sits_where_in_a_blind_match_is_secret_and_imported_matches_are_marked():
    players = {"1": kept_scenes.BOT, "2": kept_scenes.HUMAN, "3": kept_scenes.HUMAN}
    blind = kept_scenes.unfinished(1, players=players, are_seats_secret=True)
    blind, imported = saved_matches([blind, kept_scenes.summary(0, source="quack")], YEAR)
    assert [(seat.name, seat.player) for seat in blind.seats] == [("", "bot:ship"), ("", "person"), ("", "person")]
    assert imported.mark == "· imported"


def test_columns_leave_in_order_and_the_others_share_the_room():
    columns = (Column("a", 5), Column("b", 5, leaves=2), Column("c", 5, leaves=1), Column("d", 5, share=1))
    assert fit_columns(columns, 40) == (5, 5, 5, 21)
    assert fit_columns(columns, 20) == (5, 0, 5, 7)
    assert fit_columns(columns, 12) == (5, 0, 0, 5)
    assert clip("字字字", 5) == "字字…"


# By keys


async def test_the_newest_comes_first_and_the_preview_follows_the_cursor():
    async with KeptStage(TWELVE).run_test(size=(140, 45)) as pilot:
        await browse(pilot)
        assert ids(pilot)[:2] == ["20260113", "20260112"]
        assert words(pilot, "#preview-outcome") == "41 answers so far"
        await pilot.press("j")
        await pilot.pause()
        assert words(pilot, "#preview-outcome") == "All tasks of the geese are done."
        assert "Bob     duck  lost bot:ship" in words(pilot, "#preview-seat-list")
        await pilot.press("G")
        await pilot.pause()
        assert "quack, map=shuttle, ducks=2" in words(pilot, "#preview-setting-list")
        await pilot.press("k", "g")
        assert grid(pilot).cursor == 0
        await pilot.click(Grid, offset=(20, 3))
        assert (grid(pilot).cursor, pilot.app.sent) == (2, []), "a click chooses a row"
        await pilot.click(Grid, offset=(20, 3))
        assert pilot.app.sent == [("replay", TWELVE[2].path, 0)], "and another opens it"
        await pilot.click("#filter")
        assert isinstance(pilot.app.focused, Input)


async def test_matches_are_opened_sorted_filtered_and_verified_by_keys():
    async with KeptStage(TWELVE).run_test() as pilot:
        await browse(pilot)
        screen, sent = pilot.app.screen, pilot.app.sent
        assert screen.check_action("resume", ())
        assert not screen.check_action("results", ())
        await pilot.press("c", "enter", "j", "enter", "r")
        await pilot.pause()
        assert not screen.check_action("resume", ())
        left, done = TWELVE[0].path, TWELVE[1].path
        assert sent == [*[("resume", left)] * 2, ("replay", done, 0), ("results", done)]
        for keys in (("j", "j", "j", "enter"), ("k", "v")):
            await pilot.press(*keys)
            await pilot.pause()
            assert isinstance(pilot.app.screen, ReportScreen), keys
            await pilot.press("escape")

        await pilot.press("s")
        assert "by game ▲" in words(pilot, "#found")
        await pilot.press("s")
        await pilot.pause()
        assert "by length ▼" in words(pilot, "#found")
        assert "length▼" in shown(grid(pilot))[0]
        await pilot.press("S")
        assert "by length ▲" in words(pilot, "#found")
        x = shown(grid(pilot))[0].index("outcome")
        for column, order in ((x, "by outcome ▲"), (x, "by outcome ▼"), (4, "by outcome ▼")):
            await pilot.click(Grid, offset=(column, 0))
            assert order in words(pilot, "#found")
        await pilot.press("s")
        assert "by date ▼" in words(pilot, "#found")

        await pilot.press("slash", *"bot q")
        await pilot.pause()
        assert ids(pilot) == ["20260102"]
        assert "1 of 12 matches" in words(pilot, "#found")
        await pilot.press("q", "q", "q")
        await pilot.pause()
        assert ids(pilot) == []
        assert "No match holds all of these words." in "\n".join(shown(grid(pilot)))
        await pilot.press("escape")
        await pilot.pause()
        assert len(ids(pilot)) == 12
        await pilot.press("slash", *"altered", "enter")
        assert pilot.app.focused is grid(pilot)
        await pilot.press("slash", "down")
        assert pilot.app.focused is grid(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert sent[-1] == ("replay", TWELVE[3].path, 0)

        await pilot.press("escape", "slash", *"jan bots finished", "enter", "V")
        await pilot.pause()
        asked = sent[-1]
        assert len(asked) == len(ids(pilot))
        screen.show_marks({asked[0]: "altered"}, 1, len(asked))
        await pilot.pause()
        assert grid(pilot).rows[0].mark == "✗ altered"
        assert "1 altered · V stops" in words(pilot, "#found")
        await pilot.press("V")
        await pilot.pause()
        assert "stops" not in words(pilot, "#found")
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert pilot.app.screen is not screen


# With files


async def test_marks_are_kept_and_a_changed_file_loses_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    files = [finished(paths.matches_folder() / f"2026010{day}-120000-two_truths-0a0{day}") for day in range(1, 4)]
    forged(files[1], 3, lambda body: body["response"].update(seconds=99.0))
    files[1].write_bytes(files[1].read_bytes().replace(b"born", b"torn", 1))
    async with WoozleApp().run_test() as pilot:
        await browse(pilot)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("V")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        marks = {Path(row.path).name[:8]: row.mark for row in grid(pilot).rows}
        assert marks == {"20260101": "✓ verified", "20260102": "✗ altered", "20260103": "✓ verified"}
        assert "3 of 3 checked, 1 altered" in words(pilot, "#found")
    assert [each.checked for each in store.list_matches()] == ["verified", "altered", "verified"]
    forged(files[0], 3, lambda body: body.update(more=1))
    assert [each.checked for each in store.list_matches()] == ["verified", "altered", ""]


# What it looks like


@VIEWS
def test_twelve_matches(snap_compare, size, theme):
    assert snap_compare(KeptStage(TWELVE, theme=theme), terminal_size=size, run_before=browse)


def test_strange_matches(snap_compare):
    async def last(pilot):
        await browse(pilot)
        await pilot.press("G")
        await pilot.pause()

    assert snap_compare(KeptStage(kept_scenes.STRANGE), terminal_size=(80, 24), run_before=last)


async def test_the_profile_counts_what_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    async with WoozleApp().run_test() as pilot:
        await pilot.pause()
        await pilot.press("i")
        await settled(pilot)
        assert words(pilot, "#headline") == "You have finished no match yet."
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_key_that_comes_between_takes_back_the_first_x(monkeypatch, tmp_path):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    finished(paths.matches_folder() / "1-bots")
    async with WoozleApp().run_test() as pilot:
        await browse(pilot)
        browser = pilot.app.screen
        for between in ("s", "question_mark", "v", "F9"):
            await pilot.press("x", between)
            await settled(pilot)
            while pilot.app.screen is not browser:
                pilot.app.pop_screen()
                await settled(pilot)
            grid(pilot).focus()
            await pilot.press("x")
            await settled(pilot)
            assert len(store.list_matches()) == 1, between
            assert "x again deletes it for good" in words(pilot, "#found"), between
            await pilot.press("escape")

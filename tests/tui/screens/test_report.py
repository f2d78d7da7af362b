"""The verification report: what each level says, where it went wrong, and the way there."""

from __future__ import annotations

import shutil
from pathlib import Path

from textual.widgets import Static

from woozle.arena.views.verification import report_text, verify_view
from woozle.saves import paths, store
from woozle.saves.transcript import Finding, read
from woozle.saves.verify import LevelResult, verify
from woozle.tui.app import WoozleApp
from woozle.tui.screens.report import Findings, ReportScreen
from woozle.tui.styles.themes import LIGHT

from tests.saves.table import interrupted
from tests.tui.hosts import HOSTILE, LARGE, SMALL, is_clean, settled
from tests.tui.kept_scenes import VERIFIED, KeptStage, report

GOLDEN = Path(__file__).parents[2] / "golden" / "ship-1-standard.jsonl"
MATCH = Path("/matches/20260103-120000-ship-0a01")
NO_RAW = LevelResult("passed", "No model played; there are no replies to parse.")
FAILED = report(
    LevelResult("passed"),
    LevelResult("failed", "Line 12: Event 2 should be Killed, not Moved."),
    LevelResult("failed", "The scores depend on what did not pass level 1."),
    NO_RAW,
    findings=[Finding(12, "Event 2 should be Killed, not Moved."), Finding(40, "It should be Response 39 of the match.")],
)


def opened(found, **options) -> KeptStage:
    return KeptStage(found=found, **options)


async def show(pilot):
    await pilot.pause()
    pilot.app.push_screen(ReportScreen(MATCH))
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await settled(pilot)


def words(pilot, name: str) -> str:
    return pilot.app.screen.query_one(f"#{name}", Static).render().plain


def flipped(path: Path, line: int) -> None:
    """Change one byte in the middle of a line."""
    rows = path.read_bytes().splitlines(keepends=True)
    row = bytearray(rows[line - 1])
    at = row.index(b'"seconds"') + 1
    row[at] ^= 1
    rows[line - 1] = bytes(row)
    path.write_bytes(b"".join(rows))


# Without a screen


def test_a_report_says_what_was_passed_and_failed():
    view = verify_view(FAILED)
    assert [row.verdict for row in view.levels] == ["PASS", "FAIL", "FAIL", "PASS"]
    assert view.headline == "The transcript was altered."
    assert view.name == MATCH.name
    assert [row.line for row in view.findings] == [12, 40]


def test_what_could_not_be_checked_is_never_called_verified():
    gone = LevelResult("unchecked", "The rules of the ship, version 7, are not here.", "rules")
    view = verify_view(report(LevelResult("passed"), gone, gone, NO_RAW, redacted=1, is_finished=True))
    assert (view.verdict, [row.verdict for row in view.levels]) == ("consistent", ["PASS", "NONE", "NONE", "PASS"])
    assert view.headline == "The transcript is consistent: nothing contradicts it, but not every level could be checked."
    assert "Words were withdrawn from 1 line; the chain still closes over them." in view.notes


def test_unfinished_and_torn_is_said(tmp_path):
    path = interrupted(tmp_path / "m", 4)
    path.write_bytes(path.read_bytes() + b'{"body"')
    view = verify_view(verify(path, 3))
    assert view.notes == (
        "A match of two_truths, 4 answers long.",
        "The match is unfinished.",
        f"Its head is {read(path).link.hex()}.",
        "7 bytes of a last line were torn off; resuming drops them.",
    )
    assert view.headline == "The transcript is verified."


def test_a_saved_report_names_the_match_and_not_where_it_is(tmp_path):
    folder = tmp_path / "ada-lovelace" / "20260103"
    folder.mkdir(parents=True)
    (folder / "transcript.jsonl").write_bytes(b"nonsense\n")
    text = report_text(verify_view(verify(folder, 3)))
    assert text.startswith("Match 20260103\nThe transcript was altered.\n")
    assert "FAIL  level 0, format and chain: 20260103/transcript.jsonl is not a transcript" in text
    assert "ada" not in text


def test_a_saved_report_is_clean_text():
    text = report_text(verify_view(report(LevelResult("failed", HOSTILE), findings=[Finding(3, HOSTILE)], game=HOSTILE)))
    assert is_clean(text.replace("\n", ""))
    assert "[@click=app.quit]go[/]" in text


# By keys and clicks


async def test_a_finding_leads_to_its_moment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with opened(FAILED).run_test() as pilot:
        await show(pilot)
        assert words(pilot, "headline") == "The transcript was altered."
        assert "✗ FAIL  1  match replayed by its rules" in words(pilot, "levels")
        await pilot.press("j", "enter")
        await pilot.pause()
        assert pilot.app.sent == [("replay", MATCH, 40)]
        await pilot.press("g", "enter")
        await pilot.pause()
        assert pilot.app.sent[-1] == ("replay", MATCH, 12)
        await pilot.click(Findings, offset=(5, 2))
        await pilot.pause()
        assert pilot.app.sent[-1] == ("replay", MATCH, 40)
        pilot.app.found = VERIFIED
        await pilot.press("v")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert words(pilot, "headline") == "The transcript is verified."
        await pilot.press("e", "enter")
        await pilot.pause()
        (saved,) = tmp_path.glob("woozle-report-*.txt")
        assert saved.read_text("utf-8") == report_text(verify_view(VERIFIED))
        assert pilot.app.sent[-1] == ("replay", MATCH, 0), "found sound, it is watched from its beginning"
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, ReportScreen)


async def test_a_file_that_cannot_be_read_leads_nowhere():
    broken = report(LevelResult("failed", "It is empty."), findings=[Finding(0, "It is empty.")], game="", lines=0)
    async with opened(broken).run_test() as pilot:
        await show(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.sent == []
        assert "the file  It is empty." in pilot.app.screen.query_one(Findings).get_option_at_index(0).prompt.plain


# With files


async def test_a_flipped_byte_is_found_in_its_line_and_shown_there(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    folder = paths.matches_folder() / "20260103-120000-ship-0a01"
    folder.mkdir(parents=True)
    path = folder / "transcript.jsonl"
    shutil.copy(GOLDEN, path)
    flipped(path, 30)
    async with WoozleApp().run_test() as pilot:
        await pilot.press("b")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "✗ FAIL  0  format and chain" in words(pilot, "levels")
        assert "line 30" in pilot.app.screen.query_one(Findings).get_option_at_index(0).prompt.plain
        await pilot.press("e", "e")
        await pilot.pause()
        found = sorted(each.name for each in tmp_path.glob("*.txt"))
        assert found == ["woozle-report-20260103-120000-ship-0a01-2.txt", "woozle-report-20260103-120000-ship-0a01.txt"]
        assert "Line 30: The line, or one before it, was changed" in (tmp_path / found[1]).read_text("utf-8")
        jumps = []
        monkeypatch.setattr(pilot.app.spectators, "open_replay", lambda *where: jumps.append(where))
        await pilot.press("enter")
        await pilot.pause()
        assert jumps == [(folder, 30)]
    assert [each.checked for each in store.list_matches()] == ["altered"]


async def test_a_folder_that_cannot_be_written_is_said(tmp_path, monkeypatch):
    async with opened(VERIFIED).run_test() as pilot:
        await show(pilot)
        said = []
        monkeypatch.setattr(type(pilot.app), "say", lambda app, sentence: said.append(sentence))
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()
        await pilot.press("e")
        await pilot.pause()
        assert said == ["The report could not be saved in the current folder: No such file or directory."]


# What it looks like


def test_a_failed_report(snap_compare):
    assert snap_compare(opened(FAILED, theme=LIGHT.name), terminal_size=LARGE, run_before=show)


def test_a_long_and_hostile_report(snap_compare):
    found = report(
        LevelResult("failed", f"Line 3: {HOSTILE}"),
        LevelResult("failed", "字" * 60),
        LevelResult("failed", "The scores depend on what did not pass level 1."),
        NO_RAW,
        findings=[Finding(line, f"{HOSTILE} {'字' * line}") for line in range(3, 60, 4)],
        redacted=2,
        torn=14,
    )
    assert snap_compare(opened(found), terminal_size=SMALL, run_before=show)

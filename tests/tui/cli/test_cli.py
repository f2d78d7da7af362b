"""The command line: what it prints, its exit status, and one sentence for everything that can go wrong."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.checkout import code_folders
from woozle.saves.paths import matches_folder
from woozle.saves.store import list_matches
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.tui.cli.commands import print_json

from tests.arena.runs.lab import Woozle

BOTS = ("--seats", "bot*6", "--seed", "7")


@pytest.fixture
def match(woozle, tmp_path) -> Path:
    """The folder of a finished match."""
    assert woozle("run", "ship", *BOTS, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run" / "0001"


def test_a_run_plays_verifies_and_goes_on_with_what_is_left(woozle, tmp_path):
    out = tmp_path / "run"
    status, printed, _ = woozle("run", "ship", *BOTS, "--matches", 6, "--out", out, "--jobs", 1, "--json")
    first = json.loads(printed)
    assert (status, first["matches"], first["finished"]) == (0, 6, 6)
    assert sum(first["reasons"].values()) == 6
    (out / "0002" / CLOSED).unlink()
    (out / "0002").rmdir()
    assert json.loads(woozle("run", "ship", *BOTS, "--matches", 6, "--out", out, "--jobs", 1, "--json")[1]) == first
    status, printed, _ = woozle("verify", out, "--json")
    assert (status, json.loads(printed)["verified"], len(json.loads(printed)["reports"])) == (0, 6, 6)


def test_another_run_in_the_same_folder_is_refused(woozle, tmp_path):
    woozle("run", "ship", *BOTS, "--out", tmp_path / "run")
    status, _, err = woozle("run", "ship", *BOTS, "--matches", 3, "--out", tmp_path / "run")
    assert status == 2
    assert "holds another run (its matches differ)" in err


def test_a_match_of_a_run_that_was_killed_before_its_first_or_after_its_last_line_is_finished(woozle, match):
    data = (match / CLOSED).read_bytes()
    (match / CLOSED).rename(match / PART)
    (match / KEY).write_text("00" * 32)
    assert woozle("resume", match.parent)[0] == 0
    assert (match / CLOSED).read_bytes() == data
    for left in (b"", data[:100]):
        (match / CLOSED).unlink()
        (match / PART).write_bytes(left)
        (match / KEY).write_text("00" * 32)
        assert woozle("resume", match.parent)[0] == 0
        assert (match / CLOSED).read_bytes() == data
        assert sorted(file.name for file in match.iterdir()) == [CLOSED]


def test_a_match_can_be_played_line_by_line_and_is_saved(woozle):
    status, out, err = woozle("play", "ship", "--plain", "--seed", 3, "--set", "max_ticks=30", typed="1\n" * 100)
    assert (status, err) == (0, "")
    assert "Your" in out or "You" in out
    assert "Saved as" in out
    (saved,) = list_matches()
    assert saved.status == "finished"
    assert woozle("verify", "last")[0] == 0


def test_leaving_in_the_middle_says_how_to_go_on(woozle):
    status, _, err = woozle("play", "ship", "--plain", "--seed", 3, typed="1\n1\n")
    assert status == 130
    (saved,) = list_matches()
    assert f"`woozle resume {saved.id}` continues it." in err
    status, out, _ = woozle("resume", "last", "--plain", typed="1\n" * 400)
    assert status == 0
    assert "Saved as" in out


def test_a_match_played_line_by_line_ends_with_the_command_of_a_rematch(woozle):
    _, out, _ = woozle("play", "urn", "--plain", "--seed", 3, "--set", "handfuls=1", typed="1\n" * 100)
    assert out.splitlines()[-1] == "Rematch, the same players with all dealt anew: `woozle play urn --set handfuls=1 --plain`."


def test_a_line_that_is_no_answer_is_explained_and_asked_again(woozle):
    _, out, _ = woozle("play", "ship", "--plain", "--seed", 3, typed="fly\n99\n\n0000019\n1\n")
    assert out.count("Type a number from 1 to") == 4


def test_words_after_the_number_are_said_to_the_room(woozle):
    _, out, _ = woozle("play", "ship", "--plain", "--seed", 3, typed="1 hello \x1b]0;PWNED\x07\n1\n")
    assert "hello ␛]0;PWNED␇" in out and "\x1b" not in out
    assert out.count("To say something with your choice, write it after the number") == 1


def test_show_prints_a_match_through_the_eyes_of_a_viewer(woozle, match):
    everything, alice, public = (woozle("show", match, *more)[1] for more in ((), ("--as", "Alice"), ("--as", "public")))
    assert len(everything) > len(alice) > len(public)
    assert everything.count("is a duck.") == 1
    assert "Bob is a" not in alice


def test_a_fork_shares_the_beginning_and_goes_on_with_others(woozle, match):
    status, _, err = woozle("fork", match, "--at", 30, "--seats", "bot:random*6")
    assert (status, err) == (0, "")
    (folder,) = matches_folder().iterdir()
    assert [line.body for line in read(folder).lines[:30]] == [line.body for line in read(match).lines[:30]]
    assert read(folder).header.fork.at == 30
    assert woozle("verify", folder)[0] == 0


def test_list_shows_what_is_saved(woozle):
    assert "No match yet" in woozle("list")[1]
    woozle("play", "ship", "--plain", "--seed", 3, typed="1\n")
    assert "  unfinished, " in woozle("list")[1]
    (saved,) = json.loads(woozle("list", "--json")[1])["matches"]
    assert saved["status"] == "unfinished"


@pytest.mark.parametrize(("text", "sentence"), [("rooms: [", "is not YAML: line"), ("- a\n- b\n", "must be a")])
def test_a_map_that_cannot_be_played_says_why(woozle, tmp_path, text, sentence):
    (tmp_path / "mine.yaml").write_text(text)
    status, _, err = woozle("play", "ship", "--plain", "--map", tmp_path / "mine.yaml")
    assert status == 2
    assert sentence in err


def test_a_map_of_ones_own_can_be_played(woozle, tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "name: mine\nrooms: {a: {x: 0, y: 0}, b: {x: 3, y: 0}}\ncorridors: [[a, b]]\ntask_locations: [{room: a, name: t}]\n"
        "emergency_button: b\n"
    )
    status, _, _ = woozle("run", "ship", *BOTS, "--map", tmp_path / "mine.yaml", "--out", tmp_path / "run")
    assert status == 0
    (tmp_path / "mine.yaml").unlink()
    assert woozle("verify", tmp_path / "run")[0] == 0, "the transcript holds the map"


def test_names_in_a_foreign_transcript_are_shown_as_pictures(woozle, match):
    file = match / CLOSED
    data = file.read_bytes().replace(b'"name":"ship","rooms"', b'"name":"\\u001b]0;PWNED","rooms"', 1)
    file.write_bytes(data.replace(b"Clear Asteroids", b"\\u001b]0;PWNED\\u009b2J"))
    for words in (("verify", file), ("show", file), ("show", file, "--as", "\x1b]0;PWNED"), ("fork", file, "--at", 3)):
        _, out, err = woozle(*words)
        assert "\x1b" not in out + err
        assert "\x9b" not in out + err
    assert "PWNED" in woozle("show", file)[1]


def test_json_is_ascii_wherever_it_goes(capsys):
    every = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA1), 0x202E, 0x2066, 0x2028, 0xE000, 0x1F600, 0xD800)))
    print_json({every: [every, 1]})
    out = capsys.readouterr().out
    assert out.isascii() and out.removesuffix("\n").isprintable()
    assert json.loads(out) == {every: [every, 1]}


def test_a_bot_that_raises_does_not_end_the_match(woozle, tmp_path, monkeypatch):
    from woozle.games.ship.players.bot import ShipBot

    def broken(self, request, observation):
        raise RuntimeError("a bug")

    monkeypatch.setattr(ShipBot, "answer", broken)
    status, printed, _ = woozle("run", "ship", *BOTS, "--out", tmp_path / "run", "--set", "max_ticks=3", "--jobs", 1, "--json")
    assert status == 0
    assert json.loads(printed)["seats"] == {seat: {"void": 1} for seat in ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")}
    sentence = "The player of Bob failed (RuntimeError: a bug), so its result is void and not counted; please report that."
    assert f"0001: {sentence}" in json.loads(printed)["failures"]
    assert sentence in woozle("play", "ship", "--plain", "--seed", 3, "--set", "max_ticks=3", typed="1\n" * 50)[2]


def test_an_error_of_ours_is_a_sentence_and_a_report(woozle, monkeypatch):
    def broken():
        raise KeyError("oops")

    monkeypatch.setattr("woozle.saves.store.list_matches", broken)
    status, _, err = woozle("list")
    assert status == 70
    assert "Woozle has crashed (KeyError), which is our fault; the details are in" in err
    assert "oops" not in err


def test_version_and_help_are_there(woozle):
    assert woozle("--version")[1].startswith("woozle ")
    assert "verify" in woozle("--help")[1]


@pytest.mark.e2e
def test_running_matches_never_loads_the_app(tmp_path):
    code = (
        "import sys; from woozle.tui.cli.main import app\n"
        f"try: app(['run', 'ship', '--seats', 'bot*6', '--seed', '1', '--out', {str(tmp_path / 'run')!r}])\n"
        "except SystemExit: pass\n"
        "heavy = {'textual', 'torch', 'transformers', 'openai', 'ollama', 'PIL', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.e2e
@pytest.mark.parametrize("modules", ["woozle.core.match, woozle.core.registry", "woozle.saves.verify", "woozle.players.seats"])
def test_the_layers_load_without_what_is_above_them(modules):
    code = f"import sys, {modules}; print(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert not {"textual", "rich", "typer", "torch", "transformers", "PIL"} & loaded
    assert {folder for folder in code_folders() if f"woozle.{folder}" in loaded} == {"core", modules.split(".")[1]}


HEARS_SIGINT = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
HEARS_SIGINT += "from woozle.tui.cli.main import main; main()"
"""The program, also where the tests run in the background of a shell, which lets its children ignore SIGINT."""


@pytest.mark.e2e
@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")
@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 1), (signal.SIGTERM, 2)])
async def test_a_signal_stops_a_run_that_can_go_on(number, jobs, tmp_path):
    out, running = tmp_path / "run", Woozle(tmp_path / "home")
    await running.start("run", "ship", *BOTS, "--matches", 2000, "--jobs", jobs, "--out", out)
    while not (out / "0003" / CLOSED).exists():
        assert running.is_running
        await asyncio.sleep(0)
    running.send(number)
    status, _, err = await running.ended()
    assert status == 130
    assert err == f"woozle: Stopped. What was played is saved; `woozle resume {out}` continues the rest.\n"


@pytest.mark.e2e
@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_a_match_that_can_be_resumed(number):
    command = [sys.executable, "-c", HEARS_SIGINT, "play", "ship", "--plain", "--seed", "3"]
    playing = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in playing.stdout:
        if line.startswith("1. "):
            break
    playing.send_signal(number)
    _, err = playing.communicate()
    assert playing.returncode == 130
    (saved,) = list_matches()
    assert err == f"woozle: Left. The match is saved; `woozle resume {saved.id}` continues it.\n"


def test_nothing_is_shown_that_could_not_be_saved(woozle, monkeypatch):
    from woozle.saves.disk import SaveError
    from woozle.saves.writer import Writer

    kept = Writer.keep_response

    def full(self, request, response, told):
        if request.to == "Alice":
            raise SaveError("the disk is full")
        kept(self, request, response, told)

    monkeypatch.setattr(Writer, "keep_response", full)
    status, out, err = woozle("play", "ship", "--plain", "--seed", 3, typed="1\n" * 5)
    assert (status, err) == (1, "woozle: the disk is full\n")
    assert "What do you do?" in out
    assert "You waited." not in out
